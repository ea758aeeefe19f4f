// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "server/record/match_json.h"
#include "spark/command_line/option_table.h"

namespace spark {
class AgentGateway;
struct Core;
}  // namespace spark

namespace server {

struct Options;

/// A match that has been played, or has failed meanwhile, as its report needs it.
struct PlayedMatch {
  const Options& options;
  const spark::NamedValues& parameters;  ///< in force when it began
  spark::Core& core;
  const spark::Simulation& simulation;
  const spark::AgentGateway& gateway;
  spark::Simulation::Outcome outcome;
  double wall_seconds;
  int ending_signal;         ///< 0: none
  std::string_view failure;  ///< what ended it; empty if nothing failed
};

/// Writes match.json, for programs: a report on the monitor log, together with what only the server knows. Returns how
/// the match ended, also if the file cannot be written, which costs one line in the log.
MatchEnd write_match_json(const PlayedMatch& match);

}  // namespace server
