// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/waiting.h"

/// A monitor as a test sees it. Everything that waits does so for at most `kLimit` and then throws.
class MonitorClient {
 public:
  static constexpr std::chrono::seconds kLimit = kTimeout;

  /// `receive_buffer` in bytes; 0 leaves it to the kernel. `from` is an address of this machine.
  explicit MonitorClient(std::uint16_t port, int receive_buffer = 0, const char* from = nullptr)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer) setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    if (from && (inet_pton(AF_INET, from, &address.sin_addr) != 1 ||
                 bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0))
      throw std::runtime_error("cannot connect from there");
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("cannot connect");
  }
  ~MonitorClient() { close(); }
  MonitorClient(const MonitorClient&) = delete;
  MonitorClient& operator=(const MonitorClient&) = delete;

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  std::string name() const {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    return "monitor 127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }

  static std::string framed(std::string_view message) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(message.size() >> shift & 0xff);
    return bytes.append(message);
  }
  void send(std::string_view message) { send_bytes(framed(message)); }
  /// False if the other side has closed.
  bool send_bytes(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  /// How much can be sent before the peer would have to read.
  std::size_t send_without_waiting(std::string_view bytes) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent < 0 ? 0 : static_cast<std::size_t>(sent);
  }

  /// The next line without its newline.
  std::string line() {
    while (true) {
      if (const auto end = received_.find('\n'); end != received_.npos) {
        std::string text = received_.substr(0, end);
        received_.erase(0, end + 1);
        return text;
      }
      if (!receive(kLimit)) throw std::runtime_error("the connection ended before a line: '" + received_ + "'");
    }
  }
  /// Everything until the other side closes.
  std::string rest() {
    while (receive(kLimit)) continue;
    return received_;
  }
  /// Whether all data that has arrived so far was read.
  bool silent() {
    pollfd input{socket_, POLLIN, 0};
    return received_.empty() && poll(&input, 1, 0) == 0;
  }
  bool was_reset() const { return reset_; }

 private:
  /// False at the end of the stream.
  bool receive(std::chrono::milliseconds limit) {
    pollfd input{socket_, POLLIN, 0};
    if (poll(&input, 1, static_cast<int>(limit.count())) <= 0) throw std::runtime_error("nothing came in time");
    char buffer[16384];
    const ssize_t size = recv(socket_, buffer, sizeof buffer, 0);
    if (size < 0) reset_ = true;
    if (size <= 0) return false;
    received_.append(buffer, static_cast<std::size_t>(size));
    return true;
  }

  int socket_;
  std::string received_;
  bool reset_ = false;
};
