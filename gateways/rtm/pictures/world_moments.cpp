// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/pictures/world_moments.h"

#include <algorithm>

namespace rtm {

void WorldMoments::add(const Moment& moment) {
  const std::scoped_lock lock(mutex_);
  if (moments_.size() < kKept) moments_.emplace_back();
  moments_[next_] = moment;
  next_ = (next_ + 1) % kKept;
}

bool WorldMoments::find(std::optional<spark::Step> step, Moment& moment) const {
  const std::scoped_lock lock(mutex_);
  const auto found =
      step ? std::ranges::find(moments_, *step, &Moment::step) : std::ranges::max_element(moments_, {}, &Moment::step);
  if (found == moments_.end()) return false;
  moment = *found;
  return true;
}

}  // namespace rtm
