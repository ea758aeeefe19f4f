// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/report/ending.h"
#include "spark/sim/simulation.h"

namespace server {

/// Which sources have made the numbers of a match.json: another build of the same version may make others.
extern "C" const char server_report_sources[];

// What match.json says of a match that follows from its simulation: the server writes it after the match, and --verify
// makes it anew.

/// The files of a log folder of which match.json has checksums: those that are compressed, whose bytes say no more than
/// their text, and those that cannot be made anew from the record, or not all of them.
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
  bool is_certain = false;  ///< all agents of these types were lost: they could not have come later either
  std::string why;          ///< the first agents of all types that have none left were lost
};
Absence absence_of(const spark::Simulation& simulation, int agents_awaited);

/// Of a simulation that was neither stopped nor failed meanwhile; `ending` is what its frames show. `absent_lose`: if
/// nobody came it is a walk-over.
MatchEnd end_of(const spark::Simulation& simulation, spark::Simulation::Outcome outcome, const monitor::Ending& ending,
                const Absence& absence, bool absent_lose);
nlohmann::ordered_json end_json(const MatchEnd& end);

/// All who were started or came, with what became of them.
nlohmann::ordered_json agents_json(const spark::Simulation& simulation, double step_seconds);

}  // namespace server
