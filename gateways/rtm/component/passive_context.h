// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rtm/component/execution_context.h"

namespace rtm {

/// The own context of a component without activity: there are no passes, and each change of state is made on the thread
/// that requests it. It accepts no components of other programs: `off` of a motor would wait for them.
class PassiveContext final : public ExecutionContext {
 public:
  PassiveContext(const ContextSettings& settings, const Environment& environment)
      : ExecutionContext("PassiveContext", ContextKind::other, settings, environment) {}
  bool takes_remote_participants() const override { return false; }

 protected:
  bool settles_at_once() const override { return true; }
};

}  // namespace rtm
