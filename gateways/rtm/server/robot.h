// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/server/percept_queue.h"
#include "gateways/rtm/server/period.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/agent_statistics.h"
#include "spark/agent/answer_times.h"

namespace spark {
class AgentAspect;
class Log;
}  // namespace spark

namespace rtm {

/// A robot as the script offers it.
struct RobotOffer {
  std::string name;
  std::string place{};            ///< "bench.rb:3", where the script says so
  std::vector<std::string> acts;  ///< one per sensation, by itself; the first is (create)
  bool is_bench = false;          ///< senses and acts in each control period; otherwise as the agents of the match
  bool is_shown = false;          ///< where its scene names no components it is one itself, as agents of others are
};

/// The body's side of one robot, on the simulation thread: it is born like an agent, hands what it perceives over to
/// the periods, and does what comes back.
class Robot {
 public:
  Robot(std::size_t number, RobotOffer offer, std::unique_ptr<spark::AnswerTimes> times,
        const spark::RealClock& real_clock, spark::Log& log);

  const RobotOffer& offer() const { return offer_; }
  void came(spark::AgentId id) { id_ = id; }
  spark::AgentId id() const { return id_; }
  void entered(const spark::AgentAspect& body) { body_ = &body; }
  void left();

  spark::PerceptWriter& begin_sensation(spark::Step generated, spark::Step arrival) {
    return queue_.add(generated, arrival);
  }
  void end_sensation(spark::Step next_arrival);
  void expect_sensation(spark::Step arrival) { times_->expect_sensation(arrival); }
  spark::Step earliest_act() const { return times_->earliest_act(); }
  void wait_no_longer() { times_->wait_no_longer(); }

  /// Adds to the period what has arrived by now, and says by itself what it says at its birth.
  void deliver(Period& period, spark::AgentGatewayListener& listener, spark::Step now);
  /// The orders of the periods. Reports one act.
  void act(const Answer& answer, spark::AgentGatewayListener& listener);
  /// To be called between any two steps: the world waits for it no longer than it may.
  void look_at_patience();

  spark::AgentReport report() const { return statistics_.report(); }

 private:
  bool is_born() const { return next_act_ == offer_.acts.size(); }
  void act_at_birth(spark::AgentGatewayListener& listener);
  void describe(Period& period, const spark::PerceptArray& percepts);
  Newcomer newcomer(const spark::PerceptArray& percepts);
  /// When an act that is sent now counts as sent; nothing if it does not count.
  std::optional<spark::Step> next_stamp();

  const std::size_t number_;
  const RobotOffer offer_;
  const std::unique_ptr<spark::AnswerTimes> times_;
  const spark::RealClock& real_clock_;
  spark::Log& log_;
  const std::string label_;
  spark::AgentId id_ = -1;
  const spark::AgentAspect* body_ = nullptr;
  std::size_t next_act_ = 0;   ///< of the offer
  int seen_since_birth_ = 0;   ///< sensations
  bool is_described_ = false;  ///< the periods know its components
  bool is_gone_ = false;
  bool is_unanswered_ = false;  ///< the world goes on without its components
  std::vector<EffectorForm> effectors_;
  PerceptQueue queue_;
  spark::ActionList actions_;
  spark::AgentStatistics statistics_;
};

}  // namespace rtm
