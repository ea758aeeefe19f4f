// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/place_worth.h"

#include <algorithm>
#include <cmath>

#include "agent-sample/lib/player_motion.h"

namespace rcss3d::agent {
namespace {

constexpr double kHaving = 0.015;          // value of having the ball at all
constexpr double kWorthPerMetre = 0.0025;  // value of each m up the field
constexpr double kShotTaken = 0.6;         // share of the chances of a shot in which a shot is made
constexpr double kShotAgainstUs = 0.15;    // value of a ball of theirs in front of our goal
constexpr double kMeanShotSpeed = 12;      // m/s, on average over its way
constexpr double kMeanPassSpeed = 7;       // m/s of a ball on its way to the shooter
constexpr double kSettling = 0.5;          // s that the shooter needs for the shot
constexpr double kWorthReaction = 0.35;    // s until a player runs for a shot
constexpr double kHands = 1.1;             // m, a keeper's reach
constexpr double kFoot = 0.33;             // m, the reach of all other players
constexpr double kShotSpread = 0.024;      // rad, standard deviation of a shot's direction, including that of aiming
constexpr double kPlaceSpread = 0.06;      // m, standard deviation of an opponent's position
constexpr double kInsideOfPost = 0.13;     // m by which the ball's centre must be inside of the post
constexpr double kUsualKeeper = 1.2;       // m

/// The logistic approximation of the normal distribution function; it is exact within 0.02.
double normal_share(double deviations) {
  return 1 / (1 + std::exp(-1.702 * deviations));
}

}  // namespace

void PlaceWorth::prepare(const World& world) {
  field_ = world.field;
  ball_ = world.ball.position;
  pitch_ = std::max(1.0, 4 * field_.goal_width + 4) / static_cast<double>(kDeep);
  shots_.fill(-1);
  const Vector goal = field_.their_goal();
  // A keeper that is not seen is assumed to be where keepers usually are.
  keeper_ = world.opponents[1].known() ? world.opponents[1].position : goal - Vector{kUsualKeeper, 0};
  count_ = 0;
  for (std::size_t number = 2; number <= World::kPlayers; ++number) {
    const Track& opponent = world.opponents[number];
    if (opponent.known() && opponent.position.x > goal.x - pitch_ * kDeep)
      opponents_[count_++] = opponent.position + opponent.velocity * player_motion::kFreeRoll;
  }
}

double PlaceWorth::limited(double x) const {
  return std::clamp(x, -field_.half_length(), field_.half_length());
}

/// The best probability of a goal over some points of the goal. The keeper runs towards the bisector of the angle of
/// the goal, as far as it gets while the ball is on its way to the place. All others stay, and reach as far to each
/// side as they can run during the shot.
double PlaceWorth::shot_from(Vector place) const {
  const Vector goal = field_.their_goal();
  const double half = field_.half_goal() - kInsideOfPost;
  const Vector stand = goal + (place - goal).unit() * std::min(kUsualKeeper, 0.3 * distance(place, goal));
  const double time = distance(ball_, place) / kMeanPassSpeed + kSettling - kWorthReaction;
  const Vector keeper = keeper_ + (stand - keeper_).at_most(player_motion::reach(std::max(0.0, time)));
  double best = 0;
  for (const double share : {-0.92, -0.78, -0.5, 0.0, 0.5, 0.78, 0.92}) {
    const Vector aim = goal + Vector{0, share * half} - place;
    const double length = aim.length();
    const Vector along = aim * (1 / length);
    const double spread = (kShotSpread * length + 0.02) / std::max(0.2, along.x);
    const double past_post = normal_share((1 - std::abs(share)) * half / spread);
    if (past_post <= best) continue;
    double margin = 3;  // standard deviations
    const auto meet = [&](Vector opponent, double reach) {
      const Vector there = opponent - place;
      const double way = dot(there, along);
      if (way < 0.2 || way > length) return;
      const double run = player_motion::reach(std::max(0.0, way / kMeanShotSpeed - kWorthReaction));
      const double aside = std::abs(dot(there, along.turned_left()));
      margin = std::min(margin, (aside - reach - run) / (kShotSpread * way + kPlaceSpread));
    };
    meet(keeper, kHands);
    for (std::size_t i = 0; i < count_ && margin > -2; ++i) meet(opponents_[i], kFoot);
    best = std::max(best, past_post * normal_share(margin));
  }
  return best;
}

double PlaceWorth::shot(Vector place) const {
  const double deep = (field_.half_length() - place.x) / pitch_;
  const double wide = place.y / pitch_ + static_cast<double>(kWide) / 2;
  if (!(deep >= 0 && deep < kDeep && wide >= 0 && wide < kWide)) return 0;
  const auto row = static_cast<std::size_t>(deep), column = static_cast<std::size_t>(wide);
  float& known = shots_[row * kWide + column];
  if (known < 0)
    known =
        static_cast<float>(shot_from({field_.half_length() - (static_cast<double>(row) + 0.5) * pitch_,
                                      (static_cast<double>(column) + 0.5 - static_cast<double>(kWide) / 2) * pitch_}));
  return known;
}

double PlaceWorth::ours(Vector place, double room) const {
  const double far = kHaving + kWorthPerMetre * (field_.half_length() + limited(place.x));
  return far * (0.5 + 0.5 * room) + kShotTaken * (0.2 + 0.8 * room) * shot(place);
}

double PlaceWorth::theirs(Vector place) const {
  const Vector goal = field_.our_goal();
  const double to_goal = distance(place, goal), half = field_.half_goal();
  const double depth = std::max(0.3, place.x - goal.x);
  // The angle that the goal subtends: tan = 2 half depth / (depth² + y² − half²).
  const double angle = std::atan2(2 * half * depth, depth * depth + place.y * place.y - half * half);
  const double seen = std::clamp((angle - 0.12) / 0.5, 0.0, 1.0);
  const double shot = seen > 0 ? kShotAgainstUs * seen * std::exp(-std::max(0.0, to_goal - 10) / 8) : 0;
  return kHaving + kWorthPerMetre * (field_.half_length() - limited(place.x)) + shot;
}

}  // namespace rcss3d::agent
