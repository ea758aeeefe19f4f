// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/connect.h"
#include "spark/net/connection.h"
#include "spark/net/connector.h"
#include "spark/net/loop.h"

namespace sigverse::viewer {

/// The connection to a server as a service of SIGVerse 2.x, which controllers find by name (`connectToService`). The
/// server reports which controllers want a connection; messages, and reports about other services, are dropped. It
/// never blocks, and runs on the thread of the loop.
class ServerSession {
 public:
  /// Called for a controller that listens for the service on that port of the server's machine.
  using Wanted = std::function<void(std::uint16_t port, std::string agent)>;

  /// Starts to connect. The loop outlives it.
  ServerSession(const wire::Address& server, const std::string& name, spark::net::Loop& loop, Wanted wanted);
  /// Signs off.
  ~ServerSession();
  ServerSession(const ServerSession&) = delete;
  ServerSession& operator=(const ServerSession&) = delete;

  enum class State {
    waiting,   ///< for the server's answer
    accepted,  ///< registered as a service
    over       ///< refused, or the connection has ended
  };
  State state() const { return state_; }
  /// Why it is over, as a line; empty if the server closed the connection normally.
  const std::string& problem() const { return problem_; }
  /// The local address of the connection to the server; services on other machines may reach this machine there, too.
  const std::string& own_address() const { return own_address_; }

  /// Handles the input.
  void attend();

 private:
  void take_answer();
  void take_raw(std::uint16_t code, std::string_view body);
  void end(std::string problem);

  const std::string name_;
  const Wanted wanted_;
  spark::net::Connector connector_;
  std::shared_ptr<spark::net::Connection> connection_;
  std::string own_address_;
  std::string problem_;
  State state_ = State::waiting;
};

}  // namespace sigverse::viewer
