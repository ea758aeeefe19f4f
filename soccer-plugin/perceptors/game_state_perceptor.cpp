// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/game_state_perceptor.h"

#include <string>
#include <utility>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/game_state.h"

namespace soccer {
namespace {

using spark::Unit;
/// In the order of behaviour 4.3; positional parsers rely on it.
constexpr struct {
  std::string_view name;
  double SoccerConfig::*value;
  Unit unit;
} kConstants[] = {
    {"FieldLength", &SoccerConfig::field_length, Unit::metre},
    {"FieldWidth", &SoccerConfig::field_width, Unit::metre},
    {"FieldHeight", &SoccerConfig::field_height, Unit::metre},
    {"GoalWidth", &SoccerConfig::goal_width, Unit::metre},
    {"GoalDepth", &SoccerConfig::goal_depth, Unit::metre},
    {"GoalHeight", &SoccerConfig::goal_height, Unit::metre},
    {"BorderSize", &SoccerConfig::border_size, Unit::metre},
    {"AgentMass", &SoccerConfig::agent_mass, Unit::kilogram},
    {"AgentRadius", &SoccerConfig::agent_radius, Unit::metre},
    {"AgentMaxSpeed", &SoccerConfig::agent_max_speed, Unit::metre_per_second},
    {"BallRadius", &SoccerConfig::ball_radius, Unit::metre},
    {"BallMass", &SoccerConfig::ball_mass, Unit::kilogram},
};

/// Turns a sentence into an atom that every reader accepts: without brackets, quotes and blanks.
std::string as_atom(std::string_view sentence) {
  constexpr std::size_t kLongest = 200;
  std::string atom;
  for (const char c : sentence.substr(0, kLongest)) {
    if (c == ' ')
      atom += '_';
    else if (c == ';')
      atom += ',';
    else if (c > ' ' && c < '\x7f' && std::string_view("()\"'\\").find(c) == std::string_view::npos)
      atom += c;
  }
  return atom;
}

}  // namespace

void GameStatePerceptor::perceive(spark::PerceptWriter& writer) {
  writer.begin(predicate());
  if (player_->game_block_due) {
    player_->game_block_due = false;
    write_constants(writer);
  }
  writer.field("time", game_->time(), Unit::second);
  writer.field("playmode", name_of(game_->play_mode()));
  write_standing(writer);
  if (std::exchange(player_->refusal_due, false)) writer.field("refused", as_atom(player_->refusal));
  writer.end();
}

/// Written only in matches with rules that agents of 0.5.2 do not know.
void GameStatePerceptor::write_standing(spark::PerceptWriter& writer) const {
  const SoccerConfig& config = game_->config();
  if (config.change_sides || config.extra_half_time > 0 || game_->has_shoot_out()) writer.field("half", game_->half());
  if (!game_->has_shoot_out() || game_->play_mode().phase != Phase::penalty_shoot) return;
  const ShootOut& shoot_out = game_->shoot_out();
  writer.field("shoot_out_left", shoot_out.score(Side::left));
  writer.field("shoot_out_right", shoot_out.score(Side::right));
  writer.field("shooter", shoot_out.shooter());
}

void GameStatePerceptor::write_constants(spark::PerceptWriter& writer) const {
  writer.field("unum", player_->unum);
  writer.field("team", player_->side == Side::left ? "left" : "right");
  for (const auto& constant : kConstants) writer.field(constant.name, game_->config().*constant.value, constant.unit);
  // 0.5.2 did not have this rule, so its agents need not know the word.
  if (game_->config().double_touch) writer.field("DoubleTouch", "true");
}

void GameStatePerceptor::linked() {
  player_ = player_of(*this);
  game_ = game_of(*this);
  Perceptor::linked();
}

}  // namespace soccer
