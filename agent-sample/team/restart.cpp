// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/restart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rcss3d::agent::set_play {
namespace {

constexpr double kPause = 1.2;          // s from the moment a ball goes out until it is placed and players see it there
constexpr double kAtPlace = 0.4;        // m within which the ball is at its place
constexpr double kBeforeCorner = 0.05;  // m
constexpr double kGoalKick = 5;         // m in front of the goal line
constexpr double kShortOption = 0.14;   // share of the field's length
constexpr double kMinShort = 4.5, kMaxShort = 8.5;  // m
constexpr double kFarthestOffer = 0.35;             // share of the field's length that a player runs to offer itself

/// The x at which a ball that is beyond a side line has crossed it.
double crossing_x(const World& world, double side_line) {
  const Track& ball = world.ball;
  const double beyond = std::abs(ball.position.y) - side_line, outwards = std::abs(ball.velocity.y);
  if (beyond <= 0 || outwards < 0.1) return ball.position.x;
  return ball.position.x - ball.velocity.x * std::min(beyond / outwards, kPause);
}

/// Places at which a mate can receive a pass immediately, the most important one first.
struct Offers {
  std::array<Vector, 3> places;
  std::size_t count = 0;

  void add(Vector place) { places[count++] = place; }
};

Offers offers_at(const World& world, Vector ball) {
  constexpr double kPostDepth = 6, kBesidePost = 0.6;  // m; share of half the goal's width
  const Field& field = world.field;
  const double near = std::clamp(kShortOption * field.length, kMinShort, kMaxShort);
  Offers offers;
  if (world.game.mode == Mode::corner_kick) {
    const double side = ball.y > 0 ? 1 : -1;
    const double depth = std::min(kPostDepth, 0.15 * field.length);
    offers.add({ball.x - 0.8 * near, ball.y - side * 0.6 * near});
    for (const double post : {side, -side})
      offers.add({field.half_length() - depth, post * kBesidePost * field.half_goal()});
    return offers;
  }
  // Into the field, to both sides of the line from the ball to the middle; the one towards their goal comes first.
  const Vector inwards = (Vector{ball.x, 0} - ball).length() > 1 ? Vector{0, ball.y > 0 ? -1.0 : 1.0} : Vector{1, 0};
  constexpr double kAside = 50 * kDegree;
  const Vector one = inwards.turned(kAside), other = inwards.turned(-kAside);
  const bool one_ahead = one.x > other.x;
  for (const Vector direction : {one_ahead ? one : other, one_ahead ? other : one}) {
    const Vector place = ball + direction * near;
    offers.add({std::clamp(place.x, 1 - field.half_length(), field.half_length() - 1), place.y});
  }
  return offers;
}

}  // namespace

std::optional<Vector> restart_place(const World& world) {
  const Game& game = world.game;
  if (!game.restart() || !world.ball.known() || game.mode_time > kPause) return {};
  const double x = world.field.half_length(), y = world.field.half_width();
  const double side = world.ball.position.y > 0 ? 1 : -1, theirs = game.whose == Whose::ours ? 1 : -1;
  Vector place;
  switch (game.mode) {
    case Mode::kick_in:
      place = {std::clamp(crossing_x(world, y), -x, x), side * y};
      break;
    case Mode::corner_kick:
      place = {theirs * (x - kBeforeCorner), side * (y - kBeforeCorner)};
      break;
    case Mode::goal_kick:
      place = {-theirs * (x - kGoalKick), 0};
      break;
    default:
      return {};
  }
  if (distance(place, world.ball.position) < kAtPlace) return {};
  return place;
}

World with_ball_at(const World& world, Vector place) {
  World then = world;
  then.ball.position = place;
  then.ball.velocity = {};
  then.ball.height = world.field.ball_radius;
  then.ball.climb = 0;
  then.ball_spin = {};
  return then;
}

void offer_to_taker(const World& world, const Race& race, Defence::Places& homes) {
  const Mode mode = world.game.mode;
  if (!world.game.our_restart() || mode == Mode::kick_off) return;
  const Offers offers = offers_at(world, world.ball.position);
  std::array<bool, World::kPlayers + 1> is_taken{};
  is_taken[static_cast<std::size_t>(race.ours())] = true;
  for (std::size_t i = 0; i < offers.count; ++i) {
    std::size_t best = 0;
    double least = kFarthestOffer * world.field.length;
    for (std::size_t number = 2; number <= World::kPlayers; ++number) {
      const bool plays = static_cast<int>(number) == world.number || world.mates[number].known();
      const double way = distance(homes[number], offers.places[i]);
      if (!plays || is_taken[number] || way >= least) continue;
      best = number;
      least = way;
    }
    if (best == 0) return;
    is_taken[best] = true;
    homes[best] = offers.places[i];
  }
}

}  // namespace rcss3d::agent::set_play
