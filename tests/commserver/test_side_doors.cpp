// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <cstdlib>

#include "tests/commserver/sandbox_house.h"
#include "tests/support/folders.h"

namespace fs = std::filesystem;

namespace {

/// The attempts in `words` that succeeded, in a sandbox or without one.
std::string dared(const std::string& words, bool closed, HouseOptions options = {}) {
  options.sandbox = sandbox_if(closed);
  House house({"dare " + words}, kNever, "default", options);
  REQUIRE(house.all_ready(1));
  return done(house, 0, 1);
}

/// Any limit is sufficient. It is this large because the address sanitizer reserves terabytes.
const HouseOptions kLimitedMemory{.limits = {.memory = 1ULL << 46}};

}  // namespace

TEST_CASE("an agent in a sandbox does not learn which pages of shared files are in memory") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const std::string file = TEST_AGENT;
  const std::string harmless = "plain_read=" + file + " read_ahead=" + file;
  const std::string probes = "nowait=" + file + " see_cached=" + file;
  CHECK(dared(harmless + " " + probes, closed) == in_brackets(closed ? harmless : harmless + " " + probes));
  if (closed) CHECK(dared("ask_cached=" + file, closed).empty());  // not every kernel has it
}

TEST_CASE("an agent in a sandbox reaches no named pipe in or beside a working folder below /tmp") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const std::uint64_t files = GENERATE(0, 1 << 20);
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "home");
  std::string words;
  std::vector<spark::Descriptor> readers;
  for (const fs::path& pipe : {folder.path() / "beside", folder.path() / "home" / "in"}) {
    REQUIRE(::mkfifo(pipe.c_str(), 0666) == 0);
    readers.emplace_back(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    words += "pass_on=" + pipe.string() + " ";
  }
  std::ofstream(folder.path() / "agents.xml")
      << "<agentdb><agent_type_external name=\"spy\"><working_dir>home</working_dir><exec_line>" << TEST_AGENT
      << " dare " << words << "</exec_line></agent_type_external></agentdb>";
  House house({});
  house.serve(AgentDatabase::load(folder.path() / "agents.xml"),
              HouseOptions{.limits = {.files = files}, .sandbox = sandbox_if(closed)});
  house.server->start(0, "spy");
  REQUIRE(house.all_ready(1));
  CHECK(done(house, 0, 1) == (closed ? "" : in_brackets(words)));
  for (const auto& reader : readers) {
    char heard[8];
    CHECK((::read(reader.get(), heard, sizeof heard) > 0) == !closed);
  }
}

TEST_CASE("an agent in a sandbox has its devices, but cannot create files beside them in /dev") {
  if (!there_is_a_sandbox()) return;
  CHECK(dared("create=/dev/room make_folder=/dev/folder holds=/dev/zero.old", true).empty());
  CHECK(dared("leave=/dev/shm/room pass_on=/dev/null", true) == "(leave=/dev/shm/room)(pass_on=/dev/null)");
}

TEST_CASE("an agent in a sandbox with a memory limit gets no memory that the limit does not count") {
  if (!there_is_a_sandbox()) return;
  const std::string words = "memfd map_shared large_pipe leave_memory=77";
  CHECK(dared("map_own " + words, true, kLimitedMemory) == "(map_own)");
  CHECK(dared("map_own " + words, true) == "(map_own)" + in_brackets(words));
}

TEST_CASE("an agent in a sandbox gets only the environment variables that programs need") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  // The guardian copies the environment when the House starts it.
  ::setenv("RCSS_TEST_PASSWORD", "secret", 1);
  ::setenv("LC_TEST", "C", 1);
  const std::string could = dared("variable=PATH variable=LC_TEST variable=RCSS_TEST_PASSWORD", closed);
  ::unsetenv("RCSS_TEST_PASSWORD");
  ::unsetenv("LC_TEST");
  CHECK(could == std::string("(variable=PATH)(variable=LC_TEST)") + (closed ? "" : "(variable=RCSS_TEST_PASSWORD)"));
}

TEST_CASE("an agent in a sandbox does not read the secret of the commservers") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const TemporaryFolder elsewhere;
  const fs::path file = elsewhere.path() / "secret";
  std::ofstream(file) << "open sesame\n";
  // A copy of it outside of /tmp, which is covered anyway.
  const fs::path visible = fs::path(build_folder()) / ("secret-" + std::to_string(::getpid()));
  if (!(std::ofstream(visible) << "open sesame\n")) return skip("only who may write into the build can try this");
  const std::string words = "holds=" + visible.string();
  const std::string could = dared(words, closed, {.secrets = {file, visible}});
  fs::remove(visible);
  CHECK(could == (closed ? "" : "(" + words + ")"));
}

TEST_CASE("a fork bomb in a sandbox fails or is killed, and other agents run on") {
  if (!there_is_a_sandbox()) return;
  const std::string many = GENERATE("processes=3000", "dead_processes=3000");
  HouseOptions options{.sandbox = sandbox()};
  if (GENERATE(false, true)) options.sandbox->no_users_because = "this is to be as without";
  const bool is_root = ::geteuid() == 0 && !options.sandbox->no_users_because.empty();
  const int limit = 40 * kThreadsOfAProcess;
  options.limits.processes = limit;
  House house({"dare " + many, "dare processes=20", "behave"}, kNever, "default", options);
  REQUIRE(house.all_ready(3));
  // The kernel does not limit the processes of root, so the guardian counts them.
  if (is_root) {
    house.server->expect_sensation(0, 11);
    house.sense(0, 1);
    CHECK(house.is_lost(0, fmt::format("ended by signal 9 (Killed): the limit is {} processes and threads", limit)));
  } else {
    CHECK(done(house, 0, 1).empty());
  }
  CHECK(done(house, 1, 2) == "(processes=20)");
  house.server->expect_sensation(2, 13);
  house.sense(2, 3);
  CHECK(house.until([&] { return !house.acts[2].empty(); }));
}

TEST_CASE("agents in sandboxes cannot wake each other through a futex in a file that both can read") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const std::string file = TEST_AGENT;
  House house({"dare wait_at=" + file, "dare wake_at=" + file}, kNever, "default", {.sandbox = sandbox_if(closed)});
  REQUIRE(house.all_ready(2));
  CHECK(done(house, 0, 1) == "(wait_at=" + file + ")");
  bool has_woken = false;
  int tries = 0;
  const auto wake = [&] { return has_woken = !done(house, 1, 2 + 20 * tries++).empty(); };
  if (closed)
    while (tries < 5 && !wake()) continue;
  else
    wait_until(wake);  // it may take a while until the thread waits
  CHECK(has_woken == !closed);
}

TEST_CASE("nothing that the kernel shows an agent in a sandbox changes with the resources that it uses") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  HouseOptions options{.log_folder = kLogs, .sandbox = sandbox_if(closed)};
  const std::string words = closed ? "noise=all" : "noise=/proc/stat";
  House house({"dare machine " + words}, kNever, "default", options);
  REQUIRE(house.all_ready(1));
  CHECK(done(house, 0, 1) == "(machine)" + (closed ? std::string() : "(" + words + ")"));
  if (closed) CHECK(content(house.folder.path() / "logs/deeper/agent0-stderr.log").empty());
}

TEST_CASE("threads and semaphores between processes work in a sandbox as without one") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  // Of a process that is not dumpable others cannot read the memory.
  const std::string may_be_read = GENERATE("", "unreadable ");
  const std::string before = may_be_read.empty() ? "" : "(unreadable)";
  CHECK(dared(may_be_read + "join_threads semaphores=/dev/shm", closed) ==
        before + "(join_threads)(semaphores=/dev/shm)");
}

TEST_CASE("an agent in a sandbox neither gets a processor of its choice nor learns folders from process 1") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const std::string own = fs::path(build_folder()).string();  // the programs of both are in there
  CHECK(dared("affinity first_names=" + own, closed) == "(affinity)");
  if (closed) CHECK(dared("gets_processor", closed).empty());
}

TEST_CASE("statfs shows an agent in a sandbox free space, even if the agent's memory cannot be read") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  CHECK(dared("finds_room=/dev/shm finds_room=/tmp finds_room=/ unreadable finds_room=/dev/shm", closed) ==
        "(finds_room=/dev/shm)(finds_room=/tmp)(finds_room=/)(unreadable)(finds_room=/dev/shm)");
}

TEST_CASE("an agent in a sandbox can read /proc/cgroups, which Java looks for") {
  if (!there_is_a_sandbox()) return;
  CHECK(dared("holds=/proc/cgroups", true) == "(holds=/proc/cgroups)");
}

TEST_CASE("an agent in a sandbox changes neither modes nor times of the machine's device nodes") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const std::string times = "(touch=/dev/full)(touch=/dev/null)(touch_output)";
  const std::string could = dared(
      "touch=/dev/full touch=/dev/null touch_output change_mode=/dev/full change_mode=/dev/null change_output", closed);
  if (closed)
    CHECK(could.empty());
  else
    CHECK_THAT(could, Catch::StartsWith(times));  // anyone who may write to a file
}

TEST_CASE("an agent in a sandbox cannot act on the sandbox's first process") {
  if (!there_is_a_sandbox()) return;
  CHECK(dared("act_on_first", true).empty());
}

TEST_CASE("an agent in a sandbox cannot count processes, even if its memory cannot be read") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  CHECK(dared("counts_processes unreadable counts_processes", closed) ==
        (closed ? "(unreadable)" : "(counts_processes)(unreadable)(counts_processes)"));
}

TEST_CASE("agents are the first processes to be killed when the machine is out of memory") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  CHECK(dared("first_to_go", closed) == "(first_to_go)");
  if (closed) CHECK(dared("leave_first_place first_to_go", closed) == "(first_to_go)");
}

TEST_CASE("a program of 32 bits runs in a sandbox, under the same rules") {
#if !defined(AGENT_OF_32_BITS)
  skip("the compiler makes no programs of 32 bits");
#else
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "agents.xml") << "<agentdb><agent_type_external name=\"old\"><exec_line>"
                                              << AGENT_OF_32_BITS << "</exec_line></agent_type_external></agentdb>";
  House house({});
  HouseOptions options = kLimitedMemory;
  options.sandbox = sandbox_if(closed);
  house.serve(AgentDatabase::load(folder.path() / "agents.xml"), options);
  house.server->start(0, "old");
  if (!house.until([&] { return !house.ready.empty() || !house.lost.empty(); }) || !house.lost.empty()) {
    // Not every kernel runs such programs.
    REQUIRE(house.lost[0].find("Exec format error") != std::string::npos);
    return skip("this kernel runs no programs of 32 bits");
  }
  CHECK(done(house, 0, 1) == (closed ? "(runs)(room)" : "(runs)(room)(socketcall)(pair)(socket)(memory)(memory)"));
#endif
}
