// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace spark {
class Simulation;
}

namespace server {

class Console;

/// What became of the logs: where the monitors' is, and of each that ended before the match why; else empty. Then who
/// has watched and what trainers have commanded, if there were any.
struct LogLines {
  std::string monitor, server, actions, monitors, trainers;
};

/// "incomplete: No space left on device"; empty without a problem.
std::string ends_early(const std::string& problem);

/// How it went, in lines of a name and its value: what the game has to say, times, costs, agents, logs.
std::string summary(const spark::Simulation& simulation, double simulated_seconds, double wall_seconds,
                    std::uint64_t seed, const LogLines& logs);

/// Prints to standard output. A summary that cannot be written does not make the match fail, but the console
/// shows a warning.
void print_summary(const std::string& text, Console& console);

}  // namespace server
