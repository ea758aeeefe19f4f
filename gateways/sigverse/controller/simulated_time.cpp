// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/simulated_time.h"

#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <utility>

namespace sigverse {
namespace {

constexpr std::int64_t kYear2000 = 946'684'800, kDay = 86'400;
constexpr std::uint64_t kDays = 16'384;
constexpr long kNanos = 1'000'000'000;

thread_local bool is_controllers_thread = false;

/// The next definition of a function behind this program's: that of the system, or of a sanitizer around it.
template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool is_plain(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME_COARSE ||
         clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME;
}

/// The simulated time of a clock; rounded, for 0.3 s are 0.29999... as a double.
timespec simulated() {
  const SimulatedTime& time = SimulatedTime::instance();
  const std::int64_t nanos = std::llround(time.now() * 1e9);
  return {.tv_sec = time.epoch() + nanos / kNanos, .tv_nsec = static_cast<long>(nanos % kNanos)};
}

double seconds(const timespec& span) {
  return static_cast<double>(span.tv_sec) + static_cast<double>(span.tv_nsec) * 1e-9;
}

bool is_valid(const timespec* span) {
  return span && span->tv_sec >= 0 && span->tv_nsec >= 0 && span->tv_nsec < kNanos;
}

}  // namespace

SimulatedTime& SimulatedTime::instance() {
  static SimulatedTime the_one;
  return the_one;
}

void SimulatedTime::begin(std::uint64_t seed, Wait wait) {
  is_controllers_thread = true;
  epoch_ = kYear2000 + static_cast<std::int64_t>(seed % kDays) * kDay;
  wait_ = std::move(wait);
  on_ = true;
}

void SimulatedTime::end() {
  on_ = false;
  wait_ = {};
}

bool SimulatedTime::is_mine() const {
  return is_controllers_thread && on_;
}

bool SimulatedTime::pass(double seconds) {
  if (!is_mine() || !may_wait_) return false;
  now_ = wait_(now_ + seconds);
  return true;
}

}  // namespace sigverse

using sigverse::SimulatedTime;

// What loaded libraries find in place of the system's.
extern "C" {

unsigned sleep(unsigned seconds) {
  if (SimulatedTime::instance().pass(seconds)) return 0;
  static auto* const of_system = sigverse::real<unsigned(unsigned)>("sleep");
  return of_system(seconds);
}

int usleep(useconds_t micros) {
  if (SimulatedTime::instance().pass(micros * 1e-6)) return 0;
  static auto* const of_system = sigverse::real<int(useconds_t)>("usleep");
  return of_system(micros);
}

int nanosleep(const timespec* span, timespec* left) {
  if (sigverse::is_valid(span) && SimulatedTime::instance().pass(sigverse::seconds(*span))) return 0;
  static auto* const of_system = sigverse::real<int(const timespec*, timespec*)>("nanosleep");
  return of_system(span, left);
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* span, timespec* left) {
  SimulatedTime& time = SimulatedTime::instance();
  if (time.is_mine() && sigverse::is_plain(clock) && sigverse::is_valid(span)) {
    double duration = sigverse::seconds(*span);
    if ((flags & TIMER_ABSTIME) != 0)
      duration =
          static_cast<double>(span->tv_sec - time.epoch()) + static_cast<double>(span->tv_nsec) * 1e-9 - time.now();
    if (duration <= 0.0 && (flags & TIMER_ABSTIME) != 0) return 0;
    if (time.pass(duration)) return 0;
    if ((flags & TIMER_ABSTIME) != 0) {
      // The system's clocks know nothing of that time.
      const timespec relative{.tv_sec = static_cast<time_t>(duration),
                              .tv_nsec = static_cast<long>((duration - std::floor(duration)) * 1e9)};
      return ::nanosleep(&relative, left) == 0 ? 0 : errno;
    }
  }
  static auto* const of_system = sigverse::real<int(clockid_t, int, const timespec*, timespec*)>("clock_nanosleep");
  return of_system(clock, flags, span, left);
}

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  if (SimulatedTime::instance().is_mine() && sigverse::is_plain(clock)) {
    *now = sigverse::simulated();
    return 0;
  }
  static auto* const of_system = sigverse::real<int(clockid_t, timespec*)>("clock_gettime");
  return of_system(clock, now);
}

int gettimeofday(timeval* now, void* zone) noexcept {
  if (SimulatedTime::instance().is_mine()) {
    const timespec simulated = sigverse::simulated();
    *now = {.tv_sec = simulated.tv_sec, .tv_usec = simulated.tv_nsec / 1000};
    return 0;
  }
  static auto* const of_system = sigverse::real<int(timeval*, void*)>("gettimeofday");
  return of_system(now, zone);
}

time_t time(time_t* now) noexcept {
  timespec span{};
  if (SimulatedTime::instance().is_mine()) {
    span = sigverse::simulated();
  } else {
    static auto* const of_system = sigverse::real<int(clockid_t, timespec*)>("clock_gettime");
    of_system(CLOCK_REALTIME_COARSE, &span);
  }
  if (now) *now = span.tv_sec;
  return span.tv_sec;
}

}  // extern "C"
