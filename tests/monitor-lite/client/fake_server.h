// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/reserved_port.h"

/// A server's monitor port on this machine, controlled by the test. While it is closed no one else can take it.
class FakeServer {
 public:
  FakeServer() { open(); }
  ~FakeServer() {
    hang_up();
    close_port();
  }
  void open() {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int reused = 1;
    ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &reused, sizeof reused);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port());
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::bind(listener_, reinterpret_cast<sockaddr*>(&place), sizeof place) == 0);
    REQUIRE(::listen(listener_, 4) == 0);
  }
  void close_port() {
    if (listener_ >= 0) ::close(listener_);
    listener_ = -1;
  }
  std::uint16_t port() const { return port_.number(); }
  bool has_caller() const {
    pollfd waiting{listener_, POLLIN, 0};
    return ::poll(&waiting, 1, 0) > 0;
  }
  void accept() { peer_ = ::accept(listener_, nullptr, nullptr); }
  void say(const std::string& text) const { REQUIRE(send(text)); }
  /// The same for threads of a test, which must not use REQUIRE. Returns false if not everything was sent.
  bool send(const std::string& text) const {
    return ::write(peer_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  /// The bytes that the client has sent since the last call.
  std::string heard() {
    char bytes[65536];
    const ssize_t count = ::recv(peer_, bytes, sizeof bytes, MSG_DONTWAIT);
    return {bytes, static_cast<std::size_t>(std::max<ssize_t>(0, count))};
  }
  void hang_up() {
    if (peer_ >= 0) ::close(peer_);
    peer_ = -1;
  }

 private:
  const ReservedPort port_;
  int listener_ = -1;
  int peer_ = -1;
};
