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

namespace sigverse {

/// All connections of clients, and the port at which they come in.
class Sessions {
 public:
  static constexpr std::size_t kMax = 512;
  static constexpr std::size_t kMaxPerHost = 64;
  /// Real time that one that is over still has to read what it was sent.
  static constexpr std::chrono::seconds kTimeToRead{5};
  using Time = Session::Time;

  /// Opens the port; throws `std::runtime_error` with one line if that fails. Loop and log outlive it.
  Sessions(const std::string& address, std::uint16_t port, spark::net::Loop& loop, spark::Log& log);

  std::uint16_t port() const { return port_.port(); }
  const std::vector<std::unique_ptr<Session>>& all() const { return all_; }
  /// Null if it is over.
  Session* find(std::uint64_t id) const;

  /// One that does not come through the port.
  Session& add(std::unique_ptr<Channel> channel, AgentSeat* seat);
  /// Takes what all of them have sent. True if there is more.
  bool read(SessionListener& listener, Time now);
  /// Removes those that are over; `gone` is told of each before.
  void forget(const std::function<void(Session&)>& gone, Time now);
  /// Nobody can come any more, and all are disconnected.
  void close();

 private:
  /// Over, but not everything has been sent: it takes one of the places until it has been, or its time is over.
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

}  // namespace sigverse
