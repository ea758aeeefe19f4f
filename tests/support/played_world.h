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

/// A world that the server's own script builds, with agents of this process that play at random: of their senses, and
/// of the match's seed. Many in one process, as `server::Assembly` says.
class PlayedWorld {
 public:
  enum class Kind { soccer, robots, robots_by_quick_step };
  struct Choice {
    Kind kind = Kind::soccer;
    int agents = 4;
    std::uint64_t seed = 1;
    friend bool operator==(const Choice&, const Choice&) = default;
  };

  /// On the thread of Ruby. Built, with all bodies, and left by its scripts. Throws `std::runtime_error` if scripts,
  /// scenes or the module `soccer` cannot be used.
  explicit PlayedWorld(const Choice& choice);
  ~PlayedWorld();

  /// Plays up to that step; any thread.
  void play_until(spark::Step step);
  spark::Step now() const { return assembly_.core.clock.now(); }
  /// As a trainer's command does it; the players begin anew, too.
  std::string restart(std::optional<std::uint64_t> seed);
  /// What monitors would be shown every 15 steps, from `restart` on.
  const std::string& frames() const { return frames_->text; }
  server::Assembly& assembly() { return assembly_; }
  /// Of all poses and velocities now, and of all that agents have sensed so far.
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

  std::vector<std::string> lines_;  // before the core, which may log until it is gone
  server::Assembly assembly_;
  spark::LocalGateway agents_;
  std::vector<std::unique_ptr<std::uint64_t>> sensed_;  ///< hashes of what the agents have sensed
  std::vector<Player*> players_;
  std::unique_ptr<Frames> frames_;
  std::unique_ptr<spark::Simulation> simulation_;
};
