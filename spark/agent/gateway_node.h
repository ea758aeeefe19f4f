// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "spark/agent/agent_gateway.h"
#include "spark/agent/program_starter.h"
#include "spark/core/class_registry.h"
#include "spark/core/node.h"

namespace spark {

class CommandQueue;
class LateMistakes;
class RunControl;
struct Core;

namespace net {
class Loop;
}

/// Timeouts for agents from the command line, in real time.
struct AgentTimeouts {
  std::chrono::nanoseconds think_limit{
      std::chrono::seconds(10)};  ///< after this time without a message a started agent is dropped
  bool sync = false;              ///< the world also waits for agents that connect
  std::chrono::nanoseconds sync_timeout{std::chrono::seconds(1)};  ///< for one answer of agents that connect
};

/// A type of agents that take part in the match and connect by themselves.
struct ConnectingType {
  std::string name;
  AgentGateway::Coming coming = AgentGateway::Coming::awaited;  ///< not `started`
  bool at_agent_port = false;                                   ///< they connect to the public agent port
  std::uint16_t port = 0;       ///< otherwise their port; 0: any free one, or for separate programs one for each
  bool is_one_program = false;  ///< only if `connecting`: one program connects all of them
  int count = 0;                ///< agents of this type
  /// Only if `connecting`; `{host}`, `{port}` and `{agents}` in its arguments are replaced.
  ProgramOrder program{};
};

/// The parts of the server that a gateway of a script may use. All of them outlive the gateway.
struct GatewayContext {
  Core& core;
  net::Loop& loop;           ///< the simulation thread waits in it; it serves connections that live on this thread
  RunControl& run_control;   ///< pause, run, stop
  CommandQueue& commands;    ///< by which other threads reach the simulation thread
  ProgramStarter& programs;  ///< starts programs like agents: guarded, limited, sandboxed, logged
  LateMistakes& mistakes;    ///< errors in scripts and scene files that the gateway finds during the match
  std::filesystem::path log_folder;  ///< exists from `AgentGateway::begin` on; a gateway that writes there earlier
                                     ///< destroys the logs of the last match
  AgentTiming timing{};              ///< that of the match, for agents without their own timing
  AgentTimeouts timeouts{};
  std::vector<ConnectingType> connecting{};  ///< for the gateway to which agents connect
};

/// A node that provides a gateway. A script creates it, usually below /sys/server, and configures the gateway by its
/// methods; after the script the server calls `make_gateway` of all such nodes in the tree, in the order of creation.
/// There is at most one node of a class.
///
/// Gateways are modules: `importBundle 'NAME'` loads NAME.so, which registers a class with the base
/// `oxygen/GatewayNode`. A match whose script imports none has none.
class GatewayNode : public Node {
 public:
  /// Called once, before anything has been written or started: the place to open ports and to detect errors. Throws
  /// `std::runtime_error` with one line for the user, which ends the program. The gateway must not use the node, which
  /// scripts may delete.
  virtual std::unique_ptr<AgentGateway> make_gateway(GatewayContext& context) = 0;

  /// The option that requested it, "--agent_port 3300"; empty if a script did. Messages begin with it.
  const std::string& option() const { return option_; }
  void set_option(std::string option) { option_ = std::move(option); }

 private:
  std::string option_;
};

}  // namespace spark
