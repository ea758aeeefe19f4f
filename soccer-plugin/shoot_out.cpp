// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/shoot_out.h"

#include <algorithm>

namespace soccer {

int ShootOut::count(Side side, bool only_scored) const {
  return static_cast<int>(std::ranges::count_if(attempts_, [&](const PenaltyAttempt& attempt) {
    return attempt.side == side && (attempt.scored || !only_scored);
  }));
}

Side ShootOut::next() const {
  const Side second = opponent(first_);
  return taken(second) < taken(first_) ? second : first_;
}

Side ShootOut::winner() const {
  if (lot_ != Side::none) return lot_;
  // Beyond the regular attempts a pair decides once both have been taken: the team that has taken one fewer has one
  // left.
  const int round = std::max({kicks_, taken(Side::left), taken(Side::right)});
  for (const Side side : {Side::left, Side::right})
    if (score(side) > score(opponent(side)) + round - taken(opponent(side))) return side;
  return Side::none;
}

bool ShootOut::needs_lot() const {
  const int max_attempts = kicks_ + kMaxExtraPairs;
  return has_begun() && winner() == Side::none && taken(Side::left) >= max_attempts &&
         taken(Side::right) >= max_attempts;
}

}  // namespace soccer
