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

/// Lines of the summary that other classes provide; each except `monitor` is empty if there is nothing to report.
/// `monitor` is the path of the monitor log; `server` and `actions` state why these logs ended early.
struct LogLines {
  std::string monitor, server, actions, monitors, trainers, bodies;
};

/// "incomplete: No space left on device"; empty if there is no problem.
std::string ends_early(const std::string& problem);

/// Which bodies the physics had to restore, how often, why and since when; empty if there are none. A body of an agent
/// that is still connected is listed with that agent.
std::string restored_bodies(spark::Core& core, const spark::World& world);

/// "143 x real time", "0.5 x real time".
std::string times_real_time(double simulated_seconds, double wall_seconds);

/// The summary of the match, in lines of a name and its value: the result, how the match ended if it was not played to
/// its end, times, costs, agents, logs.
std::string summary(const spark::Simulation& simulation, double simulated_seconds, double wall_seconds,
                    std::uint64_t seed, std::string_view how_it_ended, const LogLines& logs);

/// Prints to standard output. If that fails, the console shows a warning; it does not make the match fail.
void print_summary(const std::string& text, Console& console);

}  // namespace server
