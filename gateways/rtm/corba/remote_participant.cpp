// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/remote_participant.h"

#include <utility>

#include "gateways/rtm/corba/omg_types.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// "ConsoleIn0", or, if the component has no name, the known part of its address. Throws CORBA::SystemException if it
/// does not answer.
std::string name_of(RTC::LightweightRTObject_ptr component) {
  constexpr std::size_t kMaxShown = 64;
  try {
    const auto known = SDOPackage::SDO_var(SDOPackage::SDO::_unchecked_narrow(component));
    const CORBA::String_var name = known->get_sdo_id();
    if (*name.in() != '\0') return shown(name.in(), kMaxShown);
  } catch (const CORBA::BAD_OPERATION&) {  // NOLINT(bugprone-empty-catch): it is not an SDO
  } catch (const CORBA::UserException&) {  // NOLINT(bugprone-empty-catch): it refuses to report its name
  }
  return "a component at " + address_of(component);
}

}  // namespace

RemoteParticipant::RemoteParticipant(RTC::LightweightRTObject_ptr component, std::shared_ptr<ServantContext> context,
                                     std::string name, RTC::DataFlowComponentAction_var executed)
    : component_(RTC::LightweightRTObject::_duplicate(component)),
      executed_(std::move(executed)),
      context_(std::move(context)),
      name_(std::move(name)) {}

std::shared_ptr<RemoteParticipant> RemoteParticipant::make(RTC::LightweightRTObject_ptr component,
                                                           const std::shared_ptr<ServantContext>& context) {
  const std::string address = address_of(component);
  try {
    std::string name = name_of(component);
    if (!component->_is_a(RTC::LightweightRTObject::_PD_repoId)) {
      context->log().complain(address, "the object there is not a component, so it takes part in nothing");
      return nullptr;
    }
    RTC::DataFlowComponentAction_var executed;
    if (component->_is_a(RTC::DataFlowComponentAction::_PD_repoId))
      executed = RTC::DataFlowComponentAction::_unchecked_narrow(component);
    return std::shared_ptr<RemoteParticipant>(
        new RemoteParticipant(component, context, std::move(name), std::move(executed)));
  } catch (const CORBA::SystemException& exception) {
    context->log().complain(address, "a component there cannot take part here: {}", describe(exception));
  } catch (const CORBA::Exception& exception) {
    context->log().complain(address, "a component there cannot take part here: CORBA::{}", exception._name());
  }
  return nullptr;
}

bool RemoteParticipant::is(const Participant& other) const {
  const auto* const remote = dynamic_cast<const RemoteParticipant*>(&other);
  return remote && component_->_is_equivalent(remote->component_.in());
}

ContextHandle RemoteParticipant::attach(const std::shared_ptr<ExecutionContext>& context) {
  part_of_ = context;
  try {
    const CORBA::Object_var object = context_->orb().access().reference_of(context.get());
    const auto service = RTC::ExecutionContext_var(RTC::ExecutionContext::_unchecked_narrow(object.in()));
    const ContextHandle handle = component_->attach_context(service.in());
    return handle < 0 ? kNoContext : handle;
  } catch (const CORBA::SystemException& exception) {
    context_->log().complain(address_of(component_.in()), "{} does not take part in a context: {}", name_,
                             describe(exception));
  } catch (const CORBA::Exception& exception) {
    context_->log().complain(address_of(component_.in()), "{} does not take part in a context: CORBA::{}", name_,
                             exception._name());
  }
  return kNoContext;
}

void RemoteParticipant::detach(const ExecutionContext&, ContextHandle handle) {
  if (is_gone_) return;
  try {
    component_->detach_context(handle);
  } catch (const CORBA::Exception& exception) {
    context_->log().debug("{}: detach_context: CORBA::{}", name_, exception._name());
  }
}

ReturnCode RemoteParticipant::call(Callback callback, ContextHandle handle) {
  if (is_gone_) return ReturnCode::error;
  try {
    return from_wire(send(callback, handle));
  } catch (const CORBA::SystemException& exception) {
    end_part(describe(exception), callback);
  } catch (const CORBA::Exception& exception) {
    end_part(std::string("CORBA::") + exception._name(), callback);
  }
  return ReturnCode::error;
}

RTC::ReturnCode_t RemoteParticipant::send(Callback callback, ContextHandle handle) {
  switch (callback) {
    case Callback::startup:
      return component_->on_startup(handle);
    case Callback::shutdown:
      return component_->on_shutdown(handle);
    case Callback::activated:
      return component_->on_activated(handle);
    case Callback::deactivated:
      return component_->on_deactivated(handle);
    case Callback::aborting:
      return component_->on_aborting(handle);
    case Callback::error:
      return component_->on_error(handle);
    case Callback::reset:
      return component_->on_reset(handle);
    case Callback::execute:
      return CORBA::is_nil(executed_.in()) ? RTC::RTC_OK : executed_->on_execute(handle);
    case Callback::state_update:
      return CORBA::is_nil(executed_.in()) ? RTC::RTC_OK : executed_->on_state_update(handle);
    case Callback::rate_changed:
      return CORBA::is_nil(executed_.in()) ? RTC::RTC_OK : executed_->on_rate_changed(handle);
  }
  return RTC::BAD_PARAMETER;
}

void RemoteParticipant::end_part(const std::string& why, Callback callback) {
  if (is_gone_.exchange(true)) return;
  context_->log().complain(address_of(component_.in()), "{} of {}: {}; it no longer takes part in the context",
                           to_string(callback), name_, why);
  if (const auto context = part_of_.lock()) context->remove(*this);
}

}  // namespace rtm
