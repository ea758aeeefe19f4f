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

/// A world that can be played: the tree with the classes that every server has, scripts that fill it, the control of
/// the game, and the simulation. The server adds agents, monitors, logs and signals to it; tests and benchmarks use it
/// alone, with a gateway of their own. It opens no file but scripts and scenes, opens no port, and starts no process
/// and no thread.
///
///     Assembly assembly(seed);
///     assembly.core.script_path = …;                            // and those of scenes and modules
///     assembly.run_script({.file = "rcssserver3D.rb"});         // or: create objects in assembly.core
///     auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
///     simulation->run();
/// Objects that any world needs and a script has not created are made on first use: the queue of agents, the control of
/// the game, the monitor system, and the variables that the server reads (`Spades.…`). Scene and world are created by
/// the script.
///
/// Objects returned by it must be destroyed before it is. It may be used by one thread at a time, except for
/// CommandQueue and RunControl, whose headers state their own rules.
///
/// A process may have many assemblies. They share nothing but Ruby, which one of them owns at a time, always on the
/// thread that first had it. So they are built one after another on that thread, and each calls `leave_scripts` before
/// the next begins; from then on each may be played on any thread:
///
///     auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
///     simulation->start_agent(…);
///     assembly.build_agents(*simulation);                       // addAgent is a script's function
///     assembly.leave_scripts();
///     …                                                         // the next assembly; then, on any thread:
///     simulation->run_until(1000);
class Assembly {
 public:
  /// `clock` drives its loop and limits the time for commands; it must outlive the assembly.
  /// Real time: the system's clock is the default, and shared by all assemblies that get no other.
  explicit Assembly(std::uint64_t seed, spark::RealClock& clock = spark::RealClock::system());
  ~Assembly();
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  spark::Core core;
  spark::CommandQueue commands;
  spark::RunControl run_control;
  spark::net::Loop loop;  ///< the simulation waits in it; it serves the connections of agents

  /// Embedded Ruby; the first call starts it, which may cost 13 ms. It knows the bundles that every server has. Throws
  /// `ScriptError` if another world of this process owns it, if the first one owned it on another thread, or after
  /// `leave_scripts`.
  spark::ScriptEngine& scripts();
  /// Releases Ruby for the next assembly once the world is built. Code that needs a script later gets nothing, and the
  /// log one line: an agent that sends its (create) now stays without a body, and a Ruby expression in a scene file
  /// fails. Further calls, and calls without a script, do nothing. To be called on the thread that built the world; a
  /// world that has not left its scripts must be destroyed there, too.
  void leave_scripts();

  struct SetUp {
    std::filesystem::path file;                                    ///< the set-up script
    std::string profile{};                                         ///< a profile of that script; empty: its default
    std::vector<std::pair<std::string, std::string>> variables{};  ///< "Ns.Name", VALUE: overrides the script's
    bool strict = false;                                           ///< an error in the script ends it
    /// Limit on its real time, and later on each call of its functions; 0: none.
    double limit_s = spark::ScriptEngine::kUsualLimit;
  };
  /// Runs the set-up script, and those beside it that it names. If it is not strict, one line counts its errors. Throws
  /// `std::runtime_error` with one line if it fails or takes too long, `spark::WrongSetting` if it has no such profile,
  /// creates no such variable, or a variable does not accept its value.
  void run_script(const SetUp& set_up);

  /// Takes the length of a step and the interval of frames from the script, and defaults for the rest. Sets the step of
  /// the clock. Throws `std::runtime_error` if the script's numbers are out of range.
  spark::Simulation::Options simulation_options();
  /// Throws `std::runtime_error` naming what the tree lacks. The simulation ends after `Spades.EndTime`, unless that is
  /// 0.
  std::unique_ptr<spark::Simulation> make_simulation(spark::AgentGateway& gateway, spark::Simulation::Options options);

  /// Plays until the scripts have built the body of every agent that has been started: an agent asks for that itself,
  /// with its first act. Throws `std::runtime_error` with one line if the match ends before, or an agent has not
  /// asked within `seconds` of simulated time.
  void build_agents(spark::Simulation& simulation, double seconds = 60);

  /// The game's state for monitors; if the script registered none, the poses of all bodies (`BodyMonitor`).
  spark::MonitorSystem& monitor_system();
  /// The queue of agents that the script wants.
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
