// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "agent-sample/lib/fix.h"
#include "agent-sample/lib/gaussian.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// How players move in so many seconds, worked out once for all of them.
struct PlayerDrift {
  explicit PlayerDrift(double seconds);

  double seconds;
  Gaussian<3>::Matrix motion;
  Gaussian<3>::Row noise;
};

/// Follows another player: along each axis a Kalman filter over its place, its velocity and the velocity that it drives
/// for, which it approaches as all players do and changes as it likes.
class PlayerTracker {
 public:
  void forget() { *this = {}; }

  bool known() const { return age_ < Track::kNever; }
  double age() const { return age_; }  ///< s since it was last seen

  /// Later; not seen meanwhile.
  void advance(const PlayerDrift& drift);

  void see(const Fix& fix);

  /// Not in a picture although it should have been.
  void miss();

  Track track(const Field& field) const;

 private:
  void start(const Fix& fix);

  std::array<Gaussian<3>, 2> axes_;
  double age_ = Track::kNever;
  int missed_ = 0;
};

}  // namespace rcss3d::agent
