// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "spark/agent/gateway_node.h"

namespace server {

/// The gateways that nodes of the tree bring (`GatewayNode`), in the order of the tree. Which ways to be an agent these
/// are is the scripts' business.
class BroughtGateways {
 public:
  /// Makes them. Throws `std::runtime_error` with one line if one cannot be made, or if there are two of a kind or two
  /// that start agents of the same type.
  explicit BroughtGateways(spark::GatewayContext& context);

  bool is_empty() const { return gateways_.empty(); }
  const std::vector<std::unique_ptr<spark::AgentGateway>>& all() const { return gateways_; }
  /// The one that starts agents of that type; null if none does.
  spark::AgentGateway* starter_of(const std::string& type) const;
  /// What they want started, in the order of the gateways.
  std::vector<std::string> own_agents() const;
  bool take_arrivals() const;
  int arrive_at_once() const;
  bool want_real_time() const;
  std::vector<std::string> notices() const;

 private:
  std::vector<std::unique_ptr<spark::AgentGateway>> gateways_;
};

}  // namespace server
