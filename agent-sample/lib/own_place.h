// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "agent-sample/lib/gaussian.h"
#include "agent-sample/lib/percepts.h"
#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/sent_acts.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// The agent's own place and the direction of its camera: a Kalman filter over place, velocity and pan, predicted from
/// its own commands and corrected by flags and goal posts. If these contradict what its own motion allows, the
/// player was either pushed, and has another velocity than expected, or was placed elsewhere, and is at rest there.
class OwnPlace {
 public:
  /// Resets the filter to an unknown state.
  void forget();

  bool known() const { return known_; }
  double age() const { return age_; }  ///< s since the last picture with marks

  /// Advances by that many steps. `touching`: other players are close enough to push.
  void advance(long from, long to, const SentActs& sent, bool touching);

  /// Fills in the predicted place at the beginning of each of these steps.
  void foresee(long from, long to, const SentActs& sent, std::vector<Motion>& path) const;

  /// Applies the flags and goal posts of a picture. `turns`: there is a camera, whose pan has to be estimated.
  void see(const std::vector<Sighting>& seen, const Field& field, bool left, bool turns);

  Motion motion() const { return {{state_.mean[0], state_.mean[1]}, {state_.mean[2], state_.mean[3]}}; }
  double pan() const { return state_.mean[4]; }
  double error() const;           ///< m, standard deviation along each axis
  double velocity_error() const;  ///< m/s
  double pan_variance() const { return state_.covariance[4][4]; }

  /// The drive command in effect.
  Vector command() const { return command_; }

 private:
  struct Mark {
    Vector there;     // own frame
    double distance;  // along the ground
    double azimuth;   // to the camera
  };

  void turn_camera(double pan);
  double apply();
  bool relocate();

  Gaussian<5> state_;
  Vector command_;
  bool known_ = false, turns_ = false;
  double age_ = Track::kNever;
  std::array<Mark, 8> marks_;
  std::size_t count_ = 0;
};

}  // namespace rcss3d::agent
