// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/ball_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/game_state.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/collider.h"
#include "spark/scene/scene.h"

namespace soccer {
namespace {

template <typename T>
T& part_of(spark::Scene& scene, std::string_view path) {
  if (auto* part = dynamic_cast<T*>(scene.find(path))) return *part;
  throw std::runtime_error(
      fmt::format("the scene {} has no {} of the class the referee needs", scene.full_path(), path));
}

}  // namespace

void BallStateAspect::prepare() {
  const auto* server = core().find_first<spark::SceneServer>();
  if (!server || !server->active_scene()) throw std::runtime_error("the script created no scene to play in");
  spark::Scene& scene = *server->active_scene();
  game_ = game_of(*this);
  ball_ = part_of<Ball>(scene, "Ball");
  field_sensor_ = part_of<spark::RecorderHandler>(scene, "FieldBox/recorder");
  left_goal_sensor_ = part_of<spark::RecorderHandler>(scene, "GoalBoxL/recorder");
  right_goal_sensor_ = part_of<spark::RecorderHandler>(scene, "GoalBoxR/recorder");
  ball_recorder_ = ball_->recorder();
  for (auto* sensor : {&field_sensor_, &left_goal_sensor_, &right_goal_sensor_})
    (*sensor)->watch_only(ball_->geometry());
  last_valid_position_ = position();
}

spark::Vec3 BallStateAspect::position() const {
  return ball_->body().position();
}

void BallStateAspect::update(double) {
  // A running kick counts as a touch with the time before the step (behaviour 7.1 b); a touch by body overrides it.
  if (const spark::AgentId pusher = ball_->pushed_by(); pusher >= 0)
    if (const AgentState* kicker = game_->find_player(pusher)) note_touch(*kicker, time_before_step_);
  if (const AgentState* player = toucher()) {
    note_touch(*player, game_->time());
    last_play_ = last_touch_;
  }
  if (kicked_) {
    last_play_ = last_kick_;
    last_play_.time = game_->time();
    kicked_ = false;
  }

  on_field_ = !field_sensor_->touching().empty();
  if (on_field_) last_valid_position_ = position();
  in_goal_of_ = !left_goal_sensor_->touching().empty()    ? Side::left
                : !right_goal_sensor_->touching().empty() ? Side::right
                                                          : Side::none;
  time_before_step_ = game_->time();
}

void BallStateAspect::restart() {
  last_touch_ = last_kick_ = last_play_ = {};
  kicked_ = {};
  on_field_ = true;
  in_goal_of_ = Side::none;
  last_valid_position_ = position();
  time_before_step_ = 0.0;
}

void BallStateAspect::note_touch(const AgentState& player, double time) {
  if (player.side == Side::none) return;  // not in the game yet
  last_touch_ = {player.agent().id(), player.side, player.unum, time};
}

void BallStateAspect::note_kick(const AgentState& kicker) {
  if (kicker.side == Side::none) return;
  last_kick_ = {kicker.agent().id(), kicker.side, kicker.unum, game_->time()};
  kicked_ = true;
}

const AgentState* BallStateAspect::toucher() {
  const AgentState* nearest = nullptr;
  double least = 0.0;
  const spark::Vec3 centre = position();
  for (const spark::Collider* collider : ball_recorder_->touching()) {
    const AgentState* player = player_of(*collider);
    if (!player || player->side == Side::none) continue;
    const double distance = length(player->body().position() - centre);
    const bool nearer =
        !nearest || distance < least || (distance == least && player->agent().id() < nearest->agent().id());
    if (nearer) nearest = player, least = distance;
  }
  return nearest;
}

const AgentState* BallStateAspect::player_of(const spark::Collider& collider) {
  if (owners_version_ != game_->players_version()) {
    owners_.clear();
    owners_version_ = game_->players_version();
  }
  const auto known = std::find_if(owners_.begin(), owners_.end(),
                                  [&](const Owner& owner) { return owner.collider == collider.serial(); });
  if (known != owners_.end()) return known->player;
  const auto* agent = spark::agent_of(collider);
  const AgentState* player = agent ? game_->find_player(agent->id()) : nullptr;
  owners_.push_back({collider.serial(), player});
  return player;
}

BallStateAspect& ball_state_of(const spark::Leaf& node) {
  if (auto* state = node.core().find_first<BallStateAspect>()) return *state;
  throw std::runtime_error(
      fmt::format("{} needs the ball state: the script must call initControlAspect('BallStateAspect') before it",
                  node.full_path()));
}

}  // namespace soccer
