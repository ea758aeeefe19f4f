// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "server/engine/assembly.h"
#include "spark/agent/agent_gateway.h"
#include "tests/engine/record.h"

namespace engine_test {

/// The events in the world. A part of the object tree, so that objects of the class registry find it.
class Events final : public spark::Leaf {
 public:
  void act(std::string what);
  Lines lines;
  bool writes = true;  ///< lines are written; notes are counted always
  int notes = 0;
};

/// A world with nothing but agents. Their bodies begin with the effectors `note` and `grow`, and perceive the number of
/// notes.
class Stage {
 public:
  /// The game ends in the step in which the clock reaches `last_step`, or that follows the last of `max_notes` notes.
  Stage(Step last_step, int max_notes);
  Events& events() { return *events_; }
  spark::Simulation& make_simulation(spark::AgentGateway& gateway, spark::Simulation::Options options);

  server::Assembly assembly{1};
  spark::Core& core = assembly.core;
  spark::RunControl& run_control = assembly.run_control;

 private:
  Events* events_ = nullptr;
  std::unique_ptr<spark::Simulation> simulation_;
};

/// Plays a match with the real engine. `violations` gets descriptions of events that must never happen.
Record play_with_the_engine(const Match& match, Lines& violations);

}  // namespace engine_test
