// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/service_listener.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace sigverse {

ServiceListener::ServiceListener(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (socket_ < 0) return;
  const int yes = 1;
  ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  // It listens on all addresses: a service may run on another machine, and receives only the port.
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  socklen_t length = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket_, any, length) == 0 && ::listen(socket_, 1) == 0 && ::getsockname(socket_, any, &length) == 0)
    port_ = ntohs(address.sin_port);
}

ServiceListener::~ServiceListener() {
  if (socket_ >= 0) ::close(socket_);
}

std::optional<wire::Stream> ServiceListener::accept(wire::Stream::Timeout timeout) {
  pollfd watched{socket_, POLLIN, 0};
  int ready = -1;
  do {
    ready = ::poll(&watched, 1, static_cast<int>(timeout.count()));
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return {};
  const int connection = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  if (connection < 0) return {};
  return wire::Stream(connection);
}

}  // namespace sigverse
