// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace spark {

class AgentGateway;
class AgentRoster;
class AgentWaits;
class InputTracker;
class RunControl;
class World;
struct Core;

/// Begins another episode of a match between two steps, as specified by `Simulation::restart`: clock, pending acts,
/// random streams, bodies, objects of the tree and the timing of the agents. Borrows everything. Used on the simulation
/// thread.
class EpisodeRestart {
 public:
  struct Parts {
    Core& core;
    World& world;
    AgentGateway& gateway;
    const RunControl& run_control;
    AgentRoster& agents;
    AgentWaits& waits;
    InputTracker& inputs;
  };
  explicit EpisodeRestart(const Parts& parts) : parts_(parts) {}

  /// Waits until the agents in the world have answered earlier sensations. Without a seed the streams restart with that
  /// of the match. The result is empty, or the reason why there can be no other episode.
  std::string run(std::optional<std::uint64_t> seed);

 private:
  const Parts parts_;
};

}  // namespace spark
