// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "agent-sample/lib/fix.h"
#include "agent-sample/lib/gaussian.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// The motion of players over a fixed time, computed once for all of them.
struct PlayerDrift {
  explicit PlayerDrift(double seconds);

  double seconds;
  Gaussian<3>::Matrix motion;
  Gaussian<3>::Row noise;
};

/// Tracks another player: along each axis a Kalman filter over its place, its velocity and its target velocity, which
/// the velocity approaches as for all players, and which changes at random.
class PlayerTracker {
 public:
  void forget() { *this = {}; }

  bool known() const { return age_ < Track::kNever; }
  double age() const { return age_; }  ///< s since it was last seen

  /// Advances by a time in which the player was not seen.
  void advance(const PlayerDrift& drift);

  void see(const Fix& fix);

  /// Called when the player is missing in a picture that should show it.
  void miss();

  Track track(const Field& field) const;

 private:
  void start(const Fix& fix);

  std::array<Gaussian<3>, 2> axes_;
  double age_ = Track::kNever;
  int missed_ = 0;
};

}  // namespace rcss3d::agent
