// SPDX-License-Identifier: Apache-2.0
#include "spark/tcp/agent_port.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace spark {
namespace {

// A host that has vanished is noticed after half a minute, whether something is being sent to it or not.
constexpr int kSilentSeconds = 10;
constexpr int kProbeSeconds = 5;
constexpr int kProbes = 4;
constexpr int kUnacknowledgedMilliseconds = 30000;
/// What the kernel keeps for one who does not read; the default grows to megabytes.
constexpr int kSendBuffer = 256 * 1024;

/// What the system calls of sockets want: an address of either family.
struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

bool parse(const std::string& text, std::uint16_t port, SocketAddress& address) {
  sockaddr_in four{};
  sockaddr_in6 six{};
  if (::inet_pton(AF_INET, text.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    std::memcpy(&address.storage, &four, address.size = sizeof four);
  } else if (::inet_pton(AF_INET6, text.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    std::memcpy(&address.storage, &six, address.size = sizeof six);
  } else {
    return false;
  }
  return true;
}

std::uint16_t port_of(int socket) {
  SocketAddress address;
  address.size = sizeof address.storage;
  if (::getsockname(socket, address.get(), &address.size) != 0) return 0;
  std::uint16_t port = 0;
  // Both families have the port behind the family.
  std::memcpy(&port, reinterpret_cast<const char*>(&address.storage) + sizeof(sa_family_t), sizeof port);
  return ntohs(port);
}

void set(int socket, int level, int option, int value) {
  ::setsockopt(socket, level, option, &value, sizeof value);  // without it things go on, only less well
}

}  // namespace

AgentPort::AgentPort(const std::string& address, std::uint16_t port) {
  const auto fail = [&](const char* reason) {
    throw std::runtime_error(fmt::format("cannot open agent port {} on {}: {}", port, address, reason));
  };
  SocketAddress place;
  if (!parse(address, port, place)) fail("not an IP address");
  socket_ = Descriptor(::socket(place.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket_) fail(std::strerror(errno));
  set(socket_.get(), SOL_SOCKET, SO_REUSEADDR, 1);
  if (::bind(socket_.get(), place.get(), place.size) != 0 || ::listen(socket_.get(), SOMAXCONN) != 0)
    fail(std::strerror(errno));
  port_ = port_of(socket_.get());
}

Descriptor AgentPort::accept(int& error) {
  while (true) {
    Descriptor accepted(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    error = 0;
    if (accepted) {
      const int socket = accepted.get();
      set(socket, IPPROTO_TCP, TCP_NODELAY, 1);
      set(socket, SOL_SOCKET, SO_SNDBUF, kSendBuffer);
      set(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
      set(socket, IPPROTO_TCP, TCP_KEEPIDLE, kSilentSeconds);
      set(socket, IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
      set(socket, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
      set(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, kUnacknowledgedMilliseconds);
      return accepted;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) error = errno;
    return {};
  }
}

}  // namespace spark
