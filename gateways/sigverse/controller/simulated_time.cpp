// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/simulated_time.h"

#include <exception>
#include <utility>

namespace sigverse {
namespace {

constexpr std::int64_t kYear2000 = 946'684'800, kDay = 86'400;
constexpr std::uint64_t kDays = 16'384;

thread_local bool is_controllers_thread = false;

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
  if (!can_advance()) return false;
  if (const auto reached = wait_(now_ + seconds)) {
    now_ = *reached;
  } else {
    // A destructor that sleeps while an exception is being handled must not throw.
    if (std::uncaught_exceptions() == 0) throw WorldIsOver();
    now_ += seconds;
  }
  return true;
}

void SimulatedTime::pass_anyway(double seconds) {
  if (!(seconds > 0.0)) return;
  const auto reached = can_advance() ? wait_(now_ + seconds) : std::nullopt;
  now_ = reached.value_or(now_ + seconds);
}

}  // namespace sigverse
