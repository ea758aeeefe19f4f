// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "spark/core/clock.h"
#include "spark/sim/inputs.h"

namespace spark {

/// The current place in the match for inputs, the listener to which they are reported, and the source that repeats
/// those of another match. The step loop counts the events here.
class InputTracker {
 public:
  explicit InputTracker(const Clock& clock) : clock_(clock) {}

  /// Both are borrowed; null if there is none.
  InputListener* listener() const { return listener_; }
  void set_listener(InputListener& listener) { listener_ = &listener; }
  InputSource* source() const { return source_; }
  void set_source(InputSource& source) { source_ = &source; }

  /// While a restart waits for agents the clock already shows the step with which the next episode begins. Input
  /// reported meanwhile precedes everything in that step.
  InputPosition position() const { return {clock_.now() - (is_restarting_ ? 1 : 0), events_of_step_}; }
  /// Whether the source has input for this place.
  bool is_due() const { return source_ && source_->is_due(position()); }
  std::uint64_t events_of_step() const { return events_of_step_; }
  bool is_restarting() const { return is_restarting_; }

  void count_event() { ++events_of_step_; }
  void begin_step() { events_of_step_ = 0; }
  void begin_restart() { is_restarting_ = true; }
  void end_restart() {
    is_restarting_ = false;
    begin_step();
  }

 private:
  const Clock& clock_;
  InputListener* listener_ = nullptr;
  InputSource* source_ = nullptr;
  std::uint64_t events_of_step_ = 0;  ///< events that have been carried out
  bool is_restarting_ = false;
};

}  // namespace spark
