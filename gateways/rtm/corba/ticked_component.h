// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "gateways/rtm/component/life_cycle.h"

namespace rtm {

/// A component of another program whose execution context this program drives: the first of the component's contexts
/// that can be ticked, or simply the first if none can.
///
/// All functions but the first two call that program. They throw NoSuchComponent if it is gone or does not answer in
/// time, and std::runtime_error, each with one line. One thread at a time.
class TickedComponent {
 public:
  virtual ~TickedComponent() = default;

  /// The type of the context in its profile: "SynchExtTriggerEC"; empty if the profile has none.
  virtual const std::string& context_type() const = 0;
  /// Whether the context can be ticked. Otherwise its passes run by themselves.
  virtual bool is_ticked() const = 0;

  /// Runs one pass. A context that is not synchronous answers before the pass is over. `longest`: real time within
  /// which the context has to answer.
  virtual void tick(std::chrono::milliseconds longest) = 0;
  virtual LifeCycle state() = 0;
  /// Requests a change, which the next pass makes. A context answers when the change is made, or with `error` after a
  /// configured time, usually 0.5 s; with a context that is ticked, that error means nothing.
  virtual ReturnCode activate() = 0;
  virtual ReturnCode deactivate() = 0;
  virtual ReturnCode reset() = 0;
};

}  // namespace rtm
