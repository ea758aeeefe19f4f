// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/agent_limits.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "spark/core/descriptor.h"

namespace commserver {
namespace {

void limit(int resource, rlim_t soft, rlim_t hard) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return;
  // The user who started the server may have set narrower limits.
  now.rlim_max = std::min(now.rlim_max, hard);
  now.rlim_cur = std::min({now.rlim_cur, soft, now.rlim_max});
  ::setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

/// In thousandths: the kernel adds it to the process's share of the memory.
constexpr int kOomScore = 500;

void be_first_to_go() {
  // No stream, because this runs between fork and exec.
  char text[16] = {};
  const spark::Descriptor file(::open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC));
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0 || std::atoi(text) >= kOomScore) return;
  const int length = std::snprintf(text, sizeof text, "%d", kOomScore);
  // Where this cannot be set, agents are as likely to be killed as other processes.
  [[maybe_unused]] const ssize_t written = ::pwrite(file.get(), text, static_cast<std::size_t>(length), 0);
}

}  // namespace

void AgentLimits::apply() const {
  be_first_to_go();
  limit(RLIMIT_FSIZE, file_size, file_size);
  if (memory > 0) limit(RLIMIT_DATA, memory, memory);
  // First SIGXCPU; a process that ignores it is killed a second later.
  if (cpu_seconds > 0) limit(RLIMIT_CPU, cpu_seconds, cpu_seconds + 1);
}

Exceeded exceeded(const AgentLimits& limits, int wait_status, const rusage& used) {
  const int signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  if (signal == SIGXFSZ) return Exceeded::file_size;
  if (signal == SIGXCPU) return Exceeded::cpu;
  if (signal == SIGKILL) {
    const auto seconds = static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    return limits.cpu_seconds > 0 && seconds >= limits.cpu_seconds ? Exceeded::cpu : Exceeded::nothing;
  }
  const bool in_trouble = signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS ||
                          (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) != 0);
  if (limits.memory == 0 || !in_trouble) return Exceeded::nothing;
  // The kernel refuses memory without notifying anyone else. An agent that came near its limit and then broke down has
  // most probably hit it; one that aborted far below it may have requested a lot at once.
  if (static_cast<std::uint64_t>(used.ru_maxrss) * 1024 >= limits.memory / 4 * 3) return Exceeded::memory;
  return signal == SIGABRT ? Exceeded::perhaps_memory : Exceeded::nothing;
}

}  // namespace commserver
