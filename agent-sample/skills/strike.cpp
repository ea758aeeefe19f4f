// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/skills/strike.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "agent-sample/skills/push.h"
#include "agent-sample/skills/way_to_ball.h"

namespace rcss3d::agent {
namespace {

constexpr double kAct = 0.01;            // s between two steps of Acts
constexpr double kUsualDistance = 0.36;  // m between the centres at a kick

double angle_between(Vector a, Vector b) {
  return std::abs(std::atan2(dot(a.turned_left(), b), dot(a, b)));
}

/// The effect of such a kick on a rolling ball.
KickGain gain_of(const BallMotion& motion, KickCommand kick) {
  constexpr double kSeconds = 0.1;  // s that a push lasts
  return {std::max(1e-6, motion.kicked(motion.rolling({}, {}), {1, 0}, kick).velocity.x),
          motion.after(motion.rolling({}, {1, 0}), kSeconds).velocity.x};
}

/// The drive commands of this cycle, one after the other.
struct Drives {
  struct Leg {
    int from;  // step
    Vector command;
  };
  std::array<Leg, 3> legs;
  std::size_t count = 0;

  void add(int from, Vector command) { legs[count++] = {from, command}; }

  Motion at(Motion me, int step) const {
    for (std::size_t i = 0; i < count && legs[i].from < step; ++i) {
      const int until = i + 1 < count ? std::min(step, legs[i + 1].from) : step;
      me = player_motion::drive(me, legs[i].command, kAct * (until - legs[i].from));
    }
    return me;
  }
};

/// The command that leads to the spot of the first step in which it can be reached, which is about `time`.
Vector command_to_spot(const KickSpots& spots, Motion from, double seconds, double time) {
  constexpr int kBefore = 5, kTries = 12;  // steps
  const double begin = std::max(seconds + kAct, std::floor(time / kAct - kBefore) * kAct);
  for (int i = 0; i < kTries; ++i) {
    const double then = begin + kAct * i, reach = player_motion::reach(then - seconds);
    const Vector gap = spots.at(then) - player_motion::drive(from, {}, then - seconds).position;
    if (gap.length() <= reach) return gap * (1 / reach);
  }
  return player_motion::command_to(from, spots.at(time), std::max(kAct, time - seconds));
}

Drives drives_on(const WayToBall& way, const KickSpots& spots, Motion me, const World& world) {
  Drives drives;
  double begin = 0;
  for (std::size_t i = 0; i < way.leg_count; ++i) {
    drives.add(static_cast<int>(std::lround(begin / kAct)), way.legs[i].command);
    const double end = static_cast<double>(way.legs[i].until) * BallCourse::kInterval;
    if (!world.can_delay || end > world.interval - kAct / 2) return drives;
    me = player_motion::drive(me, way.legs[i].command, end - begin);
    begin = end;
  }
  const Vector last = world.can_delay ? command_to_spot(spots, me, begin, way.time)
                                      : player_motion::command_to(me, spots.at(way.time), way.time);
  drives.add(static_cast<int>(std::lround(begin / kAct)), last);
  return drives;
}

}  // namespace

/// The direction in which to push so that the ball moves as desired.
class Approach::Aim {
 public:
  Aim(const Strike& strike, const BallMotion& motion, Motion me)
      : strike_(strike), gain_(gain_of(motion, strike.kick)), me_(me) {}

  Vector push(const BallState& ball, double seconds) const {
    if (strike_.any_direction) return (ball.position - player_motion::drive(me_, {}, seconds).position).unit();
    return push_towards(ball.velocity, strike_.target - ball.position, gain_).direction;
  }

 private:
  const Strike& strike_;
  const KickGain gain_;
  const Motion me_;
};

Approach::Approach(const World& world, const BallMotion& motion, const BallCourse& course)
    : world_(world), motion_(motion), course_(course), me_{world.me.position, world.me.velocity} {
  const double range = kick_range(world.field, world.field.ball_radius) - 2 * kRangeReserve;
  const Arrival first = arrival(course, me_, range);
  if (first.time >= Arrival::kNever || first.time > course.leaves_field()) return;
  const double time = std::max(first.time, kAct);
  const Motion then = player_motion::drive(me_, player_motion::command_to(me_, first.place, time), time);
  soonest_ = at(first.time, (first.place - then.position).unit());
  soonest_.player = then;
}

KickChance Approach::at(double time, Vector push) const {
  KickChance chance;
  chance.time = time;
  chance.ball = course_.at(time);
  chance.direction = push;
  chance.player.position = chance.ball.position - push * kUsualDistance;
  return chance;
}

/// No spot can be reached sooner than the ball itself. Estimates only need the first moments.
double Approach::from() const {
  return std::max(0.0, soonest_.time - BallCourse::kInterval);
}

KickChance Approach::chance(Vector push_direction) const {
  if (!soonest_.possible()) return {};
  const Vector push = push_direction.unit();
  const KickSpots spots(course_, from(), from() + kLatest, [&](std::size_t) { return push; });
  const WayToBall way = WayFinder(world_, course_, spots).find(false);
  return way.possible() ? at(way.time, push) : KickChance{};
}

KickChance Approach::chance(const Strike& strike) const {
  if (!soonest_.possible()) return {};
  const Aim aim(strike, motion_, me_);
  const double from_then = std::max(from(), strike.earliest);
  const KickSpots spots(course_, from_then, from_then + kLatest, [&](std::size_t i) {
    return aim.push(course_[i], static_cast<double>(i) * BallCourse::kInterval);
  });
  const WayToBall way = WayFinder(world_, course_, spots).find(false);
  return way.possible() ? at(way.time, aim.push(course_.at(way.time), way.time)) : KickChance{};
}

KickChance Approach::act(const Strike& strike, Acts& acts) const {
  const Aim aim(strike, motion_, me_);
  const double from_then = std::max(from(), strike.earliest);
  const KickSpots spots(course_, from_then, BallCourse::kInterval * BallCourse::kStates, [&](std::size_t i) {
    return aim.push(course_[i], static_cast<double>(i) * BallCourse::kInterval);
  });
  const WayToBall way = WayFinder(world_, course_, spots).find(true);
  if (!way.possible()) {
    const Vector end = course_[BallCourse::kStates - 1].position;
    const double time =
        std::min(player_motion::time_to(me_, end, kUsualDistance), BallCourse::kInterval * BallCourse::kStates);
    acts.after(0).drive(player_motion::command_to(me_, end, std::max(time, kAct)));
    return {};
  }
  const Drives drives = drives_on(way, spots, me_, world_);
  for (std::size_t i = 0; i < drives.count; ++i) acts.after(drives.legs[i].from).drive(drives.legs[i].command);
  kick_in_time(
      strike, aim, [&](int step) { return drives.at(me_, step).position; }, acts);
  acts.after(0);
  return at(way.time, aim.push(course_.at(way.time), way.time));
}

/// Finds the step of this cycle in which the push is best, and kicks in it. Also kicks in some of the steps after it,
/// in case the ball is a little farther away than estimated. A fast ball is in range for only one or two steps, which
/// are not known exactly, so the kicks begin earlier then: the server ignores a kick that is out of range.
template <typename Place>
void Approach::kick_in_time(const Strike& strike, const Aim& aim, const Place& place, Acts& acts) const {
  constexpr double kPerStep = 0.006;     // rad of direction error that one step of waiting is worth
  constexpr double kGoodEnough = 0.012;  // rad
  constexpr int kSpare = 5, kSpareIfFast = 8;
  constexpr double kNo = 10;       // rad; a step in which no kick is possible
  constexpr double kEarly = 0.15;  // m by which a fast ball may be nearer than estimated
  constexpr double kFastBall = 2;  // m/s at which the ball approaches
  const int steps =
      world_.can_delay ? std::min(Acts::kSteps, static_cast<int>(std::lround(world_.interval / kAct))) : 1;
  const double touch = world_.field.player_radius + world_.field.ball_radius;
  std::array<double, Acts::kSteps> errors{};  // rad
  std::array<bool, Acts::kSteps> early{};     // not in range, unless the ball is nearer than estimated
  BallState ball = course_[0];
  int best = -1;
  bool is_fast = false;
  double best_cost = kNo;
  Vector to_ball = ball.position - place(0);
  for (int i = 0; i < steps; ++i, motion_.step(ball)) {
    const Vector before = to_ball;
    to_ball = ball.position - place(i);
    const double away = to_ball.length(), closing = i > 0 ? (before.length() - away) / kAct : 0;
    double& error = errors[static_cast<std::size_t>(i)];
    error = kNo;
    const double range = kick_range(world_.field, ball.height) - kRangeReserve;
    if (kAct * i < strike.earliest || away > range + (closing > kFastBall ? kEarly : 0)) continue;
    error = strike.any_direction ? 0 : angle_between(to_ball, aim.push(ball, kAct * i));
    const double cost = std::max(error, kGoodEnough) + kPerStep * i;
    early[static_cast<std::size_t>(i)] = away > range;
    if (away <= range && error <= strike.tolerance && cost < best_cost) best = i, best_cost = cost;
    is_fast = is_fast || closing > kFastBall;
    if (away < touch && closing > kFastBall) ball.velocity = ball.velocity + to_ball.unit() * (1.8 * closing);
  }
  if (best < 0) return;
  int first = best;
  while (first > 0 && early[static_cast<std::size_t>(first - 1)]) --first;
  for (int i = first; i < std::min(best + 1 + (is_fast ? kSpareIfFast : kSpare), steps); ++i)
    if (errors[static_cast<std::size_t>(i)] <= strike.tolerance)
      acts.after(i).kick(strike.kick.elevation, strike.kick.power);
}

}  // namespace rcss3d::agent
