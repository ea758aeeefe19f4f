// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "spark/agent/gateway_node.h"

namespace server {

/// The gateways that nodes of the tree provide (`GatewayNode`), in the order of the tree.
class BroughtGateways {
 public:
  /// Makes the gateways. Throws `std::runtime_error` with one line if one cannot be made, or if two are of the same
  /// kind or start agents of the same type.
  explicit BroughtGateways(spark::GatewayContext& context);

  bool is_empty() const { return gateways_.empty(); }
  const std::vector<std::unique_ptr<spark::AgentGateway>>& all() const { return gateways_; }
  /// The gateway that starts agents of that type; null if none does.
  spark::AgentGateway* starter_of(const std::string& type) const;
  /// The combined traits of all gateways, in their order.
  const spark::GatewayTraits& traits() const { return traits_; }

 private:
  std::vector<std::unique_ptr<spark::AgentGateway>> gateways_;
  std::map<std::string, spark::AgentGateway*> starters_;  ///< by type of agent
  spark::GatewayTraits traits_;
};

}  // namespace server
