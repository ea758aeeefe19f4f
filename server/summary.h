// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spark {
class Simulation;
}

namespace server {

class Console;

/// What became of the logs: where the monitors' is, and of each that ended before the match why; else empty. Then who
/// has watched, what trainers have commanded and which bodies were put back, if there were any.
struct LogLines {
  std::string monitor, server, actions, monitors, trainers, bodies;
};

/// "incomplete: No space left on device"; empty without a problem.
std::string ends_early(const std::string& problem);

/// "143 x real time", "0.5 x real time".
std::string times_real_time(double simulated_seconds, double wall_seconds);

/// How it went, in lines of a name and its value: what the game has to say, how it ended if not by being played, times,
/// costs, agents, logs.
std::string summary(const spark::Simulation& simulation, double simulated_seconds, double wall_seconds,
                    std::uint64_t seed, std::string_view how_it_ended, const LogLines& logs);

/// Prints to standard output. A summary that cannot be written does not make the match fail, but the console
/// shows a warning.
void print_summary(const std::string& text, Console& console);

}  // namespace server
