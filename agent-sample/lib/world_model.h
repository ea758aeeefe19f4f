// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/ball_tracker.h"
#include "agent-sample/lib/own_place.h"
#include "agent-sample/lib/percepts.h"
#include "agent-sample/lib/player_tracker.h"
#include "agent-sample/lib/sent_acts.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// One message with percepts. Steps of 0.01 s; -1 if the connection carries no times.
struct Sensation {
  long made = -1, arrives = -1;
  std::string_view percepts;
};

/// Maintains an agent's knowledge of the world. For each sensation: `read`, decide on the returned world, `acted`.
///
/// A picture is 20 steps old when the answer to it takes effect. So the model stores its estimates for the moment of
/// the last picture, corrects them there by what that picture shows, and predicts the returned world from them: this
/// player and the ball step by step, using the commands that had been sent but had not taken effect at that moment.
class WorldModel {
 public:
  explicit WorldModel(std::string_view team_name) : team_name_(team_name) {}

  /// Reads a sensation. The returned world lives as long as the model and changes with the next call.
  const World& read(const Sensation& sensation);

  /// Reports the answer to the last sensation to the model.
  void acted(const Acts& acts);

  const World& world() const { return world_; }

 private:
  using Trackers = std::array<PlayerTracker, World::kPlayers + 1>;

  void begin_episode();
  void read_times(const Sensation& sensation);
  void read_game();
  void read_mode();
  void read_camera();
  void move_on();
  void see_tilt();
  void see_others();
  Fix fix_of(const Sighting& seen) const;
  bool should_be_seen(const Track& track) const;
  bool is_near(double range) const;
  void foresee();
  void hear();

  std::string team_name_;
  Percepts percepts_;
  World world_;
  std::string play_mode_;
  double mode_began_ = 0;

  long picture_ = 0, before_ = 0;  // steps: this picture, and the one before
  long ahead_ = 20;                // steps from the picture to the effect of the answer
  bool first_ = true;

  /// The moving objects, at one moment.
  struct Scene {
    OwnPlace me;
    BallTracker ball;
    Trackers mates, opponents;
  };
  void advance(Scene& scene, long from, long to);

  std::optional<BallMotion> motion_;  // since the field is known
  double tilt_ = 0;
  Scene seen_;      // at the moment of the picture
  Scene foreseen_;  // when the answer takes effect, usually the moment of the next picture
  long foreseen_for_ = -1;
  SentActs sent_;
  std::vector<Motion> path_;
};

}  // namespace rcss3d::agent
