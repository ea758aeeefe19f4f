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
/// A context subscribes with a period in seconds. It is ticked at the first step that reaches the due time, which then
/// grows by the period, so that a period that is not a multiple of the step is kept on average: a period of 3 ms gives
/// ticks at 0, 4, 6, 10 ms of a world with steps of 2 ms. The first due time is that of the step with which the
/// subscription takes effect, which is the next one to begin. At most one tick is made per step; missed ticks are
/// skipped.
///
/// All ticks of a step are made on one thread, one after another, in the order of subscription, after the control of
/// all robots. In lock-step the world waits until the last has returned. A context that fails three consecutive ticks
/// is unsubscribed, with one line in the log.
class ClockGenerator {
 public:
  static constexpr std::size_t kMaxSubscribers = 64;
  static constexpr int kMaxFailures = 3;  ///< consecutive ticks
  /// The name under which the object is served, and bound in the naming service (kind empty).
  static constexpr const char* kName = "ClockGenerator";

  /// Serves the object until `end`. `ticked` is called on the ticking thread when the ticks of a step have been made.
  /// The orb outlives it.
  ClockGenerator(Orb& orb, double step_seconds, std::function<void()> ticked);
  ~ClockGenerator();  ///< as end
  ClockGenerator(const ClockGenerator&) = delete;
  ClockGenerator& operator=(const ClockGenerator&) = delete;

  // Called on the simulation thread:

  /// Called between any two steps. Starts the ticks of contexts that are due at step `now`, once `control_is_done`: all
  /// robots have been controlled in this step. Never waits.
  void follow(spark::Step now, bool control_is_done);
  /// Whether contexts that are due at the step of the last `follow` have not all been ticked.
  bool is_behind() const;
  /// Ends ticking and removes the object. Returns after the tick in progress, which takes no longer than a call may.
  void end();

 private:
  class Subscriptions;
  class Servant;

  Orb& orb_;
  const double step_seconds_;
  const std::shared_ptr<Subscriptions> subscriptions_;  ///< shared with calls in progress
  spark::Step step_ = -1;                               ///< of the last `follow`
  bool is_due_ = false, is_handed_over_ = false;        ///< at that step
  bool has_ended_ = false;
};

}  // namespace rtm
