// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "gateways/rtm/corba/orb.h"
#include "spark/core/clock.h"

namespace rtm {

/// Ticks execution contexts of other programs in simulated time: OpenHRP::ClockGenerator
/// (gateways/rtm/idl/OpenHRP.idl).
///
/// A context subscribes with a period in seconds. It is ticked at the first step whose time has come to the due time,
/// which then grows by the period, so that a period that is no multiple of the step is kept on average: 3 ms are ticks
/// at 0, 4, 6, 10 ms of a world with steps of 2 ms. The first due time is that of the step at which the subscription
/// comes into effect, the next one to begin. No more than one tick is made per step, and ticks that were missed are not
/// made up.
///
/// All ticks of a step are made on one thread of its own, one after another, in the order of subscription, behind the
/// control of all robots. In lock-step the world stands until the last has returned. A context that fails three ticks
/// in a row is unsubscribed, with one line.
class ClockGenerator {
 public:
  static constexpr std::size_t kMaxSubscribers = 64;
  static constexpr int kMaxFailures = 3;  ///< ticks in a row
  /// Under which the object is served, and bound in the naming service (kind empty).
  static constexpr const char* kName = "ClockGenerator";

  /// Serves the object until `end`. `ticked` is called on the thread that ticks when the ticks of a step have been
  /// made. The orb outlives it.
  ClockGenerator(Orb& orb, double step_seconds, std::function<void()> ticked);
  ~ClockGenerator();  ///< as end
  ClockGenerator(const ClockGenerator&) = delete;
  ClockGenerator& operator=(const ClockGenerator&) = delete;

  // Called on the simulation thread:

  /// Called between any two steps. Has the contexts ticked that are due at step `now`, once `control_is_done`: all
  /// robots have been controlled in this step. Waits for nothing.
  void follow(spark::Step now, bool control_is_done);
  /// Whether contexts that are due at the step of the last `follow` have not all been ticked.
  bool is_behind() const;
  /// No ticks any more; the object is gone. Returns after the tick under way, which lasts no longer than a call may.
  void end();

 private:
  class Subscriptions;
  class Servant;

  Orb& orb_;
  const double step_seconds_;
  const std::shared_ptr<Subscriptions> subscriptions_;  ///< shared with calls that are under way
  spark::Step step_ = -1;                               ///< of the last `follow`
  bool is_due_ = false, is_handed_over_ = false;        ///< at that step
  bool has_ended_ = false;
};

}  // namespace rtm
