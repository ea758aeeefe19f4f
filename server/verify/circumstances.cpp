// SPDX-License-Identifier: Apache-2.0
#include "server/verify/circumstances.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "server/verify/replay.h"
#include "spark/core/log.h"

namespace server {

using namespace spark;
namespace {

constexpr std::size_t kMaxVariables = 20;
constexpr std::size_t kMaxWord = 60;

std::string trainers_in(const Replay& replay) {
  const std::vector<RecordedCommand>& messages = replay.commands();
  if (messages.empty()) return "trainers: no commands";
  return fmt::format("trainers: {} message{} with commands, from {:.2f} s to {:.2f} s", messages.size(),
                     messages.size() == 1 ? "" : "s", replay.seconds_of(messages.front().at),
                     replay.seconds_of(messages.back().at));
}

std::string rules_of(const Replay& replay) {
  const Options& options = replay.options();
  std::string line = fmt::format("rules: {}", printable(options.script.filename().string(), kMaxWord));
  if (!options.profile.empty()) line += fmt::format(", profile {}", printable(options.profile, kMaxWord));
  const std::vector<Variables::Changed> changed = replay.changed_variables();
  if (changed.empty()) return line + ", no variable changed";
  std::vector<std::string> values;
  for (std::size_t i = 0; i < std::min(changed.size(), kMaxVariables); ++i)
    values.push_back(fmt::format("{} {} (usually {})", printable(changed[i].name, kMaxWord),
                                 printable(describe(changed[i].in_force), kMaxWord),
                                 printable(describe(changed[i].usual), kMaxWord)));
  if (changed.size() > kMaxVariables) values.push_back(fmt::format("{} more", changed.size() - kMaxVariables));
  return fmt::format("{}, changed: {}", line, fmt::join(values, ", "));
}

std::string acts_in(const Replay& replay) {
  const RecordedAgents::Burst& largest = replay.agents().largest_burst();
  if (largest.acts == 0) return "acts: none";
  std::string line = fmt::format("acts: up to {} of one agent at one step (agent {} at {:.2f} s)", largest.acts,
                                 largest.agent.number(), replay.seconds_of(largest.step));
  if (const int own = replay.agents().own_timings(); own > 0)
    line += fmt::format("; {} agent{} with a timing of {} own", own, own == 1 ? "" : "s", own == 1 ? "its" : "their");
  return line;
}

/// The recorded value of an option, if known; "unknown" in the parameters of earlier versions.
std::string recorded_option(const Replay& replay, std::string_view option) {
  for (const auto& [name, value] : replay.recorded().values)
    if (name == option) return printable(value, kMaxWord);
  return "unknown";
}

std::string claims_of(const Replay& replay) {
  return fmt::format(
      "recorded but not proven: who chose seed {}; --sandbox {} of the agents; --competition {}; who made the acts",
      replay.agents().seed(), recorded_option(replay, "sandbox"), recorded_option(replay, "competition"));
}

}  // namespace

std::vector<std::string> circumstances_of(const Replay& replay) {
  return {trainers_in(replay), rules_of(replay), acts_in(replay), claims_of(replay)};
}

}  // namespace server
