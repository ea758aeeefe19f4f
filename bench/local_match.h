// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/engine/assembly.h"
#include "spark/agent/local_gateway.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/physics/world.h"

namespace bench {

/// A whole match with agents in this process: with referee, percepts and acts in every cycle, and the log of a match,
/// but without pipe, socket or text between world and agents.
///
/// The players see the ball, drive towards it when it is near and kick it; otherwise they drive back and forth. The
/// first 22 belong to teams; further players have bodies, percepts and acts, but no number, and are spread over the
/// field.
class LocalMatch {
 public:
  struct Choice {
    int agents = 22;
    double half_time = 1e6;       ///< s
    bool isolated_bodies = true;  ///< if false, ODE computes all bodies
    std::filesystem::path log;    ///< empty: none
    /// Further variables of the script: names, such as "Soccer.DoubleTouch", and values.
    std::vector<std::pair<std::string, std::string>> variables{};
  };
  /// Throws `std::runtime_error` with a message of one line if script, scenes or the module `soccer` cannot be used, or
  /// if the log cannot be written.
  explicit LocalMatch(const Choice& choice);
  ~LocalMatch();

  /// Returns false at the end of the match.
  bool play(spark::Step steps);
  const spark::World& world() const { return *world_; }
  /// Teams, score, time.
  std::string status() const { return simulation_->status(); }

 private:
  class Player;
  void run_script(const Choice& choice);
  void place_others(int agents);

  server::Assembly assembly_;
  spark::LocalGateway agents_;
  std::unique_ptr<spark::MonitorHub> hub_;
  std::unique_ptr<spark::Simulation> simulation_;
  spark::World* world_ = nullptr;
};

}  // namespace bench
