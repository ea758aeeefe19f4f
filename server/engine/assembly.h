// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
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

/// A set-up script does not take what the user gave for its variables or its profile.
class WrongSetting : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A world that can be played: the tree with the classes that every server has, scripts that fill it, what steers it,
/// and the simulation that moves it. The server adds agents, monitors, logs and signals to it; tests and benchmarks
/// take it as it is, with a gateway of their own. It opens no file but scripts and scenes, no port, and starts no
/// process and no thread.
///
///     Assembly assembly(seed);
///     assembly.core.script_path = …;                            // and those of scenes and modules
///     assembly.run_script({.file = "rcssserver3D.rb"});         // or: create objects in assembly.core
///     auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
///     simulation->run();
///
/// What any world needs and a script has not created is made when it is asked for: where agents are queued, the control
/// of the game, what monitors see, and the variables that the server reads (`Spades.…`). Scene and world are the
/// script's.
///
/// What it gives out must go before it does. One thread at a time, but for what CommandQueue and RunControl say of
/// themselves.
///
/// A process may have many. They share nothing but Ruby, which one of them has at a time, on the thread that had it
/// first. So they are built one after another on that thread, and each is left by its scripts before the next begins;
/// from then on each may be played on any thread:
///
///     auto simulation = assembly.make_simulation(gateway, assembly.simulation_options());
///     simulation->start_agent(…);
///     assembly.build_agents(*simulation);                       // addAgent is a script's function
///     assembly.leave_scripts();
///     …                                                         // the next assembly; then, on any thread:
///     simulation->run_until(1000);
class Assembly {
 public:
  /// The clock, for its loop and the share of commands, must outlive it.
  /// Real time: the clock of assemblies that are given no other.
  explicit Assembly(std::uint64_t seed, spark::RealClock& clock = spark::RealClock::system());
  ~Assembly();
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;

  spark::Core core;
  spark::CommandQueue commands;
  spark::RunControl run_control;
  spark::net::Loop loop;  ///< where its simulation waits, and connections of agents live

  /// Embedded Ruby, from the first call on, which may cost 13 ms; it knows the bundles that every server has. Throws
  /// `ScriptError` if another world of this process has it, on another thread than that of the first, or after
  /// `leave_scripts`.
  spark::ScriptEngine& scripts();
  /// The world is built, and stands without Ruby from now on, which the next one may have. Who asks for a script later
  /// gets nothing and one line in the log: an agent that sends its (create) now (it stays without a body), a scene file
  /// with an expression in Ruby. Nothing happens the second time, or if there never was a script. On the thread that
  /// built it; a world that has not left its scripts ends there, too.
  void leave_scripts();

  struct SetUp {
    std::filesystem::path file;                                    ///< the set-up script
    std::string profile{};                                         ///< of that script; empty: its usual one
    std::vector<std::pair<std::string, std::string>> variables{};  ///< "Ns.Name", VALUE: in place of the script's
    bool strict = false;                                           ///< what fails in it ends it
    /// Real time it may take, and later each call of its functions; 0: any.
    double limit_s = spark::ScriptEngine::kUsualLimit;
  };
  /// Runs the set-up script, and those beside it that it names. If it is not strict, one line counts what failed in it.
  /// Throws `std::runtime_error` with one line if it fails or takes too long, `WrongSetting` if it offers no such
  /// profile, creates no such variable, or a variable cannot have such a value.
  void run_script(const SetUp& set_up);

  /// How long a step is, and how often monitors get a frame, as the script says; all else as usual. Sets the step of
  /// the clock. Throws `std::runtime_error` if the script's numbers are out of range.
  spark::Simulation::Options simulation_options();
  /// Throws `std::runtime_error` naming what the tree lacks. The simulation ends after `Spades.EndTime`, unless that is
  /// 0.
  std::unique_ptr<spark::Simulation> make_simulation(spark::AgentGateway& gateway, spark::Simulation::Options options);

  /// Plays until the scripts have built the body of every agent that has been started: an agent asks for that itself,
  /// with its first act. Throws `std::runtime_error` with one line if the match ends before, or an agent has not
  /// asked within `seconds` of simulated time.
  void build_agents(spark::Simulation& simulation, double seconds = 60);

  /// What the game shows to monitors; if the script registered nothing, the poses of all bodies (`BodyMonitor`).
  spark::MonitorSystem& monitor_system();
  /// Where the script queued the agents that it wants.
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
