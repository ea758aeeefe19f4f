// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/monitor/trainer_command_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/free_spot.h"
#include "soccer-plugin/game_state.h"
#include "soccer-plugin/monitor/trainer_arguments.h"
#include "soccer-plugin/referee/soccer_rule_aspect.h"
#include "spark/core/core.h"
#include "spark/core/number_text.h"
#include "spark/monitor/command_report.h"
#include "spark/physics/articulation.h"

namespace soccer {
namespace {

constexpr std::string_view kNoShootOut = "this match has no shoot-out; --Soccer.ShootOut 5 gives it one";

void move(spark::Body& body, const std::optional<spark::Vec3>& position, const std::optional<spark::Vec3>& velocity) {
  spark::Articulation whole(body);
  if (position) whole.move_to(*position);
  if (velocity) whole.set_velocity(*velocity);
}

}  // namespace

struct TrainerCommandParser::Command {
  std::string_view name;
  std::string (TrainerCommandParser::*carry_out)(const Expression&);
  std::array<std::string_view, 6> parts{};  ///< the named sub-lists that it accepts
};

const TrainerCommandParser::Command TrainerCommandParser::kCommands[] = {
    {"kickOff", &TrainerCommandParser::kick_off},
    {"playMode", &TrainerCommandParser::play_mode},
    {"agent", &TrainerCommandParser::agent, {"team", "unum", "pos", "vel", "battery", "temperature"}},
    {"ball", &TrainerCommandParser::ball, {"pos", "vel"}},
    {"dropBall", &TrainerCommandParser::drop_ball},
    {"shootOut", &TrainerCommandParser::shoot_out},
    {"changeSides", &TrainerCommandParser::change_sides},
    {"half", &TrainerCommandParser::half},
};

void TrainerCommandParser::prepare() {
  game_ = game_of(*this);
  ball_ = ball_state_of(*this);
  referee_ = referee_of(*this);
}

void TrainerCommandParser::carry_out(const Expression& command, spark::CommandReport& report) {
  if (command.size() == 0) return;
  const std::string_view name = command.name();
  if (name == "getAck") {
    report.acknowledge();
    return report_unknown_parts(command, {}, report);
  }
  const auto* known = std::find_if(std::begin(kCommands), std::end(kCommands),
                                   [name](const Command& each) { return each.name == name; });
  if (known == std::end(kCommands)) return report.mistake("unknown command '{}'", spark::printable(name));
  if (const std::string problem = (this->*known->carry_out)(command); !problem.empty())
    report.mistake("({} ...) refused: {}", name, problem);
  else
    report_unknown_parts(command, known->parts, report);
}

void TrainerCommandParser::report_unknown_parts(const Expression& command, std::span<const std::string_view> known,
                                                spark::CommandReport& report) {
  for (std::size_t i = 1; i < command.size(); ++i) {
    const Expression part = command[i];
    if (part.is_list() && std::find(known.begin(), known.end(), part.name()) == known.end())
      report.mistake("({} ...): part '{}' is unknown and left out", command.name(), spark::printable(part.name()));
  }
}

std::string TrainerCommandParser::kick_off(const Expression& command) {
  const auto side = command.size() < 2 ? Side::none : parse_side(command[1].text());
  if (!side) return "it must be Left, Right or None";
  game_->kick_off(*side);
  return {};
}

std::string TrainerCommandParser::play_mode(const Expression& command) {
  const std::string_view text = command.size() < 2 ? std::string_view() : command[1].text();
  const auto mode = parse_play_mode(text);
  if (!mode) return fmt::format("unknown play mode '{}'", spark::printable(text));
  if (mode->phase == Phase::penalty_shoot && !game_->has_shoot_out()) return std::string(kNoShootOut);
  referee_->set_play_mode(*mode);
  return {};
}

std::string TrainerCommandParser::shoot_out(const Expression& command) {
  const auto side = command.size() < 2 ? Side::none : parse_side(command[1].text());
  if (!side) return "it must be Left, Right or None";
  if (!game_->has_shoot_out()) return std::string(kNoShootOut);
  referee_->shoot_out(*side);
  return {};
}

std::string TrainerCommandParser::change_sides(const Expression&) {
  referee_->change_sides();
  return {};
}

std::string TrainerCommandParser::half(const Expression& command) {
  std::int64_t half = 0;
  if (command.size() < 2 || !spark::whole_integer(command[1].text(), half) || half < 2 || half > 4)
    return "it must be a number from 2 to 4";
  if (!referee_->skip_to_half(static_cast<int>(half))) return "the match has no such half, or is beyond its beginning";
  return {};
}

std::string TrainerCommandParser::agent(const Expression& command) {
  Side side = Side::none;
  int unum = 0;
  std::optional<spark::Vec3> position;
  std::optional<spark::Vec3> velocity;
  std::optional<double> battery;
  std::optional<double> temperature;  // checked, but has no effect: agents always see 23 degrees (behaviour 2.7)
  for (const std::string& problem :
       {read_player_name(command, side, unum), read_vector(command, "pos", kMaxDistance, position),
        read_vector(command, "vel", kMaxSpeed, velocity), read_number(command, "battery", 0, 100, battery),
        read_number(command, "temperature", -1000, 1000, temperature)})
    if (!problem.empty()) return problem;
  AgentState* player = game_->find_player(side, unum);
  if (!player) return fmt::format("there is no such player ({})", unum);

  if (position) position = free_for(player->body(), game_->config().agent_radius, *position);
  move(player->body(), position, velocity);
  if (battery) player->battery = *battery;
  return {};
}

spark::Vec3 TrainerCommandParser::free_for(const spark::Body& body, double radius, spark::Vec3 position) {
  return free_spot(*game_, body, radius, position, {-kMaxDistance, kMaxDistance, -kMaxDistance, kMaxDistance});
}

std::string TrainerCommandParser::ball(const Expression& command) {
  std::optional<spark::Vec3> position;
  std::optional<spark::Vec3> velocity;
  for (const std::string& problem :
       {read_vector(command, "pos", kMaxDistance, position), read_vector(command, "vel", kMaxSpeed, velocity)})
    if (!problem.empty()) return problem;

  Ball& ball = ball_->ball();
  if (position || velocity) ball.note_move();
  if (position) position = free_for(ball.body(), game_->config().ball_radius, *position);
  move(ball.body(), position, velocity);
  return {};
}

std::string TrainerCommandParser::drop_ball(const Expression&) {
  referee_->drop_ball_here();
  return {};
}

}  // namespace soccer
