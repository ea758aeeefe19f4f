// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/server_commands.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "spark/core/core.h"
#include "spark/core/number_text.h"
#include "spark/monitor/command_sender.h"
#include "spark/sim/control_aspect.h"

namespace spark {
namespace {

using sexp::Expression;

constexpr double kMinSpeed = 0.001;
constexpr double kMaxSpeed = 1e6;

/// The whole number in `(name N)`, from `least` to `most`; false if it is not that.
bool read_whole(const Expression& part, std::int64_t least, std::int64_t most, std::int64_t& number) {
  return part.size() == 2 && whole_integer(part[1].text(), number) && number >= least && number <= most;
}

std::string reset(Core& core, const CommandSender&, const Expression& command) {
  std::optional<std::uint64_t> seed;
  for (std::size_t i = 1; i < command.size(); ++i) {
    std::int64_t number = 0;
    if (!command[i].is_list() || command[i].name() != "seed" || !read_whole(command[i], 0, INT64_MAX, number))
      return "it takes nothing, or (seed N) with a whole number from 0";
    seed = static_cast<std::uint64_t>(number);
  }
  auto* game = core.find_first<GameControlServer>();
  return game ? game->restart_match(seed) : "there is no simulation";
}

std::string subscribe(Core&, const CommandSender& sender, const Expression& command) {
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
  return std::string(sender.subscribe(wanted));
}

std::string full_state(Core&, const CommandSender& sender, const Expression&) {
  return std::string(sender.send_full_state());
}

std::string speed(Core&, const CommandSender& sender, const Expression& command) {
  const std::string_view word = command.size() == 2 ? command[1].text() : std::string_view();
  double times = 0;
  if (word == "max") {
    sender.set_pace(std::nullopt);
  } else {
    if (!whole_number(word, times) || !(times >= kMinSpeed && times <= kMaxSpeed))
      return fmt::format("it takes a multiple of real time, {} to {}, or max", kMinSpeed, kMaxSpeed);
    sender.set_pace(times);
  }
  return {};
}

struct Known {
  std::string_view name;
  std::string (*carry_out)(Core&, const CommandSender&, const Expression&);
};
constexpr Known kCommands[] = {{"reset", reset}, {"subscribe", subscribe}, {"fullState", full_state}, {"speed", speed}};

}  // namespace

std::optional<std::string> carry_out_server_command(Core& core, const CommandSender& sender,
                                                    const Expression& command) {
  for (const Known& known : kCommands)
    if (command.name() == known.name) return known.carry_out(core, sender, command);
  return std::nullopt;
}

}  // namespace spark
