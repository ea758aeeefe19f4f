// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"
#include "spark/net/connection.h"
#include "spark/net/loop.h"

namespace sigverse::direct {

/// The connection between a program that computes sight for others and a peer that sends requests: raw requests in,
/// answers out, in the same order. The derived class defines what the codes mean.
///
/// It never blocks, and input is bounded: no request is read while the peer has not read the earlier answers. A peer is
/// disconnected if it stops in the middle of a request or of an answer, sends data that are not a request, or sends
/// many invalid requests. All of it runs on the thread of the loop.
class RequestLink {
 public:
  static constexpr std::size_t kMaxUnsent = 1024 * 1024;  ///< octets of answers; beyond this no requests are read
  static constexpr std::size_t kMaxBad = 100;             ///< invalid requests
  static constexpr std::size_t kMaxUnitsAtOnce = 1000;    ///< requests per `attend`
  /// Real time between the first octet of a request and its last, and between octets of an answer that the peer reads.
  static constexpr std::chrono::seconds kMaxStandstill{10};

  /// The names of both ends in log lines.
  struct Names {
    std::string peer;
    std::string own = "SIGViewer";
  };

  virtual ~RequestLink();
  RequestLink(const RequestLink&) = delete;
  RequestLink& operator=(const RequestLink&) = delete;

  /// Answers pending requests, but at most one expensive one. Returns true if there may be more that can be handled at
  /// once.
  bool attend();
  bool is_over() const { return is_over_; }

 protected:
  /// Loop and log outlive it.
  RequestLink(Names names, spark::net::Loop& loop, spark::Log& log);

  /// How expensive an answer was. `postponed`: there is no answer yet, and the request is repeated later.
  enum class Work { little, much, postponed };
  virtual Work answer(const wire::Raw& raw) = 0;

  void begin(spark::net::Socket socket, const std::string& peer);
  /// The buffer to which answers are appended.
  std::string& out() { return out_; }
  const std::string& own_name() const { return names_.own; }
  /// Sends the contents of `out` now.
  void flush();
  /// Logs a line about the peer.
  void complain(std::string_view line);
  /// Records that a request is invalid and has no answer.
  void reject(std::string_view why);
  /// Closes the connection, with a log line unless `why` is empty.
  void end(std::string_view why);

 private:
  using Time = spark::RealClock::Time;

  bool stands_still();

  const Names names_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  std::shared_ptr<spark::net::Connection> connection_;  ///< null until it has been established
  std::string out_;
  std::size_t bad_ = 0;
  bool has_half_request_ = false;
  std::uint64_t sent_ = 0;  ///< octets sent at the last check
  Time moved_at_{};
  bool is_over_ = false;
};

}  // namespace sigverse::direct
