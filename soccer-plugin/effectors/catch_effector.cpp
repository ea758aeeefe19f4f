// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/effectors/catch_effector.h"

#include <fmt/format.h>

#include "soccer-plugin/ball.h"
#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/player_moves.h"

namespace soccer {
namespace {

constexpr double kCatchSlack = 0.01;  ///< m above the resting height (behaviour 3.6)

}  // namespace

bool CatchEffector::may_catch() const {
  if (player().unum != kGoalkeeper || !is_low(kCatchSlack)) return false;
  const spark::Vec3 ball = ball_state_->ball().world_pose().position;
  // The side is known, because an agent without a team has no number.
  if (!penalty_area_of(game(), player().side).contains(ball)) return false;
  return length(ball - position()) <= config().agent_radius + config().ball_radius + margin_;
}

void CatchEffector::add_notes(std::vector<std::string>& notes) const {
  notes.push_back(fmt::format("catch margin {}", margin_));
}

void CatchEffector::realise(const spark::Arguments&) {
  if (!may_catch()) return;
  const double gap = config().agent_radius + config().ball_radius + config().catch_gap;
  const double towards_opponent = towards_goal_of(opponent(player().side));
  const spark::Vec3 place{position().x + towards_opponent * gap, position().y, config().ball_radius};
  for (const Side side : {Side::left, Side::right})
    clear_circle(game(), side, place, config().catch_clear_radius, config().catch_clear_distance, *distances_,
                 &player());
  ball_state_->ball().place(place);
  ball_state_->note_catch(player());
}

bool CatchEffector::set_catch_margin(double margin) {
  if (!(margin >= 0.0)) return false;
  margin_ = margin;
  return true;
}

void CatchEffector::linked() {
  PlayerEffector::linked();
  ball_state_ = ball_state_of(*this);
  distances_ = &agent().random_stream("catch");
}

}  // namespace soccer
