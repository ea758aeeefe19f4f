// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/soccer_config.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "spark/core/variables.h"

namespace soccer {
namespace {

using C = SoccerConfig;
// Ranges are what the rules and the physics can stand, not what is sensible soccer.
constexpr RealSetting kReals[] = {
    {"FieldLength", &C::field_length, 5, 1000, "m", "length of the field"},
    {"FieldWidth", &C::field_width, 5, 1000, "m", "width of the field"},
    {"FieldHeight", &C::field_height, 1, 1000, "m", "a ball above it is out"},
    {"GoalWidth", &C::goal_width, 0.5, 500, "m", "inner width of the goals"},
    {"GoalDepth", &C::goal_depth, 0.2, 50, "m", "depth of the goals"},
    {"GoalHeight", &C::goal_height, 0.2, 50, "m", "inner height of the goals"},
    {"BorderSize", &C::border_size, 1, 500, "m", "twice the distance from the lines to the walls"},
    {"LineWidth", &C::line_width, 0.01, 1, "m", "thickness of posts and bar"},
    {"FreeKickDistance", &C::free_kick_distance, 0, 100, "m", "distance opponents keep at restarts"},
    {"WaitBeforeKickOff", &C::wait_before_kick_off, 0, 3600, "s", "wait before an automatic kick-off"},
    {"AgentMass", &C::agent_mass, 0.1, 10000, "kg", "mass of a player"},
    {"AgentRadius", &C::agent_radius, 0.02, 5, "m", "radius of a player"},
    {"AgentMaxSpeed", &C::agent_max_speed, 0.01, 1000, "m/s", "players are never faster"},
    {"BallRadius", &C::ball_radius, 0.01, 5, "m", "radius of the ball"},
    {"BallMass", &C::ball_mass, 0.01, 1000, "kg", "mass of the ball"},
    {"RuleGoalPauseTime", &C::goal_pause_time, 0, 3600, "s", "pause after a goal"},
    {"RuleKickInPauseTime", &C::kick_in_pause_time, 0, 3600, "s", "pause after the ball went out"},
    {"RuleHalfTime", &C::half_time, 0.1, 1e6, "s", "length of one half"},
    {"RuleDropBallTime", &C::drop_ball_time, -1e6, 1e6, "s", "a restart takes at most this long; 0 or less: for ever"},
};
constexpr FlagSetting kFlags[] = {
    {"AutomaticKickOff", &C::automatic_kick_off, "kick off without an operator"},
    {"SingleHalfTime", &C::single_half_time, "the game ends after the first half"},
    {"UseOffside", &C::use_offside, "offside rule"},
    {"OmniVision", &C::omni_vision, "players see all around instead of through a camera that pans"},
};

}  // namespace

std::span<const RealSetting> real_settings() {
  return kReals;
}
std::span<const FlagSetting> flag_settings() {
  return kFlags;
}

void SoccerConfig::declare_ranges(spark::Variables& variables) {
  for (const auto& setting : kReals)
    variables.set_range(fmt::format("Soccer.{}", setting.name), setting.least, setting.most, std::string(setting.unit));
}

SoccerConfig SoccerConfig::read(const spark::Variables& variables) {
  SoccerConfig config;
  for (const auto& setting : kReals) {
    const std::string name = fmt::format("Soccer.{}", setting.name);
    if (!variables.find(name)) continue;
    config.*setting.member = variables.real(name).value_or(config.*setting.member);
  }
  for (const auto& setting : kFlags) {
    const std::string name = fmt::format("Soccer.{}", setting.name);
    if (!variables.find(name)) continue;
    const auto value = variables.boolean(name);
    if (!value) throw std::runtime_error(fmt::format("{} must be true or false", name));
    config.*setting.member = *value;
  }
  if (config.goal_width >= config.field_width)
    throw std::runtime_error("Soccer.GoalWidth must be less than Soccer.FieldWidth");
  return config;
}

}  // namespace soccer
