// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gateways/sigverse/server/session.h"
#include "spark/net/listener.h"
#include "spark/net/loop.h"

namespace sigverse::server {

/// All connections of clients, and the port that accepts them.
class Sessions {
 public:
  static constexpr std::size_t kMax = 512;
  static constexpr std::size_t kMaxPerHost = 64;
  /// Real time that a client has to read its output after its session is over.
  static constexpr std::chrono::seconds kTimeToRead{5};
  using Time = Session::Time;

  /// Opens the port; throws `std::runtime_error` with a one-line message if that fails. Loop and log outlive it.
  Sessions(const std::string& address, std::uint16_t port, spark::net::Loop& loop, spark::Log& log);

  std::uint16_t port() const { return port_.port(); }
  const std::vector<std::unique_ptr<Session>>& all() const { return all_; }
  /// Returns null if the session is over.
  Session* find(std::uint64_t id) const;

  /// Adds a session that does not arrive through the port.
  Session& add(std::unique_ptr<Channel> channel, ControllerSlot* slot);
  /// Reads the input of all sessions. Returns true if there is more.
  bool read(SessionListener& listener, Time now);
  /// Removes sessions that are over, after calling `gone` for each.
  void forget(const std::function<void(Session&)>& gone, Time now);
  /// Closes the port and disconnects all.
  void close();

 private:
  /// A session that is over but has unsent output. It counts against the limits until everything has been sent or its
  /// time is up.
  struct Leaving {
    std::unique_ptr<Session> session;
    Time until;
  };

  void accept(spark::net::Socket socket, const std::string& peer);
  void close_left(Time now);

  spark::net::Loop& loop_;
  spark::Log& log_;
  spark::net::Listener port_;
  std::vector<std::unique_ptr<Session>> all_;
  std::vector<Leaving> leaving_;
  std::uint64_t next_ = 1;
};

}  // namespace sigverse::server
