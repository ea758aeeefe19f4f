// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/reply.h"
#include "gateways/rctp/protocol/robot_claim.h"
#include "spark/core/real_clock.h"

namespace rctp {

/// The negotiation of one connection, from its first request to its end: it answers requests and knows the robot that
/// they are about. It is the same for text, HTTP and WebSocket, and has neither socket nor timer: its owner passes
/// requests and the time.
///
/// Borrows the claims. Used on the network thread.
class Negotiation {
 public:
  using Time = spark::RealClock::Time;
  /// The time without a request after which the negotiation ends.
  static constexpr std::chrono::seconds kTimeout{30};
  /// The present values of an object, by its index; empty if there are none.
  using PresentValues = std::function<std::span<const double>(const RobotClaim&, std::size_t place)>;

  struct Parts {
    std::span<RobotClaim* const> robots;  ///< in the order of the script; not copied
    RobotClaim* only = nullptr;           ///< the connection's robot if its address names it
    std::string peer;                     ///< "127.0.0.1:40312"
    std::string authority;                ///< "127.0.0.1:3300": this end, unless the request has a Host header
    PresentValues values;
  };

  Negotiation(Parts parts, Time now) : parts_(std::move(parts)), last_request_(now) {}
  /// Leaves the robot; see `end`.
  ~Negotiation() { end(); }
  Negotiation(const Negotiation&) = delete;
  Negotiation& operator=(const Negotiation&) = delete;

  Reply answer(const Request& request, Time now);
  /// The same for a request that an HTTP server has read. `host` is its header of that name, or empty.
  Reply answer(std::string_view method, std::string_view target, std::string_view host, Time now);

  /// The robot that the connection has claimed; null before the first ASSIGN is granted and after `end`. The claim is
  /// lost if the robot has left the world since.
  RobotClaim* robot() const { return robot_; }
  /// GO has been granted, and the robot is still there: records follow.
  bool is_live() const;

  /// When `check_silence` is due unless a request comes or GO is granted.
  Time deadline() const { return last_request_ + kTimeout; }
  /// Leaves the robot and returns 408, once, if the client has been silent for too long.
  std::optional<Reply> check_silence(Time now);

  bool stop() { return robot_ && robot_->stop(this); }
  bool release() { return robot_ && robot_->release(this); }
  /// Frees the robot. Returns true if it has to be brought to rest.
  bool end();

 private:
  Reply assign(std::string_view target, std::string_view host);
  Reply go(std::string_view target);
  /// The robot that a request names, or the refusal.
  RobotClaim* robot_of(const std::string& name, Reply& refused) const;
  bool is_lost() const { return robot_ && !robot_->is_claimed_by(this); }

  Parts parts_;
  Time last_request_;
  RobotClaim* robot_ = nullptr;
  bool is_over_ = false;
};

}  // namespace rctp
