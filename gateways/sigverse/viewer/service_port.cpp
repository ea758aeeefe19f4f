// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/service_port.h"

#include <fmt/format.h>

#include <utility>

#include "spark/net/socket.h"

namespace sigverse::viewer {

ServicePort::ServicePort(const std::string& address, std::uint16_t port, std::string own_name, Eyes& eyes,
                         spark::net::Loop& loop, spark::Log& log)
    : own_name_(std::move(own_name)),
      eyes_(eyes),
      loop_(loop),
      log_(log),
      listener_(loop, address, port, {"port for services", "a service"}, log) {
  listener_.start([this](spark::net::Socket socket, const std::string& peer) { accept(std::move(socket), peer); });
}

ServicePort::~ServicePort() {
  listener_.close();
  for (const auto& link : links_) link->take_leave();
}

void ServicePort::accept(spark::net::Socket socket, const std::string& peer) {
  if (links_.size() < kMax)
    links_.push_back(std::make_unique<ServiceLink>(std::move(socket), peer, own_name_, eyes_, loop_, log_));
  else
    log_.complain(fmt::format("service {}", peer), "is refused: {} are connected", kMax);
}

bool ServicePort::attend() {
  bool has_more = false;
  for (const auto& link : links_) {
    link->check_silence();
    has_more = link->attend() || has_more;
  }
  std::erase_if(links_, [](const auto& link) { return link->is_over(); });
  return has_more;
}

}  // namespace sigverse::viewer
