// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/soccer_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "spark/core/log.h"
#include "spark/core/variables.h"

namespace soccer {
namespace {

using C = SoccerConfig;
// The ranges are the limits of the rules and the physics, not of sensible soccer.
constexpr std::string_view kNoWords = "none";
constexpr RealSetting kReals[] = {
    {"FieldLength", &C::field_length, 5, 1000, "m", "length of the field"},
    {"FieldWidth", &C::field_width, 5, 1000, "m", "width of the field"},
    {"FieldHeight", &C::field_height, 1, 1000, "m", "a ball above it is out"},
    {"GoalWidth", &C::goal_width, 0.5, 500, "m", "inner width of the goals"},
    {"GoalDepth", &C::goal_depth, 0.2, 50, "m", "depth of the goals"},
    {"GoalHeight", &C::goal_height, 0.2, 50, "m", "inner height of the goals"},
    {"PenaltyAreaDepth", &C::penalty_area_depth, 0, 500, "m", "depth of the penalty areas"},
    {"PenaltyAreaMargin", &C::penalty_area_margin, 0, 500, "m", "how far they reach to either side of the goal"},
    {"BorderSize", &C::border_size, 1, 500, "m", "twice the distance from the lines to the walls"},
    {"LineWidth", &C::line_width, 0.01, 1, "m", "thickness of posts and bar, width of the lines"},
    {"TeamSize", nullptr, 0, 11, "", "players the server starts for each team"},
    {"AgentMass", &C::agent_mass, 0.1, 10000, "kg", "mass of a player"},
    {"AgentRadius", &C::agent_radius, 0.02, 5, "m", "radius of a player"},
    {"AgentMaxSpeed", &C::agent_max_speed, 0.01, 1000, "m/s", "players are never faster"},
    {"BallRadius", &C::ball_radius, 0.01, 5, "m", "radius of the ball"},
    {"BallMass", &C::ball_mass, 0.01, 1000, "kg", "mass of the ball"},

    {"RuleHalfTime", &C::half_time, 0.1, 1e6, "s", "length of one half"},
    {"WaitBeforeKickOff", &C::wait_before_kick_off, 0, 3600, "s", "wait before an automatic kick-off"},
    {"RuleGoalPauseTime", &C::goal_pause_time, 0, 3600, "s", "pause after a goal"},
    {"RuleKickInPauseTime", &C::kick_in_pause_time, 0, 3600, "s", "pause after the ball went out"},
    {"RuleDropBallTime", &C::drop_ball_time, -1e6, 1e6, "s", "a restart takes at most this long; 0 or less: for ever"},
    {"GameOverDieTime", &C::game_over_die_time, 0, 3600, "s", "after the end, until monitors are told to leave"},
    {"GameOverEndTime", &C::game_over_end_time, 0, 3600, "s", "after the end, until the server ends"},

    {"GoalKickDistance", &C::goal_kick_distance, 0, 500, "m", "from the goal line to the spot of goal kicks"},
    {"CornerKickInset", &C::corner_kick_inset, 0, 10, "m", "from both lines to the spot of corner kicks"},
    {"FreeKickDistance", &C::free_kick_distance, 0, 100, "m", "distance opponents keep at restarts"},
    {"ClearDistance", &C::clear_distance, 0, 1000, "m", "distance to which nearer opponents are sent"},
    {"ClearSpread", &C::clear_spread, 0, 100, "m", "random part of the distances to which players are sent"},
    {"ClearHeight", &C::clear_height, 0, 40, "m", "height from which players who are sent away fall"},
    {"KickOffClearDistance", &C::kick_off_clear_distance, 0, 100, "m", "behind the halfway line"},
    {"GoalKickClearDistance", &C::goal_kick_clear_distance, 0, 100, "m", "in front of the penalty area"},

    {"DriveSigma", nullptr, 0, 1, "", "noise of the force of a drive, relative"},
    {"KickMargin", nullptr, 0, 10, "m", "largest gap between player and ball for a kick"},
    {"KickPowerSigma", nullptr, 0, 100, "", "noise of the power of a kick"},
    {"KickThetaSigma", nullptr, 0, 10, "rad", "noise of its horizontal direction"},
    {"KickPhiSigmaEnd", nullptr, 0, 90, "degrees", "noise of its elevation at the ends of the range"},
    {"KickPhiSigmaMid", nullptr, 0, 90, "degrees", "noise of its elevation in the middle of the range"},
    {"CatchMargin", nullptr, 0, 100, "m", "largest gap between goalkeeper and ball for a catch"},
    {"CatchGap", &C::catch_gap, 0, 10, "m", "between goalkeeper and ball after a catch"},
    {"CatchClearRadius", &C::catch_clear_radius, 0, 100, "m", "players nearer to a caught ball are sent away"},
    {"CatchClearDistance", &C::catch_clear_distance, 0, 100, "m", "to this distance"},
    {"PanTiltSigma", nullptr, 0, 90, "degrees", "noise of turning the camera"},
    {"SayMsgSize", &C::say_message_size, 0, 4096, "bytes", "longest message"},
    {"AudioCutDist", &C::audio_cut_distance, 0, 10000, "m", "how far messages are heard"},
    {"HearMax", &C::hear_max, 0, 1000, "", "capacity of each ear"},
    {"HearInc", &C::hear_increase, 0, 1000, "", "what it recovers with each sensation"},
    {"HearDecay", &C::hear_decay, 0, 1000, "", "what a message takes from it"},
    {"VisionDistanceSigma", nullptr, 0, 100, "percent", "noise of distances seen"},
    {"VisionHorizontalSigma", nullptr, 0, 180, "degrees", "noise of horizontal directions seen"},
    {"VisionVerticalSigma", nullptr, 0, 180, "degrees", "noise of vertical directions seen"},
    {"VisionCalibrationError", nullptr, 0, 10, "m", "largest error of the camera's place, each axis"},

    {"ExtraHalfTime", &C::extra_half_time, 0, 1e6, "s", "length of each half of the extra time after a draw; 0: none"},
    {"ShootOut", &C::shoot_out, 0, 100, "", "attempts of each team in the shoot-out after a draw; 0: none"},
    {"ShootOutTime", &C::shoot_out_time, 1, 3600, "s", "an attempt takes at most this long"},
    {"ShootOutStart", &C::shoot_out_start, 0.1, 500, "m", "from the goal line to the ball of an attempt"},
    {"DoubleTouchGap", &C::double_touch_gap, 0, 60, "s",
     "a touch after more than this long without one is the second touch"},
    {"StuckBallTime", &C::stuck_ball_time, 0, 3600, "s", "a ball that is stuck this long is dropped; 0: never"},
    {"StuckBallRadius", &C::stuck_ball_radius, 0.01, 100, "m", "a ball that does not leave this circle is stuck"},
    {"CrowdTime", &C::crowd_time, 0, 3600, "s", "a crowd at the ball lasts at most this long; 0: for ever"},
    {"CrowdMates", &C::crowd_mates, 1, 11, "", "players of a team that may stay at the ball"},
    {"CrowdRadius", &C::crowd_radius, 0.05, 100, "m", "a player nearer to the ball is at the ball"},
    {"ChargeSpeed", &C::charge_speed, 0, 1000, "m/s", "running into an opponent this fast is a foul; 0: never"},
};
constexpr FlagSetting kFlags[] = {
    {"SingleHalfTime", &C::single_half_time, "the game ends after the first half"},
    {"AutomaticKickOff", &C::automatic_kick_off, "kick off without an operator"},
    {"UseOffside", &C::use_offside, "the offside rule is applied"},
    {"OmniVision", nullptr, "players see all around instead of through a camera"},
    {"UsePanTilt", nullptr, "the camera can be turned"},
    {"UseCatch", nullptr, "goalkeepers can catch"},
    {"MonitorKicks", &C::monitor_kicks, "kicks and other moves of the ball are shown to monitors"},
    {"MonitorSay", &C::monitor_say, "messages are shown to monitors"},
    {"FreeSpot", &C::free_spot, "beams and trainers put players and ball into the nearest free spot"},
    {"ChangeSides", &C::change_sides, "the teams change sides between halves"},
    {"DoubleTouch", &C::double_touch, "the taker of a restart may not touch the ball twice"},
    {"BackPass", &C::back_pass, "goalkeepers may not catch a ball that a team mate has kicked"},
};
constexpr std::string_view kSecondHalfKickOff[] = {"coin", "other"};
constexpr std::string_view kIndirectKicks[] = {"kick-off", "kick-in", "free"};
constexpr WordSetting kWords[] = {
    {"SecondHalfKickOff", &C::second_half_kick_off, kSecondHalfKickOff, false,
     "who kicks off a second half (also in extra time) if no trainer decides"},
    {"IndirectKicks", &C::indirect_kicks, kIndirectKicks, true, "restarts from which no goal can be scored directly"},
};

/// "none, or of a, b, c", or "a or b".
std::string choices(const WordSetting& setting) {
  return setting.is_list ? fmt::format("none, or some of {} joined by commas", fmt::join(setting.words, ", "))
                         : fmt::format("{}", fmt::join(setting.words, " or "));
}

/// The index of `word` among the words of the setting; empty if it is not one of them.
std::optional<unsigned> place_of(const WordSetting& setting, std::string_view word) {
  const auto found = std::ranges::find(setting.words, word);
  if (found == setting.words.end()) return std::nullopt;
  return static_cast<unsigned>(found - setting.words.begin());
}

/// The index of the word or, for a list, a bit for each word; empty if the setting does not accept the text.
std::optional<unsigned> read_words(const WordSetting& setting, std::string_view text) {
  if (!setting.is_list) return place_of(setting, text);
  unsigned bits = 0;
  if (text == kNoWords) return bits;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto place = place_of(setting, text.substr(0, comma));
    if (!place) return std::nullopt;
    bits |= 1U << *place;
    if (comma == text.npos) return bits;
    text.remove_prefix(comma + 1);
  }
}

void demand_whole(const spark::Variables& variables, std::string_view name, double value) {
  const std::string full_name = fmt::format("Soccer.{}", name);
  if (value != std::floor(value))
    variables.refuse_value(full_name, fmt::format("{} {}: expected a whole number", full_name, value));
}

}  // namespace

std::span<const RealSetting> real_settings() {
  return kReals;
}
std::span<const FlagSetting> flag_settings() {
  return kFlags;
}
std::span<const WordSetting> word_settings() {
  return kWords;
}

void SoccerConfig::describe(spark::Variables& variables) {
  const SoccerConfig defaults;
  std::vector<spark::Variable> table;
  for (const auto& [name, member, min, max, unit, help] : kReals)
    table.push_back({fmt::format("Soccer.{}", name), member ? defaults.*member : 0.0, std::string(help),
                     std::string(unit), spark::Variable::Range{min, max}});
  for (const auto& [name, member, help] : kFlags)
    table.push_back({fmt::format("Soccer.{}", name), member ? defaults.*member : false, std::string(help)});
  for (const WordSetting& setting : kWords)
    table.push_back({fmt::format("Soccer.{}", setting.name),
                     std::string(setting.is_list ? kNoWords : setting.words[defaults.*setting.member]),
                     fmt::format("{}: {}", setting.help, choices(setting))});
  variables.describe(table);
}

SoccerConfig SoccerConfig::read(const spark::Variables& variables) {
  SoccerConfig config;
  for (const auto& setting : kReals) {
    const std::string name = fmt::format("Soccer.{}", setting.name);
    if (!setting.member || !variables.find(name)) continue;
    config.*setting.member = variables.real(name).value_or(config.*setting.member);
  }
  for (const auto& setting : kFlags) {
    const std::string name = fmt::format("Soccer.{}", setting.name);
    if (!variables.find(name)) continue;
    const auto value = variables.boolean(name);
    if (!value) throw std::runtime_error(fmt::format("{} must be true or false", name));
    if (setting.member) config.*setting.member = *value;
  }
  for (const WordSetting& setting : kWords) {
    const std::string name = fmt::format("Soccer.{}", setting.name);
    const spark::Value* value = variables.find(name);
    if (!value) continue;
    const std::string text = spark::as_text(*value).value_or(spark::describe(*value));
    const auto words = read_words(setting, text);
    if (!words)
      variables.refuse_value(name, fmt::format("{} {}: expected {}", name, spark::printable(text), choices(setting)));
    config.*setting.member = *words;
  }
  demand_whole(variables, "ShootOut", config.shoot_out);
  demand_whole(variables, "CrowdMates", config.crowd_mates);
  if (config.goal_width >= config.field_width)
    throw std::runtime_error("Soccer.GoalWidth must be less than Soccer.FieldWidth");
  return config;
}

}  // namespace soccer
