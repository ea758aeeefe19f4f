// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/ball_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

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
T& scene_part(spark::Scene& scene, std::string_view path) {
  if (auto* part = dynamic_cast<T*>(scene.find(path))) return *part;
  throw std::runtime_error(
      fmt::format("the scene {} has no {} of the class the referee needs", scene.full_path(), path));
}

/// Whether the path from `begin` to `end` leads into the goal through its mouth, which is on the side of the box in
/// direction `to_field` (1 or -1) of its x axis. A point in the plane of the mouth is still outside. There is no lower
/// edge, because a hard bounce takes the centre of the ball below the ground for a step.
bool leads_into(const spark::BoxCollider& goal, double to_field, spark::Vec3 begin, spark::Vec3 end) {
  const double mouth = goal.box_length(0) / 2;
  const spark::Vec3 to = goal.to_local(end);
  const double behind = mouth - to_field * to.x;
  if (behind <= 0) return false;
  const spark::Vec3 from = goal.to_local(begin);
  const double before = to_field * from.x - mouth;
  if (before < 0) return false;
  const spark::Vec3 crossing = from + before / (before + behind) * (to - from);
  return std::abs(crossing.y) < goal.box_length(1) / 2 && crossing.z < goal.box_length(2) / 2;
}

/// The argument `to_field` of `leads_into`: the field's centre is the origin.
double direction_of_field(const spark::BoxCollider& goal) {
  return goal.to_local({}).x < 0 ? -1.0 : 1.0;
}

/// The part of the path until it leaves -limit … limit; 1 if it does not leave. It begins inside.
double part_inside(double start, double end, double limit) {
  return std::abs(end) > limit ? (std::copysign(limit, end) - start) / (end - start) : 1.0;
}

}  // namespace

void BallStateAspect::prepare() {
  const auto* server = core().find_first<spark::SceneServer>();
  if (!server || !server->active_scene()) throw std::runtime_error("the script created no scene to play in");
  spark::Scene& scene = *server->active_scene();
  game_ = game_of(*this);
  ball_ = scene_part<Ball>(scene, "Ball");
  field_sensor_ = scene_part<spark::RecorderHandler>(scene, "FieldBox/recorder");
  left_goal_ = scene_part<spark::BoxCollider>(scene, "GoalBoxL");
  right_goal_ = scene_part<spark::BoxCollider>(scene, "GoalBoxR");
  ball_recorder_ = ball_->recorder();
  // A recorder keeps a goal box from being solid; it has no other purpose.
  for (const char* sensor : {"FieldBox/recorder", "GoalBoxL/recorder", "GoalBoxR/recorder"})
    scene_part<spark::RecorderHandler>(scene, sensor).watch_only(ball_->geometry());
  // A shot moves 0.5 m in a step, and a post is 8 cm thick.
  ball_->body().set_swept(true);
  last_valid_position_ = position();
  ball_moves_ = ball_->moves();
}

spark::Vec3 BallStateAspect::position() const {
  return ball_->body().position();
}

void BallStateAspect::update(double) {
  touches_.clear();
  const bool was_moved = std::exchange(ball_moves_, ball_->moves()) != ball_moves_;
  // Before a kick-off the referee moves the ball back in every step, which counts once.
  if (was_moved && !is_being_moved_) add_to_kicks({.time = time_before_step_});
  is_being_moved_ = was_moved;
  // A running kick counts as a touch with the time before the step (behaviour 7.1 b); a touch by body overrides it.
  if (const spark::AgentId pusher = ball_->pushed_by(); pusher >= 0)
    if (const AgentState* kicker = game_->find_player(pusher)) note_touch(*kicker, time_before_step_);
  if (const AgentState* player = toucher()) {
    note_touch(*player, game_->time());
    last_play_ = last_touch_;
  }
  if (caught_) {
    last_catch_.time = game_->time();
    add_to_touches(last_catch_);
    caught_ = false;
  }
  if (kicked_) {
    last_play_ = last_kick_;
    last_play_.time = game_->time();
    kicked_ = false;
  }

  on_field_ = !field_sensor_->touching().empty();
  if (on_field_) last_valid_position_ = position();
  note_lines();
  time_before_step_ = game_->time();
}

void BallStateAspect::note_lines() {
  if (from_left_goal_ == 0.0) {
    from_left_goal_ = direction_of_field(*left_goal_);
    from_right_goal_ = direction_of_field(*right_goal_);
  }
  const spark::Vec3 begin = ball_->step_began_at(), end = position();
  entered_goal_of_ = leads_into(*left_goal_, from_left_goal_, begin, end)     ? Side::left
                     : leads_into(*right_goal_, from_right_goal_, begin, end) ? Side::right
                                                                              : Side::none;
  const double goal_line = game_->config().field_length / 2, side_line = game_->config().field_width / 2;
  const auto is_between_lines = [&](const spark::Vec3& at) {
    return std::abs(at.x) <= goal_line && std::abs(at.y) <= side_line;
  };
  if (is_between_lines(end))
    left_over_side_line_ = false;
  else if (is_between_lines(begin))
    left_over_side_line_ = part_inside(begin.y, end.y, side_line) < part_inside(begin.x, end.x, goal_line);
}

void BallStateAspect::restart() {
  last_touch_ = last_kick_ = last_play_ = last_catch_ = {};
  kicked_ = caught_ = {};
  kicks_.clear();
  kick_count_ = 0;
  ball_moves_ = ball_->moves();
  is_being_moved_ = false;
  touches_.clear();
  last_touch_of_ = {};
  on_field_ = true;
  entered_goal_of_ = Side::none;
  left_over_side_line_ = false;
  last_valid_position_ = position();
  time_before_step_ = 0.0;
}

void BallStateAspect::note_touch(const AgentState& player, double time) {
  if (player.side == Side::none) return;  // it has not joined a team yet
  last_touch_ = {player.agent().id(), player.side, player.unum, time};
  add_to_touches(last_touch_);
}

void BallStateAspect::add_to_touches(const Touch& touch) {
  const auto is_it = [&](const Touch& other) { return other.agent == touch.agent; };
  if (std::any_of(touches_.begin(), touches_.end(), is_it)) return;
  touches_.push_back(touch);
  touches_.back().time = game_->time();
  last_touch_of_[touch.side] = touches_.back();
}

void BallStateAspect::note_kick(const AgentState& kicker, bool begins) {
  if (kicker.side == Side::none) return;
  last_kick_ = {kicker.agent().id(), kicker.side, kicker.unum, game_->time()};
  kicked_ = true;
  if (begins) add_to_kicks(last_kick_);
}

void BallStateAspect::add_to_kicks(const Touch& kick) {
  kicks_.push_back(kick);
  if (kicks_.size() > kMaxKicks) kicks_.pop_front();
  ++kick_count_;
}

void BallStateAspect::note_catch(const AgentState& keeper) {
  last_catch_ = {keeper.agent().id(), keeper.side, keeper.unum, game_->time()};
  caught_ = true;
}

void BallStateAspect::change_sides() {
  for (Touch* touch :
       {&last_touch_, &last_kick_, &last_play_, &last_catch_, &last_touch_of_.left, &last_touch_of_.right})
    touch->side = opponent(touch->side);
  std::swap(last_touch_of_.left, last_touch_of_.right);
  for (Touch& touch : touches_) touch.side = opponent(touch.side);
  for (Touch& kick : kicks_) kick.side = opponent(kick.side);
}

const AgentState* BallStateAspect::toucher() {
  const AgentState* nearest = nullptr;
  double min_distance = 0.0;
  const spark::Vec3 centre = position();
  for (const spark::Collider* collider : ball_recorder_->touching()) {
    const AgentState* player = player_of(*collider);
    if (!player || player->side == Side::none) continue;
    add_to_touches({player->agent().id(), player->side, player->unum, 0.0});
    const double distance = length(player->body().position() - centre);
    const bool nearer = !nearest || distance < min_distance ||
                        (distance == min_distance && player->agent().id() < nearest->agent().id());
    if (nearer) nearest = player, min_distance = distance;
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
