// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/work_counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "spark/core/descriptor.h"

namespace commserver {
namespace {

constexpr std::uint64_t kNanosecondsPerTick = 10'000'000;

class CpuClock final : public WorkCounter {
 public:
  CpuClock(pid_t process, std::uint64_t unit) : unit_(unit) { known_ = ::clock_getcpuclockid(process, &clock_) == 0; }

  std::uint64_t read() override {
    timespec time{};
    // Real time: this clock counts the CPU time of the agent.
    if (known_ && ::clock_gettime(clock_, &time) == 0) {
      const auto nanoseconds =
          static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
      last_ = std::max(last_, nanoseconds / unit_);
    }
    return last_;
  }

 private:
  std::uint64_t unit_;
  clockid_t clock_ = 0;
  bool known_ = false;
  std::uint64_t last_ = 0;
};

class InstructionCounter final : public WorkCounter {
 public:
  explicit InstructionCounter(spark::Descriptor counter) : counter_(std::move(counter)) {}

  std::uint64_t read() override {
    std::uint64_t count = 0;
    if (::read(counter_.get(), &count, sizeof count) == sizeof count) last_ = std::max(last_, count);
    return last_;
  }

 private:
  spark::Descriptor counter_;
  std::uint64_t last_ = 0;
};

}  // namespace

std::unique_ptr<WorkCounter> cpu_ticks_of(pid_t process) {
  return std::make_unique<CpuClock>(process, kNanosecondsPerTick);
}

std::unique_ptr<WorkCounter> nanoseconds_of(pid_t process) {
  return std::make_unique<CpuClock>(process, 1);
}

std::unique_ptr<WorkCounter> instructions_of(pid_t process) {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;  // allowed without privileges, and thinking is the work in user mode
  wanted.exclude_hv = 1;
  wanted.inherit = 1;
  spark::Descriptor counter(
      static_cast<int>(::syscall(SYS_perf_event_open, &wanted, process, -1, -1, PERF_FLAG_FD_CLOEXEC)));
  std::uint64_t count = 0;
  if (!counter || ::read(counter.get(), &count, sizeof count) != sizeof count) return nullptr;
  return std::make_unique<InstructionCounter>(std::move(counter));
}

}  // namespace commserver
