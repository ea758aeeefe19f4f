// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/server/service_answer.h"
#include "spark/core/real_clock.h"
#include "spark/net/connection.h"
#include "spark/net/connector.h"

namespace sigverse::server {

/// One request to a provider of a service, over a connection of its own: connects to the provider's port, sends the
/// request, receives one answer, and closes. It never blocks, and it ends at its time limit whatever the provider does.
/// Runs on the simulation thread; the loop reads and writes, `attend` handles the input.
class ServiceCall {
 public:
  using Time = spark::RealClock::Time;
  enum class State { under_way, answered, failed };

  /// `request`: all octets of the request, one or more packets. The loop outlives this object.
  ServiceCall(spark::net::Loop& loop, spark::net::AddressLookup::Resolve resolve, const std::string& host,
              std::uint16_t port, std::string request, Time until);
  ~ServiceCall();
  ServiceCall(const ServiceCall&) = delete;
  ServiceCall& operator=(const ServiceCall&) = delete;

  /// Handles the input. After the call has ended, nothing changes any more.
  State attend(Time now);
  /// Ends the call as failed.
  void fail(std::string problem);

  /// The whole answer, if there is one.
  const std::string& answer() const { return answer_.octets(); }
  /// Whether it failed because of a timeout.
  bool was_late() const { return was_late_; }
  /// Why it failed, as a text for users.
  const std::string& problem() const { return problem_; }
  /// "127.0.0.1": the address at which the provider was reached; empty if it was not reached.
  const std::string& address() const { return address_; }
  /// The octets stored while the call is in progress.
  std::size_t size() const { return state_ == State::under_way ? request_->size() + answer_.octets().size() : 0; }

 private:
  static ServiceAnswer answer_to(std::string_view request);
  void connected(spark::net::Socket socket, const std::string& peer);
  void read();
  void close();

  spark::net::Connector connector_;
  std::shared_ptr<spark::net::Connection> connection_;
  spark::net::Connection::Shared request_;
  ServiceAnswer answer_;
  Time until_;
  State state_ = State::under_way;
  bool was_late_ = false;
  std::string problem_, address_;
};

}  // namespace sigverse::server
