// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/sigverse/server/options.h"
#include "spark/agent/gateway_node.h"

namespace sigverse::server {

/// The class `SigServer` of this module: serves controllers, viewers and tools of a SIGVerse world.
///
///     importBundle 'sigverse'
///     world = new('SimWorld', '/sig/world')
///     world.load('demo.xml')
///     new('SigServer', '/sys/server/sigverse')
///
/// Its settings are script variables (sig_variables.h), which it declares unless the script has done so.
class SigServer final : public spark::GatewayNode {
 public:
  std::unique_ptr<spark::AgentGateway> make_gateway(spark::GatewayContext& context) override;

 protected:
  void linked() override;
};

/// The settings from the script variables and, as far as the context provides them, from the command line. Throws
/// `std::runtime_error` with a one-line message for impossible values.
SigOptions options_of(const spark::GatewayContext& context);

}  // namespace sigverse::server
