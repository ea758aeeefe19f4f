// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/alarm.h"

#include <fmt/format.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace commserver {

Alarm::Alarm(const spark::RealClock& clock)
    : clock_(clock), timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
  if (!timer_) throw std::runtime_error(fmt::format("timerfd_create: {}", std::strerror(errno)));
}

void Alarm::ring_by(spark::RealClock::Time time) {
  if (set_ && *set_ <= time) return;
  set_ = time;
  using std::chrono::nanoseconds;
  constexpr std::int64_t kSecond = 1000000000;
  // Never set 0, which would stop the timer.
  const std::int64_t left = std::max<std::int64_t>(1, nanoseconds(time - clock_.now()).count());
  itimerspec setting{};
  setting.it_value.tv_sec = left / kSecond;
  setting.it_value.tv_nsec = left % kSecond;
  ::timerfd_settime(timer_.get(), 0, &setting, nullptr);
}

void Alarm::acknowledge() {
  std::uint64_t times = 0;
  if (::read(timer_.get(), &times, sizeof times) > 0) set_.reset();
}

}  // namespace commserver
