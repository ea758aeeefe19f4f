// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/game_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/object_state.h"
#include "soccer-plugin/player_moves.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"

namespace soccer {
namespace {

std::string_view name_or(const std::string& name, std::string_view side) {
  return name.empty() ? side : std::string_view(name);
}

/// Settings that programs need to draw the game from its notes.
constexpr std::pair<std::string_view, double SoccerConfig::*> kNoted[] = {
    {"FieldLength", &SoccerConfig::field_length},
    {"FieldWidth", &SoccerConfig::field_width},
    {"GoalWidth", &SoccerConfig::goal_width},
    {"GoalDepth", &SoccerConfig::goal_depth},
    {"GoalHeight", &SoccerConfig::goal_height},
    {"PenaltyAreaDepth", &SoccerConfig::penalty_area_depth},
    {"PenaltyAreaMargin", &SoccerConfig::penalty_area_margin},
    {"BorderSize", &SoccerConfig::border_size},
    {"FreeKickDistance", &SoccerConfig::free_kick_distance},
    {"AgentRadius", &SoccerConfig::agent_radius},
    {"BallRadius", &SoccerConfig::ball_radius},
    {"BallMass", &SoccerConfig::ball_mass},
    {"RuleHalfTime", &SoccerConfig::half_time},
};

}  // namespace

void GameStateAspect::set_half(int half) {
  half_ = half;
  half_is_under_way_ = false;
  note_look();
}

Side GameStateAspect::began_half(int half) const {
  return half >= 1 && half <= kHalves ? began_[static_cast<std::size_t>(half - 1)] : Side::none;
}

void GameStateAspect::add_goal(Side side) {
  ++score_[side];
  note_look();
}

Side GameStateAspect::winner() const {
  if (score_.left != score_.right) return score_.left > score_.right ? Side::left : Side::right;
  return shoot_out_.winner();
}

void GameStateAspect::set_play_mode(PlayMode mode) {
  if (mode == play_mode_) return;
  // Before play begins, a kick-off may be given to the other team, and after a pause it may be repeated: the side is
  // updated.
  if (mode.phase == Phase::kick_off) {
    if (!half_is_under_way_) began_[static_cast<std::size_t>(half_ - 1)] = mode.side;
  } else if (mode.phase != Phase::before_kick_off && mode.phase != Phase::game_over) {
    half_is_under_way_ = true;
  }
  play_mode_ = mode;
  last_mode_change_ = time();
  lead_time_ = follow_up_time_ = {};
}

double GameStateAspect::mode_time() const {
  if (play_mode_.phase == Phase::before_kick_off) return lead_time_.seconds();
  if (play_mode_.phase == Phase::game_over) return follow_up_time_.seconds();
  return static_cast<float>(time() - last_mode_change_);
}

Side GameStateAspect::kick_off_in_turn() const {
  if (config_.second_half_kick_off != SoccerConfig::kByOtherTeam) return Side::none;
  if (const Side again = began_half(half_); again != Side::none) return again;
  return half_ % 2 == 0 ? opponent(began_half(half_ - 1)) : Side::none;
}

Side GameStateAspect::toss_coin() {
  return core().random.stream("coin").uniform() <= 0.5 ? Side::left : Side::right;
}

void GameStateAspect::begin_shoot_out(Side first) {
  shoot_out_ = ShootOut(first == Side::none ? toss_coin() : first, static_cast<int>(config_.shoot_out));
  note_look();
}

void GameStateAspect::begin_attempt(int shooter) {
  shoot_out_.begin_attempt(shooter);
  note_look();
}

void GameStateAspect::end_attempt(Side side, bool scored) {
  shoot_out_.end_attempt(side, scored, time());
  note_look();
}

void GameStateAspect::draw_lot() {
  shoot_out_.set_lot(toss_coin());
  note_look();
}

void GameStateAspect::kick_off(Side side) {
  if (side == Side::none) side = kick_off_in_turn();
  if (side == Side::none) side = toss_coin();
  set_play_mode({Phase::kick_off, side});
}

void GameStateAspect::change_sides() {
  for (AgentState* player : players_) turn_about_centre(*player);
  exchange_sides();
}

/// Swaps the sides in all records, without moving the players.
void GameStateAspect::exchange_sides() {
  sides_changed_ = !sides_changed_;
  std::swap(score_.left, score_.right);
  roster_.change_sides();
  for (Side& side : began_) side = opponent(side);
  for (AgentState* player : players_) player->change_side();
  note_look();
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
  // Objects that a script built before this aspect could not register themselves.
  spark::visit_children_first(core().root(), [this](spark::Leaf& leaf) {
    auto* object = dynamic_cast<ObjectState*>(&leaf);
    if (object && !object->is_idle() && std::find(objects_.begin(), objects_.end(), object) == objects_.end())
      add(*object);
  });
}

void GameStateAspect::update(double seconds) {
  for (AgentState* player : players_) player->settle();
  GameClock& clock = play_mode_.phase == Phase::before_kick_off ? lead_time_
                     : play_mode_.phase == Phase::game_over     ? follow_up_time_
                                                                : time_;
  clock.advance(seconds, core().clock.sums_floats());
}

void GameStateAspect::restart() {
  play_mode_ = {};
  time_ = lead_time_ = follow_up_time_ = {};
  last_mode_change_ = 0.0;
  if (sides_changed_) exchange_sides();
  half_ = 1;
  began_ = {};
  half_is_under_way_ = false;
  score_ = {};
  shoot_out_ = {};
  note_look();
}

void GameStateAspect::add_notes(std::vector<std::string>& notes) const {
  for (const auto& [name, member] : kNoted) notes.push_back(fmt::format("{} {}", name, config_.*member));
  for (const Side side : {Side::left, Side::right})
    if (!roster_.name(side).empty())
      notes.push_back(fmt::format("team {} {}", side == Side::left ? "left" : "right", roster_.name(side)));
  notes.push_back(fmt::format("score {} {}", score_.left, score_.right));
  notes.push_back(fmt::format("half {}", half_));
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

/// The player's number and the side on which its team began the match, once it has joined with (init).
std::string GameStateAspect::role_of(const spark::AgentAspect& agent) const {
  const AgentState* player = find_player(agent.id());
  if (!player || player->side == Side::none) return {};
  return fmt::format("{} {}", player->side == home() ? "left" : "right", player->unum);
}

std::string GameStateAspect::refusal_of(const spark::AgentAspect& agent) const {
  const AgentState* player = find_player(agent.id());
  return player ? player->refusal : std::string();
}

std::string GameStateAspect::status() const {
  const std::string shoot_out = shoot_out_.has_begun() ? fmt::format("  shoot-out {}:{}", shoot_out_.score(Side::left),
                                                                     shoot_out_.score(Side::right))
                                                       : std::string();
  return fmt::format("{} {}:{} {}  {}{}  game time {:.1f} s", name_or(roster_.name(Side::left), "Left"), score_.left,
                     score_.right, name_or(roster_.name(Side::right), "Right"), name_of(play_mode_), shoot_out, time());
}

std::string GameStateAspect::waiting_for() const {
  return play_mode_.phase == Phase::before_kick_off && !config_.automatic_kick_off ? "kick-off" : "";
}

std::string GameStateAspect::how_to_give(bool reachable) const {
  const std::string_view alone = "--Soccer.AutomaticKickOff true needs none";
  if (!reachable) return fmt::format("no one can give it without a monitor port; {}", alone);
  return fmt::format("rcssmonitor3D-lite --trainer gives it (key k), or (kickOff Left); {}", alone);
}

std::vector<std::string> GameStateAspect::summary() const {
  // The team that began on the left comes first, wherever it plays now.
  const Side away = opponent(home());
  std::vector<std::string> lines{
      fmt::format("teams: {} - {}", name_or(roster_.name(home()), "Left"), name_or(roster_.name(away), "Right")),
      fmt::format("score: {} - {}", score_[home()], score_[away])};
  if (shoot_out_.has_begun())
    lines.push_back(fmt::format("shoot-out: {} - {}{}", shoot_out_.score(home()), shoot_out_.score(away),
                                shoot_out_.was_by_lot() ? fmt::format(", {} by lot", roster_.name(winner())) : ""));
  lines.push_back(fmt::format("game time: {:.1f} s", time()));
  return lines;
}

bool GameStateAspect::monitors_leave() const {
  return play_mode_.phase == Phase::game_over &&
         follow_up_time_.seconds() >= static_cast<float>(config_.game_over_die_time);
}

bool GameStateAspect::finished() const {
  return play_mode_.phase == Phase::game_over &&
         follow_up_time_.seconds() >= static_cast<float>(config_.game_over_end_time);
}

GameStateAspect& game_of(const spark::Leaf& node) {
  if (auto* game = node.core().find_first<GameStateAspect>()) return *game;
  throw std::runtime_error(
      fmt::format("{} needs the game state: the script must call initControlAspect('GameStateAspect') before it",
                  node.full_path()));
}

}  // namespace soccer
