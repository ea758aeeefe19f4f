// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spark/core/core.h"
#include "spark/net/loop.h"
#include "spark/script/script_engine.h"
#include "spark/sim/command_queue.h"
#include "spark/sim/run_control.h"
#include "spark/sim/simulation.h"

namespace spark {
class AgentGateway;
class GameControlServer;
class MonitorSystem;
class SpadesServer;
}  // namespace spark

namespace server {

/// A world that can be played: the object tree with the classes that every server has, the scripts that fill it, the
/// control of the game, and the simulation. The server adds agents, monitors, logs and signals; tests and benchmarks
/// use it alone, with their own gateway. It opens no files but scripts and scenes, opens no port, and starts no process
/// and no thread.
///
///     Assembly assembly(seed);
///     assembly.core.script_path = …;                            // and those of scenes and modules
///     assembly.run_script({.file = "rcssserver3D.rb"});         // or: create objects in assembly.core
///     auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
///     simulation->run();
/// Objects that every world needs and that a script has not created are made on first use: the queue of agents, the
/// control of the game, the monitor system, and the variables that the server reads (`Spades.…`). The script creates
/// scene and world.
///
/// Objects that it returns must be destroyed before the assembly. Only one thread at a time may use it, except for
/// CommandQueue and RunControl, whose headers state their own rules.
///
/// A process may have several assemblies. They share only Ruby, which one of them owns at a time, always on the thread
/// that first used it. So build them one after another on that thread, and call `leave_scripts` on each before you
/// begin the next. After that each may run on any thread:
///
///     auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
///     simulation->start_agent(…);
///     assembly.build_agents(*simulation);                       // addAgent is a script's function
///     assembly.leave_scripts();
///     …                                                         // the next assembly; then, on any thread:
///     simulation->run_until(1000);
class Assembly {
 public:
  /// `clock` drives the loop and limits the time for commands; it must outlive the assembly.
  /// Real time: the default is the system's clock, which all assemblies share that get no other.
  explicit Assembly(std::uint64_t seed, spark::RealClock& clock = spark::RealClock::system());
  ~Assembly();
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  spark::Core core;
  spark::CommandQueue commands;
  spark::RunControl run_control;
  spark::net::Loop loop;  ///< the simulation waits in it; it serves the connections of agents

  /// Embedded Ruby, with the bundles that every server has; the first call starts it, which may take 13 ms. Throws
  /// `ScriptError` if another assembly of this process owns Ruby, if Ruby was first used on another thread, or after
  /// `leave_scripts`.
  spark::ScriptEngine& scripts();
  /// Releases Ruby for the next assembly, once the world is built. From then on, code that needs a script fails with
  /// one line in the log: an agent that sends (create) stays without a body, and a Ruby expression in a scene file is
  /// not evaluated. Further calls, and calls without a script, do nothing. Call this on the thread that built the
  /// world; a world that still owns Ruby must be destroyed on that thread, too.
  void leave_scripts();

  struct SetUp {
    std::filesystem::path file;                                    ///< the set-up script
    std::string profile{};                                         ///< a profile of that script; empty: its default
    std::vector<std::pair<std::string, std::string>> variables{};  ///< "Ns.Name", VALUE: overrides the script's
    bool strict = false;                                           ///< the first error ends the script
    /// Limit on the real time of the script, and later of each call of its functions; 0: none.
    double limit_s = spark::ScriptEngine::kUsualLimit;
  };
  /// Runs the set-up script, which may run others from its folder. Unless `strict`, the log gets one line with the
  /// number of errors. Throws `std::runtime_error` with one line if the script fails or takes too long, and
  /// `spark::WrongSetting` if the script has no such profile, creates no such variable, or a variable refuses its
  /// value.
  void run_script(const SetUp& set_up);

  /// The script's step length, latencies and frame interval, and defaults for all other options. Also sets the step of
  /// the clock. Throws `std::runtime_error` if the script's numbers are out of range.
  spark::Simulation::Options simulation_options();
  /// The simulation ends after `Spades.EndTime`, unless that is 0. Throws `std::runtime_error` that names what the tree
  /// lacks.
  std::unique_ptr<spark::Simulation> make_simulation(spark::AgentGateway& gateway, spark::Simulation::Options options);

  /// Runs the simulation until the scripts have built the bodies of all started agents; an agent requests its body in
  /// its first act. Throws `std::runtime_error` with one line if the match ends first, or if an agent has not requested
  /// its body within `seconds` of simulated time.
  void build_agents(spark::Simulation& simulation, double seconds = 60);

  /// The game's state for monitors; the poses of all bodies (`BodyMonitor`) if the script registered no monitor system.
  spark::MonitorSystem& monitor_system();
  /// The queue of agents to start.
  spark::SpadesServer& spades();
  /// The control of the game.
  spark::GameControlServer& game_control();
  double simulated_seconds() const;

 private:
  void build(const SetUp& set_up);

  std::optional<spark::ScriptEngine> scripts_;
  bool scripts_left_ = false;
};

}  // namespace server
