// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "spark/core/descriptor.h"
#include "tests/support/waiting.h"

/// An agent that the test plays. It waits for at most `kTimeout`.
class Client {
 public:
  /// `from`: the last octet of its own loopback address.
  explicit Client(int port, std::uint32_t from = 1) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + from);
    REQUIRE(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    // As agents do. Bytes that the kernel holds back to send them with others are lost when a connection is reset.
    const int yes = 1;
    ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }

  static std::string frame(std::string_view text) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(text.size() >> shift & 0xff);
    return bytes += text;
  }
  void say(std::string_view text) { send(frame(text)); }
  /// Sends as many bytes as there is room for at once; returns their number.
  std::size_t send(std::string_view bytes) {
    const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  /// The next message; nothing at the end of the connection.
  std::optional<std::string> hear() {
    const std::string head = read(4);
    if (head.size() < 4) return std::nullopt;
    std::size_t length = 0;
    for (const char byte : head) length = length << 8 | static_cast<unsigned char>(byte);
    return read(length);
  }
  bool hears_something() const {
    pollfd input{socket_.get(), POLLIN, 0};
    return ::poll(&input, 1, 0) == 1;
  }
  /// "end" or "reset", after all remaining bytes are read.
  std::string ending() {
    char byte;
    while (true) {
      wait();
      const ssize_t count = ::recv(socket_.get(), &byte, 1, 0);
      if (count <= 0) return count == 0 ? "end" : "reset";
    }
  }
  /// Sends no more, but would still read. hang_up() instead resets the connection when more bytes arrive, and loses
  /// those that are still on their way to this side.
  void fall_silent() { ::shutdown(socket_.get(), SHUT_WR); }
  void hang_up() { socket_.close(); }

 private:
  void wait() const {
    pollfd input{socket_.get(), POLLIN, 0};
    // Some tests have a thread for each agent, and Catch2 has no room for assertions of several.
    if (::poll(&input, 1, kTimeoutMs) != 1) throw std::runtime_error("nothing has come in time");
  }
  std::string read(std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t have = 0;
    while (have < size) {
      wait();
      const ssize_t count = ::recv(socket_.get(), bytes.data() + have, size - have, 0);
      if (count <= 0) break;
      have += static_cast<std::size_t>(count);
    }
    bytes.resize(have);
    return bytes;
  }

  spark::Descriptor socket_;
};
