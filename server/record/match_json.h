// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/report/ending.h"
#include "spark/sim/simulation.h"

namespace server {

struct Options;

/// Identifies the sources that made the numbers of a match.json: another build of the same version may compute others.
extern "C" const char server_report_sources[];

// The part of match.json that follows from the simulation: the server writes it after the match, and --verify makes it
// anew.

/// The files of a log folder whose checksums match.json has: the compressed ones, since --verify compares their text
/// only, and those that cannot be made anew from the record, or not completely.
inline constexpr const char* kMatchJson = "match.json";
inline constexpr const char* kSummedFiles[] = {"parameters.xml", "acts.zst", "monitor.log.zst", "actions.log"};

/// How a match ended.
struct MatchEnd {
  std::string how;                             ///< "played", "stopped", "walk-over", "failed"
  std::string why;                             ///< for people; empty if it was played
  monitor::Side winner = monitor::Side::none;  ///< of a walk-over
};

/// Whether more was announced than has played: no agent of one of the types to start was ever a player, or fewer than
/// awaited were.
struct Absence {
  bool is_there = false;
  bool is_certain = false;  ///< all agents of these types were lost, so they could not have come later
  std::string why;          ///< for each type with no agents left: why its first one was lost
};
Absence absence_of(const spark::Simulation& simulation, int agents_awaited);

/// How a simulation ended that was neither stopped nor failed; `ending` is what its frames show. With `absent_lose` the
/// match is a walk-over if no agent came.
MatchEnd end_of(const spark::Simulation& simulation, spark::Simulation::Outcome outcome, const monitor::Ending& ending,
                const Absence& absence, bool absent_lose);
/// The winner of a match that has not begun because agents that were awaited had not connected: the type whose agents
/// were all ready, if those of the other one were not. The first of the two types is the left one.
monitor::Side winner_of_no_show(const spark::Simulation& simulation, const Options& options);
nlohmann::ordered_json end_json(const MatchEnd& end);

/// All agents that were started or connected, with what became of them.
nlohmann::ordered_json agents_json(const spark::Simulation& simulation, double step_seconds);

}  // namespace server
