// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spark {
class AgentGateway;
class Simulation;
}  // namespace spark

namespace server {

/// How the agents are doing, one line each below a head: cycles, acts, those that came late, refused messages, thinking
/// time (real time: median, 99th percentile, longest, in ms), KiB to and from the agent. Empty without agents.
std::vector<std::string> agent_table(const spark::Simulation& simulation, const spark::AgentGateway& agents);

}  // namespace server
