// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>

#include "spark/core/clock.h"
#include "spark/core/input_limits.h"
#include "spark/core/real_clock.h"

namespace spark {

/// Computes the simulated time at which the acts of one agent were sent: the rules for agents without think cycles,
/// without any input or output. An agent gets sensations and sends answers.
class AnswerTimes {
 public:
  using RealTime = RealClock::Time;

  struct Act {
    const char* refusal = nullptr;  ///< why it has no effect; the other members are then meaningless
    Step stamp = 0;
    bool late = false;   ///< takes effect later than with no thinking time
    bool first = false;  ///< the first answer to its sensation
    std::chrono::nanoseconds thinking{};
  };

  virtual ~AnswerTimes() = default;

  /// No unsent sensation will arrive before `arrival`.
  virtual void expect_sensation(Step arrival) = 0;
  /// Whether sensations are sent when they are generated, not when they arrive.
  virtual bool sends_at_once() const = 0;
  /// Sensations are sent in the order of their arrivals.
  virtual void sensation_sent(Step arrival, RealTime now) = 0;
  /// Whether a message can be processed now; otherwise it has to wait for a sensation, no matter how early it was sent.
  virtual bool can_take() const = 0;
  virtual Act act(std::size_t bytes, RealTime now) = 0;

  /// The earliest stamp that a further act can carry. Never decreases.
  virtual Step earliest_act() const = 0;
  /// True if the agent has used up its time since the last call.
  virtual bool has_timed_out(RealTime) { return false; }
  /// From now on the world never waits for the agent.
  virtual void wait_no_longer() {}
  virtual bool cannot_recover() const { return false; }
};

/// The world continues while the agent thinks. A sensation is sent when the clock has reached its arrival, an act
/// counts as sent one step after the current one, and any number of acts, within limits, may follow a sensation. It is
/// unknown which sensation an act answers: it is late if the clock has passed the arrival of the last one sent.
///
/// An act is stamped with the next step because the current one may be complete when the act is read, and because an
/// agent without latency could otherwise act in the current step for ever, and the world would never advance. This
/// relies on `AgentGateway::receive` being called between any two steps.
class PresentTimes final : public AnswerTimes {
 public:
  /// The `limits` of acts apply to each sensation; the other limits are not used here.
  explicit PresentTimes(const Clock& clock, const InputLimits& limits = {}) : clock_(clock), limits_(limits) {}

  void expect_sensation(Step) override {}
  bool sends_at_once() const override { return false; }
  void sensation_sent(Step arrival, RealTime now) override;
  bool can_take() const override { return sensed_; }
  Act act(std::size_t bytes, RealTime now) override;
  Step earliest_act() const override { return clock_.now() + 1; }

 private:
  const Clock& clock_;
  const InputLimits limits_;
  bool sensed_ = false;
  Step arrival_ = 0;  ///< of the last sensation sent; the members below count from then on
  RealTime sent_{};
  std::size_t acts_ = 0;
  std::size_t act_bytes_ = 0;
};

/// The world waits for the agent. Exactly one message answers each sensation, in order, and is stamped with its
/// arrival: nothing depends on real time.
///
/// An agent that leaves a sensation unanswered for longer than `timeout`, counted from when it was sent and the
/// previous one was answered, is *absent*: the world continues without it until its next message. That message, and
/// answers to sensations that were unanswered by then, are stamped with the step after its return if the arrival was
/// earlier. So an agent that hangs delays the others by `timeout` once, and after a short delay the world waits for it
/// again. An agent for which the world no longer waits is absent for good: its messages are accepted, and stamped with
/// the step after the current one if that is later than the arrival.
class WaitedTimes final : public AnswerTimes {
 public:
  static constexpr std::size_t kMaxUnanswered = 1000;

  WaitedTimes(const Clock& clock, std::chrono::nanoseconds timeout) : clock_(clock), timeout_(timeout) {}

  void expect_sensation(Step arrival) override { horizon_ = arrival; }
  bool sends_at_once() const override { return true; }
  void sensation_sent(Step arrival, RealTime now) override;
  bool can_take() const override { return !unanswered_.empty(); }
  Act act(std::size_t bytes, RealTime now) override;
  Step earliest_act() const override;
  bool has_timed_out(RealTime now) override;
  void wait_no_longer() override { unwaited_ = true; }
  bool cannot_recover() const override { return unanswered_.size() > kMaxUnanswered; }

 private:
  const Clock& clock_;
  std::chrono::nanoseconds timeout_;
  std::deque<Step> unanswered_;  ///< arrivals, ascending
  RealTime turn_began_{};        ///< when the agent could begin thinking about the first of them
  Step horizon_ = 0;             ///< no unsent sensation arrives before this
  bool absent_ = false;
  bool unwaited_ = false;
  Step returned_ = 0;  ///< the step after its last absence
};

}  // namespace spark
