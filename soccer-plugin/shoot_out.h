// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "soccer-plugin/soccer_types.h"

namespace soccer {

/// A completed attempt of a shoot-out.
struct PenaltyAttempt {
  Side side = Side::none;  ///< the attacking team
  int unum = 0;            ///< number of the shooter; 0: the team had no player
  bool scored = false;
  double time = 0.0;  ///< game time at the end of the attempt, s
};

/// The score sheet of a shoot-out (behaviour 7.12): the next team, and the winner. The teams take turns. After `kicks`
/// attempts by each team, pairs of attempts follow until only one team of a pair has scored, at most kMaxExtraPairs;
/// then lots are drawn.
class ShootOut {
 public:
  static constexpr int kMaxExtraPairs = 20;

  ShootOut() = default;
  /// `first` has the first attempt, `kicks` is at least 1.
  ShootOut(Side first, int kicks) : first_(first), kicks_(kicks) {}

  bool has_begun() const { return first_ != Side::none; }
  const std::vector<PenaltyAttempt>& attempts() const { return attempts_; }
  int score(Side side) const { return count(side, true); }
  int taken(Side side) const { return count(side, false); }
  /// The team that has the next attempt: the one with fewer attempts, otherwise the first one.
  Side next() const;
  /// The winner as soon as the other team cannot catch up any more; `none` until then.
  Side winner() const;
  /// Whether all attempts have been taken without a winner: `set_lot` has to name one.
  bool needs_lot() const;

  /// The number of the player who is making an attempt; 0 between attempts, and if the team has no player.
  int shooter() const { return shooter_; }
  void begin_attempt(int shooter) { shooter_ = shooter; }
  /// Ends the attempt of the present shooter.
  void end_attempt(Side side, bool scored, double time) {
    attempts_.push_back({side, shooter_, scored, time});
    shooter_ = 0;
  }
  void set_lot(Side winner) { lot_ = winner; }
  /// Whether the winner was found by lot.
  bool was_by_lot() const { return lot_ != Side::none; }

 private:
  int count(Side side, bool only_scored) const;

  Side first_ = Side::none;
  int kicks_ = 0;
  std::vector<PenaltyAttempt> attempts_;
  int shooter_ = 0;
  Side lot_ = Side::none;
};

}  // namespace soccer
