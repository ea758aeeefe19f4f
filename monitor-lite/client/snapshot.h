// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monitor {

/// A side of the field, with the numbers of the monitor stream (behaviour 8.4).
enum class Side { none = 0, left = 1, right = 2 };

/// The side on which a team began the match that is now on `side`.
inline Side began_on(Side side, bool sides_changed) {
  if (!sides_changed || side == Side::none) return side;
  return side == Side::left ? Side::right : Side::left;
}

/// Metres, world frame: x along the field, the left goal at negative x; z is up.
struct Point {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
};

/// Along the ground, m.
inline double ground_distance(const Point& a, const Point& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// The texts of the play modes in the order of their numbers (behaviour 6.1).
std::vector<std::string> standard_play_modes();

/// The settings of a match: the Init line (behaviour 8.3). Defaults hold for values that a server does not send.
struct Game {
  double field_length = 104.0;
  double field_width = 68.0;
  double goal_width = 7.32;
  double goal_depth = 2.0;
  double goal_height = 1.6;
  double border_size = 10.0;  ///< the walls are at half of it
  double agent_radius = 0.22;
  double ball_radius = 0.111;
  double half_time = 300.0;  ///< s
  // The server's rules beyond two halves (docs/write/protocol.md, section 7.2); 0: not used.
  double extra_half_time = 0.0;  ///< s
  double shoot_out = 0.0;        ///< shots of each team, before sudden death
  /// Those of the Init; the standard ones if it lists none, as in old logs, or if its line is truncated.
  std::vector<std::string> play_modes = standard_play_modes();
  std::map<std::string, double, std::less<>> values;  ///< all values, by the names of the stream
  bool shows_kicks = false;  ///< frames report who kicked the ball, and whether it was otherwise moved
  /// A world without a game: frames have bodies, and no players, ball or score (docs/write/protocol.md, section 7.4).
  bool has_bodies = false;
};

struct Player {
  Side side = Side::none;
  int number = 0;
  bool created = false;  ///< an agent without a body is at (0, 0, 0)
  Point position;
  bool last_toucher = false;
  std::string said;  ///< in this frame; empty: nothing, or not shown by the server
  // If the frame has them (`subscribe`, `full_state`).
  std::optional<Point> velocity{};  ///< m/s
  std::optional<double> battery{};  ///< 0 to 100
};

/// A kick in the stream, if the server shows them (MonitorKicks).
struct ShownKick {
  Side side = Side::none;  ///< none: the ball was moved by the referee, a trainer or a catch
  int number = 0;          ///< uniform number of the player
  double time = 0.0;       ///< s of game time
};

/// A completed shot of the shoot-out.
struct ShootOutAttempt {
  Side side = Side::none;
  int number = 0;  ///< uniform number of the shooter
  bool scored = false;
  double time = 0.0;  ///< of its end, s of game time
  bool operator==(const ShootOutAttempt&) const = default;
};

struct Marker {
  std::string name;  ///< "Flag" or "Goal"
  std::string id;    ///< "1_l" …
  Point position;
};

/// A body of a world without a game.
struct Body {
  std::string name;  ///< bytes of the stream; `spark::printable` before display
  Point position;
  std::array<double, 4> rotation{1, 0, 0, 0};  ///< unit quaternion: w, x, y, z
  // If the frame has them (`subscribe`, `full_state`).
  std::optional<Point> velocity{};          ///< m/s
  std::optional<Point> angular_velocity{};  ///< rad/s, about the axes of the world
};

/// A shape that moves with a body, or stands still.
struct BodyShape {
  enum class Kind { sphere, box, capsule, cylinder, plane };
  Kind kind = Kind::sphere;
  /// m; for a sphere its radius, for a box along x, y and z, for a capsule and a cylinder radius and length (a
  /// capsule's without its round ends), along z. A plane has none: it is z = 0, and solid below.
  std::array<double, 3> lengths{};
  Point middle;                                   ///< in the body's frame
  std::array<double, 4> rotation{1, 0, 0, 0};     ///< relative to the body; unit quaternion: w, x, y, z
  std::optional<std::array<double, 3>> colour{};  ///< red, green, blue, 0 to 1; nothing: chosen by the viewer
};
/// By the names of the bodies; those without shapes are missing.
using BodyShapes = std::map<std::string, std::vector<BodyShape>, std::less<>>;

/// A connection of two bodies, or of one and the world.
struct BodyJoint {
  std::string kind;           ///< "ball", "hinge", "hinge2", "universal", "slider", "fixed"
  std::string first, second;  ///< names of bodies; the second is empty where it is the world
  Point anchor;               ///< in the frame of the first
  std::vector<Point> axes;    ///< of length 1, in that frame; two at most
};

/// The values that the stream sends only when they change, besides markers (behaviour 8.4).
struct Standing {
  int half = 1;
  int score_left = 0;
  int score_right = 0;
  int play_mode = 0;  ///< index into Game::play_modes
  /// The team that is now on the left began on the right.
  bool sides_changed = false;
  // The shoot-out, which is not part of the score.
  int shoot_out_left = 0;
  int shoot_out_right = 0;
  std::vector<ShootOutAttempt> attempts{};  ///< in their order
  int shooter = 0;                          ///< number of the present shooter; 0: none
  int lot = 0;                              ///< Side that won by lot after an undecided shoot-out; 0: none
  std::string team_left{};
  std::string team_right{};
  // Only in a world without a game; each is unchanged until another is sent, and null if there is none.
  std::shared_ptr<const BodyShapes> shapes{};
  std::shared_ptr<const std::vector<BodyShape>> scenery{};  ///< in the frame of the world
  std::shared_ptr<const std::vector<BodyJoint>> joints{};
  bool operator==(const Standing&) const = default;
};

/// Goals of the team that began the match on that side.
inline int score_began_on(const Standing& now, Side side) {
  return (side == Side::left) != now.sides_changed ? now.score_left : now.score_right;
}

/// One complete frame of a match, including values that the stream sends only when they change.
struct Snapshot : Standing {
  double time = 0.0;            ///< game time, s
  std::vector<Player> players;  ///< in order of connection
  std::vector<Marker> markers;
  std::vector<ShownKick> kicks;  ///< since the previous frame
  Point ball;
  std::optional<Point> ball_velocity;  ///< m/s; if the frame has it (`subscribe`, `full_state`)
  std::vector<Point> ball_trail;       ///< recent places of the ball, oldest first: filled in by BallTrail
  std::vector<Body> bodies;            ///< of a world without a game
  bool acknowledged = false;           ///< a getAck was answered in this frame

  /// The player of that side and number; null if there is none.
  const Player* player(Side side, int number) const {
    for (const Player& each : players)
      if (each.side == side && each.number == number) return &each;
    return nullptr;
  }
};

/// The text of a play mode, or "mode N" if the server has not defined N.
std::string play_mode_text(const Game& game, int play_mode);

}  // namespace monitor
