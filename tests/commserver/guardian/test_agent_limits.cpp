// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/agent_limits.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

using commserver::AgentLimits;
using commserver::Exceeded;
using commserver::exceeded;

// In the namespace of rlimit, where Catch2 finds it.
static bool operator==(const rlimit& a, const rlimit& b) {
  return a.rlim_cur == b.rlim_cur && a.rlim_max == b.rlim_max;
}

namespace {

constexpr rlim_t kKiB = 1024;

struct Outcome {
  rlimit file_size, data, cpu;
};

/// The limits of a process that had the limits `before` and then applied `limits`.
Outcome applied(const AgentLimits& limits, const Outcome& before) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    Outcome after = before;
    ::setrlimit(RLIMIT_FSIZE, &after.file_size);
    ::setrlimit(RLIMIT_DATA, &after.data);
    ::setrlimit(RLIMIT_CPU, &after.cpu);
    limits.apply();
    ::getrlimit(RLIMIT_FSIZE, &after.file_size);
    ::getrlimit(RLIMIT_DATA, &after.data);
    ::getrlimit(RLIMIT_CPU, &after.cpu);
    ::_exit(::write(ends[1], &after, sizeof after) == sizeof after ? 0 : 1);
  }
  ::close(ends[1]);
  Outcome after{};
  CHECK(::read(ends[0], &after, sizeof after) == sizeof after);
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(pid, &status, 0) == pid);
  CHECK(status == 0);
  return after;
}

constexpr rlim_t kMiB = 1024 * kKiB;
constexpr rlimit kFree{512 * kMiB, 1024 * kMiB};
constexpr rlimit kLong{900, 1000};

AgentLimits some() {
  AgentLimits limits;
  limits.file_size = 100 * kMiB;
  limits.memory = 200 * kMiB;
  limits.cpu_seconds = 300;
  return limits;
}

rusage used(long seconds, std::uint64_t memory) {
  rusage usage{};
  usage.ru_utime.tv_sec = seconds / 2;
  usage.ru_stime.tv_sec = seconds - seconds / 2;
  usage.ru_maxrss = static_cast<long>(memory / 1024);
  return usage;
}

int exit_of(int code) {
  return code << 8;
}

}  // namespace

TEST_CASE("an agent's limits are applied as soft and as hard limits") {
  const Outcome after = applied(some(), {kFree, kFree, kLong});
  CHECK(after.file_size == rlimit{100 * kMiB, 100 * kMiB});
  CHECK(after.data == rlimit{200 * kMiB, 200 * kMiB});
  CHECK(after.cpu == rlimit{300, 301});  // a second to end by itself
}

TEST_CASE("narrower limits that the server inherited are kept") {
  SECTION("soft and hard limits") {
    const Outcome narrow{{10 * kMiB, 20 * kMiB}, {64 * kMiB, 65 * kMiB}, {30, 40}};
    const Outcome after = applied(some(), narrow);
    CHECK(after.file_size == narrow.file_size);
    CHECK(after.data == narrow.data);
    CHECK(after.cpu == narrow.cpu);
  }
  SECTION("soft limits alone, which are not raised again") {
    const Outcome after = applied(some(), {{10 * kMiB, 512 * kMiB}, {64 * kMiB, 512 * kMiB}, {30, 1000}});
    CHECK(after.file_size == rlimit{10 * kMiB, 100 * kMiB});
    CHECK(after.data == rlimit{64 * kMiB, 200 * kMiB});
    CHECK(after.cpu == rlimit{30, 301});
  }
}

TEST_CASE("without limits of memory and CPU time the inherited ones stay in force") {
  AgentLimits limits = some();
  limits.memory = limits.cpu_seconds = 0;
  const Outcome after = applied(limits, {kFree, kFree, kLong});
  CHECK(after.data == kFree);
  CHECK(after.cpu == kLong);
}

TEST_CASE("exceeded() tells from an agent's end and its resource usage which limit it has hit") {
  const AgentLimits limits = some();
  const rusage little = used(1, kMiB);
  CHECK(exceeded(limits, SIGXFSZ, little) == Exceeded::file_size);
  CHECK(exceeded(limits, SIGXCPU, little) == Exceeded::cpu);
  CHECK(exceeded(limits, SIGKILL, little) == Exceeded::nothing);
  CHECK(exceeded(limits, SIGKILL, used(299, kMiB)) == Exceeded::nothing);
  CHECK(exceeded(limits, SIGKILL, used(300, kMiB)) == Exceeded::cpu);
  CHECK(exceeded(limits, exit_of(0), used(300, 200 * kMiB)) == Exceeded::nothing);
  CHECK(exceeded(limits, exit_of(1), used(1, 149 * kMiB)) == Exceeded::nothing);
  CHECK(exceeded(limits, exit_of(1), used(1, 150 * kMiB)) == Exceeded::memory);
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT})
    CHECK(exceeded(limits, signal, used(1, 150 * kMiB)) == Exceeded::memory);
  CHECK(exceeded(limits, SIGABRT, little) == Exceeded::perhaps_memory);
  CHECK(exceeded(limits, SIGSEGV, little) == Exceeded::nothing);
  CHECK(exceeded(limits, SIGTERM, used(1, 150 * kMiB)) == Exceeded::nothing);

  AgentLimits none = limits;
  none.memory = none.cpu_seconds = 0;
  CHECK(exceeded(none, SIGABRT, used(1000, 500 * kMiB)) == Exceeded::nothing);
  CHECK(exceeded(none, SIGKILL, used(1000, 500 * kMiB)) == Exceeded::nothing);
}
