// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "spark/core/held.h"
#include "spark/core/node.h"
#include "spark/core/vec3.h"
#include "spark/sexp/reader.h"

namespace spark {
class Body;
class CommandSender;
}  // namespace spark

namespace soccer {

class BallStateAspect;
class GameStateAspect;
class SoccerRuleAspect;

/// Carries out what trainers send (behaviour 9): kickOff, playMode, agent, ball, dropBall, getAck, and those of the
/// server (spark/monitor/server_commands.h).
///
/// Team words may be long or short (Left or L), vectors separated by blanks or commas, commands wrapped in one more
/// pair of brackets: the manuals of 0.5.2 show all of these. A command is checked as a whole before any part of it
/// takes effect; mistakes go to the log, rate limited per peer, one line per message with the first mistake and the
/// number of mistakes. A part with a name that the command does not know is logged as a complaint and left out, surplus
/// arguments are ignored: 0.5.2 let both pass.
class TrainerCommandParser : public spark::Leaf {
 public:
  static constexpr double kMaxDistance = 1000.0;  ///< m from the centre
  static constexpr double kMaxSpeed = 1000.0;     ///< m/s

  /// Finds game, ball and referee. To be called once, when they exist.
  void prepare();
  /// Carries out the commands in `text`, in order. True if one of them asked for an acknowledgement.
  bool execute(const spark::CommandSender& sender, std::string_view text);

 private:
  using Expression = spark::sexp::Expression;
  struct Command;
  static const Command kCommands[];

  template <typename... Args>
  void note_problem(fmt::format_string<Args...> format, Args&&... args) {
    if (problems_++ == 0) problem_ = fmt::format(format, std::forward<Args>(args)...);
  }
  void run(const spark::CommandSender& sender, const Expression& expression);
  void complain_about_unknown_parts(const Expression& command, const Command& known);
  // One per command. They return what is wrong with it and change nothing then, or an empty text.
  std::string kick_off(const Expression& command);
  std::string play_mode(const Expression& command);
  std::string agent(const Expression& command);
  std::string ball(const Expression& command);
  spark::Vec3 free_for(const spark::Body& body, double radius, spark::Vec3 position);
  std::string drop_ball(const Expression& command);
  std::string get_ack(const Expression& command);

  spark::Held<GameStateAspect> game_{*this};
  spark::Held<BallStateAspect> ball_{*this};
  spark::Held<SoccerRuleAspect> referee_{*this};
  spark::sexp::Reader reader_;
  std::string problem_;  ///< the first one of the text that is being executed
  std::size_t problems_ = 0;
  bool acknowledge_ = false;
};

}  // namespace soccer
