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

/// A whole match with agents of this process: referee, senses and acts in every cycle, and the log of a match, but no
/// pipe, no socket and no text between world and agents.
///
/// The players see the ball and go for it when it is near, kick it, and walk to and fro otherwise. The first 22 belong
/// to teams; more have bodies, senses and acts, but no number, and stand about the field.
class LocalMatch {
 public:
  struct Choice {
    int agents = 22;
    double half_time = 1e6;       ///< s
    bool isolated_bodies = true;  ///< else all by ODE
    std::filesystem::path log;    ///< empty: none
    /// Variables of the script beside those of above, "Soccer.DoubleTouch" and its value.
    std::vector<std::pair<std::string, std::string>> variables{};
  };
  /// Throws `std::runtime_error` with one line if script, scenes or the module `soccer` cannot be used, or the log
  /// cannot be written.
  explicit LocalMatch(const Choice& choice);
  ~LocalMatch();

  /// False at the end of the match.
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
