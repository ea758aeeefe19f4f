// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/trainer_commands.h"

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "spark/core/core.h"
#include "spark/core/number_text.h"
#include "spark/monitor/command_report.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/monitor_system.h"
#include "spark/monitor/trainer_drawing.h"
#include "spark/sim/control_aspect.h"

namespace spark {
namespace {

using sexp::Expression;

constexpr double kMinSpeed = 0.001;
constexpr double kMaxSpeed = 1e6;

/// Reads the integer in `(name N)`, from `min` to `max`; false for anything else.
bool read_whole(const Expression& part, std::int64_t min, std::int64_t max, std::int64_t& number) {
  return part.size() == 2 && whole_integer(part[1].text(), number) && number >= min && number <= max;
}

}  // namespace

struct TrainerCommands::Message {
  CommandSender& sender;
  CommandReport report{};
  bool owes_acknowledgement = false;  ///< none of the sender's own frames has acknowledged yet
};

/// Each function returns the reason for a refusal, and then has changed nothing, or an empty text.
struct TrainerCommands::ServerCommand {
  static std::string reset(MonitorSystem& system, Message&, const Expression& command) {
    std::optional<std::uint64_t> seed;
    for (std::size_t i = 1; i < command.size(); ++i) {
      std::int64_t number = 0;
      if (!command[i].is_list() || command[i].name() != "seed" || !read_whole(command[i], 0, INT64_MAX, number))
        return "expected nothing, or (seed N) with a whole number from 0";
      seed = static_cast<std::uint64_t>(number);
    }
    auto* game = system.core().find_first<GameControlServer>();
    return game ? game->restart_match(seed) : "there is no simulation";
  }

  static std::string subscribe(MonitorSystem&, Message& message, const Expression& command) {
    CommandSender::Subscription wanted;
    for (std::size_t i = 1; i < command.size(); ++i) {
      const Expression part = command[i];
      if (part.is_list() && part.name() == "interval") {
        if (!read_whole(part, 1, CommandSender::Subscription::kMaxInterval, wanted.interval))
          return fmt::format("(interval N) takes a whole number of steps, 1 to {}",
                             CommandSender::Subscription::kMaxInterval);
      } else if (part.is_list() && part.name() == "velocities") {
        const std::string_view word = part.size() == 2 ? part[1].text() : std::string_view();
        if (word != "true" && word != "false") return "(velocities …) takes true or false";
        wanted.contents.velocities = word == "true";
      } else {
        return "it takes (interval N) and (velocities true)";
      }
    }
    return std::string(message.sender.subscribe(wanted));
  }

  static std::string full_state(MonitorSystem&, Message& message, const Expression&) {
    return std::string(message.sender.send_full_state(std::exchange(message.owes_acknowledgement, false)));
  }

  static std::string speed(MonitorSystem&, Message& message, const Expression& command) {
    const std::string_view word = command.size() == 2 ? command[1].text() : std::string_view();
    double times = 0;
    if (word == "max") {
      message.sender.set_pace(std::nullopt);
    } else {
      if (!whole_number(word, times) || !(times >= kMinSpeed && times <= kMaxSpeed))
        return fmt::format("it takes a multiple of real time, {} to {}, or max", kMinSpeed, kMaxSpeed);
      message.sender.set_pace(times);
    }
    return {};
  }

  static std::string draw(MonitorSystem&, Message& message, const Expression& command) {
    TrainerDrawing drawing;
    std::string problem = drawing.read(command);
    return problem.empty() ? std::string(message.sender.draw(drawing)) : problem;
  }

  std::string_view name;
  std::string (*carry_out)(MonitorSystem&, Message&, const Expression&);
};

const TrainerCommands::ServerCommand TrainerCommands::kServerCommands[] = {{"reset", ServerCommand::reset},
                                                                           {"subscribe", ServerCommand::subscribe},
                                                                           {"fullState", ServerCommand::full_state},
                                                                           {"speed", ServerCommand::speed},
                                                                           {"draw", ServerCommand::draw}};

TrainerCommands::TrainerCommands(MonitorSystem& system, const sexp::Limits& limits, Log& log)
    : system_(system), log_(log), reader_(limits) {}

TrainerCommands::TrainerCommands(MonitorSystem& system)
    : TrainerCommands(system,
                      {.bytes = system.core().input_limits.command_bytes, .depth = system.core().input_limits.nesting},
                      system.core().log) {}

void TrainerCommands::carry_out(CommandSender& sender, std::string_view text) {
  Message message{sender};
  try {
    carry_out(message, text);
  } catch (const std::exception& error) {
    // A trainer's text must not end the match, whatever it does to the game.
    log_.complain(sender.name(), "command '{}' failed: {}", Printable{text}, error.what());
  }
}

void TrainerCommands::carry_out(Message& message, std::string_view text) {
  const std::string_view peer = message.sender.name();
  const bool is_read = reader_.read(text);
  if (!system_.reads_leniently() && (!is_read || reader_.is_cut() || reader_.size() == 0))
    return log_.complain(peer, "not a command: {}", Printable{text});
  if (!is_read) return log_.complain(peer, "command refused, {}: {}", reader_.error(), Printable{text});
  for (std::size_t i = 0; i < reader_.size(); ++i) carry_out(message, reader_[i]);
  if (reader_.is_cut()) message.report.mistake("unbalanced brackets: {}", printable(text));
  complain(message);
  if (message.report.acknowledges()) system_.acknowledge();
  if (message.owes_acknowledgement) message.sender.acknowledge();
}

void TrainerCommands::complain(Message& message) {
  CommandReport& report = message.report;
  if (report.mistakes() == 1) log_.complain(message.sender.name(), "{}", report.first_mistake());
  if (report.mistakes() > 1)
    log_.complain(message.sender.name(), "{} (the first of {} mistakes in this message)", report.first_mistake(),
                  report.mistakes());
  report.forget_mistakes();
}

void TrainerCommands::carry_out(Message& message, const Expression& expression) {
  if (expression.size() > 0 && expression[0].is_list()) {  // commands in an additional pair of brackets
    for (std::size_t i = 0; i < expression.size(); ++i) carry_out(message, expression[i]);
    return;
  }
  carry_out_one(message, expression);
  if (!system_.reads_leniently()) complain(message);
}

void TrainerCommands::carry_out_one(Message& message, const Expression& command) {
  const std::string_view name = command.name();
  for (const ServerCommand& known : kServerCommands) {
    if (name != known.name) continue;
    const std::string problem = known.carry_out(system_, message, command);
    if (!problem.empty()) message.report.mistake("({} ...) refused: {}", name, problem);
    return;
  }
  const bool has_asked = message.report.acknowledges();
  system_.command(command, message.report);
  if (message.report.acknowledges() && !has_asked) message.owes_acknowledgement = true;
}

}  // namespace spark
