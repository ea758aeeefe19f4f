// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rtm/component/execution_context.h"

namespace rtm {

/// Each tick runs one pass on the calling thread and returns after it. Concurrent ticks run one after another. The rate
/// has no effect; it is only reported. Simulations drive components with this context, in lock-step.
class SynchTriggerContext final : public ExecutionContext {
 public:
  static constexpr const char* kType = "SynchExtTriggerEC";

  SynchTriggerContext(const ContextSettings& settings, const Environment& environment)
      : ExecutionContext(kType, ContextKind::event_driven, settings, environment) {}
  bool is_ticked() const override { return true; }
  void tick() override { pass(); }
};

}  // namespace rtm
