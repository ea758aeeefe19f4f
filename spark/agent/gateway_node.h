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

/// What the command line says of waiting for agents, in real time.
struct AgentTimeouts {
  std::chrono::nanoseconds think_limit{
      std::chrono::seconds(10)};  ///< one that was started and is silent is dropped then
  bool sync = false;              ///< the world waits for those that connect, too
  std::chrono::nanoseconds sync_timeout{std::chrono::seconds(1)};  ///< for one answer of these
};

/// A type of agents that take part in the match and connect by themselves.
struct ConnectingType {
  std::string name;
  AgentGateway::Coming coming = AgentGateway::Coming::awaited;  ///< not `started`
  bool at_agent_port = false;                                   ///< they connect where everybody may
  std::uint16_t port = 0;       ///< else there; 0: at a free one, or, of programs of their own, each at one
  bool is_one_program = false;  ///< of `connecting`: one program connects all of them
  int count = 0;                ///< agents of this type
  ProgramOrder program{};       ///< of `connecting`; `{host}`, `{port}` and `{agents}` in its arguments are filled in
};

/// What a gateway that a script brings may use of the server. All of it outlives the gateway.
struct GatewayContext {
  Core& core;
  net::Loop& loop;           ///< where the simulation thread waits; the place for connections that live on this thread
  RunControl& run_control;   ///< pause, run, stop
  CommandQueue& commands;    ///< how other threads reach the simulation thread
  ProgramStarter& programs;  ///< starts programs as agents are started: guarded, limited, sandboxed, logged
  LateMistakes& mistakes;    ///< of scripts and scene files that the gateway finds when the match runs
  std::filesystem::path log_folder;  ///< exists from `AgentGateway::begin` on; a gateway that writes there before
                                     ///< destroys the logs of the last match
  AgentTiming timing{};              ///< that of the match, for agents whose gateway has no other
  AgentTimeouts timeouts{};
  std::vector<ConnectingType> connecting{};  ///< for the gateway at which agents connect
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

  /// The option by which it was asked for, "--agent_port 3300"; empty if a script asks for it. Messages begin with it.
  const std::string& option() const { return option_; }
  void set_option(std::string option) { option_ = std::move(option); }

 private:
  std::string option_;
};

}  // namespace spark
