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

/// Where an agent is and where its camera looks: a Kalman filter over place, velocity and pan, that foresees by the own
/// commands and is corrected by flags and goal posts. If these say something that the own motion cannot have done, the
/// player was pushed, and is faster or slower than expected, or it was put elsewhere, and stands still there.
class OwnPlace {
 public:
  /// Nothing is known.
  void forget();

  bool known() const { return known_; }
  double age() const { return age_; }  ///< s since a picture had marks in it

  /// So many steps later. `touching`: other players are near enough to push.
  void advance(long from, long to, const SentActs& sent, bool touching);

  /// Fills in where it will be at the beginning of each of these steps.
  void foresee(long from, long to, const SentActs& sent, std::vector<Motion>& path) const;

  /// Takes the flags and goal posts of a picture. `turns`: there is a camera, whose pan has to be found.
  void see(const std::vector<Sighting>& seen, const Field& field, bool left, bool turns);

  Motion motion() const { return {{state_.mean[0], state_.mean[1]}, {state_.mean[2], state_.mean[3]}}; }
  double pan() const { return state_.mean[4]; }
  double error() const;           ///< m, standard deviation along each axis
  double velocity_error() const;  ///< m/s
  double pan_variance() const { return state_.covariance[4][4]; }

  /// The command that drives the player at the moment.
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
