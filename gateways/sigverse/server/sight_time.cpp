// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/sight_time.h"

#include <algorithm>
#include <utility>

namespace sigverse::server {

bool SightTime::give(Asker& asker, const std::function<void()>& see) {
  if (asker.round == round_ || !has_time()) {
    has_waiting_ = true;
    return false;
  }
  asker.round = round_;
  see();
  const auto end = loop_.now();
  left_ -= end - std::exchange(rested_at_, end);
  return true;
}

/// Once the time of a pass is used up, all further requests of that pass wait, too.
bool SightTime::has_time() {
  if (lacks_time_) return false;
  const auto now = loop_.now();
  left_ = std::min(kAtOnce, left_ + (now - std::exchange(rested_at_, now)) / kRest);
  lacks_time_ = left_ <= Duration::zero();
  return !lacks_time_;
}

void SightTime::end_pass() {
  // Rounds do not wait for clients that have left, because these do not ask again.
  if (!std::exchange(lacks_time_, false)) ++round_;
  if (std::exchange(has_waiting_, false)) wake_.start(std::max(Duration::zero(), kRest * (Duration(1) - left_)), [] {});
}

}  // namespace sigverse::server
