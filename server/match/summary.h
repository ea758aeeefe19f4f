// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spark {
class Simulation;
class World;
struct Core;
}  // namespace spark

namespace server {

class Console;

/// Lines of the summary that others make; all but `monitor` are empty if there is nothing to report. `monitor` is where
/// the monitor log is; `server` and `actions` say why these logs ended early.
struct LogLines {
  std::string monitor, server, actions, monitors, trainers, bodies;
};

/// "incomplete: No space left on device"; empty without a problem.
std::string ends_early(const std::string& problem);

/// Which bodies the physics had to restore, how often, why and since when; empty if none. A body that belongs to an
/// agent that is still there is named with it.
std::string restored_bodies(spark::Core& core, const spark::World& world);

/// "143 x real time", "0.5 x real time".
std::string times_real_time(double simulated_seconds, double wall_seconds);

/// How the match went, in lines of a name and its value: what the game reports, how it ended if it was not played to
/// its end, times, costs, agents, logs.
std::string summary(const spark::Simulation& simulation, double simulated_seconds, double wall_seconds,
                    std::uint64_t seed, std::string_view how_it_ended, const LogLines& logs);

/// Prints to standard output. A summary that cannot be written costs a warning on the console; the match has not
/// failed.
void print_summary(const std::string& text, Console& console);

}  // namespace server
