// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/negotiation/reply.h"
#include "gateways/rctp/negotiation/robot_claim.h"
#include "spark/core/real_clock.h"

namespace rctp {

/// One connection from its first request to its end: which robot it is about, and what each request comes to. The same
/// for text, HTTP and WebSocket. Without socket and timer: whoever has the connection brings requests and the time.
///
/// Borrows the claims, which outlive it. On the network thread.
class Negotiation {
 public:
  using Time = spark::RealClock::Time;
  /// Without a request for so long it is over.
  static constexpr std::chrono::seconds kPatience{30};
  /// The present values of an object by its place; empty if there are none.
  using PresentValues = std::function<std::span<const double>(const RobotClaim&, std::size_t place)>;

  struct Parts {
    std::span<RobotClaim* const> robots;  ///< in the order of the script; stays where it is
    RobotClaim* only = nullptr;           ///< the connection's robot, where its address says it already
    std::string peer;                     ///< "127.0.0.1:40312"
    std::string authority;                ///< "127.0.0.1:3300": this end, unless a request says how it calls it
    PresentValues values;
  };

  Negotiation(Parts parts, Time now) : parts_(std::move(parts)), last_request_(now) {}
  /// Leaves; see `end`.
  ~Negotiation() { end(); }
  Negotiation(const Negotiation&) = delete;
  Negotiation& operator=(const Negotiation&) = delete;

  Reply answer(const Request& request, Time now);
  /// The same for a request that somebody else has read. `host`: its header of that name, if it has one.
  Reply answer(std::string_view method, std::string_view target, std::string_view host, Time now);

  /// The robot that it has claimed; null before the first ASSIGN that was granted and after `end`. It may have been
  /// lost since, if it left the world.
  RobotClaim* robot() const { return robot_; }
  /// GO has been granted, and the robot is still there. What comes now are records.
  bool is_live() const;

  /// When `check_silence` has something to say, if no request comes and GO is not granted.
  Time deadline() const { return last_request_ + kPatience; }
  /// 408 once, when it has been silent for too long; it has left its robot then.
  std::optional<Reply> check_silence(Time now);

  bool stop() { return robot_ && robot_->stop(this); }
  bool release() { return robot_ && robot_->release(this); }
  /// Frees the robot. True if that has to be brought to rest.
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
