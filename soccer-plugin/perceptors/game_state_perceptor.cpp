// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/perceptors/game_state_perceptor.h"

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

}  // namespace

void GameStatePerceptor::perceive(spark::PerceptWriter& writer) {
  writer.begin(predicate());
  if (player_->game_block_due) {
    player_->game_block_due = false;
    write_constants(writer);
  }
  writer.field("time", game_->time(), Unit::second);
  writer.field("playmode", name_of(game_->play_mode()));
  writer.end();
}

void GameStatePerceptor::write_constants(spark::PerceptWriter& writer) const {
  writer.field("unum", player_->unum);
  writer.field("team", player_->side == Side::left ? "left" : "right");
  for (const auto& constant : kConstants) writer.field(constant.name, game_->config().*constant.value, constant.unit);
}

void GameStatePerceptor::linked() {
  player_ = player_of(*this);
  game_ = game_of(*this);
  Perceptor::linked();
}

}  // namespace soccer
