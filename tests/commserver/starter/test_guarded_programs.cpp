// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <utility>

#include "commserver/guardian/descendants.h"
#include "tests/commserver/starter/program_stage.h"
#include "tests/support/processes.h"

TEST_CASE("a program gets its arguments, its environment, its folder and the ends of its pipes") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed);
  ProgramOrder order = stage.order("read word <&3; echo \"$word $0 $HOME $MOOD $PWD\" >&4; echo out; echo err >&2");
  order.arguments.emplace_back("name");
  order.environment = {{"MOOD", "a = b"}, {"HOME", "/nowhere"}};
  const ProgramId program = stage.start(order);
  REQUIRE(::write(stage.started.to_program.get(), "hello\n", 6) == 6);  // before it runs
  CHECK(stage.heard() == "hello name /nowhere a = b " + fs::canonical(stage.home).string() + "\n");
  const ProgramEnd& end = stage.end_of(program);
  CHECK(end.exit_status == 0);
  CHECK(end.signal == std::nullopt);
  CHECK(stage.owner.processes.at(program) > 1);
  stage.programs->end(stage.owner, milliseconds(0));
  CHECK(stage.logged("agent0-stdout.log") == "out\n");
  CHECK(stage.logged("agent0-stderr.log") == "err\n");
}

TEST_CASE("pipes may replace the standard streams, or be left out") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed);
  ProgramOrder cat = stage.order("cat; echo said >&2");
  cat.reads_from = 0;
  cat.writes_to = 1;
  stage.start(cat);
  REQUIRE(::write(stage.started.to_program.get(), "echo", 4) == 4);
  stage.started.to_program.close();
  CHECK(stage.heard() == "echo");
  ProgramOrder alone = stage.order("for n in 0 1 2 3 4 5 6; do test -e /proc/self/fd/$n && echo $n; done");
  alone.reads_from = alone.writes_to = ProgramOrder::kNone;
  stage.end_of(stage.start(alone));
  CHECK_FALSE(stage.started.to_program);
  CHECK_FALSE(stage.started.from_program);
  stage.programs->end(stage.owner, milliseconds(0));
  CHECK(stage.logged("agent0-stdout.log").empty());
  CHECK(stage.logged("agent0-stderr.log") == "said\n");
  CHECK(stage.logged("agent1-stdout.log") == "0\n1\n2\n");
}

TEST_CASE("each end is reported to its listener, with its status or its signal") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed);
  Owner other;
  const ProgramId exits = stage.start(stage.order("exit 3"));
  const ProgramId killed = stage.start(stage.order("kill -9 $$"), other);
  ProgramOrder broken = stage.order("");
  write_file(stage.home / "broken", "no program");
  fs::permissions(stage.home / "broken", fs::perms::owner_all);
  broken.program = "./broken";
  const ProgramId nothing = stage.start(broken);
  REQUIRE(stage.until([&] { return stage.owner.ended.size() == 2 && other.ended.size() == 1; }));
  CHECK(stage.owner.ended.at(exits).exit_status == 3);
  CHECK(stage.owner.ended.at(exits).how == "ended with exit status 3; its standard error (agent0-stderr.log) is empty");
  CHECK(other.ended.at(killed).signal == SIGKILL);
  CHECK(other.ended.at(killed).exit_status == std::nullopt);
  CHECK(other.ended.at(killed).how == "ended by signal 9 (Killed); its standard error (agent1-stderr.log) is empty");
  CHECK(stage.owner.ended.at(nothing).how ==
        "could not be started: its program: Exec format error (it is neither a program nor a script whose first line "
        "names its interpreter, as #!/bin/sh does)");
  CHECK(stage.owner.ended.at(nothing).exit_status == std::nullopt);
  CHECK(stage.owner.processes.size() == 1);
}

TEST_CASE("the end of a program is reported with the last lines of its standard error and the log's name") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed);
  const ProgramId late = stage.start(stage.order("echo out; echo no such library >&2; sleep 1.2; exit 3"));
  CHECK(stage.end_of(late).how ==
        "ended with exit status 3; the end of its standard error (agent0-stderr.log): no such library");
  CHECK(stage.end_of(late).said == "the end of its standard error (agent0-stderr.log): no such library");
}

TEST_CASE("one end is reported for a program in a sandbox, and none for the sandbox") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  Guardian::Program program;
  program.file = "/bin/sh";
  program.arguments = {"sh", "-c", "exit 3"};
  program.working_folder = folder.path();
  std::vector<std::pair<int, std::string>> ends;
  const auto run = [&](const Guardian::Program& what) {
    const int child = guardian->start(what, {nothing.get(), nothing.get(), nothing.get(), nothing.get()});
    REQUIRE(wait_until([&] {
      const auto report = guardian->next_report();
      if (report && report->kind != Guardian::Report::Kind::started)
        ends.emplace_back(report->child, describe(*report));
      return !ends.empty() && ends.back().first == child;
    }));
    return child;
  };
  const int closed = run(sandbox().enclose(program, {}));
  REQUIRE(wait_until([&] { return commserver::descendants(guardian->pid()).empty(); }));
  // Any report about the sandbox would come before that of this program.
  const int open = run(program);
  const std::string how = "ended with exit status 3";
  CHECK(ends == std::vector<std::pair<int, std::string>>{{closed, how}, {open, how}});
}

TEST_CASE("a program that is stopped may tidy up until the timeout") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed);
  const std::string ready = "echo ready >&4; while true; do sleep 0.05; done";
  const auto start = [&](const std::string& script) {
    const ProgramId program = stage.start(stage.order(script + ready));
    char bytes[6];
    REQUIRE(stage.until([&] { return ::read(stage.started.from_program.get(), bytes, 6) == 6; }));
    return program;
  };
  const ProgramId orderly = start("trap 'exit 7' TERM;");
  const ProgramId stubborn = start("trap '' TERM;");
  const ProgramId at_once = start("trap 'exit 7' TERM;");
  const ProgramId quiet = start("");
  stage.programs->stop(orderly, milliseconds(20000));
  stage.programs->stop(stubborn, milliseconds(100));
  stage.programs->stop(at_once, milliseconds(0));
  CHECK(stage.end_of(orderly).exit_status == 7);
  CHECK(stage.end_of(stubborn).signal == SIGKILL);
  CHECK(stage.end_of(at_once).signal == SIGKILL);
  stage.programs->stop(orderly, milliseconds(0));  // no program has this number any more
  CHECK_FALSE(stage.owner.ended.contains(quiet));
  stage.programs->end(stage.owner, milliseconds(20000));
  CHECK(stage.owner.ended.at(quiet).signal == SIGTERM);
  CHECK(commserver::descendants(stage.guardian->pid()).empty());
}

TEST_CASE("while one listener waits it is notified of its own programs only, other listeners later of theirs") {
  Stage stage;
  Owner other;
  stage.start(stage.order("exit 1"), other);
  REQUIRE(stage.until([&] { return other.ended.size() == 1; }));
  const ProgramId second = stage.start(stage.order("exit 2"), other);
  const ProgramId own = stage.start(stage.order("read x <&3; exit 3"));
  CHECK_FALSE(stage.programs->wait(stage.owner, milliseconds(300)));
  stage.started.to_program.close();
  CHECK(stage.programs->wait(stage.owner, milliseconds(20000)));
  CHECK(stage.owner.ended.at(own).exit_status == 3);
  CHECK(stage.programs->wait(stage.owner, milliseconds(0)));
  CHECK_FALSE(other.ended.contains(second));
  REQUIRE(stage.until([&] { return other.ended.contains(second); }));
  CHECK(other.ended.at(second).exit_status == 2);
}

TEST_CASE("ending a listener's programs leaves others running, and the last end kills leftover processes") {
  Stage stage;
  Owner other;
  const ProgramId first = stage.start(stage.order("setsid sleep 1000 & echo $! > left; sleep 1000"));
  const ProgramId second = stage.start(stage.order("echo on; sleep 1000"), other);
  REQUIRE(
      stage.until([&] { return !content(stage.home / "left").empty() && stage.logged("agent1-stdout.log") != ""; }));
  const pid_t left = std::stoi(content(stage.home / "left"));
  stage.programs->end(stage.owner, milliseconds(0));
  CHECK(stage.owner.ended.at(first).signal == SIGKILL);
  CHECK(other.ended.empty());
  CHECK(is_alive(other.processes.at(second)));
  // The first listener may be gone now: it receives no more reports.
  stage.programs->end(other, milliseconds(20000));
  CHECK(other.ended.at(second).signal == SIGTERM);
  CHECK_FALSE(is_alive(left));
  CHECK(commserver::descendants(stage.guardian->pid()).empty());
  // Programs can be started again afterwards.
  CHECK(stage.end_of(stage.start(stage.order("exit 4"))).exit_status == 4);
}

TEST_CASE("a program may be started again when it ends, with new logs of the same name") {
  Stage stage;
  const ProgramOrder order = stage.order("echo -n $$; exit 1");
  int runs = 1;
  stage.owner.on_end = [&](ProgramId) {
    if (++runs <= 3) stage.start(order);
  };
  const ProgramId first = stage.start(order);
  REQUIRE(stage.until([&] { return stage.owner.ended.size() == 3; }));
  stage.programs->end(stage.owner, milliseconds(0));
  CHECK(stage.logged("agent0-stdout.log") == std::to_string(stage.owner.processes.rbegin()->second));
  CHECK(stage.owner.ended.begin()->first == first);
}

TEST_CASE("impossible orders are refused in one line, and nothing is started or written") {
  Stage stage;
  const auto refused = [&](const ProgramOrder& order, const std::string& why) {
    CHECK_THROWS_WITH(stage.start(order), Catch::Contains(why) && !Catch::Contains("\n"));
  };
  using namespace std::string_literals;
  for (const std::string& stem :
       {"../agent0"s, "agent/0"s, "program-../../x"s, ".."s, ""s, "agent"s, "agent1\0"s, "program-a\0b"s, "agentx"s,
        "program-"s, "program-a b"s, "program-a\n"s, "monitor"s, "program-" + std::string(101, 'x')}) {
    ProgramOrder order = stage.order("");
    order.log_stem = stem;
    refused(order, "its logs cannot be named '");
  }
  ProgramOrder order = stage.order("");
  order.arguments.emplace_back("a\0b"s);
  refused(order, "contains a NUL");
  order = stage.order("");
  order.environment = {{"A=B", "c"}};
  refused(order, "'A=B' is not a name of an environment variable");
  order.environment = {{"A", "c\0d"s}};
  refused(order, "contains a NUL");
  order = stage.order("");
  order.reads_from = order.writes_to = 3;
  refused(order, "it cannot read from 3 and write to 3: expected two descriptors from 0 to 255");
  order.writes_to = 500;
  refused(order, "it cannot read from 3 and write to 500");
  order = stage.order("");
  order.folder = "/no/such\nfolder";
  refused(order, "no working folder '/no/such");
  order.folder = "";
  refused(order, "it has no working folder");
  order = stage.order("");
  order.program = "no-such-program";
  refused(order, "cannot find program 'no-such-program' (looked in " + stage.home.string() + " and $PATH)");
  CHECK_THROWS_WITH(stage.programs->find("no-such-program", stage.home), Catch::Contains("cannot find program"));
  order = stage.order(std::string(70000, 'x'));
  refused(order, "the command line of");
  CHECK(fs::is_empty(stage.home));
  CHECK(commserver::descendants(stage.guardian->pid()).empty());
}

TEST_CASE("two programs at a time do not share a log") {
  Stage stage;
  ProgramOrder order = stage.order("sleep 1000");
  order.log_stem = "program-ears";
  stage.start(order);
  CHECK_THROWS_WITH(stage.start(order), "cannot start program 'bash': another program writes the logs of program-ears");
  stage.programs->end(stage.owner, milliseconds(0));
  CHECK(fs::exists(stage.folder / "logs/program-ears-stdout.log"));
}

TEST_CASE("a lack of descriptors is reported in one line, and programs can be started afterwards") {
  Stage stage;
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  const std::size_t open = open_descriptors();
  const rlimit few{static_cast<rlim_t>(open + 6), before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  std::string why;
  try {
    for (int i = 0; i < 10; ++i) stage.programs->start(stage.order("exit 5"), stage.owner);
    for (std::vector<spark::ProgramStarter::Started> held; held.size() < 10;)
      held.push_back(stage.programs->start(stage.order("exit 5"), stage.owner));
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  CHECK_THAT(why, Catch::Contains("Too many open files") && !Catch::Contains("\n"));
  CHECK(open_descriptors() <= open);
  CHECK(stage.end_of(stage.start(stage.order("exit 4"))).exit_status == 4);
}

TEST_CASE("the sandbox is chosen once, when the first program is looked for or started") {
  Stage stage;
  CHECK(stage.choices == 0);
  SECTION("looked for") {
    CHECK(stage.programs->find("bash", stage.home) == commserver::find_in_path("bash"));
    CHECK(stage.choices == 1);
  }
  SECTION("started") {}
  stage.start(stage.order("exit 0"));
  stage.start(stage.order("exit 0"));
  CHECK(stage.choices == 1);
}

TEST_CASE("without the sandbox that is required no program is searched for or started") {
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  spark::Log log;
  Owner owner;
  GuardedPrograms programs(
      *guardian, spark::RealClock::system(), log,
      {.choose_sandbox = []() -> std::optional<commserver::Sandbox> { throw std::runtime_error("no sandbox"); }});
  CHECK_THROWS_WITH(programs.find("bash", folder.path()), "no sandbox");
  ProgramOrder order;
  order.program = "bash";
  order.folder = folder.path();
  order.log_stem = "agent0";
  CHECK_THROWS_WITH(programs.start(order, owner), "no sandbox");
}

TEST_CASE("when the guardian is killed all listeners are notified of the ends of their programs") {
  Stage stage;
  Owner other;
  const ProgramId first = stage.start(stage.order("sleep 1000"));
  const ProgramId second = stage.start(stage.order("sleep 1000"), other);
  ::kill(stage.guardian->pid(), SIGKILL);
  REQUIRE(stage.until([&] { return stage.owner.ended.size() == 1 && other.ended.size() == 1; }));
  CHECK(stage.owner.ended.at(first).how == "ended with the guardian");
  CHECK(other.ended.at(second).how == "ended with the guardian");
  CHECK_THROWS_WITH(stage.start(stage.order("")), Catch::Contains("the guardian is gone"));
  CHECK(stage.lines.size() == 1);
  pollfd input{stage.programs->poll_descriptor(), POLLIN, 0};
  stage.programs->receive();
  CHECK(::poll(&input, 1, 0) == 0);
}

TEST_CASE("kill -9 of the server leaves none of its programs") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  const std::string mark =
      "3" + std::to_string(::getpid()) + (closed ? "1" : "0");  // seconds for which no other process sleeps
  const pid_t server = ::fork();
  REQUIRE(server >= 0);
  if (server == 0) {
    Stage stage(closed);
    stage.start(stage.order("setsid sleep " + mark + " & sleep " + mark));
    while (true) ::pause();
  }
  CHECK(wait_until([&] { return processes_with("sleep " + mark).size() >= 3; }));
  ::kill(server, SIGKILL);
  ::waitpid(server, nullptr, 0);
  CHECK(wait_until([&] { return processes_with("sleep " + mark).empty(); }));
}

TEST_CASE("the first log that cannot be written is named, and the others are counted at the end") {
  Stage stage;
  const fs::path logs = stage.folder / "logs";
  for (const std::string agent : {"agent0", "agent1", "agent2"})
    for (const char* stream : {"stdout", "stderr"})
      fs::create_directories(logs / (agent + "-" + stream + ".log"));  // where a file should be
  for (int i = 0; i < 3; ++i) stage.end_of(stage.start(stage.order("true")));
  const std::string first =
      "error: cannot write " + (logs / "agent0-stdout.log").string() + ": Is a directory; this log ends here";
  CHECK(stage.lines == Texts{first});
  stage.programs.reset();
  CHECK(stage.lines == Texts{first, "error: 5 more logs of agents could not be written to " + logs.string()});
}
