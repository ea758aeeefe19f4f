// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/messages.h"
#include "spark/core/descriptor.h"

namespace sigverse_test {

/// A client played by the test: its end of a connection, or of the pipes of a controller. It does not wait.
class Peer {
 public:
  /// Connects to that port of this machine.
  explicit Peer(int port);
  Peer(spark::Descriptor reads, spark::Descriptor writes) : reads_(std::move(reads)), writes_(std::move(writes)) {}

  void send(std::string_view octets) const;
  template <typename Message>
  void say(const Message& message, const sigverse::wire::PacketHead& head = {}) const {
    std::string octets;
    sigverse::wire::append_packet(octets, message, head);
    send(octets);
  }
  /// Reads what has arrived; false at the end.
  bool read();
  /// Octets that have arrived and have not been taken.
  const std::string& input() const { return input_; }
  std::string take(std::size_t count);
  /// The next packet or raw request, in words: "ON_ACTION 0.01", "START_SIM 0"; empty if none is complete.
  std::string next();
  void hang_up() { reads_.close(), writes_.close(); }

 private:
  int out() const { return writes_ ? writes_.get() : reads_.get(); }
  spark::Descriptor reads_, writes_;  ///< one for both of a connection
  std::string input_;
};

/// A port of this machine at which a controller awaits a service.
class AwaitingPort {
 public:
  AwaitingPort();
  std::uint16_t port() const { return port_; }
  bool is_asked() const;
  Peer accept();
  void close() { socket_.close(); }

 private:
  spark::Descriptor socket_;
  std::uint16_t port_ = 0;
};

/// A raw request.
std::string raw_unit(std::uint16_t code, std::string_view body);

/// A packet or raw request in words.
std::string words_of(std::string_view unit);

}  // namespace sigverse_test
