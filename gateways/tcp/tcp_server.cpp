// SPDX-License-Identifier: Apache-2.0
#include "gateways/tcp/tcp_server.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "spark/core/core.h"

namespace tcp {

using namespace spark;
namespace {

constexpr int kMaxPort = 65535;
constexpr double kLongestTimeout = 1e6;  // seconds

}  // namespace

void TcpServer::set_port(int port) {
  if (port < 0 || port > kMaxPort)
    throw std::runtime_error(fmt::format("setPort({}): expected 0 to {}", port, kMaxPort));
  options_.port = static_cast<std::uint16_t>(port);
}

void TcpServer::set_address(const std::string& address) {
  options_.address = address;
}

void TcpServer::set_sync_timeout(double seconds) {
  if (!(seconds > 0 && seconds <= kLongestTimeout))
    throw std::runtime_error(fmt::format("setSyncTimeout({}): expected a positive number of seconds", seconds));
  options_.sync_timeout = std::chrono::nanoseconds(std::llround(1e9 * seconds));
}

std::unique_ptr<AgentGateway> TcpServer::make_gateway(GatewayContext& context) {
  options_.limits = context.core.input_limits;
  options_.types = context.connecting;
  return std::make_unique<TcpGateway>(options_, context.loop, context.core.clock, context.core.log, &context.programs);
}

void register_tcp_classes(ClassRegistry& classes) {
  if (classes.find("TcpServer")) return;
  classes.add<TcpServer>("TcpServer", "oxygen/GatewayNode", "A port at which agents connect by themselves.")
      .method("setPort", &TcpServer::set_port, "port", "Where they connect; 0: any free port.")
      .method("setAddress", &TcpServer::set_address, "address", "The address to listen on.")
      .method("setOpen", &TcpServer::set_open, "on",
              "Whether there is a port to which anyone may connect; default true. Types of the agent database that "
              "connect have their own.")
      .method("setSync", &TcpServer::set_sync, "on", "Whether the world waits for their answers.")
      .method("setSyncTimeout", &TcpServer::set_sync_timeout, "seconds",
              "Real time for which the world waits for one answer.");
}

}  // namespace tcp

/// Called by `importBundle 'tcp'` after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  tcp::register_tcp_classes(classes);
}
