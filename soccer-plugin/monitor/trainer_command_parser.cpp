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
#include "spark/monitor/command_sender.h"
#include "spark/monitor/server_commands.h"
#include "spark/physics/mechanism.h"

namespace soccer {
namespace {

void move(spark::Body& body, const std::optional<spark::Vec3>& position, const std::optional<spark::Vec3>& velocity) {
  spark::Mechanism whole(body);
  if (position) whole.move_to(*position);
  if (velocity) whole.set_velocity(*velocity);
}

}  // namespace

struct TrainerCommandParser::Command {
  std::string_view name;
  std::string (TrainerCommandParser::*carry_out)(const Expression&);
  std::array<std::string_view, 6> parts{};  ///< named sub-lists it knows
};

const TrainerCommandParser::Command TrainerCommandParser::kCommands[] = {
    {"kickOff", &TrainerCommandParser::kick_off},
    {"playMode", &TrainerCommandParser::play_mode},
    {"agent", &TrainerCommandParser::agent, {"team", "unum", "pos", "vel", "battery", "temperature"}},
    {"ball", &TrainerCommandParser::ball, {"pos", "vel"}},
    {"dropBall", &TrainerCommandParser::drop_ball},
    {"getAck", &TrainerCommandParser::get_ack},
};

void TrainerCommandParser::prepare() {
  game_ = game_of(*this);
  ball_ = ball_state_of(*this);
  referee_ = referee_of(*this);
}

bool TrainerCommandParser::execute(const spark::CommandSender& sender, std::string_view text) {
  const std::string_view peer = sender.name();
  acknowledge_ = false;
  problems_ = 0;
  const spark::InputLimits& limits = core().input_limits;
  reader_.set_limits({.bytes = limits.command_bytes, .depth = limits.nesting});
  if (!reader_.read(text)) {
    core().log.complain(peer, "command refused, {}: {}", reader_.error(), spark::Printable{text});
    return false;
  }
  for (std::size_t i = 0; i < reader_.size(); ++i) run(sender, reader_[i]);
  if (reader_.is_cut()) note_problem("unbalanced brackets: {}", spark::printable(text));
  if (problems_ == 1) core().log.complain(peer, "{}", problem_);
  if (problems_ > 1) core().log.complain(peer, "{} (the first of {} mistakes in this message)", problem_, problems_);
  return acknowledge_;
}

void TrainerCommandParser::run(const spark::CommandSender& sender, const Expression& expression) {
  if (expression.size() == 0) return;
  if (expression[0].is_list()) {  // commands in one more pair of brackets
    for (std::size_t i = 0; i < expression.size(); ++i) run(sender, expression[i]);
    return;
  }
  const std::string_view name = expression.name();
  const auto* known = std::find_if(std::begin(kCommands), std::end(kCommands),
                                   [name](const Command& command) { return command.name == name; });
  const bool was_asked = acknowledge_;
  const bool is_known = known != std::end(kCommands);
  const auto problem =
      is_known ? (this->*known->carry_out)(expression) : spark::carry_out_server_command(core(), sender, expression);
  if (!problem)
    note_problem("unknown command '{}'", spark::printable(name));
  else if (!problem->empty())
    note_problem("({} ...) refused: {}", name, *problem);
  else if (is_known)
    complain_about_unknown_parts(expression, *known);
  if (acknowledge_ && !was_asked) sender.acknowledge();
}

void TrainerCommandParser::complain_about_unknown_parts(const Expression& command, const Command& known) {
  for (std::size_t i = 1; i < command.size(); ++i) {
    const Expression part = command[i];
    if (part.is_list() && std::find(known.parts.begin(), known.parts.end(), part.name()) == known.parts.end())
      note_problem("({} ...): part '{}' is unknown and left out", known.name, spark::printable(part.name()));
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
  referee_->set_play_mode(*mode);
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
  if (position || velocity) ball.cancel_kick();
  if (position) position = free_for(ball.body(), game_->config().ball_radius, *position);
  move(ball.body(), position, velocity);
  return {};
}

std::string TrainerCommandParser::drop_ball(const Expression&) {
  referee_->drop_ball_here();
  return {};
}

std::string TrainerCommandParser::get_ack(const Expression&) {
  acknowledge_ = true;
  return {};
}

}  // namespace soccer
