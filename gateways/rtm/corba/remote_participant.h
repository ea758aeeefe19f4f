// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <atomic>
#include <memory>
#include <string>

#include "gateways/rtm/component/execution_context.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// A remote component that participates in an execution context of this process. Its callbacks are remote calls, each
/// with the timeout of the ORB. The first call without an answer removes the component from the context, with one line
/// in the log, so that the other participants wait for it only once.
class RemoteParticipant final : public Participant {
 public:
  /// Wraps a reference only to find it among the participants; makes no call.
  explicit RemoteParticipant(RTC::LightweightRTObject_ptr component) : RemoteParticipant(component, nullptr, {}, {}) {}
  /// Makes one that can participate. Queries the name of the component and whether it has on_execute: up to two calls,
  /// so no lock may be held. Null if it does not answer, or is not a component.
  static std::shared_ptr<RemoteParticipant> make(RTC::LightweightRTObject_ptr component,
                                                 const std::shared_ptr<ServantContext>& context);

  const std::string& name() const override { return name_; }
  bool is(const Participant& other) const override;
  ContextHandle attach(const std::shared_ptr<ExecutionContext>& context) override;
  void detach(const ExecutionContext& context, ContextHandle handle) override;
  ReturnCode call(Callback callback, ContextHandle handle) override;

  RTC::LightweightRTObject_ptr reference() const { return component_.in(); }  ///< borrowed

 private:
  RemoteParticipant(RTC::LightweightRTObject_ptr component, std::shared_ptr<ServantContext> context, std::string name,
                    RTC::DataFlowComponentAction_var executed);
  RTC::ReturnCode_t send(Callback callback, ContextHandle handle);
  void end_part(const std::string& why, Callback callback);

  const RTC::LightweightRTObject_var component_;
  const RTC::DataFlowComponentAction_var executed_;  ///< nil: it has neither on_execute nor on_state_update
  const std::shared_ptr<ServantContext> context_;    ///< null for one that is only compared
  const std::string name_;
  std::weak_ptr<ExecutionContext> part_of_;  ///< written before the first callback
  std::atomic<bool> is_gone_{false};
};

}  // namespace rtm
