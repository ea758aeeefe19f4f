// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/skills/way_to_ball.h"

#include <algorithm>
#include <cmath>

namespace rcss3d::agent {
namespace {

constexpr double kInterval = BallCourse::kInterval;
constexpr double kNeverThere = std::numeric_limits<double>::infinity();
constexpr double kKeepClear = 0.015;  // m between the surfaces of player and ball before the kick
constexpr double kKickPlace = 0.7;    // share of the distance from contact with the ball to the end of the kick's range
constexpr double kNear = 1.2;         // m from the ball, where two legs may be better than one
constexpr double kPushingAway = 1;    // s by which a way takes longer if the player cannot get around the ball

/// The effect of a command that is held for a number of intervals, computed once: position = from + velocity * coast +
/// command * reach, velocity = velocity * decay + command * gain.
struct Held {
  Held() {
    for (std::size_t i = 0; i < reach.size(); ++i) {
      const double seconds = static_cast<double>(i) * kInterval;
      const Motion rolls = player_motion::drive({{}, {1, 0}}, {}, seconds);
      reach[i] = player_motion::reach(seconds);
      coast[i] = rolls.position.x;
      decay[i] = rolls.velocity.x;
      gain[i] = player_motion::kTopSpeed * (1 - rolls.velocity.x);
    }
  }
  std::array<double, BallCourse::kStates> reach, coast, decay, gain;
};

const Held& held() {
  static const Held table;
  return table;
}

Motion after_intervals(Motion from, Vector command, std::size_t intervals) {
  const Held& table = held();
  return {from.position + from.velocity * table.coast[intervals] + command * table.reach[intervals],
          from.velocity * table.decay[intervals] + command * table.gain[intervals]};
}

/// The square of the smallest distance between the origin and the segment from a to b.
double nearest_to_origin(Vector a, Vector b) {
  const Vector there = nearest_on_line({}, a, b);
  return dot(there, there);
}

}  // namespace

void KickSpots::begin(double earliest) {
  const double last = static_cast<double>(BallCourse::kStates - 1);
  begin_ = end_ = earliest > 0 ? static_cast<std::size_t>(std::min(earliest / kInterval, last)) : 0;
}

bool KickSpots::is_low_enough(const BallCourse& course, std::size_t moment) {
  constexpr double kMinRange = 0.1;  // m
  return course.kick_range(moment) > kMinRange + kRangeReserve;
}

double KickSpots::distance_at(const BallCourse& course, std::size_t moment) {
  const double touch = course.touch_range(moment), range = course.kick_range(moment) - kRangeReserve;
  return touch + kKickPlace * (range - touch);
}

Vector KickSpots::at(double seconds) const {
  const double place = std::clamp(seconds / kInterval, static_cast<double>(begin_), static_cast<double>(end_ - 1));
  const auto i = static_cast<std::size_t>(place);
  if (i + 1 >= end_) return places_[i];
  return places_[i] + (places_[i + 1] - places_[i]) * (place - static_cast<double>(i));
}

WayFinder::WayFinder(const World& world, const BallCourse& course, const KickSpots& spots)
    : course_(course), spots_(spots), me_{world.me.position, world.me.velocity} {
  if (!world.can_delay) stride_ = static_cast<std::size_t>(std::max(1L, std::lround(world.interval / kInterval)));
}

double WayFinder::next_act_after(double time) const {
  const double spacing = static_cast<double>(stride_) * kInterval;
  return stride_ > 1 ? std::ceil(time / spacing - 1e-9) * spacing : time;
}

WayToBall WayFinder::find(bool thoroughly) const {
  WayToBall best;
  best.time = straight_time(me_, 0, kNeverThere);
  if (!best.possible() || is_clear_to_spot(me_, 0, best.time)) return best;
  const double blocked = best.time;
  const Vector straight = (spots_.at(blocked) - me_.position).unit();
  best.time = kNeverThere;
  try_one_leg(straight, blocked, thoroughly, best);
  if (best.possible()) refine(thoroughly, best);
  const bool near = distance(me_.position, course_[0].position) < kNear;
  if (!best.possible() || (thoroughly && near)) try_two_legs(straight, best);
  if (!best.possible()) best.time = blocked + kPushingAway;
  return best;
}

/// The fan of directions is as wide as the ball appears from here, and wider; the lengths are shares of the blocked
/// way.
void WayFinder::try_one_leg(Vector straight, double blocked, bool thoroughly, WayToBall& best) const {
  constexpr double kPassing = 0.42;  // m from the ball's centre
  constexpr std::array kTurns = {1.0, 1.8, 3.0, 0.6, 1.4, 2.3, 4.0};
  constexpr std::array kShares = {0.55, 0.75, 0.35, 0.9, 0.2, 0.45, 0.65, 0.1};
  const double away = std::max(kPassing, distance(me_.position, course_[0].position));
  const double width = std::asin(std::min(1.0, kPassing / away));
  const std::size_t turns = thoroughly ? kTurns.size() : 3, shares = thoroughly ? kShares.size() : 4;
  for (std::size_t i = 0; i < turns; ++i)
    for (const double side : {1.0, -1.0}) {
      const Vector command = straight.turned(side * std::min(kTurns[i] * width, 2.9));
      for (std::size_t j = 0; j < shares; ++j) {
        const double length = kShares[j] * (blocked + 0.2 * width) / kInterval;
        consider({command, next_act(std::max<std::size_t>(2, static_cast<std::size_t>(length)))}, best);
      }
    }
}

/// Tries to run sideways, then past the ball, then back to the spot.
void WayFinder::try_two_legs(Vector straight, WayToBall& best) const {
  constexpr std::array kPasts = {0.0, 0.45, -0.45};
  for (const double side : {1.0, -1.0}) {
    std::array<Vector, kPasts.size()> pasts;
    for (std::size_t i = 0; i < pasts.size(); ++i) pasts[i] = straight.turned(side * kPasts[i]);
    for (const double out : {1.3, 1.75, 2.2}) {
      const Vector command = straight.turned(side * out);
      for (const std::size_t length : {2U, 4U, 7U}) {
        const std::size_t until = next_act(length);
        if (until + 1 >= spots_.end() || !is_clear(me_, command, 0, until)) continue;
        const Motion then = after_intervals(me_, command, until);
        for (const Vector past : pasts)
          for (const std::size_t length_past : {3U, 6U, 10U})
            consider({command, until}, then, {past, next_act(until + length_past)}, best);
      }
    }
  }
}

/// Turns the first command and changes its length for as long as the time gets shorter.
void WayFinder::refine(bool thoroughly, WayToBall& best) const {
  constexpr std::array kTurns = {0.12, 0.05};
  constexpr double kTurn = 0.3;
  for (std::size_t i = 0; i < (thoroughly ? kTurns.size() : 1); ++i)
    for (int round = 0; round < 4; ++round) {
      const double before = best.time, turn = thoroughly ? kTurns[i] : kTurn;
      const WayToBall::Leg leg = best.legs[0];
      for (const double side : {turn, -turn}) consider({leg.command.turned(side), leg.until}, best);
      consider({leg.command, leg.until + stride_}, best);
      if (leg.until > stride_) consider({leg.command, leg.until - stride_}, best);
      if (best.time >= before) break;
    }
}

void WayFinder::consider(WayToBall::Leg leg, WayToBall& best) const {
  if (leg.until + 1 >= spots_.end()) return;
  const Motion then = after_intervals(me_, leg.command, leg.until);
  const double time = straight_time(then, leg.until, best.time);
  if (time >= best.time - 1e-4 || !is_clear(me_, leg.command, 0, leg.until) || !is_clear_to_spot(then, leg.until, time))
    return;
  best = {{leg, {}}, 1, time};
}

/// `then` is the end of the first leg, which the caller has found not to touch the ball.
void WayFinder::consider(WayToBall::Leg first, Motion then, WayToBall::Leg second, WayToBall& best) const {
  if (second.until + 1 >= spots_.end() || static_cast<double>(second.until) * kInterval >= best.time) return;
  const Motion at_last = after_intervals(then, second.command, second.until - first.until);
  const double time = straight_time(at_last, second.until, best.time);
  if (time >= best.time - 1e-4 || !is_clear(then, second.command, first.until, second.until) ||
      !is_clear_to_spot(at_last, second.until, time))
    return;
  best = {{first, second}, 2, time};
}

/// The earliest time at which a spot can be reached from `from`, with nothing in the way; infinite if that is not
/// before `limit`. That time may lie between two moments of the course: a fast player has not reached its spot at one
/// moment and is past it at the next.
double WayFinder::straight_time(Motion from, std::size_t begin, double limit) const {
  constexpr double kPassing = 0.02;  // m by which a spot may be missed while passing it: 3 degrees of the push
  const Held& table = held();
  const double own_speed = player_motion::kTopSpeed + from.velocity.length();
  double gap_before = 0;
  Vector way_before;
  std::size_t step = 0;
  for (std::size_t i = std::max(begin, spots_.begin()); i < spots_.end(); i += step) {
    if (static_cast<double>(i - step) * kInterval >= limit) return kNeverThere;
    const std::size_t n = i - begin;
    const Vector way = spots_[i] - (from.position + from.velocity * table.coast[n]);
    const double gap = way.length() - table.reach[n];
    const double time = static_cast<double>(i) * kInterval;
    if (gap <= 1e-6 && i % stride_ == 0) {
      if (step == 0 || stride_ > 1 || gap_before <= 0) return time;
      return time + kInterval * static_cast<double>(step) * gap / (gap_before - gap);
    }
    if (step == 1 && stride_ == 1 && gap_before > 0) {
      const Vector change = way - way_before;
      const double share = std::clamp(-dot(way_before, change) / std::max(1e-12, dot(change, change)), 0.0, 1.0);
      const double reach = table.reach[n - 1] + share * (table.reach[n] - table.reach[n - 1]);
      if ((way_before + change * share).length() < reach + kPassing) return time - kInterval * (1 - share);
    }
    const double fastest = own_speed + course_.speed(i) + 0.5;
    const double jump = gap / (fastest * kInterval);
    step = jump > 1 ? static_cast<std::size_t>(std::min(jump, static_cast<double>(BallCourse::kStates))) : 1;
    gap_before = gap;
    way_before = way;
  }
  return time_beyond_course(from, begin);
}

/// If the course ends before the ball leaves the field, the ball is assumed to stay at the end of the course.
double WayFinder::time_beyond_course(Motion from, std::size_t begin) const {
  constexpr std::size_t kLast = BallCourse::kStates - 1;
  if (spots_.begin() > kLast || spots_.end() <= kLast || begin >= kLast) return kNeverThere;
  const Motion then = after_intervals(from, {}, kLast - begin);
  const double gap = distance(spots_[kLast], then.position) - held().reach[kLast - begin];
  const double time = static_cast<double>(kLast) * kInterval + std::max(0.0, gap) / player_motion::kTopSpeed;
  return next_act_after(time);
}

bool WayFinder::is_clear_to_spot(Motion from, std::size_t begin, double time) const {
  const double seconds = time - static_cast<double>(begin) * kInterval, reach = player_motion::reach(seconds);
  if (reach < 1e-6) return true;
  const Vector rolls_to = player_motion::drive(from, {}, seconds).position;
  const Vector command = ((spots_.at(time) - rolls_to) * (1 / reach)).at_most(1);
  return is_clear(from, command, begin, static_cast<std::size_t>(time / kInterval));
}

/// Whether player and ball stay clear of each other from moment `begin` to `end`. If they are very close at first, they
/// may stay so.
bool WayFinder::is_clear(Motion from, Vector command, std::size_t begin, std::size_t end) const {
  const Held& table = held();
  Vector before = from.position - course_[begin].position;
  const double at_first = before.length() - 0.003;
  for (std::size_t i = begin + 1; i <= std::min(end, BallCourse::kStates - 1); ++i) {
    const std::size_t n = i - begin;
    const Vector now = from.position + from.velocity * table.coast[n] + command * table.reach[n] - course_[i].position;
    const double room = std::min(at_first, course_.touch_range(i) + kKeepClear);
    if (nearest_to_origin(before, now) < room * room) return false;
    before = now;
  }
  return true;
}

}  // namespace rcss3d::agent
