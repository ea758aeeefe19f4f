// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "agent-sample/lib/geometry.h"
#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/world.h"
#include "agent-sample/skills/ball_course.h"

namespace rcss3d::agent {

/// The error in the distance between player and ball, m, that a planned kick allows for.
constexpr double kRangeReserve = 0.006;

/// The places from which an agent's kick pushes the ball in the right direction, at each moment of the ball's course.
class KickSpots {
 public:
  /// From `earliest` to `latest`, s; `push(i)` is the direction of the push at moment i of the course.
  template <typename Push>
  KickSpots(const BallCourse& course, double earliest, double latest, const Push& push) {
    begin(earliest);
    for (std::size_t i = begin_; i < BallCourse::kStates; ++i) {
      const double seconds = static_cast<double>(i) * BallCourse::kInterval;
      if (seconds > latest || seconds > course.leaves_field()) return;
      if (!is_low_enough(course, i)) {
        if (end_ > begin_) return;
        begin_ = end_ = i + 1;
        continue;
      }
      places_[i] = course[i].position - push(i) * distance_at(course, i);
      end_ = i + 1;
    }
  }

  /// The moments of the course at which the ball can be kicked.
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }

  Vector operator[](std::size_t i) const { return places_[i]; }
  Vector at(double seconds) const;

 private:
  void begin(double earliest);
  static bool is_low_enough(const BallCourse& course, std::size_t moment);
  static double distance_at(const BallCourse& course, std::size_t moment);

  std::array<Vector, BallCourse::kStates> places_;
  std::size_t begin_ = 0, end_ = 0;
};

/// A way to one of these spots: up to two commands, each held until a moment of the course, and then one that leads to
/// the spot's place at `time`.
struct WayToBall {
  struct Leg {
    Vector command;
    std::size_t until = 0;  ///< moment of the course
  };
  std::array<Leg, 2> legs;
  std::size_t leg_count = 0;                              ///< 0: straight to the spot
  double time = std::numeric_limits<double>::infinity();  ///< s

  bool possible() const { return time < std::numeric_limits<double>::infinity(); }
};

/// Finds the earliest way to a spot that does not touch the ball on the way.
class WayFinder {
 public:
  WayFinder(const World& world, const BallCourse& course, const KickSpots& spots);

  /// `thoroughly`: for the way that will be taken; otherwise a faster estimate, which is up to a tenth longer.
  WayToBall find(bool thoroughly) const;

 private:
  void try_one_leg(Vector straight, double blocked, bool thoroughly, WayToBall& best) const;
  void try_two_legs(Vector straight, WayToBall& best) const;
  void refine(bool thoroughly, WayToBall& best) const;
  void consider(WayToBall::Leg leg, WayToBall& best) const;
  void consider(WayToBall::Leg first, Motion then, WayToBall::Leg second, WayToBall& best) const;
  std::size_t next_act(std::size_t moment) const { return (moment + stride_ - 1) / stride_ * stride_; }
  double straight_time(Motion from, std::size_t begin, double limit) const;
  double time_beyond_course(Motion from, std::size_t begin) const;
  double next_act_after(double time) const;
  bool is_clear_to_spot(Motion from, std::size_t begin, double time) const;
  bool is_clear(Motion from, Vector command, std::size_t begin, std::size_t end) const;

  const BallCourse& course_;
  const KickSpots& spots_;
  const Motion me_;
  std::size_t stride_ = 1;  // moments between two at which acts can take effect
};

}  // namespace rcss3d::agent
