// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spark {
class AgentGateway;
class Simulation;
}  // namespace spark

namespace server {

/// A table of the agents, one line each below a header: cycles, acts, late acts, refused messages, thinking time (real
/// time in ms: median, 99th percentile, maximum), KiB to and from the agent. Empty without agents.
std::vector<std::string> agent_table(const spark::Simulation& simulation, spark::AgentGateway& agents);

}  // namespace server
