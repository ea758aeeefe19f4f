// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/remote_context.h"

namespace rtm {

RemoteContext::RemoteContext(RTC::ExecutionContext_ptr context, RTC::LightweightRTObject_ptr component)
    : context_(RTC::ExecutionContext::_duplicate(context)),
      component_(RTC::LightweightRTObject::_duplicate(component)) {}

bool RemoteContext::is(const ContextLink& other) const {
  const auto* const remote = dynamic_cast<const RemoteContext*>(&other);
  return remote && context_->_is_equivalent(remote->context_.in());
}

void RemoteContext::leave(Goodbyes& goodbyes) const {
  goodbyes.say(context_.in(), [this] { context_->remove_component(component_.in()); });
}

}  // namespace rtm
