// SPDX-License-Identifier: Apache-2.0
// The functions that libraries loaded by this program find instead of the system's.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "gateways/sigverse/controller/simulated_time.h"

namespace sigverse {
namespace {

constexpr long kNanos = 1'000'000'000;

/// The next definition of a function after the one in this program: the system's, or a sanitizer's wrapper of it.
template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool is_plain(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME_COARSE ||
         clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME;
}

/// The simulated time, rounded, because 0.3 s is 0.29999... as a double.
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

/// The seconds from now to that point of the simulated clock.
double seconds_until(const timespec& point) {
  const timespec now = simulated();
  return static_cast<double>(point.tv_sec - now.tv_sec) + static_cast<double>(point.tv_nsec - now.tv_nsec) * 1e-9;
}

/// The time on the system's clock that is that many seconds ahead.
timespec real_point(clockid_t clock, double seconds) {
  static auto* const of_system = real<int(clockid_t, timespec*)>("clock_gettime");
  timespec point{};
  of_system(clock, &point);
  const auto nanos = static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e9) * 1e9) + point.tv_nsec;
  point.tv_sec += nanos / kNanos;
  point.tv_nsec = nanos % kNanos;
  return point;
}

/// Waits for another thread until a time of the simulated clock. `wait` gets the corresponding time of the system's
/// clock; if it times out, simulated time is advanced to that point, too.
template <typename Wait>
int wait_until(clockid_t clock, const timespec& point, const Wait& wait) {
  const double span = seconds_until(point);
  const int result = wait(real_point(clock, span));
  if (result == ETIMEDOUT) SimulatedTime::instance().pass_anyway(span);
  return result;
}

}  // namespace
}  // namespace sigverse

using sigverse::SimulatedTime;

extern "C" {

// Real time: these functions replace the system's clocks and sleeps.
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
      // The system's clocks show a different time.
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

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* deadline) {
  static auto* const of_system =
      sigverse::real<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)>("pthread_cond_timedwait");
  if (!SimulatedTime::instance().is_mine()) return of_system(condition, mutex, deadline);
  return sigverse::wait_until(CLOCK_REALTIME, *deadline,
                              [&](const timespec& point) { return of_system(condition, mutex, &point); });
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* deadline) {
  static auto* const of_system =
      sigverse::real<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>("pthread_cond_clockwait");
  if (!SimulatedTime::instance().is_mine()) return of_system(condition, mutex, clock, deadline);
  return sigverse::wait_until(clock, *deadline,
                              [&](const timespec& point) { return of_system(condition, mutex, clock, &point); });
}

}  // extern "C"
