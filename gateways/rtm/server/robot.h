// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rtm/control/control_tools.h"
#include "gateways/rtm/control/controller_part.h"
#include "gateways/rtm/device/percept_queue.h"
#include "gateways/rtm/device/period.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/agent_statistics.h"
#include "spark/agent/answer_times.h"
#include "spark/core/clock.h"

namespace spark {
class AgentAspect;
class Log;
}  // namespace spark

namespace rtm {

/// A part of a robot's control as the script declares it. The gateway makes the part with `make`, which throws
/// std::runtime_error with one line that begins with a place.
struct PartOffer {
  std::string place{};                     ///< of the script line
  double period_seconds = 0.0;             ///< of control
  std::vector<std::string> controllers{};  ///< their names
  bool wants_pictures = false;             ///< of the robot's cameras
  std::function<std::unique_ptr<ControllerPart>(const ControlStart&, const ControlTools&)> make{};
  bool asks_for_robots = false;  ///< its controller may query any robot
};

/// A robot as the script declares it.
struct RobotOffer {
  std::string name;
  std::string place{};             ///< "bench.rb:3", if known
  std::string scene{};             ///< file of its body, if it is a bench
  std::vector<std::string> acts;   ///< sent one per sensation; the first is (create)
  bool is_bench = false;           ///< senses and acts in each control period; false: like the agents of the match
  bool is_shown = false;           ///< if its scene defines no component, it is one itself, like agents of others
  std::vector<PartOffer> parts{};  ///< of its control, in the order of declaration
  spark::AgentTiming timing{};     ///< of a bench

  bool is_controlled() const { return !parts.empty(); }
};

/// A histogram of the delays of actions, in steps after the sensations that they answer. Allocates only in the
/// constructor.
class StepDelays {
 public:
  void add(spark::Step steps) {
    ++counts_[static_cast<std::size_t>(std::clamp<spark::Step>(steps, 0, kCounted))];
    ++all_;
    most_ = std::max(most_, steps);
  }
  /// The delay that this share of all (0 to 1) does not exceed, up to 1,000 steps; 0 if there are none.
  spark::Step quantile(double share) const {
    std::uint64_t so_far = 0;
    for (std::size_t steps = 0; steps < counts_.size(); ++steps) {
      so_far += counts_[steps];
      if (so_far > 0 && static_cast<double>(so_far) >= share * static_cast<double>(all_))
        return static_cast<spark::Step>(steps);
    }
    return 0;
  }
  spark::Step most() const { return most_; }

 private:
  static constexpr spark::Step kCounted = 1'000;  ///< longer ones count as this
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(kCounted + 1);
  std::uint64_t all_ = 0;
  spark::Step most_ = 0;
};

/// One robot on the simulation thread: it gets its body like an agent, passes its percepts on to the periods, and
/// carries out their actions.
class Robot {
 public:
  Robot(std::size_t number, RobotOffer offer, std::unique_ptr<spark::AnswerTimes> times,
        const spark::RealClock& real_clock, spark::Log& log);

  const RobotOffer& offer() const { return offer_; }
  std::size_t number() const { return number_; }
  void came(spark::AgentId id) { id_ = id; }
  spark::AgentId id() const { return id_; }
  void entered(const spark::AgentAspect& body) { body_ = &body; }
  void left();
  bool is_gone() const { return is_gone_; }

  /// `begin`: the first step of its episode, even if it is delivered after the next episode has begun.
  spark::PerceptWriter& begin_sensation(spark::Step generated, spark::Step arrival, spark::Step begin) {
    return queue_.add(generated, arrival, begin);
  }
  void end_sensation(spark::Step next_arrival);
  void expect_sensation(spark::Step arrival) { times_->expect_sensation(arrival); }
  spark::Step earliest_act() const { return times_->earliest_act(); }
  void wait_no_longer() { times_->wait_no_longer(); }

  /// Adds the sensations that have arrived by now to the period, and sends the acts that create its body. Throws
  /// std::runtime_error with one line, which ends the run, if there is then no body for its controllers.
  void deliver(Period& period, spark::AgentGatewayListener& listener, const spark::Clock& clock);
  /// Carries out the actions of the periods, unless they answer percepts from before this episode, which began at
  /// `begin`.
  void act(const Answer& answer, spark::AgentGatewayListener& listener, spark::Step begin);
  /// Called between any two steps: ends the wait for its components when the timeout, and `grace`, have passed.
  void check_timeout(std::chrono::nanoseconds grace);
  /// The delays of actions, in steps after the sensation that they answer.
  const StepDelays& delays() const { return delays_; }

  spark::AgentReport report() const { return statistics_.report(); }

 private:
  bool is_born() const { return next_act_ == offer_.acts.size(); }
  void act_at_birth(spark::AgentGatewayListener& listener, spark::Step begin);
  void describe(Period& period, const spark::PerceptArray& percepts);
  Newcomer newcomer(const spark::PerceptArray& percepts);
  /// The time stamp of an act that is sent now; nothing if it is not timed.
  std::optional<spark::Step> next_stamp();

  const std::size_t number_;
  const RobotOffer offer_;
  const std::unique_ptr<spark::AnswerTimes> times_;
  const spark::RealClock& real_clock_;
  spark::Log& log_;
  const std::string label_;
  spark::AgentId id_ = -1;
  const spark::AgentAspect* body_ = nullptr;
  std::size_t next_act_ = 0;  ///< index into the acts of the offer
  /// The step at which the last of the initial acts takes effect, if it has controllers: only later percepts show that
  /// effect, and it acts only from then on.
  spark::Step birth_effect_ = -1;
  int seen_since_birth_ = 0;   ///< sensations
  bool is_described_ = false;  ///< the periods have its components
  bool is_gone_ = false;
  bool is_unanswered_ = false;  ///< the world no longer waits for its components
  std::vector<EffectorForm> effectors_;
  PerceptQueue queue_;
  spark::ActionList actions_;
  spark::AgentStatistics statistics_;
  StepDelays delays_;
};

}  // namespace rtm
