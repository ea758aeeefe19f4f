// SPDX-License-Identifier: Apache-2.0
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstdlib>

#include "tests/commserver/sandbox_house.h"

namespace fs = std::filesystem;

namespace {

/// A datagram socket with a path, and a named pipe, to which every user may write.
struct Openings {
  explicit Openings(const fs::path& folder) : socket_path(folder / "socket"), pipe_path(folder / "pipe") {
    socket = spark::Descriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    socket_path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::mkfifo(pipe_path.c_str(), 0666) == 0);
  }
  fs::path socket_path;
  fs::path pipe_path;
  spark::Descriptor socket;
};

/// The number of this process; no process in a sandbox has it, since they have small numbers of their own.
const std::string kStranger = std::to_string(::getpid());

}  // namespace

TEST_CASE("a sandbox closes sockets, signals, pipes and locks that are open to an agent without one") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  const Openings openings(folder.path());
  const std::string at_socket = "(connect_pair=" + openings.socket_path.string() + ")";
  const std::string at_pipe = "(pipe=" + openings.pipe_path.string() + ")";
  const std::string all = "(inet)(inet6)(unix)(netlink)" + at_socket + "(signal=" + kStranger + ")(see=" + kStranger +
                          ")(trace)" + at_pipe + "(lock=" + TEST_AGENT + ")";
  std::string words = "dare stream_pair ";
  for (const char letter : all)
    if (letter != '(') words += letter == ')' ? ' ' : letter;
  House house({words}, kNever, "default", {.sandbox = sandbox_if(closed)});
  REQUIRE(house.all_ready(1));
  const std::string could = done(house, 0, 1);
  CHECK(could == (closed ? "(stream_pair)" : "(stream_pair)" + all));
}

TEST_CASE("an agent in a sandbox shares no namespace (ipc, mnt, net, pid, user, uts) with the server") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  std::string words = "dare", all;
  for (const char* kind : {"ipc", "mnt", "net", "pid", "user", "uts"}) {
    const std::string room = fs::read_symlink(fs::path("/proc/self/ns") / kind).string();
    words += " is_in=" + room;
    all += "(is_in=" + room + ")";
  }
  House house({words}, kNever, "default", {.sandbox = sandbox_if(closed)});
  REQUIRE(house.all_ready(1));
  CHECK(done(house, 0, 1) == (closed ? "" : all));
}

TEST_CASE("an agent in a sandbox has no io_uring, 32-bit sockets, user namespaces and keys") {
  if (!there_is_a_sandbox()) return;
  House house({"dare io_uring foreign namespace key=rcss"}, kNever, "default", {.sandbox = sandbox()});
  REQUIRE(house.all_ready(1));
  CHECK(done(house, 0, 1).empty());
}

TEST_CASE("agents in sandboxes cannot leave files or shared memory for each other, without sandboxes they can") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const TemporaryFolder logs;
  const std::string name = "rcss-left-" + kStranger;
  const char* home = std::getenv("HOME");
  std::vector<fs::path> files{fs::path("/tmp") / name, fs::path("/var/tmp") / name, fs::path("/dev/shm") / name,
                              logs.path() / name, name};
  if (home && ::access(home, W_OK) == 0) files.push_back(fs::path(home) / name);
  std::string leave = "dare leave_memory=" + kStranger;
  std::string find = "dare find_memory=" + kStranger;
  std::string found = "(find_memory=" + kStranger + ")";
  for (const fs::path& file : files) {
    leave += " leave=" + file.string();
    find += " find=" + file.string();
    found += "(find=" + file.string() + ")";
  }
  House house({leave, find}, kNever, "default", {.log_folder = logs.path(), .sandbox = sandbox_if(closed)});
  REQUIRE(house.all_ready(2));
  done(house, 0, 1);
  const std::string of_mate = done(house, 1, 2);
  CHECK(of_mate == (closed ? "" : found));
  for (const fs::path& file : files) CHECK(fs::exists(house.folder.path() / file) == !closed);
  const int memory = ::shmget(::getpid(), 100, 0);
  CHECK((memory >= 0) == !closed);
  for (const fs::path& file : files) fs::remove(house.folder.path() / file);
  if (memory >= 0) ::shmctl(memory, IPC_RMID, nullptr);
}

TEST_CASE("an agent in a sandbox neither sees nor signals another agent") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  // The process number of the other agent is known only when it runs, so it is started first.
  std::string number;
  House house({"behave"}, kNever, "default", {.sandbox = sandbox_if(closed)});
  REQUIRE(house.all_ready(1));
  for (const pid_t pid : commserver::descendants(house.guardian->pid())) {
    std::error_code gone;
    if (fs::read_symlink("/proc/" + std::to_string(pid) + "/exe", gone) == fs::path(TEST_AGENT))
      number = std::to_string(pid);
  }
  REQUIRE(!number.empty());
  House spy({"dare signal=" + number + " see=" + number}, kNever, "default", {.sandbox = sandbox_if(closed)});
  REQUIRE(spy.all_ready(1));
  CHECK(done(spy, 0, 1) == (closed ? "" : "(signal=" + number + ")(see=" + number + ")"));
}

TEST_CASE("an agent in a sandbox sees neither logs nor the folders of other agent types") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder logs;
  const TemporaryFolder others;
  std::ofstream(others.path() / "strategy") << "secret";
  House house({}, kNever, "default", {.sandbox = sandbox()});
  const std::string strategy = (others.path() / "strategy").string();
  const std::string log = (logs.path() / "agent0-stdout.log").string();
  const std::string own = (house.folder.path() / "agents.xml").string();
  std::ofstream(own) << "<agentdb><agent_type_external name=\"spy\"><exec_line>" << TEST_AGENT << " dare find=" << own
                     << " find=" << strategy << " find=" << log << "</exec_line></agent_type_external>"
                     << "<agent_type_external name=\"other\"><working_dir>" << others.path().string()
                     << "</working_dir><exec_line>x</exec_line></agent_type_external></agentdb>";
  house.serve(AgentDatabase::load(own), HouseOptions{.log_folder = logs.path(), .sandbox = sandbox()});
  house.server->start(0, "spy");
  REQUIRE(house.all_ready(1));
  CHECK(done(house, 0, 1) == "(find=" + own + ")");
  CHECK(fs::exists(log));
}

TEST_CASE("the end of an agent in a sandbox is reported as without one") {
  if (!there_is_a_sandbox()) return;
  struct Case {
    const char* command;
    const char* reason;
  };
  const auto c =
      GENERATE(Case{"exit", "ended with exit status 3"}, Case{"exit_like_a_signal", "ended with exit status 137"},
               Case{"crash", "ended by signal 6 (Aborted)"}, Case{"mute", "closed its pipe"},
               Case{"half", "ended with exit status 0"},
               Case{"eat_cpu", "ended by signal 24 (CPU time limit exceeded): the limit is 1 s of CPU time"});
  CAPTURE(c.command);
  House house({c.command}, kNever, "default", {.limits = {.cpu_seconds = 1}, .sandbox = sandbox()});
  house.until([&] { return !house.ready.empty() || !house.lost.empty(); });
  if (house.lost.empty()) {
    house.server->expect_sensation(0, 11);
    house.sense(0, 1);
  }
  CHECK(house.is_lost(0, c.reason));
  // Its sandbox has ended with it.
  CHECK(wait_until([&] { return commserver::descendants(house.guardian->pid()).empty(); }));
}

TEST_CASE("an agent whose sandbox is killed is lost with the end of the sandbox as the reason") {
  if (!there_is_a_sandbox()) return;
  House house({"behave"}, kNever, "default", {.sandbox = sandbox()});
  REQUIRE(house.all_ready(1));
  const auto is_first = [](pid_t process) {
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(process) + "/comm"), name);
    return name == "agent_sandbox";
  };
  const auto processes = commserver::descendants(house.guardian->pid());
  const auto first = std::ranges::find_if(processes, is_first);
  REQUIRE(first != processes.end());
  ::kill(*first, SIGKILL);
  CHECK(house.is_lost(0, "ended with its sandbox, whose first process ended by signal 9 (Killed)"));
}

TEST_CASE("a program that does not start in a sandbox is reported") {
  if (!there_is_a_sandbox()) return;
  House house({"behave"}, kNever, "default", {.sandbox = sandbox()});
  std::ofstream(house.folder.path() / "broken") << "no program";
  ::chmod((house.folder.path() / "broken").c_str(), 0755);
  std::ofstream(house.folder.path() / "agents.xml")
      << "<agentdb><agent_type_external name=\"broken\"><exec_line>broken</exec_line></agent_type_external></agentdb>";
  const auto guardian = Guardian::start();
  commserver::Sandbox used = sandbox();
  std::string reason =
      "could not be started: its program: Exec format error (it is neither a program nor a script whose first line "
      "names its interpreter, as #!/bin/sh does)";
  SECTION("because the file is not a program") {}
  SECTION("because no sandbox can be made") {
    used.bwrap = "/bin/false";
    reason = "could not be started: its sandbox could not be made (its standard error says why)";
    CHECK(used.try_out(*guardian) == reason);
  }
  SECTION("since a part of the sandbox is missing") {
    used.first = "/nowhere/agent_sandbox";
    reason = "could not be started: its sandbox could not be made (its standard error says why)";
    CHECK_THAT(used.try_out(*guardian), Catch::Contains("/nowhere/agent_sandbox"));
  }
  house.serve(AgentDatabase::load(house.folder.path() / "agents.xml"), {.sandbox = used});
  CommServer& server = *house.server;
  server.start(0, "broken");
  REQUIRE(wait_until([&] {
    server.receive(house);
    return house.lost.contains(0);
  }));
  CHECK(house.lost[0] == reason);
}

TEST_CASE("with a bwrap that grants no capabilities agents run in a sandbox with read-only working folders") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  const fs::path strict = folder.path() / "bwrap";
  std::ofstream(strict) << "#!/bin/sh\ncase \"$*\" in *--cap-add*) echo no capabilities here >&2; exit 1;; esac\nexec "
                        << sandbox().bwrap.string() << " \"$@\"\n";
  fs::permissions(strict, fs::perms::owner_all);
  commserver::Sandbox used(strict, AGENT_SANDBOX);
  {
    const auto guardian = Guardian::start();
    CHECK(used.try_out(*guardian).empty());
  }
  CHECK(used.no_mounts_because == "no capabilities here");
  House house({"dare create=a stream_pair", "behave"}, kNever, "default", {.sandbox = used});
  REQUIRE(house.all_ready(2));
  CHECK(done(house, 0, 1) == "(stream_pair)");
  std::erase_if(house.lines, [](const std::string& line) { return line.find("user of the server") != line.npos; });
  CHECK(house.lines == Texts{"warning: agents cannot write into their working folder " +
                             fs::canonical(house.folder.path()).string() + ": no capabilities here"});
}

TEST_CASE("an agent in a sandbox can tidy up when it gets SIGTERM") {
  if (!there_is_a_sandbox()) return;
  House house({"tidy_up", "behave"}, kNever, "default", {.log_folder = kLogs, .sandbox = sandbox()});
  REQUIRE(house.all_ready(2));
  house.server->expect_sensation(0, 11);
  house.sense(0, 1);
  // It does not read the X; half a second after that it gets the signal.
  house.server->shut_down(milliseconds(500));
  CHECK(content(house.folder.path() / "logs/deeper/agent0-stdout.log") == "tidied up");
  CHECK(house.lost.empty());
  CHECK(commserver::descendants(house.guardian->pid()).empty());
}

TEST_CASE("in a sandbox the CPU time of the agent is measured") {
  if (!there_is_a_sandbox()) return;
  House house({"burn 50"}, kNever, "jiffies 1000", {.sandbox = sandbox()});
  REQUIRE(house.all_ready(1));
  house.server->expect_sensation(0, 11);
  house.sense(0, 1);
  REQUIRE(house.until([&] { return !house.acts[0].empty(); }));
  CHECK(std::stol(house.acts[0][0]) >= 11 + 5);  // 50 ms are 5 ticks, each of which costs a step
}

TEST_CASE("an agent in a sandbox has only its own descriptors, and its working folder") {
  if (!there_is_a_sandbox()) return;
  const int input = GENERATE(3, 0, 255);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "agents.xml")
      << "<agentdb><agent_type_external name=\"a\"><inputfd>" << input << "</inputfd><outputfd>5</outputfd><exec_line>"
      << TEST_AGENT << " environment /dev/stdout " << input << " 5</exec_line></agent_type_external></agentdb>";
  House house({});
  house.serve(AgentDatabase::load(folder.path() / "agents.xml"),
              HouseOptions{.log_folder = folder.path() / "logs", .sandbox = sandbox()});
  house.server->start(0, "a");
  REQUIRE(house.all_ready(1));
  house.server->shut_down(milliseconds(20000));
  const std::string descriptors = input == 0 ? "0 1 2 5 " : input == 3 ? "0 1 2 3 5 " : "0 1 2 5 255 ";
  CHECK(content(folder.path() / "logs/agent0-stdout.log") ==
        descriptors + "clean leader " + fs::canonical(folder.path()).string());
}
