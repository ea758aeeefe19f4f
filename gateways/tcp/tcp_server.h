// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/tcp/tcp_gateway.h"
#include "spark/agent/gateway_node.h"

namespace tcp {

/// The class `TcpServer` of this module: a port to which agents connect by themselves (protocol 3.6). The server
/// creates it for `--agent_port`, at `kPath`; a script may also create it:
///
///     importBundle 'tcp'
///     agents = new('TcpServer', '/sys/server/tcp')
///     agents.setPort(3101)
///     agents.setSync(true)
class TcpServer final : public spark::GatewayNode {
 public:
  // Script methods. Impossible values raise an error in the script.
  void set_port(int port);                            ///< 0 to 65535; 0, the default: any free one, which the log names
  void set_address(const std::string& address);       ///< to listen on; default 127.0.0.1
  void set_open(bool open) { options_.open = open; }  ///< whether any agent may connect, not only expected ones
  void set_sync(bool sync) { options_.sync = sync; }  ///< the world waits for every agent; default false
  void set_sync_timeout(double seconds);              ///< real time that it waits for one answer; > 0, default 1

  std::unique_ptr<spark::AgentGateway> make_gateway(spark::GatewayContext& context) override;

 private:
  TcpGateway::Options options_;
};

void register_tcp_classes(spark::ClassRegistry& classes);

}  // namespace tcp
