// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agent-sample/lib/sexp_reader.h"
#include "agent-sample/old/geometry.h"

namespace sample {

using rcss3d::agent::SexpReader;

constexpr double kSenseInterval = 0.2;  // s; also how far a picture is behind when the answer to it takes effect
constexpr double kTopSpeed = 1.62;      // m/s

/// Driving on the floor follows dv/dt = 4.0 u - 2.476 v with u = command / 100.
constexpr double kDrag = 2.476;
constexpr double kThrust = 4.0;

/// The agent's knowledge of the world. It reads every sensation, and it predicts: an answer takes effect 0.2 s after
/// its picture was taken, so `me`, `ball` and `ball_velocity` are estimates for that moment.
class WorldModel {
 public:
  static constexpr int kPlayers = 11;

  struct Player {
    Vector position;
    int age = 1000;  ///< sensations since it was last seen
    bool known() const { return age < 15; }
  };
  using Team = std::array<Player, kPlayers + 1>;  ///< by uniform number; 0 stays empty

  explicit WorldModel(std::string_view team_name) : team_name_(team_name) {}

  /// Reads the data of one sensation.
  void read(std::string_view data);

  /// Reports the drive command (each axis -1 to 1) that was sent in answer to this sensation.
  void driving(Vector command) { next_command_ = command; }

  bool ready() const { return number_ > 0; }  ///< the server has sent number and side
  int episode() const { return episode_; }    ///< how often it has done so: again when a trainer restarts
  int number() const { return number_; }
  double half_length() const { return length_ / 2; }
  double half_width() const { return width_ / 2; }
  double half_goal() const { return goal_width_ / 2; }

  std::string_view play_mode() const { return play_mode_; }
  bool play_on() const { return play_mode_ == "PlayOn"; }
  bool before_kick_off() const { return play_mode_ == "BeforeKickOff"; }
  bool pause() const { return play_mode_.starts_with("Goal_") || play_mode_ == "GameOver"; }
  bool our_restart() const { return restart() && of_my_side(); }
  bool their_restart() const { return restart() && !of_my_side(); }

  Vector me() const { return me_then_.position; }
  Vector my_velocity() const { return me_then_.velocity; }
  Vector ball() const { return ball_at(kSenseInterval); }
  Vector ball_velocity() const { return ball_velocity_ * std::exp(-kBallDrag * kSenseInterval); }
  double ball_height() const { return ball_height_; }
  Vector ball_at(double seconds) const;  ///< where a rolling ball is that many seconds after the picture
  int ball_age() const { return ball_age_; }

  double pan() const { return pan_; }  ///< radians, direction of the camera
  double tilt() const { return tilt_; }
  bool can_turn_camera() const { return can_turn_camera_; }

  const Team& mates() const { return mates_; }  ///< without this agent
  const Team& opponents() const { return opponents_; }

 private:
  struct Sighting {
    std::string_view kind, team, id;
    Vector relative;  ///< to the eye, rotated like the camera
    double height = 0;
  };
  struct Motion {
    Vector position, velocity;
  };

  void forget();
  void see(SexpReader& objects);
  void read_game_state(SexpReader& items);
  void read_agent_state(SexpReader& items);
  void locate_myself();
  void correct_position(Vector seen);
  void locate_ball(Vector seen, double height);
  static Motion drive(Motion from, Vector command);
  Vector mark_position(const Sighting& mark) const;
  bool restart() const { return !play_on() && !before_kick_off() && !pause(); }
  bool of_my_side() const { return play_mode_.ends_with(left_ ? "eft" : "ight"); }

  static constexpr double kBallDrag = 0.5;  // 1/s, rolling
  static constexpr double kMyRadius = 0.22;

  std::string team_name_;
  int number_ = 0;
  int episode_ = 0;
  bool left_ = true;
  double length_ = 0, width_ = 0, goal_width_ = 0;
  std::string play_mode_;

  std::vector<Sighting> sightings_;
  Motion me_now_, me_then_;
  Vector command_, next_command_;
  double pan_ = 0, tilt_ = 0;
  bool can_turn_camera_ = false;

  Vector ball_, ball_velocity_;
  double ball_height_ = 0;
  int ball_age_ = 1000;
  Team mates_, opponents_;
};

}  // namespace sample
