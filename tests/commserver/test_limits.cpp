// SPDX-License-Identifier: Apache-2.0
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <csignal>

#include "commserver/guardian/pipe.h"
#include "tests/commserver/house.h"
#include "tests/support/skipping.h"

using commserver::AgentLimits;

namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;

std::string lines(long from, long to) {
  std::string text;
  for (long i = from; i < to; ++i) text += fmt::format("{:09}\n", i);
  return text;
}

/// The log of an agent that printed `count` lines of ten bytes, with a limit of 64 KiB.
constexpr std::uint64_t kLogLimit = 64 * 1024;
void check_printed(const std::string& log, long count) {
  CHECK(log.size() == kLogLimit);
  CHECK(log.substr(0, kLogLimit / 2) == lines(0, kLogLimit / 20 + 1).substr(0, kLogLimit / 2));
  CHECK(log.ends_with(lines(count - 1000, count)));
  // The number of bytes left out; the line that names it is part of the tail.
  const std::size_t gap = log.find("\n[... ");
  REQUIRE(gap == kLogLimit / 2);
  const std::size_t tail = log.find("left out here ...]\n") + 19;
  CHECK(std::stoul(log.substr(gap + 6)) == 10UL * static_cast<unsigned long>(count) - gap - (log.size() - tail));
}

void play_until_lost(House& house, AgentId agent) {
  REQUIRE(house.all_ready(2));
  for (const AgentId each : {0, 1}) {
    house.server->expect_sensation(each, 11);
    house.sense(each, 1);
  }
  REQUIRE(house.until([&] { return house.lost.contains(agent); }));
  // The other one plays on.
  CHECK(house.until([&] { return house.server->earliest_act(0) >= 31; }));
  CHECK_FALSE(house.lost.contains(0));
}

}  // namespace

TEST_CASE("agents that exceed their limits are lost, with the limit as the reason") {
  struct Case {
    const char* command;
    AgentLimits limits;
    const char* reason;
  };
  constexpr int kCases = kMemoryCanBeLimited ? 5 : 3;
  const Case cases[] = {
      {"eat_cpu", {.cpu_seconds = 1}, "ended by signal 24 (CPU time limit exceeded): the limit is 1 s of CPU time"},
      {"eat_cpu_stubbornly", {.cpu_seconds = 1}, "ended by signal 9 (Killed): the limit is 1 s of CPU time"},
      {"eat_disk", {.file_size = 2 * kMegabyte}, "ended by signal 25 (File size limit exceeded): the limit is 2 MB"},
      {"eat_memory", {.memory = 64 * kMegabyte}, "ended by signal 6 (Aborted): out of memory, the limit is 64 MB"},
      {"eat_memory_at_once",
       {.memory = 64 * kMegabyte},
       "ended by signal 6 (Aborted): perhaps out of memory, the limit is 64 MB"}};
  const Case& c = cases[GENERATE_COPY(range(0, kCases))];
  CAPTURE(c.command);
  const TemporaryFolder folder;
  House house({"behave", std::string(c.command) + ' ' + (folder.path() / "file").string()}, kNever, "default",
              {.limits = c.limits});
  play_until_lost(house, 1);
  CHECK(house.lost[1] == c.reason);
}

TEST_CASE("an agent without limits may use more than a second of CPU time") {
  House house({"behave", "burn 1200"});
  REQUIRE(house.all_ready(2));
  house.server->expect_sensation(1, 11);
  house.sense(1, 1);
  CHECK(house.until([&] { return house.acts[1] == Texts{"11 (burnt)"}; }));
  CHECK(house.lost.empty());
}

TEST_CASE("a limit is named only for agents that have hit it") {
  rusage little{};
  little.ru_maxrss = 1024;
  rusage much{};
  much.ru_maxrss = 60 * 1024;
  const AgentLimits limits{.memory = 64 * kMegabyte, .cpu_seconds = 5};
  using commserver::Exceeded;
  const auto of = [&](int status, const rusage& used) { return commserver::exceeded(limits, status, used); };
  CHECK(of(0, much) == Exceeded::nothing);
  CHECK(of(W_EXITCODE(1, 0), much) == Exceeded::memory);
  CHECK(of(W_EXITCODE(1, 0), little) == Exceeded::nothing);
  CHECK(of(SIGSEGV, much) == Exceeded::memory);
  CHECK(of(SIGTERM, much) == Exceeded::nothing);
  CHECK(of(SIGKILL, much) == Exceeded::nothing);
  CHECK(commserver::exceeded({}, SIGABRT, much) == Exceeded::nothing);
}

TEST_CASE("an agent's log that exceeds its limit keeps its beginning and end") {
  constexpr long kLines = 123456;
  const std::string command = GENERATE("print_lines", "print_lines_with_heir");
  CAPTURE(command);
  House house({command + ' ' + std::to_string(kLines)}, kNever, "default",
              {.limits = {.log_size = kLogLimit}, .log_folder = kLogs});
  REQUIRE(house.all_ready(1));
  house.server->expect_sensation(0, 11);
  house.sense(0, 1);
  REQUIRE(house.until([&] { return house.acts[0] == Texts{"11 (printed)"}; }));
  const auto log = house.folder.path() / "logs" / "deeper" / "agent0-stdout.log";
  SECTION("a server that ends in order leaves complete logs") {
    house.server->shut_down(milliseconds(20000));
  }
  SECTION("a guardian that outlives its server leaves complete logs") {
    house.server.reset();
    house.guardian.reset();
  }
  check_printed(content(log), kLines);
  CHECK(content(log.parent_path() / "agent0-stderr.log").empty());
}

TEST_CASE("the logs of agents are complete after kill -9 of the server") {
  constexpr long kLines = 54321;
  commserver::Pipe reports = commserver::Pipe::make();
  const TemporaryFolder folder;
  const pid_t server = ::fork();
  if (server == 0) {
    House house({"print_lines " + std::to_string(kLines)}, kNever, "default",
                {.limits = {.log_size = kLogLimit}, .log_folder = folder.path()});
    house.all_ready(1);
    house.server->expect_sensation(0, 11);
    house.sense(0, 1);
    const bool printed = house.until([&] { return house.acts[0] == Texts{"11 (printed)"}; });
    const pid_t guardian = printed ? house.guardian->pid() : 0;
    std::filesystem::remove_all(house.folder.path());
    if (::write(reports.write.get(), &guardian, sizeof guardian) != sizeof guardian) ::_exit(1);
    while (true) ::pause();
  }
  reports.write.close();
  pid_t guardian = 0;
  CHECK(::read(reports.read.get(), &guardian, sizeof guardian) == sizeof guardian);
  ::kill(server, SIGKILL);
  ::waitpid(server, nullptr, 0);
  REQUIRE(guardian > 0);
  REQUIRE(wait_until([&] { return !is_alive(guardian); }));
  check_printed(content(folder.path() / "agent0-stdout.log"), kLines);
}
