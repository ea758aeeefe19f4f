// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/connect.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

namespace sigverse::wire {
namespace {

/// Waits for the attempt to end; returns 0 or its error.
int outcome(int socket, Stream::Timeout timeout) {
  pollfd watched{socket, POLLOUT, 0};
  int ready = -1;
  do {
    ready = ::poll(&watched, 1, static_cast<int>(timeout.count()));
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return ready == 0 ? ETIMEDOUT : errno;
  int error = 0;
  socklen_t size = sizeof error;
  return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

/// Returns a connected socket, or -1 with `error`.
int connect_to(const addrinfo& address, Stream::Timeout timeout, int& error) {
  const int socket =
      ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
  if (socket < 0) {
    error = errno;
    return -1;
  }
  error = ::connect(socket, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
  // A signal does not abort the attempt, which continues in the background.
  if (error == EINPROGRESS || error == EINTR) error = outcome(socket, timeout);
  if (error != 0) {
    ::close(socket);
    return -1;
  }
  // Requests are small, and their senders wait for replies.
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

}  // namespace

std::optional<Stream> connect(const std::string& host, std::uint16_t port, Stream::Timeout timeout,
                              std::string& problem) {
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  const std::string name = has_brackets ? host.substr(1, host.size() - 2) : host;  // "::1" for "[::1]"
  const int failure = ::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (failure != 0) {
    problem = "cannot find " + host + ": " + ::gai_strerror(failure);
    return std::nullopt;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, ::freeaddrinfo);
  int error = 0;
  for (const addrinfo* address = found; address; address = address->ai_next) {
    const int socket = connect_to(*address, timeout, error);
    if (socket >= 0) return Stream(socket);
  }
  problem = "cannot connect to " + address_text({host, port}) + ": " + std::strerror(error);
  return std::nullopt;
}

std::string address_text(const Address& address) {
  const bool colons = address.host.find(':') != std::string::npos && address.host.front() != '[';
  return (colons ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

std::optional<Address> read_address(std::string_view text, std::uint16_t usual_port) {
  Address address{{}, usual_port};
  in6_addr octets{};
  if (::inet_pton(AF_INET6, std::string(text).c_str(), &octets) == 1) return Address{std::string(text), usual_port};
  std::string_view port;
  bool with_port = false;
  if (text.substr(0, 1) == "[") {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    address.host = text.substr(1, end - 1);
    port = text.substr(end + 1);
    with_port = !port.empty();
    if (with_port && port[0] != ':') return std::nullopt;
  } else {
    const std::size_t colon = text.find(':');
    with_port = colon != std::string_view::npos;
    address.host = text.substr(0, colon);
    if (with_port) port = text.substr(colon);
  }
  if (address.host.empty()) return std::nullopt;
  if (!with_port) return address;
  port.remove_prefix(1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size() || address.port == 0) return std::nullopt;
  return address;
}

}  // namespace sigverse::wire
