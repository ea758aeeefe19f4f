// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/simulated_time.h"

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
  if (!is_mine() || !may_wait_) return false;
  const auto reached = wait_(now_ + seconds);
  if (reached) now_ = *reached;
  return reached.has_value();
}

void SimulatedTime::pass_anyway(double seconds) {
  if (seconds > 0.0 && !pass(seconds)) now_ += seconds;
}

}  // namespace sigverse
