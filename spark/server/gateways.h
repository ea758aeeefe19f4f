// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "commserver/agent_database.h"
#include "commserver/guardian.h"
#include "spark/agent/agent_gateway.h"

namespace commserver {
class CommServerPort;
class Placement;
class RemoteCommServer;
class Secret;
struct LinkSettings;
}  // namespace commserver

namespace spark {
class CommandQueue;
class GatewaySwitch;
class RunControl;
class TcpGateway;
struct Core;
}  // namespace spark

namespace spark::server {

struct Options;
struct Places;

/// All ways by which this match's agents are reached: the integrated commserver, commservers on other machines, and a
/// port to which agents connect by themselves.
class Gateways {
 public:
  /// Throws `std::runtime_error` with one line if what options and script want cannot be. Core, options and guardian
  /// must outlive it.
  Gateways(Core& core, const Options& options, const Places& places, commserver::AgentDatabase database,
           commserver::Guardian& guardian);
  ~Gateways();

  AgentGateway& gateway() const;
  /// Whether the agents of the integrated commserver run in a sandbox, and why not. Empty without that.
  const std::string& sandbox_line() const { return sandbox_line_; }
  /// Where agents connect by themselves; 0 if they cannot.
  std::uint16_t agent_port() const;
  /// Until all commservers that are wanted have come, or the match is stopped; the clock stands. Monitors are heard
  /// meanwhile.
  void wait_for_commservers(CommandQueue& commands, const RunControl& run_control);

 private:
  std::size_t choose(const std::string& type) const;
  void open_engine_port(const Options& options);
  void open_agent_port(const Options& options);

  Core& core_;
  commserver::AgentDatabase database_;
  std::size_t wanted_ = 0;  ///< commservers on other machines
  std::string sandbox_line_;
  std::unique_ptr<AgentGateway> integrated_;
  std::unique_ptr<commserver::Secret> secret_;
  std::unique_ptr<commserver::LinkSettings> link_settings_;
  std::unique_ptr<commserver::CommServerPort> port_;
  std::vector<std::unique_ptr<commserver::RemoteCommServer>> remote_;
  std::unique_ptr<commserver::Placement> placement_;
  std::unique_ptr<TcpGateway> tcp_;
  std::unique_ptr<GatewaySwitch> switch_;
};

}  // namespace spark::server
