// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "commserver/agent_database.h"
#include "spark/agent/gateway_node.h"

namespace commserver {
class CommServerPort;
class GuardedPrograms;
class Placement;
class RemoteCommServer;
struct LinkSettings;
struct Places;
}  // namespace commserver

namespace spark {
class GatewaySwitch;
class Secret;
struct Core;
}  // namespace spark

namespace server {

struct Options;

class BroughtGateways;

/// All gateways to this match's agents: the integrated commserver, commservers on other machines, and those that the
/// script creates.
class Gateways {
 public:
  /// Throws `std::runtime_error` with one line if options and script contradict each other or this machine. The options
  /// and everything that the context refers to must outlive it.
  Gateways(spark::GatewayContext context, const Options& options, const commserver::Places& places,
           commserver::AgentDatabase database, commserver::GuardedPrograms& programs);
  ~Gateways();

  spark::AgentGateway& gateway() const;
  const BroughtGateways& brought() const { return *brought_; }
  /// Why the program of agents of that type is missing on this machine; empty if it is there. Throws
  /// `std::runtime_error` if the type is unknown.
  std::string missing_program(const std::string& type) const;
  /// Waits until all wanted commservers have connected, or the match is stopped. Meanwhile the clock is stopped, but
  /// monitors are served. Then begins all gateways.
  void begin();

 private:
  spark::AgentGateway& choose(const std::string& type) const;
  void demand_programs(bool may_miss) const;
  void wait_for_commservers();
  void open_engine_port(const Options& options);
  void add_brought();

  spark::GatewayContext context_;
  spark::Core& core_;
  commserver::AgentDatabase database_;
  std::filesystem::path programs_folder_;  ///< beside the server
  std::size_t wanted_ = 0;                 ///< commservers on other machines
  std::unique_ptr<spark::AgentGateway> integrated_;
  std::unique_ptr<spark::Secret> secret_;
  std::unique_ptr<commserver::LinkSettings> link_settings_;
  std::unique_ptr<commserver::CommServerPort> port_;
  std::vector<std::unique_ptr<commserver::RemoteCommServer>> remote_;
  std::unique_ptr<commserver::Placement> placement_;
  std::unique_ptr<BroughtGateways> brought_;
  std::unique_ptr<spark::GatewaySwitch> switch_;
};

}  // namespace server
