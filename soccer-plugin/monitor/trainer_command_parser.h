// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "spark/core/held.h"
#include "spark/core/node.h"
#include "spark/core/vec3.h"
#include "spark/sexp/reader.h"

namespace spark {
class Body;
class CommandReport;
}  // namespace spark

namespace soccer {

class BallStateAspect;
class GameStateAspect;
class SoccerRuleAspect;

/// Carries out the trainers' commands of the game (behaviour 9): kickOff, playMode, agent, ball, dropBall, shootOut,
/// changeSides, half, getAck.
///
/// Team names may be long or short (Left or L), and vectors separated by blanks or commas: the manuals of 0.5.2 show
/// both. A command is checked completely before any part of it takes effect; errors are reported. A part with an
/// unknown name is reported and skipped, and surplus arguments are ignored: 0.5.2 accepted both.
class TrainerCommandParser : public spark::Leaf {
 public:
  static constexpr double kMaxDistance = 1000.0;  ///< m from the centre
  static constexpr double kMaxSpeed = 1000.0;     ///< m/s

  /// Finds game, ball and referee. To be called once, when they exist.
  void prepare();
  /// Carries out one command.
  void carry_out(const spark::sexp::Expression& command, spark::CommandReport& report);

 private:
  using Expression = spark::sexp::Expression;
  struct Command;
  static const Command kCommands[];

  static void report_unknown_parts(const Expression& command, std::span<const std::string_view> known,
                                   spark::CommandReport& report);
  // One function per command. Each returns an empty text, or an error, and then has changed nothing.
  std::string kick_off(const Expression& command);
  std::string play_mode(const Expression& command);
  std::string agent(const Expression& command);
  std::string ball(const Expression& command);
  spark::Vec3 free_for(const spark::Body& body, double radius, spark::Vec3 position);
  std::string drop_ball(const Expression& command);
  std::string shoot_out(const Expression& command);
  std::string change_sides(const Expression& command);
  std::string half(const Expression& command);

  spark::Held<GameStateAspect> game_{*this};
  spark::Held<BallStateAspect> ball_{*this};
  spark::Held<SoccerRuleAspect> referee_{*this};
};

}  // namespace soccer
