// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/fix.h"
#include "agent-sample/lib/gaussian.h"
#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/sent_acts.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// Tracks the ball on the ground and in the air: a Kalman filter whose mean moves like the ball (BallMotion), including
/// kicks and touches of this player. A picture that does not fit means that another player has kicked it, or that it
/// has hit something: its velocity is then computed from its last two places.
class BallTracker {
 public:
  void forget() { *this = {}; }

  bool known() const { return age_ < Track::kNever; }
  double age() const { return age_; }  ///< s since it was last seen

  /// Advances the ball, from step `from` on, while this player moves along `me` (one place for each step).
  void advance(long from, const std::vector<Motion>& me, const SentActs& sent, const Field& field,
               const BallMotion& motion);

  void see(const Fix& fix, const Field& field);

  /// Called when the ball is missing in a picture that should show it.
  void miss();

  Track track() const;
  Vector spin() const { return ball_.spin; }

 private:
  /// A kick of this player whose push is in progress.
  struct Push {
    Vector direction;
    KickCommand kick;
    int steps = 0;
  };
  struct Course {
    BallState ball;
    Push push;
    bool touched = false;  ///< by this player
  };

  void run(Course& course, long from, const std::vector<Motion>& me, const SentActs* sent, const Field& field,
           const BallMotion& motion) const;
  void start(const Fix& fix, const Field& field);
  void adopt(const Course& course);
  void settle(const Field& field);

  BallState ball_;
  Push push_;
  std::optional<Course> unkicked_;  ///< the same, without an own kick that may have missed the ball
  Gaussian<4> along_;               ///< place and velocity along the ground; the mean is that of `ball_`
  Gaussian<2> up_;                  ///< height and climb
  double age_ = Track::kNever;
  double elapsed_ = 0;  ///< s since the last picture that showed the ball
  int missed_ = 0;
};

}  // namespace rcss3d::agent
