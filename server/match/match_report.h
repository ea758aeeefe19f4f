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

/// The data for the report on a match that was played or failed.
struct PlayedMatch {
  const Options& options;
  const spark::NamedValues& parameters;  ///< in force when the match began
  spark::Core& core;
  const spark::Simulation& simulation;
  const spark::AgentGateway& gateway;
  spark::Simulation::Outcome outcome;
  double wall_seconds;
  int ending_signal;         ///< 0: none
  std::string_view failure;  ///< the error that ended it; empty if nothing failed
};

/// Writes match.json, for programs: a report on the monitor log, together with facts that only the server knows.
/// Returns how the match ended even if the file cannot be written, which costs one line in the log.
MatchEnd write_match_json(const PlayedMatch& match);

}  // namespace server
