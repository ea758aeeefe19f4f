// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>

#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// Lengths of the field, m, and masses, kg, from the first GameState; they are unknown before. The server never sends
/// the size of the penalty areas and the distance of opponents at restarts: these are estimates.
struct Field {
  double length = 0, width = 0, height = 0;
  double goal_width = 0, goal_depth = 0, goal_height = 0;
  double border = 0;  ///< twice the distance from the lines to the walls
  double player_mass = 75, player_radius = 0.22;
  double ball_mass = 0.425, ball_radius = 0.111;

  bool known() const { return length > 0; }
  double half_length() const { return length / 2; }
  double half_width() const { return width / 2; }
  double half_goal() const { return goal_width / 2; }
  Vector our_goal() const { return {-length / 2, 0}; }
  Vector their_goal() const { return {length / 2, 0}; }
};

/// Play modes without their side. A text that is not in behaviour 6.1 becomes `unknown`, which is treated like
/// `play_on`.
enum class Mode {
  before_kick_off,
  kick_off,
  play_on,
  kick_in,
  corner_kick,
  goal_kick,
  offside,
  free_kick,
  penalty,  ///< an attempt of a shoot-out
  goal,
  game_over,
  unknown
};

/// The side that has the restart, or has scored.
enum class Whose { neither, ours, theirs };

struct Game {
  Mode mode = Mode::before_kick_off;
  Whose whose = Whose::neither;
  double time = 0;       ///< s, of the game's clock
  double mode_time = 0;  ///< s since this mode was first perceived
  int half = 1;          ///< 3 and 4 in extra time
  // Known in a shoot-out only:
  int shooter = 0;                       ///< uniform number of the present shooter; 0: none, or not sent by the server
  int shots_ours = 0, shots_theirs = 0;  ///< goals
  bool double_touch = false;             ///< the taker of a restart may not touch the ball again before another player

  bool play_on() const { return mode == Mode::play_on || mode == Mode::penalty || mode == Mode::unknown; }
  bool before_kick_off() const { return mode == Mode::before_kick_off; }
  bool pause() const { return mode == Mode::goal || mode == Mode::game_over; }
  bool restart() const { return !play_on() && !before_kick_off() && !pause(); }
  bool our_restart() const { return restart() && whose == Whose::ours; }
  bool their_restart() const { return restart() && whose == Whose::theirs; }
};

/// A player or the ball, as an estimate for the moment of `World`. Own frame, m and m/s.
struct Track {
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  Vector position, velocity;
  double height = 0;      ///< m, of the centre
  double climb = 0;       ///< m/s upwards
  double error = kNever;  ///< m, standard deviation of the position along each axis; grows while it is not seen
  double velocity_error = kNever;  ///< m/s, the same of the velocity
  double age = kNever;             ///< s since it was last seen

  bool known() const { return age < 3; }  ///< seen recently
};

/// An agent's knowledge of the world, in its team's own frame, for the moment at which its answer takes effect: 20
/// steps (two latencies) after the picture was taken.
struct World {
  static constexpr std::size_t kPlayers = 11;
  using Team = std::array<Track, kPlayers + 1>;  ///< by uniform number; 0 stays empty

  Field field;
  Game game;
  bool ready = false;  ///< the server has sent number, side and field
  int episode = 0;     ///< how often it has sent them: again when a trainer restarts or sides change; reset state then
  int number = 0;      ///< own uniform number, 1 is the goalkeeper
  bool left = true;    ///< own side; only the names of flags depend on it
  int team_size = 1;   ///< highest number of ours seen since the episode began, including the agent's own
  int opponents_seen = 0;  ///< highest number of theirs
  double interval = 0.2;   ///< s between two sensations
  bool can_delay = false;  ///< acts may take effect between two sensations (agents on pipes; Acts::after)
  double now = 0;          ///< s of simulated time of this moment, or since the connection began if it carries no times

  Track me;                  ///< error from the noisy flags and one's own driving
  double pan = 0, tilt = 0;  ///< rad, direction of the camera at this moment; 0 with vision all around
  bool can_turn_camera = false;
  double battery = 100;  ///< percent

  Track ball;
  Vector ball_spin;  ///< m/s, speed of the ball's surface by spin along the ground (BallState::spin)
  Team mates;        ///< without this agent
  Team opponents;

  /// A message heard in this sensation: direction in rad in the agent's frame; its own messages are omitted.
  struct Heard {
    bool from_mate = false;
    double direction = 0;
    std::string text;
  };
  std::array<Heard, 2> heard;
  std::size_t heard_count = 0;
};

}  // namespace rcss3d::agent
