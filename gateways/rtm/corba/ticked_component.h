// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "gateways/rtm/component/life_cycle.h"

namespace rtm {

/// A component of another program whose execution context is driven from here: the first of its own contexts that can
/// be ticked, or the first of all if none can.
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

  /// One pass. A context that is not synchronous answers before it is over. `longest`: real time within which it has to
  /// answer.
  virtual void tick(std::chrono::milliseconds longest) = 0;
  virtual LifeCycle state() = 0;
  /// Requests a change, which the next pass makes. A context answers when the change is made, or after a configured
  /// time, usually 0.5 s, with `error`: for one that is ticked, that has no meaning.
  virtual ReturnCode activate() = 0;
  virtual ReturnCode deactivate() = 0;
  virtual ReturnCode reset() = 0;
};

}  // namespace rtm
