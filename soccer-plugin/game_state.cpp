// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/game_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/object_state.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace soccer {
namespace {

std::string_view name_or(const std::string& name, std::string_view side) {
  return name.empty() ? side : std::string_view(name);
}

}  // namespace

void GameStateAspect::set_play_mode(PlayMode mode) {
  if (mode == play_mode_) return;
  play_mode_ = mode;
  last_mode_change_ = time_;
  lead_time_ = 0.0F;
  follow_up_time_ = 0.0F;
}

double GameStateAspect::mode_time() const {
  if (play_mode_.phase == Phase::before_kick_off) return lead_time_;
  if (play_mode_.phase == Phase::game_over) return follow_up_time_;
  return time_ - last_mode_change_;
}

void GameStateAspect::kick_off(Side side) {
  if (side == Side::none) side = core().random.stream("coin").uniform() <= 0.5 ? Side::left : Side::right;
  set_play_mode({Phase::kick_off, side});
}

AgentState* GameStateAspect::find_player(spark::AgentId id) const {
  for (AgentState* player : players_)
    if (player->agent().id() == id) return player;
  return nullptr;
}

AgentState* GameStateAspect::find_player(Side side, int unum) const {
  for (AgentState* player : players_)
    if (player->side == side && player->unum == unum) return player;
  return nullptr;
}

void GameStateAspect::add(ObjectState& object) {
  auto* player = dynamic_cast<AgentState*>(&object);
  if (!player) {
    objects_.insert(objects_.end() - static_cast<std::ptrdiff_t>(players_.size()), &object);
    return;
  }
  const spark::AgentId id = player->agent().id();
  const auto after = std::find_if(players_.begin(), players_.end(),
                                  [id](const AgentState* other) { return other->agent().id() > id; });
  const auto behind = players_.end() - after;
  players_.insert(after, player);
  objects_.insert(objects_.end() - behind, player);
  ++players_version_;
}

void GameStateAspect::remove(ObjectState& object) {
  std::erase(objects_, &object);
  if (std::erase_if(players_, [&](const AgentState* player) { return player == &object; }) > 0) ++players_version_;
}

void GameStateAspect::prepare() {
  config_ = SoccerConfig::read(core().variables);
  if (const auto* server = dynamic_cast<const spark::GameControlServer*>(parent()))
    roster_.set_contestants(server->contestants());
  // Objects that a script built before it created this aspect could not register yet.
  spark::visit_children_first(core().root(), [this](spark::Leaf& leaf) {
    auto* object = dynamic_cast<ObjectState*>(&leaf);
    if (object && !object->is_idle() && std::find(objects_.begin(), objects_.end(), object) == objects_.end())
      add(*object);
  });
}

void GameStateAspect::update(double seconds) {
  for (AgentState* player : players_) player->settle();
  const auto step = static_cast<float>(seconds);
  if (play_mode_.phase == Phase::before_kick_off)
    lead_time_ += step;
  else if (play_mode_.phase == Phase::game_over)
    follow_up_time_ += step;
  else
    time_ += step;
}

void GameStateAspect::restart() {
  play_mode_ = {};
  time_ = lead_time_ = follow_up_time_ = last_mode_change_ = 0.0F;
  half_ = 1;
  score_ = {};
}

void GameStateAspect::agent_connected(spark::AgentAspect& agent) {
  const auto after = std::find_if(agents_.begin(), agents_.end(),
                                  [&](const spark::AgentAspect* other) { return other->id() > agent.id(); });
  agents_.insert(after, &agent);
}

void GameStateAspect::agent_disappearing(spark::AgentAspect& agent) {
  if (const AgentState* player = find_player(agent.id())) roster_.release_number(player->side, player->unum);
  std::erase(agents_, &agent);
}

/// Side and number, once it has said (init).
std::string GameStateAspect::role_of(const spark::AgentAspect& agent) const {
  const AgentState* player = find_player(agent.id());
  if (!player || player->side == Side::none) return {};
  return fmt::format("{} {}", player->side == Side::left ? "left" : "right", player->unum);
}

std::string GameStateAspect::refusal_of(const spark::AgentAspect& agent) const {
  const AgentState* player = find_player(agent.id());
  return player ? player->refusal : std::string();
}

std::string GameStateAspect::status() const {
  return fmt::format("{} {}:{} {}  {}  game time {:.1f} s", name_or(roster_.name(Side::left), "Left"), score_.left,
                     score_.right, name_or(roster_.name(Side::right), "Right"), name_of(play_mode_), time_);
}

std::string GameStateAspect::waiting_for() const {
  return play_mode_.phase == Phase::before_kick_off && !config_.automatic_kick_off ? "kick-off" : "";
}

std::string GameStateAspect::how_to_give(bool reachable) const {
  const std::string_view alone = "--Soccer.AutomaticKickOff true needs none";
  if (!reachable) return fmt::format("nobody can give it without a monitor port; {}", alone);
  return fmt::format("rcssmonitor3D-lite --trainer gives it (key k), or (kickOff Left); {}", alone);
}

std::vector<std::string> GameStateAspect::summary() const {
  return {fmt::format("teams: {} - {}", name_or(roster_.name(Side::left), "Left"),
                      name_or(roster_.name(Side::right), "Right")),
          fmt::format("score: {} - {}", score_.left, score_.right), fmt::format("game time: {:.1f} s", time_)};
}

bool GameStateAspect::monitors_leave() const {
  return play_mode_.phase == Phase::game_over && follow_up_time_ >= static_cast<float>(config_.game_over_die_time);
}

bool GameStateAspect::finished() const {
  return play_mode_.phase == Phase::game_over && follow_up_time_ >= static_cast<float>(config_.game_over_end_time);
}

GameStateAspect& game_of(const spark::Leaf& node) {
  if (auto* game = node.core().find_first<GameStateAspect>()) return *game;
  throw std::runtime_error(
      fmt::format("{} needs the game state: the script must call initControlAspect('GameStateAspect') before it",
                  node.full_path()));
}

}  // namespace soccer
