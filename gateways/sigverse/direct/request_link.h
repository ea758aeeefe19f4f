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

/// The connection of a program that sees for others with a peer that asks it: raw requests in, answers out, in the
/// order of the requests. What the codes mean is said by the derived class.
///
/// It never blocks, and what comes is bounded: no request is read while the peer has not read the answers before, and
/// a peer that stands still in the middle of a request or of an answer is disconnected. So is one that sends what is
/// no request, or many requests that make no sense. All of it runs on the thread of the loop.
class RequestLink {
 public:
  static constexpr std::size_t kMaxUnsent = 1024 * 1024;  ///< octets that wait for the peer before it is made to wait
  static constexpr std::size_t kMaxBad = 100;             ///< requests that make no sense
  static constexpr std::size_t kMaxUnitsAtOnce = 1000;    ///< in one `attend`
  /// Real time from the first octet of a request to its last, and without an octet that the peer reads of an answer.
  static constexpr std::chrono::seconds kMaxStandstill{10};

  /// What the two are called in lines of the log.
  struct Names {
    std::string peer;
    std::string own = "SIGViewer";
  };

  virtual ~RequestLink();
  RequestLink(const RequestLink&) = delete;
  RequestLink& operator=(const RequestLink&) = delete;

  /// Answers what has come; one question of much work at most. True if there may be more for which there is time at
  /// once.
  bool attend();
  bool is_over() const { return is_over_; }

 protected:
  /// Loop and log outlive it.
  RequestLink(Names names, spark::net::Loop& loop, spark::Log& log);

  /// What an answer has taken: little, much, or nothing yet, because its time has not come; the request comes again.
  enum class Work { little, much, postponed };
  virtual Work answer(const wire::Raw& raw) = 0;

  void begin(spark::net::Socket socket, const std::string& peer);
  /// Where answers are appended.
  std::string& out() { return out_; }
  const std::string& own_name() const { return names_.own; }
  /// Sends `out` now.
  void flush();
  /// A line of the log about the peer.
  void complain(std::string_view line);
  /// The request makes no sense, so that it has no answer.
  void reject(std::string_view why);
  /// Closes the connection, with a line unless it is empty.
  void end(std::string_view why);

 private:
  using Time = spark::RealClock::Time;

  bool stands_still();

  const Names names_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  std::shared_ptr<spark::net::Connection> connection_;  ///< once it is connected
  std::string out_;
  std::size_t bad_ = 0;
  bool has_half_request_ = false;
  std::uint64_t sent_ = 0;  ///< octets, the last time that it was looked at
  Time moved_at_{};
  bool is_over_ = false;
};

}  // namespace sigverse::direct
