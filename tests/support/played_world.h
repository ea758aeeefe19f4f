// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/engine/assembly.h"
#include "spark/agent/local_gateway.h"
#include "spark/monitor/monitor_system.h"
#include "spark/sim/frame_listener.h"

/// A world built by the server's own script, with agents in this process that play at random, depending on their
/// percepts and the match's seed. A process may have several (see `server::Assembly`).
class PlayedWorld {
 public:
  enum class Kind { soccer, robots, robots_by_quick_step };
  struct Choice {
    Kind kind = Kind::soccer;
    int agents = 4;
    std::uint64_t seed = 1;
    friend bool operator==(const Choice&, const Choice&) = default;
  };

  /// Called on Ruby's thread. Builds the world with all bodies, and leaves its scripts. Throws `std::runtime_error` if
  /// scripts, scenes or the module `soccer` cannot be used.
  explicit PlayedWorld(const Choice& choice);
  ~PlayedWorld();

  /// Plays up to this step; may be called on any thread.
  void play_until(spark::Step step);
  spark::Step now() const { return assembly_.core.clock.now(); }
  /// Resets the world like a trainer's command; the players restart, too.
  std::string restart(std::optional<std::uint64_t> seed);
  /// The frames for monitors, every 15 steps, since `restart`.
  const std::string& frames() const { return frames_->text; }
  server::Assembly& assembly() { return assembly_; }
  /// A hash of all current poses and velocities, and of all percepts so far.
  std::uint64_t hash() const;
  std::size_t sensations() const { return static_cast<std::size_t>(simulation_->sensations()); }
  /// Warnings and errors.
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  class Player;
  struct Frames final : spark::FrameListener {
    explicit Frames(spark::MonitorSystem& shown) : system(shown) { system.prepare(); }
    void frame(spark::Step) override { system.frame(text), text += '\n'; }
    spark::MonitorSystem& system;
    std::string text;
  };
  void run_script(Kind kind);

  std::vector<std::string> lines_;  // before the core, which may log until its destruction
  server::Assembly assembly_;
  spark::LocalGateway agents_;
  std::vector<std::unique_ptr<std::uint64_t>> sensed_;  ///< hashes of the agents' percepts
  std::vector<Player*> players_;
  std::unique_ptr<Frames> frames_;
  std::unique_ptr<spark::Simulation> simulation_;
};
