// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "commserver/database/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "spark/agent/agent_gateway.h"

namespace commserver {
class CommServerPort;
class Placement;
class RemoteCommServer;
class Secret;
struct LinkSettings;
struct Places;
}  // namespace commserver

namespace spark {
class CommandQueue;
class GatewaySwitch;
class RunControl;
class TcpGateway;
struct Core;

namespace net {
class Loop;
}
}  // namespace spark

namespace server {

struct Options;

/// All gateways to this match's agents: the integrated commserver, commservers on other machines, and a port to which
/// agents connect.
class Gateways {
 public:
  /// Throws `std::runtime_error` with one line if options and script ask for something impossible. Core, loop, options
  /// and guardian must outlive it.
  Gateways(spark::Core& core, spark::net::Loop& loop, const Options& options, const commserver::Places& places,
           commserver::AgentDatabase database, commserver::Guardian& guardian);
  ~Gateways();

  spark::AgentGateway& gateway() const;
  /// Whether the agents of the integrated commserver run in a sandbox, and why not. Empty without that commserver.
  const std::string& sandbox_line() const { return sandbox_line_; }
  /// The port to which agents connect; 0 if they cannot.
  std::uint16_t agent_port() const;
  /// Waits until all wanted commservers have connected, or the match is stopped; the clock stands. Monitors are served
  /// meanwhile.
  void wait_for_commservers(spark::CommandQueue& commands, const spark::RunControl& run_control);

 private:
  std::size_t choose(const std::string& type) const;
  void open_engine_port(const Options& options);
  void open_agent_port(const Options& options);

  spark::Core& core_;
  spark::net::Loop& loop_;
  commserver::AgentDatabase database_;
  std::size_t wanted_ = 0;  ///< commservers on other machines
  std::string sandbox_line_;
  std::unique_ptr<spark::AgentGateway> integrated_;
  std::unique_ptr<commserver::Secret> secret_;
  std::unique_ptr<commserver::LinkSettings> link_settings_;
  std::unique_ptr<commserver::CommServerPort> port_;
  std::vector<std::unique_ptr<commserver::RemoteCommServer>> remote_;
  std::unique_ptr<commserver::Placement> placement_;
  std::unique_ptr<spark::TcpGateway> tcp_;
  std::unique_ptr<spark::GatewaySwitch> switch_;
};

}  // namespace server
