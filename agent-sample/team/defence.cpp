// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/defence.h"

#include <algorithm>
#include <cmath>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {
namespace {

constexpr int kTeam = static_cast<int>(World::kPlayers);
constexpr double kInFront = 0.45;       // m from a ball of theirs towards our goal: the kick goes away from the goal
constexpr double kKeptDuty = 0.35;      // s by which the player that has a duty may arrive later and still keep it
constexpr double kBeforeLine = 1.5;     // m in front of our goal line, which belong to the keeper
constexpr double kTightMarking = 0.30;  // share of the field's length from our goal, within which marking is tight
constexpr double kTightGap = 0.8;       // share of the gap there
constexpr double kMarkingRange = 0.2;   // share of the field's length: players whose place is farther away do not mark
constexpr double kAtBall = 1.0;         // m: an opponent that near has the ball, and is not marked

Motion motion_of(const World& world, int number) {
  const Track& track = number == world.number ? world.me : world.mates[static_cast<std::size_t>(number)];
  return {track.position, track.velocity};
}

bool plays(const World& world, int number) {
  return number == world.number || world.mates[static_cast<std::size_t>(number)].known();
}

/// The point at which to meet a ball: where we first can, but not before the opponents have it.
Vector meeting_point(const Race& race) {
  const Arrival &theirs = race.of_opponent(race.theirs()), &ours = race.of_mate(race.ours());
  return theirs.time < ours.time ? theirs.place : ours.place;
}

/// The danger of an opponent without the ball, in m: higher near our goal and in front of it.
double danger(const World& world, const Track& opponent, Vector ball) {
  const Vector goal = world.field.our_goal();
  const double near = world.field.length - distance(opponent.position, goal);
  const double beside = std::abs(opponent.position.y) / world.field.width;
  const double pass = distance(opponent.position, ball);
  return near - 6 * beside - 0.1 * pass;
}

/// A place between the opponent and our goal, and somewhat towards the ball, so that we reach a pass first.
Vector marking_place(const World& world, const DefenceSettings& settings, const Track& opponent, Vector ball) {
  const Vector goal = world.field.our_goal();
  const Vector there = opponent.position + opponent.velocity * 0.3;
  const double to_goal = distance(there, goal);
  const double gap = settings.marking_gap * (to_goal < kTightMarking * world.field.length ? kTightGap : 1);
  const Vector side = (goal - there).unit() + (ball - there).unit() * 0.8;
  Vector place = there + side.unit() * std::min(gap, 0.8 * to_goal);
  place.x = std::max(place.x, goal.x + kBeforeLine);
  return place;
}

/// The free player that is first at a place. The player who had the duty keeps it unless another one arrives clearly
/// sooner.
template <typename HadIt>
int nearest_free(const World& world, const std::array<bool, World::kPlayers + 1>& is_free, Vector place, HadIt had_it) {
  constexpr double kRoom = 0.3;  // m from the place
  int best = 0;
  double best_time = 1e9;
  for (int number = 2; number <= kTeam; ++number) {
    if (!is_free[static_cast<std::size_t>(number)]) continue;
    const Motion from = motion_of(world, number);
    const double lead = had_it(number) ? kKeptDuty : 0;
    if (player_motion::time_at_least(from, place, kRoom) - lead >= best_time) continue;
    const double time = player_motion::time_to(from, place, kRoom) - lead;
    if (time >= best_time) continue;
    best = number;
    best_time = time;
  }
  return best;
}

}  // namespace

void Defence::assign(const World& world, const BallCourse& course, const Race& race, const Places& homes) {
  if (episode_ != world.episode) {
    *this = Defence(settings_);
    episode_ = world.episode;
  }
  const auto had = duties_;
  const auto at = [](int number) { return static_cast<std::size_t>(number); };
  needed_ = world.game.their_restart() ||
            (race.theirs() > 0 && race.lead() < settings_.danger_lead + (needed_ ? kKeptDuty : 0));
  std::array<bool, World::kPlayers + 1> is_free{};
  for (int number = 2; number <= kTeam; ++number) {
    is_free[at(number)] = plays(world, number);
    duties_[at(number)] = {Duty::Kind::hold, homes[at(number)], 0};
  }
  duties_[1] = {};
  if (!needed_) return;
  const auto give = [&](int number, Duty duty) {
    is_free[at(number)] = false;
    duties_[at(number)] = duty;
  };

  const Vector goal = world.field.our_goal();
  const Vector ball = race.ours() > 0 ? meeting_point(race) : course[0].position;
  const Vector to_goal = (goal - ball).unit();
  const int pressing = static_cast<int>(std::lround(settings_.pressing));
  for (int i = 0; i < pressing; ++i) {
    int next = i == 0 ? race.ours() : 0;
    for (int number = 2; number <= kTeam && i > 0; ++number)
      if (is_free[at(number)] && (next == 0 || race.of_mate(number).time < race.of_mate(next).time)) next = number;
    if (next > 0 && is_free[at(next)])
      give(next, {Duty::Kind::press, ball + to_goal * std::min(kInFront, 0.8 * distance(ball, goal)), 0});
  }

  Vector cover = ball + to_goal * std::min(settings_.cover_gap, 0.55 * distance(ball, goal));
  cover.x = std::max(cover.x, goal.x + kBeforeLine);
  const int covering =
      nearest_free(world, is_free, cover, [&](int number) { return had[at(number)].kind == Duty::Kind::cover; });
  if (covering > 0) give(covering, {Duty::Kind::cover, cover, 0});

  std::array<int, World::kPlayers> threats{};
  std::size_t count = 0;
  const double farthest = goal.x + settings_.marking_depth * world.field.length;
  for (int number = 2; number <= kTeam; ++number) {
    const Track& opponent = world.opponents[at(number)];
    const bool has_ball = number == race.theirs() && distance(opponent.position, ball) < kAtBall;
    if (opponent.known() && !has_ball && opponent.position.x < farthest) threats[count++] = number;
  }
  std::sort(threats.begin(), threats.begin() + count, [&](int a, int b) {
    const double of_a = danger(world, world.opponents[at(a)], ball), of_b = danger(world, world.opponents[at(b)], ball);
    return of_a != of_b ? of_a > of_b : a < b;
  });
  for (std::size_t i = 0; i < count; ++i) {
    const Vector place = marking_place(world, settings_, world.opponents[at(threats[i])], ball);
    const int marking =
        nearest_free(world, is_free, place, [&](int number) { return had[at(number)].opponent == threats[i]; });
    const bool too_far = marking > 0 && distance(homes[at(marking)], place) > kMarkingRange * world.field.length;
    if (marking > 0 && !too_far) give(marking, {Duty::Kind::mark, place, threats[i]});
  }
}

}  // namespace rcss3d::agent
