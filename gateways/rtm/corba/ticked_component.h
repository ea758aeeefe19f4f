// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "gateways/rtm/component/life_cycle.h"

namespace rtm {

/// A component of another program whose execution context is driven from here: the first of its own contexts that can
/// be ticked, or the first of all where there is none.
///
/// All functions but the first two call that program. They throw NoSuchComponent if it is gone or does not answer in
/// time, and std::runtime_error, each with one line. One thread at a time.
class TickedComponent {
 public:
  virtual ~TickedComponent() = default;

  /// The type of the context, as its profile has it: "SynchExtTriggerEC"; empty where it says nothing.
  virtual const std::string& context_type() const = 0;
  /// Whether the context can be ticked. Otherwise its passes come by themselves.
  virtual bool is_ticked() const = 0;

  /// One pass. A context that is not synchronous answers before it is over. `longest`: real time until it has to
  /// answer.
  virtual void tick(std::chrono::milliseconds longest) = 0;
  virtual LifeCycle state() = 0;
  /// Asks for a change, which the next pass makes. A context answers when it is made, or after a while that its
  /// configuration says, 0.5 s as a rule, with `error`: of one that is ticked that means nothing.
  virtual ReturnCode activate() = 0;
  virtual ReturnCode deactivate() = 0;
  virtual ReturnCode reset() = 0;
};

}  // namespace rtm
