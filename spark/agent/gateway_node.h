// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/program_starter.h"
#include "spark/core/class_registry.h"
#include "spark/core/node.h"

namespace spark {

class CommandQueue;
class RunControl;
struct Core;

namespace net {
class Loop;
}

/// What the command line says of waiting for agents, in real time.
struct AgentPatience {
  std::chrono::nanoseconds think_limit{
      std::chrono::seconds(10)};  ///< one that was started and is silent is dropped then
  bool sync = false;              ///< the world waits for those that connect, too
  std::chrono::nanoseconds sync_timeout{std::chrono::seconds(1)};  ///< for one answer of these
};

/// What a gateway that a script brings may use of the server. All of it outlives the gateway.
struct GatewayContext {
  Core& core;
  net::Loop& loop;           ///< where the simulation thread waits; the place for connections that live on this thread
  RunControl& run_control;   ///< pause, run, stop
  CommandQueue& commands;    ///< how other threads reach the simulation thread
  ProgramStarter& programs;  ///< starts programs as agents are started: guarded, limited, sandboxed, logged
  std::filesystem::path log_folder;  ///< exists from `AgentGateway::begin` on; whoever writes there before destroys the
                                     ///< logs of the last match
  AgentTiming timing{};              ///< that of the match, for agents whose gateway has no other
  AgentPatience patience{};
};

/// A node that brings a gateway. A script creates it, below /sys/server as a rule, and says by its methods what the
/// gateway is to do; when the script is done the server asks each such node in the tree, in the order of creation, for
/// its gateway. There is one node of a class at most.
///
/// Gateways are modules: `importBundle 'NAME'` loads NAME.so, which registers a class that has `oxygen/GatewayNode` as
/// its base. A match whose script imports none has none.
class GatewayNode : public Node {
 public:
  /// Called once, before anything has been written or started: the place to open ports and to find out what is wrong.
  /// Throws `std::runtime_error` with one line for people, which ends the program. The gateway must not need the node,
  /// which scripts may delete.
  virtual std::unique_ptr<AgentGateway> make_gateway(GatewayContext& context) = 0;
};

}  // namespace spark
