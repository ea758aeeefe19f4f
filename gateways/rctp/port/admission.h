// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/reply.h"
#include "spark/core/real_clock.h"

namespace spark {
class Log;
class Secret;
}  // namespace spark

namespace rctp {

/// Decides which peers may claim robots: those on this machine, including all that come through its tunnels, and others
/// if they present the operators' secret, `Authorization: Bearer SECRET`, or if no secret is set.
///
/// An address may fail a few times; then it has to wait, whatever it sends. Used on the network thread.
class Admission {
 public:
  using Time = spark::RealClock::Time;
  static constexpr int kMaxFailures = 5;  ///< in a row, before an address has to wait
  static constexpr std::chrono::seconds kPause{10};
  static constexpr std::size_t kMaxAddresses = 1024;  ///< remembered addresses; all others share one entry

  /// Borrows the log. `secret` is null if none is set.
  Admission(std::shared_ptr<const spark::Secret> secret, spark::Log& log) : secret_(std::move(secret)), log_(log) {}

  /// The refusal (401) of an ASSIGN; nothing if the peer is admitted.
  ///   peer: "127.0.0.1:40312"
  ///   label: its name in the log
  ///   authorization: the header of that name; empty if there is none
  std::optional<Reply> refusal_of(std::string_view peer, const std::string& label, std::string_view authorization,
                                  Time now);

 private:
  struct Failures {
    int count = 0;
    Time last{};
  };
  Failures& failures_of(std::string_view peer, Time now);

  std::shared_ptr<const spark::Secret> secret_;
  spark::Log& log_;
  std::map<std::string, Failures, std::less<>> failures_;  ///< by address
};

}  // namespace rctp
