// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <set>
#include <utility>

#include "commserver/guardian/descendants.h"
#include "commserver/guardian/guardian.h"
#include "tests/commserver/guardian/forked.h"
#include "tests/support/files.h"
#include "tests/support/processes.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

using commserver::Guardian;
using spark::Descriptor;
using Kind = Guardian::Report::Kind;
using Stage = Guardian::Report::Stage;

namespace {

/// The server's side of one agent that was started by hand.
struct Started {
  int child = 0;
  Descriptor to_agent;
  Descriptor from_agent;

  void say(const std::string& text) const {
    const std::string bytes = std::string(3, '\0') + static_cast<char>(text.size()) + text;
    REQUIRE(::write(to_agent.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  /// The next message, which must be short.
  std::string hear() const {
    unsigned char head[4];
    if (::read(from_agent.get(), head, 4) != 4) return "end";
    std::string text(head[3], '\0');
    REQUIRE(::read(from_agent.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    return text;
  }
};

Started start(Guardian& guardian, const Guardian::Program& program) {
  int down[2];
  int up[2];
  REQUIRE(::pipe2(down, O_CLOEXEC) == 0);
  REQUIRE(::pipe2(up, O_CLOEXEC) == 0);
  const Descriptor agent_reads(down[0]);
  const Descriptor agent_writes(up[1]);
  const Descriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  Started started;
  started.to_agent = Descriptor(down[1]);
  started.from_agent = Descriptor(up[0]);
  started.child = guardian.start(program, {agent_reads.get(), agent_writes.get(), nothing.get(), nothing.get()});
  return started;
}

Guardian::Program agent(std::vector<std::string> arguments, int input_fd = 3, int output_fd = 4) {
  Guardian::Program program;
  program.file = TEST_AGENT;
  program.working_folder = "/";
  program.arguments = std::move(arguments);
  program.arguments.insert(program.arguments.begin(), "test_agent");
  program.input_fd = input_fd;
  program.output_fd = output_fd;
  return program;
}

/// The next report about an end.
Guardian::Report next_report(Guardian& guardian) {
  std::optional<Guardian::Report> report;
  do {
    REQUIRE(wait_until([&] { return (report = guardian.next_report()).has_value(); }));
  } while (report->kind == Guardian::Report::Kind::started);
  return *report;
}

pid_t number_in(const std::filesystem::path& file) {
  REQUIRE(wait_until([&] { return std::filesystem::exists(file); }));
  const pid_t pid = std::stoi(content(file));
  REQUIRE(pid > 1);
  return pid;
}

}  // namespace

TEST_CASE("the guardian starts agents and reports their ends") {
  const auto guardian = Guardian::start();
  CHECK_FALSE(guardian->next_report());
  const Started first = start(*guardian, agent({"behave"}));
  const Started second = start(*guardian, agent({"exit"}));
  CHECK(first.child != second.child);
  first.say("D");
  CHECK(first.hear() == "I");
  Guardian::Report report = next_report(*guardian);
  CHECK(report.kind == Kind::exited);
  CHECK(report.child == second.child);
  CHECK(WEXITSTATUS(report.value) == 3);
  CHECK(second.hear() == "end");

  guardian->signal(first.child, SIGTERM);
  report = next_report(*guardian);
  CHECK(report.kind == Kind::exited);
  CHECK(report.child == first.child);
  CHECK(WTERMSIG(report.value) == SIGTERM);
  guardian->signal(first.child, SIGTERM);  // no process has this number any more
  CHECK(guardian->end_all(kTimeout));
  CHECK_FALSE(guardian->next_report());
  CHECK_FALSE(guardian->is_gone());
}

TEST_CASE("the guardian reports the process number of a program that it has started") {
  const auto guardian = Guardian::start();
  const Started started = start(*guardian, agent({"behave"}));
  std::optional<Guardian::Report> report;
  REQUIRE(wait_until([&] { return (report = guardian->next_report()).has_value(); }));
  CHECK(report->kind == Kind::started);
  CHECK(report->child == started.child);
  REQUIRE(report->value > 1);
  CHECK(std::filesystem::read_symlink("/proc/" + std::to_string(report->value) + "/exe").filename() == "test_agent");
  CHECK(describe(*report) == "runs as process " + std::to_string(report->value));
}

TEST_CASE("a program that cannot be started is reported with the reason") {
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  const auto failure = [&](const Guardian::Program& program) {
    const Started started = start(*guardian, program);
    const Guardian::Report report = next_report(*guardian);
    CHECK(report.kind == Kind::not_started);
    CHECK(report.child == started.child);
    CHECK(started.hear() == "end");
    return report;
  };
  Guardian::Program program = agent({});
  program.file = folder.path() / "missing";
  Guardian::Report report = failure(program);
  CHECK(report.stage == Stage::program);
  CHECK(report.value == ENOENT);

  program.file = folder.path() / "text";
  std::ofstream(program.file) << "no program at all";
  CHECK(failure(program).value == EACCES);
  ::chmod(program.file.c_str(), 0755);
  CHECK(failure(program).value == ENOEXEC);

  program = agent({});
  program.working_folder = folder.path() / "missing";
  report = failure(program);
  CHECK(report.stage == Stage::working_folder);
  CHECK(report.value == ENOENT);
  // The guardian continues to work.
  const Started good = start(*guardian, agent({}));
  good.say("D");
  CHECK(good.hear() == "I");
}

TEST_CASE("an agent has only its own descriptors, under the numbers wanted, and its working folder") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "told";
  const Descriptor stray(::open("/dev/null", O_RDONLY));  // not even closed on exec
  const auto guardian = Guardian::start();
  const std::pair<int, int> places[] = {{3, 4}, {4, 3}, {0, 1}, {1, 0}, {2, 0},  {5, 6},     {6, 5},  {7, 8},
                                        {8, 4}, {5, 4}, {4, 5}, {9, 3}, {10, 5}, {255, 254}, {200, 2}};
  for (const auto& [input, output] : places) {
    std::filesystem::remove(file);
    Guardian::Program program =
        agent({"environment", file.string(), std::to_string(input), std::to_string(output)}, input, output);
    program.working_folder = folder.path();
    const Started started = start(*guardian, program);
    started.say("D");
    INFO("input " << input << ", output " << output);
    REQUIRE(started.hear() == "I");
    std::set<int> expected{0, 1, 2, input, output};
    std::string text;
    for (const int descriptor : expected) text += std::to_string(descriptor) + ' ';
    CHECK(content(file) == text + "clean leader " + std::filesystem::canonical(folder.path()).string());
  }
}

TEST_CASE("end_all ends even processes that have left their group and session, and the guardian works on") {
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  for (int round = 0; round < 3; ++round) {
    std::vector<Started> agents;
    std::vector<pid_t> daemons;
    for (int i = 0; i < 3; ++i) {
      const auto file = folder.path() / fmt::format("daemon{}-{}", round, i);
      agents.push_back(start(*guardian, agent({"daemon", file.string()})));
      daemons.push_back(number_in(file));
    }
    agents.push_back(start(*guardian, agent({"stubborn"})));
    for (const pid_t daemon : daemons) REQUIRE(is_alive(daemon));
    REQUIRE(commserver::descendants(guardian->pid()).size() >= 7);
    CHECK(guardian->end_all(kTimeout));
    CHECK(commserver::descendants(guardian->pid()).empty());
    for (const pid_t daemon : daemons) CHECK(process_state(daemon) == ' ');
  }
}

TEST_CASE("when an agent ends, the processes left in its group are ended, too") {
  const TemporaryFolder folder;
  const auto guardian = Guardian::start();
  const auto file = folder.path() / "helper";
  Guardian::Program shell = agent({});
  shell.file = "/bin/sh";
  shell.arguments = {
      "sh", "-c",
      "sleep 1000 & echo $! >" + file.string() + ".new; mv " + file.string() + ".new " + file.string() + "; exit 5"};
  const Started started = start(*guardian, shell);
  const Guardian::Report report = next_report(*guardian);
  CHECK(report.kind == Kind::exited);
  CHECK(WEXITSTATUS(report.value) == 5);
  const pid_t helper = number_in(file);
  CHECK(wait_until([&] { return process_state(helper) == ' '; }));
}

TEST_CASE("when the server is killed, the guardian and all processes that it started end") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "daemon";
  int channel[2];
  REQUIRE(::pipe2(channel, O_CLOEXEC) == 0);
  const Descriptor from_server(channel[0]);
  Descriptor to_test(channel[1]);
  Forked server(::fork());
  REQUIRE(server.pid >= 0);
  if (server.pid == 0) {
    const auto guardian = Guardian::start();
    const Started leaving = start(*guardian, agent({"daemon", file.string()}));
    const Started stubborn = start(*guardian, agent({"stubborn"}));
    stubborn.say("D");
    stubborn.hear();
    const pid_t pid = guardian->pid();
    if (::write(to_test.get(), &pid, sizeof pid) != sizeof pid) ::_exit(1);
    while (true) ::pause();
  }
  to_test.close();
  pid_t guardian = 0;
  REQUIRE(::read(from_server.get(), &guardian, sizeof guardian) == sizeof guardian);
  const pid_t daemon = number_in(file);
  std::vector<pid_t> all = commserver::descendants(server.pid);
  REQUIRE(std::ranges::find(all, daemon) != all.end());
  REQUIRE(std::ranges::find(all, guardian) != all.end());
  REQUIRE(all.size() >= 4);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::kill(guardian, signal);  // which it ignores
  server.kill();
  for (const pid_t pid : all) {
    INFO("process " << pid << (pid == guardian ? " (guardian)" : ""));
    CHECK(wait_until([&] { return !is_alive(pid); }));
  }
}

TEST_CASE("when the guardian is killed the agents die and the server notices") {
  const auto guardian = Guardian::start();
  const Started started = start(*guardian, agent({"stubborn"}));
  started.say("D");
  REQUIRE(started.hear() == "I");
  const auto agents = commserver::descendants(guardian->pid());
  REQUIRE(agents.size() == 1);
  ::kill(guardian->pid(), SIGKILL);
  CHECK(wait_until([&] { return !guardian->next_report() && guardian->is_gone(); }));
  CHECK(wait_until([&] { return !is_alive(agents.front()); }));
  CHECK_THROWS_WITH(start(*guardian, agent({})), Catch::Contains("the guardian is gone"));
  guardian->signal(started.child, SIGTERM);
  CHECK_FALSE(guardian->end_all(kTimeout));
}

TEST_CASE("the guardian keeps neither descriptors nor dead processes, and leaves none behind") {
  const std::size_t before = open_descriptors();
  const pid_t leftover = [&] {
    const auto guardian = Guardian::start();
    const std::string pid = std::to_string(guardian->pid());
    {
      const Started first = start(*guardian, agent({}));
      first.say("D");
      first.hear();
    }
    // The agent's input is closed now, so it ends.
    next_report(*guardian);
    const std::size_t quiet = open_descriptors(pid);
    CHECK(quiet == 5);  // three times /dev/null, the socket, the signals
    for (int i = 0; i < 20; ++i) {
      start(*guardian, agent({"exit"}));
      CHECK(next_report(*guardian).kind == Kind::exited);
    }
    CHECK(open_descriptors(pid) == quiet);
    CHECK(commserver::descendants(guardian->pid()).empty());
    return guardian->pid();
  }();
  CHECK(process_state(leftover) == ' ');
  CHECK(open_descriptors() == before);
}
