// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guarded_agent.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "tests/commserver/guardian/forked.h"
#include "tests/support/waiting.h"

using commserver::GuardedAgent;
using commserver::GuardianReport;
using Kind = GuardianReport::Kind;

namespace {

bool send_report(int socket, Kind kind, std::size_t size = sizeof(GuardianReport)) {
  GuardianReport report;
  report.kind = kind;
  return ::send(socket, &report, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

/// An idle process in a process group of its own; first it reports to `socket`, if there is one, that it is inside.
pid_t fork_sleeper(int socket = -1) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setpgid(0, 0);
    ::signal(SIGTERM, SIG_DFL);
    if (socket >= 0 && !send_report(socket, Kind::inside)) ::_exit(1);
    while (true) ::pause();
  }
  REQUIRE(pid > 0);
  ::setpgid(pid, pid);
  return pid;
}

/// Two idle processes in the place of an agent and its sandbox.
struct InSandbox {
  InSandbox() {
    agent.leader = sandbox.pid;
    REQUIRE(wait_until([&] {
      CHECK_FALSE(agent.next_report());
      return agent.inside != 0;
    }));
    REQUIRE(agent.inside == inside.pid);
  }
  GuardedAgent agent;
  spark::Descriptor there = agent.open_reports();
  Forked sandbox{fork_sleeper()};
  Forked inside{fork_sleeper(there.get())};
};

/// The signal that has ended a process; 0 if it still runs.
int ended_by(Forked& process) {
  int status = 0;
  if (::waitpid(process.pid, &status, WNOHANG) != process.pid) return 0;
  process.pid = 0;
  return WTERMSIG(status);
}

}  // namespace

TEST_CASE("SIGTERM is sent to the agent in a sandbox, SIGKILL to the sandbox") {
  InSandbox enclosed;
  SECTION("asked to end") {
    enclosed.agent.signal(SIGTERM);
    int signal = 0;
    CHECK(wait_until([&] { return (signal = ended_by(enclosed.inside)) != 0; }));
    CHECK(signal == SIGTERM);
    CHECK(ended_by(enclosed.sandbox) == 0);
  }
  SECTION("killed") {
    enclosed.agent.signal(SIGKILL);
    int signal = 0;
    CHECK(wait_until([&] { return (signal = ended_by(enclosed.sandbox)) != 0; }));
    CHECK(signal == SIGKILL);
  }
}

TEST_CASE("a sandbox whose processes cannot be counted is killed, unless their number is not limited") {
  InSandbox all;  // its report from inside came without the folder to count in
  all.agent.limits.processes = 0;
  all.agent.watch_processes();
  CHECK_FALSE(all.agent.has_too_many);
  all.agent.limits.processes = 1'000'000;
  all.agent.watch_processes();
  CHECK(all.agent.has_too_many);
  int signal = 0;
  CHECK(wait_until([&] { return (signal = ended_by(all.sandbox)) != 0; }));
  CHECK(signal == SIGKILL);
}

TEST_CASE("a sandbox with more processes than its limit is killed") {
  InSandbox all;
  all.agent.processes =
      commserver::ProcessWatch(spark::Descriptor(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
  all.agent.limits.processes = 1'000'000'000;
  all.agent.watch_processes();
  CHECK_FALSE(all.agent.has_too_many);
  all.agent.limits.processes = 1;  // there are the two of the test, and the test
  all.agent.watch_processes();
  CHECK(all.agent.has_too_many);
  int signal = 0;
  CHECK(wait_until([&] { return (signal = ended_by(all.sandbox)) != 0; }));
  CHECK(signal == SIGKILL);
}

TEST_CASE("an incomplete report from a sandbox is ignored, and so is every report after it") {
  GuardedAgent agent;
  const spark::Descriptor there = agent.open_reports();
  REQUIRE(send_report(there.get(), Kind::read_only));
  const auto whole = agent.next_report();
  REQUIRE(whole);
  CHECK(whole->kind == Kind::read_only);
  const std::size_t size = GENERATE(std::size_t{1}, sizeof(Kind), sizeof(GuardianReport) - 1);
  REQUIRE(send_report(there.get(), Kind::exited, size));
  REQUIRE(send_report(there.get(), Kind::exited));
  CHECK_FALSE(agent.next_report());
  CHECK_FALSE(agent.reports);
  CHECK_FALSE(agent.next_report());
}
