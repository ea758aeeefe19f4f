// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/kick_plan.h"

#include <algorithm>
#include <cmath>

namespace rcss3d::agent {
namespace {

constexpr double kSoon = 0.3;       // s before the kick during which a choice is kept,
constexpr double kKeptShare = 0.5;  // and the share of the time before that
constexpr double kLongest = 2;      // s
constexpr double kOff = 0.25;       // m and s by which ball and players may differ from what was expected, and
constexpr double kOffShare = 0.35;  // the same as a share of the time left, s: the distant future is known less exactly

}  // namespace

KickPlan::Basis KickPlan::basis_of(const World& world, const Approach& approach, const Race& race) {
  const KickChance& soonest = approach.soonest();
  return {world.episode, world.game.mode, world.now + soonest.time, soonest.ball.position,
          world.now + race.of_opponent(race.theirs()).time};
}

bool KickPlan::holds(const World& world, const Basis& now) const {
  if (now.episode != basis_.episode || now.mode != basis_.mode) return false;
  if (world.now > until_ - 0.5 * world.interval || !std::isfinite(now.kick)) return false;
  const double off = kOff + kOffShare * std::max(0.0, now.kick - world.now);
  return std::abs(now.kick - basis_.kick) < off && distance(now.ball, basis_.ball) < off &&
         (now.pressed == basis_.pressed || std::abs(now.pressed - basis_.pressed) < off);
}

const KickChoice& KickPlan::choice(const World& world, const Approach& approach, const BallMotion& motion,
                                   const Race& race, Drawing& drawing) {
  const Basis now = basis_of(world, approach, race);
  if (holds(world, now)) {
    choice_.strike.earliest = std::max(0.0, earliest_ - world.now);
    return choice_;
  }
  choice_ = chooser_.choose(world, approach, motion, race, drawing);
  basis_ = now;
  earliest_ = world.now + choice_.strike.earliest;
  const double time = choice_.chance.possible() ? choice_.chance.time : approach.soonest().time;
  until_ = world.now + std::clamp(kKeptShare * (time - kSoon), 0.0, kLongest);
  return choice_;
}

}  // namespace rcss3d::agent
