// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "agent-sample/lib/geometry.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

struct BallState {
  Vector position, velocity;  ///< m, m/s, along the ground
  double height = 0.111;      ///< m, of the centre
  double climb = 0;           ///< m/s upwards
  Vector spin;  ///< m/s, speed of the surface by spin along the ground; that of a rolling ball is its velocity
};

struct KickCommand {
  double elevation = 0;  ///< degrees, 0 to 50
  double power = 100;    ///< 1 to 100
};

/// The standard deviations of a kick's noise (behaviour 3.5).
namespace kick_noise {
constexpr double kDirection = 0.02;  // rad
constexpr double kPower = 0.4;
double elevation(double elevation);  ///< degrees
}  // namespace kick_noise

/// Computes how the ball flies, bounces, slides and rolls after a kick (behaviour 2 and 3.5), without obstacles. In
/// each step of 0.01 s it does the same as the server: drag of 0.3 N·s/m, gravity, and a contact with the floor that
/// allows no slip and returns 0.8 of the speed of an impact faster than 2 m/s.
class BallMotion {
 public:
  static constexpr double kStep = 0.01;  // s

  explicit BallMotion(const Field& field);

  /// One step.
  void step(BallState& ball) const { push(ball, {}, 0, {}); }

  /// One of the 10 steps of a kick's push. `direction` is that from the player's centre to the ball's.
  void step(BallState& ball, Vector direction, KickCommand kick) const;

  /// The state after that many seconds, rounded to steps. Once the ball rolls, the rest is a closed form.
  BallState after(BallState from, double seconds) const;
  BallState after_steps(BallState from, int steps) const;

  static constexpr int kKickSteps = 10;

  /// The state of the ball after the push of a kick.
  BallState kicked(BallState before, Vector direction, KickCommand kick) const;

  /// Positions every 0.05 s for `seconds`, starting with `from`.
  std::vector<BallState> path(BallState from, double seconds) const;

  /// The distance that a ball of that speed rolls in total, and in that many seconds, m.
  double roll(double speed) const { return speed * roll_time_; }
  double roll(double speed, double seconds) const;

  /// The time, s, in which a rolling ball of that speed covers the distance; infinite if it stops before.
  double time_to_roll(double speed, double distance) const;

  /// Whether the ball lies or rolls on the floor without slipping, so that only drag changes its speed.
  bool is_rolling(const BallState& ball) const;

  /// The state of a rolling ball of that velocity.
  BallState rolling(Vector position, Vector velocity) const { return {position, velocity, radius_, 0, velocity}; }

 private:
  void push(BallState& ball, Vector force, double lift, Vector torque) const;

  static constexpr int kTabulated = 20;  // steps

  double mass_, radius_;
  double roll_factor_;                                // of the speed of a rolling ball, for each step
  double roll_time_;                                  // s: a ball of v m/s rolls v·roll_time_ m in total
  double roll_decay_;                                 // 1/s
  std::array<double, kTabulated + 1> roll_powers_{};  // of roll_factor_, by the number of steps
};

/// The result of kicks of a resting ball, as a table that is computed once: time, speed and height at each distance,
/// for each elevation and power.
class KickTable {
 public:
  explicit KickTable(const BallMotion& motion);

  struct Requirements {
    double distance;                                 ///< m along the ground
    double time = 0;                                 ///< s from the kick to the arrival; 0: as soon as possible
    double below = 1e9;                              ///< m: at the distance the ball's centre must not be higher
    double above = 0, above_from = 0, above_to = 0;  ///< m: between these distances it must be higher than `above`
    double speed_at_most = 1e9;                      ///< m/s on arrival
  };
  struct Answer {
    KickCommand kick;
    double time;    ///< s
    double speed;   ///< m/s along the ground on arrival
    double height;  ///< m, of the centre
  };

  /// The kick that best meets the requirements; nothing if none does.
  std::optional<Answer> kick_for(const Requirements& required) const;

  /// The result of a kick at a distance; nothing if the ball does not get there within 8 s.
  std::optional<Answer> at(KickCommand kick, double distance) const;

  /// The elevations of the table, degrees, and its number of powers; values between them are interpolated.
  static constexpr std::array<double, 13> kElevations = {0, 2.5, 5, 7.5, 10, 12.5, 15, 20, 25, 30, 35, 40, 50};
  static constexpr int kPowers = 20;  // 5, 10 … 100

 private:
  static constexpr double kPitch = 0.25;  // m between two distances
  static constexpr int kDistances = 140;  // up to 34.75 m
  struct Point {
    float time, speed, height;  // time is −1 if the ball does not get there
  };
  using Row = std::array<Point, kDistances>;

  static double power_of(int row) { return 5.0 * (row + 1); }
  const Row& row(std::size_t elevation, int power) const {
    return rows_[elevation * kPowers + static_cast<std::size_t>(power)];
  }
  bool clears(const Row& row, const Requirements& required) const;
  std::optional<Answer> in_row(const Row& row, double distance) const;
  void fill(Row& row, const BallMotion& motion, KickCommand kick);

  std::vector<Row> rows_;
};

}  // namespace rcss3d::agent
