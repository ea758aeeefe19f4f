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

/// At which simulated time the acts of one agent were sent: the rules for agents that have no think cycles, without any
/// input or output. An agent gets sensations and sends answers.
class AnswerTimes {
 public:
  using RealTime = RealClock::Time;

  struct Act {
    const char* refusal = nullptr;  ///< why it has no effect; the rest is then meaningless
    Step stamp = 0;
    bool late = false;   ///< takes effect later than with no thinking time
    bool first = false;  ///< the first answer to its sensation
    std::chrono::nanoseconds thinking{};
  };

  virtual ~AnswerTimes() = default;

  /// No sensation that has not been sent will arrive before `arrival`.
  virtual void expect_sensation(Step arrival) = 0;
  /// Whether sensations are sent when they are made, not when they arrive.
  virtual bool sends_at_once() const = 0;
  /// Sensations are sent in the order of their arrivals.
  virtual void sensation_sent(Step arrival, RealTime now) = 0;
  /// Whether a message can be processed now; otherwise it has to wait for a sensation, however early it was sent.
  virtual bool can_take() const = 0;
  virtual Act act(std::size_t bytes, RealTime now) = 0;

  /// The earliest stamp a further act can carry. Never goes back.
  virtual Step earliest_act() const = 0;
  /// True if the agent has used up its time since the last call.
  virtual bool has_timed_out(RealTime) { return false; }
  /// From now on the world does not wait for the agent, whatever it does.
  virtual void wait_no_longer() {}
  virtual bool cannot_recover() const { return false; }
};

/// The world goes on while the agent thinks. A sensation is sent when the clock has come to its arrival, an act counts
/// as sent one step after the present, and any number of them, within limits, may follow a sensation. It is unknown
/// which one an act answers: it is late if the clock has passed the arrival of the last one sent.
///
/// Why the step after: what happens now may have happened already when the act is read, and an agent without any
/// latency could otherwise act now for ever, and the world would never move. It rests on `AgentGateway::receive`
/// being called between any two steps.
class PresentTimes final : public AnswerTimes {
 public:
  /// The `limits` of acts apply to each sensation; the others do not count here.
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
  Step arrival_ = 0;  ///< of the last sensation sent; the rest is since then
  RealTime sent_{};
  std::size_t acts_ = 0;
  std::size_t act_bytes_ = 0;
};

/// The world waits for the agent. Exactly one message answers each sensation, in order, and carries its arrival as
/// stamp: nothing depends on real time.
///
/// But an agent that leaves a sensation unanswered for longer than `timeout`, since this was sent and the one before
/// it answered, is *absent*: the world goes on without it until its next message. That one, and answers to sensations
/// it had not answered by then, are stamped with the step after it came back, if the arrival was before. So an agent
/// that hangs delays the others by `timeout` once, and after a short hitch the world waits for it again. An agent that
/// the world no longer waits for is absent for good: its messages are accepted, and stamped with the step after the
/// present if that is later than the arrival.
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
  Step horizon_ = 0;             ///< no sensation that has not been sent arrives before this
  bool absent_ = false;
  bool unwaited_ = false;
  Step returned_ = 0;  ///< the step after it was absent last
};

}  // namespace spark
