// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <memory>

#include "gateways/rtm/component/life_cycle.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// A remote execution context in which a component of this process participates and which calls its callbacks remotely.
/// Any thread.
class RemoteContext final : public ContextLink {
 public:
  /// Makes no call to either of the two.
  RemoteContext(RTC::ExecutionContext_ptr context, RTC::LightweightRTObject_ptr component);

  bool is(const ContextLink& other) const override;
  /// Does nothing: `leave` has already removed the component, while it could still be called.
  void dismiss(const Participant&) override {}

  /// Asks the context to remove the component, to which it responds with detach_context. May take as long as a call, so
  /// no lock may be held.
  void leave(Goodbyes& goodbyes) const;
  RTC::ExecutionContext_ptr reference() const { return context_.in(); }  ///< borrowed

 private:
  const RTC::ExecutionContext_var context_;
  const RTC::LightweightRTObject_var component_;
};

}  // namespace rtm
