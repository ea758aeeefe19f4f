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

/// The connection of a program that sees for others with a peer that sends requests: raw requests in, answers out, in
/// the same order. The derived class defines the meaning of the codes.
///
/// It never blocks, and input is bounded: no request is read while the peer has not read the earlier answers, and a
/// peer that stops in the middle of a request or of an answer is disconnected. So is one that sends data that is not a
/// request, or many invalid requests. All of it runs on the thread of the loop.
class RequestLink {
 public:
  static constexpr std::size_t kMaxUnsent = 1024 * 1024;  ///< octets that wait for the peer before it has to wait
  static constexpr std::size_t kMaxBad = 100;             ///< invalid requests
  static constexpr std::size_t kMaxUnitsAtOnce = 1000;    ///< in one `attend`
  /// Real time from the first octet of a request to its last, and between octets of an answer that the peer reads.
  static constexpr std::chrono::seconds kMaxStandstill{10};

  /// The names of the two in log lines.
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

  /// The cost of an answer: little, much, or postponed, because its time has not come; the request is then repeated.
  enum class Work { little, much, postponed };
  virtual Work answer(const wire::Raw& raw) = 0;

  void begin(spark::net::Socket socket, const std::string& peer);
  /// The buffer to which answers are appended.
  std::string& out() { return out_; }
  const std::string& own_name() const { return names_.own; }
  /// Sends `out` now.
  void flush();
  /// Logs a line about the peer.
  void complain(std::string_view line);
  /// Reports that the request is invalid, so that it has no answer.
  void reject(std::string_view why);
  /// Closes the connection, with a line unless it is empty.
  void end(std::string_view why);

 private:
  using Time = spark::RealClock::Time;

  bool stands_still();

  const Names names_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  std::shared_ptr<spark::net::Connection> connection_;  ///< once it has been established
  std::string out_;
  std::size_t bad_ = 0;
  bool has_half_request_ = false;
  std::uint64_t sent_ = 0;  ///< octets, at the last check
  Time moved_at_{};
  bool is_over_ = false;
};

}  // namespace sigverse::direct
