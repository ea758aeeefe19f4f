// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/assembly.h"
#include "spark/local/local_gateway.h"

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
  /// Of all poses and velocities now, and of all that agents have sensed so far.
  std::uint64_t hash() const;
  std::size_t sensations() const { return static_cast<std::size_t>(simulation_->sensations()); }
  /// Warnings and errors.
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  class Player;
  void run_script(Kind kind);

  std::vector<std::string> lines_;  // before the core, which may log until it is gone
  server::Assembly assembly_;
  spark::LocalGateway agents_;
  std::vector<std::unique_ptr<std::uint64_t>> sensed_;  ///< hashes of what the agents have sensed
  std::unique_ptr<spark::Simulation> simulation_;
};
