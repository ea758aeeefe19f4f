// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/report/ending.h"
#include "spark/sim/simulation.h"

namespace server {

struct Options;

/// Identifies the sources that computed the numbers of a match.json: another build of the same version may compute
/// other numbers.
extern "C" const char server_report_sources[];

// The part of match.json that follows from the simulation: the server writes it after the match, and --verify computes
// it again.

/// The files of a log folder whose checksums are in match.json: the compressed ones, because --verify compares only the
/// text in them, and those that cannot be made again from the record, at least not completely.
inline constexpr const char* kMatchJson = "match.json";
inline constexpr const char* kSummedFiles[] = {"parameters.xml", "acts.zst", "monitor.log.zst", "actions.log"};

/// How a match ended.
struct MatchEnd {
  std::string how;                             ///< "played", "stopped", "walk-over", "failed"
  std::string why;                             ///< for people; empty if it was played to its end
  monitor::Side winner = monitor::Side::none;  ///< of a walk-over
};

/// The announced agents that were absent: no agent of a type to be started ever became a player, or fewer agents
/// connected than were awaited.
struct Absence {
  bool is_there = false;
  bool is_certain = false;  ///< all agents of these types were lost, so they could not have come later
  std::string why;          ///< for each type without agents: why its first one was lost
};
Absence absence_of(const spark::Simulation& simulation, int agents_awaited);

/// How a simulation ended that was neither stopped nor failed; `ending` comes from its frames. With `absent_lose` the
/// match is a walk-over if all agents of one type were absent.
MatchEnd end_of(const spark::Simulation& simulation, spark::Simulation::Outcome outcome, const monitor::Ending& ending,
                const Absence& absence, bool absent_lose);
/// The winner of a match that did not begin because awaited agents had not connected: the type whose agents were all
/// ready, if those of the other type were not. The first of the two types plays on the left.
monitor::Side winner_of_no_show(const spark::Simulation& simulation, const Options& options);
nlohmann::ordered_json end_json(const MatchEnd& end);

/// All agents that were started or connected, and why those that left did so.
nlohmann::ordered_json agents_json(const spark::Simulation& simulation, double step_seconds);

}  // namespace server
