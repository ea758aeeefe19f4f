// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/component/periodic_context.h"
#include "gateways/rtm/ec/lateness.h"

namespace rtm {
namespace {

/// The interval at which it checks, while it waits for the next pass, whether it has to end.
constexpr std::chrono::nanoseconds kLongestSleep = std::chrono::milliseconds(50);

/// Locks the present and future memory of the process, unless its locked memory is limited: with a limit, every later
/// allocation could fail.
bool lock_memory() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_MEMLOCK, &limit) != 0) return false;
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  if (limit.rlim_cur != RLIM_INFINITY && ::setrlimit(RLIMIT_MEMLOCK, &none) != 0) return false;
  return ::mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
}

/// Like the periodic context, but its thread has real-time priority (SCHED_FIFO), the process's memory is locked, and
/// it sleeps until absolute times. State changes and values of signalling InPorts wait for the next pass. Without the
/// permission for that priority it logs a warning and works as a periodic context. At its end it logs how late its
/// passes have begun.
class RealTimeContext final : public PeriodicContext {
 public:
  using PeriodicContext::PeriodicContext;
  RealTimeContext(std::string type, const ContextSettings& settings, const Environment& environment)
      : PeriodicContext(std::move(type), settings, environment) {}

 private:
  void run() override {
    const auto all = participants();
    const std::string owner = all.empty() ? type() : all.front()->name();
    is_real_time_ = take_priority(owner);
    PeriodicContext::run();
    if (is_abandoned() || lateness_.total() == 0) return;
    log().normal("{}: {} passes of {} began late by {} us (50 %), {} us (99 %), {} us (99.9 %), {} us at worst", owner,
                 lateness_.total(), type(), lateness_.quantile(0.5), lateness_.quantile(0.99),
                 lateness_.quantile(0.999),
                 std::chrono::duration_cast<std::chrono::microseconds>(lateness_.worst()).count());
  }

  bool take_priority(const std::string& owner) {
    sched_param priority{};
    priority.sched_priority = std::clamp(settings().realtime_priority, ::sched_get_priority_min(SCHED_FIFO),
                                         ::sched_get_priority_max(SCHED_FIFO));
    // Threads that callbacks create do not inherit the priority.
    if (::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) != 0) {
      log().warning("{}: no real-time priority {} ({}); it runs as a periodic execution context", owner,
                    priority.sched_priority, std::strerror(errno));
      return false;
    }
    if (!lock_memory()) log().warning("{}: the memory cannot be locked ({})", owner, std::strerror(errno));
    return true;
  }

  void wait_until_due(spark::RealClock::Time due) override {
    if (!is_real_time_) {
      wait_for_work(due);
      return;
    }
    // The clock of the system's steady times is CLOCK_MONOTONIC.
    const auto until = std::min(due, clock().now() + kLongestSleep).time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(until);
    const timespec time{.tv_sec = seconds.count(), .tv_nsec = std::chrono::nanoseconds(until - seconds).count()};
    while (::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {
    }
  }

  void woke(std::chrono::nanoseconds late) override { lateness_.add(late); }

  bool is_real_time_ = false;
  Lateness lateness_;
};

}  // namespace
}  // namespace rtm

/// Initialises the module, also under the two names that configurations of real robots use (links to this one).
extern "C" void RealTimeECInit(rtm::Manager& manager) {
  for (const char* const type : {"RealTimeEC", "RTPreemptEC", "rtpreempt_ec"})
    manager.add_context_type(type, [type](const rtm::ContextSettings& settings, const rtm::Environment& environment) {
      return std::make_shared<rtm::RealTimeContext>(type, settings, environment);
    });
}

extern "C" void RTPreemptECInit(rtm::Manager& manager) {
  RealTimeECInit(manager);
}

extern "C" void rtpreempt_ecInit(rtm::Manager& manager) {
  RealTimeECInit(manager);
}
