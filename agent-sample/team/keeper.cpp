// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/keeper.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {
namespace {

constexpr double kStep = 0.01;           // s, of the server
constexpr double kCertainCatch = 1.05;   // m: the range of a catch, less a margin for errors of position
constexpr double kCoveredAside = 0.95;   // m beside the keeper within which its hands stop a flat shot of any height
constexpr double kPossibleCatch = 1.17;  // m: the range within which it tries to catch
constexpr double kKeeperHeight = 0.22;   // m, of its centre
constexpr double kBesidePosts = 0.35;    // m beside and above the goal that still count as a shot: the ball is 0.111 m
constexpr double kEnoughRoom = 0.8;      // m of reach to spare; a save with more is not better, only later
constexpr double kOpponentNear = 2.2;    // m from the ball; a catch sends away only opponents nearer than 2 m
constexpr double kLooseSpeed = 1.5;      // m/s: a ball that arrives faster is stopped with the hands first
constexpr double kHeldSpeed = 1.0;       // m/s: a slower ball nearby can be kicked away
constexpr double kHeldDistance = 1.0;    // m
constexpr double kOpponentAtBall = 1.3;  // m: with an opponent nearer than this, a held ball is caught again
constexpr double kOutsideArea = 1.5;     // m in front of the area up to which the keeper goes for a loose ball
constexpr double kLatency = 0.1;         // s, of perception and of action each
constexpr double kNoLob = 9.3, kLobFrom = 10;  // m from the goal: lobs of full power land behind it, in it
constexpr double kCloseUp = 3.5;               // m from the ball: lobs are still low there
constexpr double kFirstSpeed = 1.5;            // m/s towards the goal
constexpr double kAboutToKick = 0.5;  // m between an opponent and a ball that it can kick, including errors of position
constexpr double kAimDoubt = 1;       // m beside the goal within which an expected kick counts as a shot
constexpr double kAimShare = 0.8;
constexpr double kLowBall = 0.5;    // m
constexpr double kKicked = 1.5;     // m/s: a ball whose velocity jumps by more than this has been kicked
constexpr double kSlowed = 0.95;    // share of the drag-free distance that a ball covers in the two latencies
constexpr double kSeenTwice = 1.5;  // intervals
constexpr double kShotSpeed = 13;   // m/s

/// The distance along the ground at which the hands reach a ball of that height, sqrt(range² − above²); −1 if the ball
/// is too high.
double reach_of_hands(double height, double range) {
  const double above = height - kKeeperHeight, left = range * range - above * above;
  return left > 0 ? std::sqrt(left) : -1;
}

double nearest_opponent(const World& world, Vector place) {
  double nearest = 1e9;
  for (const Track& opponent : world.opponents)
    if (opponent.known()) nearest = std::min(nearest, distance(opponent.position, place));
  return nearest;
}

}  // namespace

bool Keeper::in_area(const World& world, Vector place) const {
  const double depth = settings_.area_depth > 0 ? settings_.area_depth : 0.12 * world.field.length;
  return place.x < -world.field.half_length() + depth && std::abs(place.y) < world.field.half_goal() + depth;
}

/// The place is on the bisector of the angle that the goal subtends at the ball. If the ball is near, the keeper stands
/// so close to it that the hands cover the angle and a lob is still low when it passes. Lobs of full power from farther
/// away come down in the goal behind a keeper that stands far out, so the keeper then stays near the line and has the
/// time to run.
Vector Keeper::place_for(const World& world, Vector ball) const {
  const double line = -world.field.half_length(), half = world.field.half_goal();
  const Vector there{std::max(ball.x, line + 0.3), ball.y};
  const Vector to_left = (Vector{line, half} - there).unit(), to_right = (Vector{line, -half} - there).unit();
  const Vector towards = (to_left + to_right).unit();
  const double sine = std::sqrt(std::max(0.0, (1 - dot(to_left, to_right)) / 2));  // of half the angle
  constexpr double kPitch = 0.1;                                                   // m
  const double away = distance(there, world.field.our_goal());
  const double near = std::clamp((kLobFrom - away) / (kLobFrom - kNoLob), 0.0, 1.0);
  const double max_out = settings_.near_line + (settings_.off_line - settings_.near_line) * near;
  const double most = std::max(settings_.near_line, std::min(max_out, there.x - line - 0.5));
  const double close_enough = std::min(kCloseUp, kCoveredAside / std::max(sine, 1e-6));
  Vector place{line + settings_.near_line, std::clamp(ball.y, -half, half)};
  for (double out = settings_.near_line; out <= most; out += kPitch) {
    // Towards a ball beside the goal the bisector meets the goal line at a small angle.
    const double along = std::max(0.5, (there.x - line - out) / std::max(-towards.x, 0.05));
    const Vector farther = there + towards * along;
    if (out > settings_.near_line && std::abs(farther.y) > half) break;  // a ball in front of the goal comes next
    place = farther;
    if (along <= close_enough) break;
  }
  place.x = std::max(place.x, line + 0.3);
  place.y = std::clamp(place.y, -half, half);
  return place;
}

std::optional<Keeper::Shot> Keeper::shot(const World& world, const BallCourse& course) const {
  const double line = -world.field.half_length();
  for (std::size_t i = 0; i + 1 < BallCourse::kStates; ++i) {
    const BallState &before = course[i], &after = course[i + 1];
    if (before.position.x < line || after.position.x > line || before.position.x - after.position.x < 1e-6) continue;
    const double share = (before.position.x - line) / (before.position.x - after.position.x);
    const Vector place = before.position + (after.position - before.position) * share;
    const double height = before.height + (after.height - before.height) * share;
    if (std::abs(place.y) > world.field.half_goal() + kBesidePosts) return {};
    if (height > world.field.goal_height + kBesidePosts) return {};
    return Shot{(static_cast<double>(i) + share) * BallCourse::kInterval, place};
  }
  return {};
}

bool Keeper::is_shot_at(const World& world, const BallCourse& course) const {
  return world.ball.velocity.length() > kHeldSpeed && shot(world, course);
}

/// The first picture after a kick shows that the ball has left its course, but not when within the interval. So the
/// filter underestimates the velocity, and its direction lies between the old and the new one. The push has the
/// direction in which the velocity has jumped, and a shot at goal is assumed to have full power. If such a shot would
/// go into our goal, returns the point of its path that is nearest to the keeper.
std::optional<Vector> Keeper::first_sight(const World& world) const {
  const Track& ball = world.ball;
  if (world.now - at_opponent_.moment > kSeenTwice * world.interval) return {};
  if (world.now - last_.moment > kSeenTwice * world.interval) return {};
  const Vector jump = ball.velocity - last_.velocity;
  if (jump.length() < kKicked) return {};
  const Vector velocity = last_.velocity + jump.unit() * kShotSpeed;
  const Vector place = ball.position + (velocity - ball.velocity) * (2 * kLatency * kSlowed);
  return nearest_on_shot(world, place, velocity, 2 * kBesidePosts, 1);
}

/// The shot of a kick that is about to be made, or that had just been made when the picture was taken: it goes from the
/// centre of the opponent through that of the ball. The positions in a picture are accurate enough to tell the side of
/// the goal, but not the corner.
std::optional<Vector> Keeper::expected_shot(const World& world) const {
  const Track& ball = world.ball;
  const double before = 2 * kLatency;
  if (ball.height > kLowBall || ball.velocity.length() > kShotSpeed / 2) return {};
  const Vector place = ball.position - ball.velocity * (before * kSlowed);
  for (const Track& opponent : world.opponents) {
    if (!opponent.known()) continue;
    const Vector from = opponent.position - opponent.velocity * before;
    if (distance(from, place) > kAboutToKick) continue;
    const Vector velocity = ball.velocity + (place - from).unit() * kShotSpeed;
    if (const auto nearest = nearest_on_shot(world, place, velocity, kAimDoubt, kAimShare)) return nearest;
  }
  return {};
}

/// The point at which a ball that goes into our goal, or misses it by up to `beside` m, passes nearest to the keeper;
/// nothing if it goes elsewhere. The place where it crosses the line is scaled by `share` towards the middle.
std::optional<Vector> Keeper::nearest_on_shot(const World& world, Vector place, Vector velocity, double beside,
                                              double share) {
  const double line = -world.field.half_length(), half = world.field.half_goal();
  if (-velocity.x < kFirstSpeed || place.x < line) return {};
  const double y = place.y + velocity.y * ((line - place.x) / velocity.x);
  if (std::abs(y) > half + beside) return {};
  const Vector crossing{line, share * std::clamp(y, -half - kBesidePosts, half + kBesidePosts)};
  return nearest_on_line(world.me.position, place, crossing);
}

/// The command that brings the hands to the first point of the ball's course at which they have room to spare, or, if
/// there is none, to the point at which they have the most.
Vector Keeper::save(const World& world, const BallCourse& course, const Shot& shot) const {
  const Motion me{world.me.position, world.me.velocity};
  constexpr double kPitch = 0.02;  // s
  double best_room = -1e9, best_time = kPitch;
  for (double time = kPitch; time <= shot.time + kPitch; time += kPitch) {
    const BallState ball = course.at(time);
    const double hands = reach_of_hands(ball.height, kCertainCatch);
    if (hands < 0 || !in_area(world, ball.position)) continue;
    const Vector rolls_to = player_motion::drive(me, {}, time).position;
    const double room = hands + player_motion::reach(time) - distance(ball.position, rolls_to);
    if (room <= best_room) continue;
    best_room = room;
    best_time = time;
    if (room > kEnoughRoom) break;
  }
  const Vector there = course.at(best_time).position;
  const double soonest = std::min(best_time, player_motion::time_to(me, there));
  return player_motion::command_to(me, there, std::max(soonest, world.interval));
}

bool Keeper::is_dangerous(const World& world, bool shot_comes) const {
  const Track& ball = world.ball;
  const double speed = ball.velocity.length(), opponent = nearest_opponent(world, ball.position);
  const bool leaves_us = ball.velocity.x > 0.5 && dot(ball.velocity, ball.position - world.me.position) > 0;
  if (shot_comes) return true;
  if (leaves_us) return opponent < 1;
  const bool is_held = speed < kHeldSpeed && distance(ball.position, world.me.position) < 0.6;
  return opponent < (is_held ? kOpponentAtBall : kOpponentNear) || speed > kLooseSpeed;
}

/// The time, s, from which on the ball of a kick that has not been seen, or only once, can be within reach; infinite if
/// no opponent was there to kick. One picture shows that the ball has been kicked, two show its speed.
double Keeper::possible_kick(const World& world) {
  const Vector ball = world.ball.position;
  if (world.ball.height < 0.5 && nearest_opponent(world, ball) < kOpponentAtBall) at_opponent_ = {world.now, ball};
  const double since = world.now - at_opponent_.moment;
  if (since > kSeenTwice * world.interval) return std::numeric_limits<double>::infinity();
  const double run = distance(at_opponent_.ball, world.me.position) - kPossibleCatch;
  return run / kShotSpeed - 2 * kLatency - since;
}

/// Catches in each step of the coming interval in which the ball may be within reach: along its course until one catch
/// is certain, and after a kick that has not been seen yet. A catch out of reach costs nothing. A keeper that waits
/// until it sees the kick catches 0.2 to 0.4 s after it, when the ball has passed.
void Keeper::catch_ball(const World& world, const BallCourse& course, bool shot_comes, Vector command, Acts& acts) {
  if (world.game.before_kick_off() || world.game.pause()) return;
  const Motion me{world.me.position, world.me.velocity};
  const bool dangerous = is_dangerous(world, shot_comes);
  const double kicked_from = possible_kick(world);
  bool certain = !dangerous;
  const int steps = world.can_delay ? std::min(Acts::kSteps, static_cast<int>(world.interval / kStep)) : 1;
  for (int step = 0; step < steps; ++step) {
    const double time = step * kStep;
    const BallState ball = course.at(time);
    const Vector hands = player_motion::drive(me, command, time).position;
    const double away = std::hypot(distance(hands, ball.position), ball.height - kKeeperHeight);
    const bool on_course = !certain && away < kPossibleCatch;
    if (on_course || time >= kicked_from) acts.after(step).catch_ball();
    if (on_course && away < kCertainCatch - 0.05) certain = true;
  }
  acts.after(0);
}

bool Keeper::leaves(const World& world, const BallCourse& course, const Race& race, Motion keeper) const {
  const Arrival first = arrival(course, keeper, 0.9, 1.0);
  const double depth = settings_.area_depth > 0 ? settings_.area_depth : 0.12 * world.field.length;
  const double line = -world.field.half_length();
  const bool near = first.place.x < line + depth + kOutsideArea &&
                    std::abs(first.place.y) < world.field.half_goal() + depth + kOutsideArea;
  if (!near || first.place.x < line - 0.3) return false;
  const double theirs = race.theirs() > 0 ? race.of_opponent(race.theirs()).time : Arrival::kNever;
  const double ours = race.ours() > 0 ? race.of_mate(race.ours()).time : Arrival::kNever;
  if (!in_area(world, first.place)) {
    const Arrival feet = arrival(course, keeper, 0.35);
    return feet.time + 2 * settings_.leave_lead < theirs && feet.time + settings_.leave_lead < ours;
  }
  // The keeper takes the ball from an opponent with its hands if it arrives before the kick.
  constexpr double kTimeToShoot = 0.35;  // s
  const bool before_them = first.time + settings_.leave_lead < theirs || first.time < kTimeToShoot;
  const bool mate_is_safe = ours + 0.2 < first.time && ours + 0.6 < theirs;
  return before_them && !mate_is_safe;
}

Keeper::Task Keeper::decide(const World& world, const BallCourse& course, const Race& race, Acts& acts,
                            Drawing& drawing) {
  if (std::exchange(episode_, world.episode) != world.episode) {
    at_opponent_ = {};
    last_ = {};
  }
  const Motion me{world.me.position, world.me.velocity};
  const auto coming = shot(world, course);
  const double opponent = nearest_opponent(world, world.ball.position);
  const bool playing = world.game.play_on() && world.ball.known();
  const auto sight = playing ? first_sight(world) : std::nullopt;
  last_ = {world.now, world.ball.velocity};
  Task task = Task::stand;
  if (playing && (sight || is_shot_at(world, course)))
    task = Task::save;
  else if (playing && world.ball.height < 0.3 && world.ball.velocity.length() < kHeldSpeed &&
           distance(world.ball.position, me.position) < kHeldDistance && opponent > kOpponentAtBall)
    task = Task::distribute;
  else if (playing && leaves(world, course, race, me))
    task = Task::leave;

  Vector command;
  if (task == Task::save) {
    command = sight ? player_motion::command_to(me, *sight, world.interval) : save(world, course, *coming);
    drawing.line("keeper", world.ball.position, sight ? *sight : coming->place);
  } else if (task == Task::leave) {
    const Arrival ball = arrival(course, me, 0.6, 1.0);
    command = player_motion::command_to(me, ball.place, std::max(ball.time, world.interval));
    drawing.words("keeper", ball.place, "mine");
  } else if (task == Task::stand) {
    const Vector ball = world.ball.known() ? course.at(world.interval).position : Vector{};
    const auto expected = playing ? expected_shot(world) : std::nullopt;
    const Vector place = expected ? *expected : place_for(world, ball);
    const double until = std::max(world.interval, distance(place, ball) / kShotSpeed);
    command = expected ? player_motion::command_to(me, place, until)
                       : player_motion::command_to_rest(me, place, world.interval);
    drawing.circle("keeper", place, 0.3);
  }
  if (task != Task::distribute) acts.drive(command);
  catch_ball(world, course, coming.has_value(), command, acts);
  return task;
}

}  // namespace rcss3d::agent
