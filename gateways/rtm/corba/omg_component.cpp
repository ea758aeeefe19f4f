// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_component.h"

#include <utility>

#include "gateways/rtm/corba/configuration_servant.h"
#include "gateways/rtm/corba/context_servant.h"
#include "gateways/rtm/corba/omg_component_servant.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/remote_context.h"

namespace rtm {

OmgComponent::OmgComponent(const std::shared_ptr<Component>& component, std::shared_ptr<ServantContext> context)
    : component_(component), context_(std::move(context)), name_(component->name()) {
  try {
    serve(component);
  } catch (...) {
    withdraw();
    throw;
  }
}

OmgComponent::~OmgComponent() {
  withdraw();
}

void OmgComponent::serve(const std::shared_ptr<Component>& component) {
  Orb::Access& access = context_->orb().access();
  const auto add = [&](PortableServer::ServantBase* servant, const std::string& key, const void* what) {
    const PortableServer::ServantBase_var owned = servant;
    const CORBA::Object_var object = access.add(servant, key, what);
    keys_.push_back(key);
  };
  const std::string key = name_ + "/rtc", configuration = name_ + "/configuration";
  ports_ = std::make_shared<OmgPorts>(component, context_, [context = context_, key] {
    const CORBA::Object_var object = context->orb().access().reference(key);
    return RTC::RTObject::_unchecked_narrow(object.in());
  });
  add(new ConfigurationServant(component, context_), configuration, nullptr);
  const auto own = component->owned_contexts();
  for (std::size_t i = 0; i != own.size(); ++i)
    add(make_context_servant(own[i], context_, key), name_ + "/context/" + std::to_string(i), own[i].get());
  // Added last, because it gives peers the references of all others.
  add(new OmgComponentServant(component, context_, ports_, key, configuration), key, component.get());
}

RTC::RTObject_ptr OmgComponent::reference() const {
  const CORBA::Object_var object = context_->orb().access().reference(name_ + "/rtc");
  return RTC::RTObject::_unchecked_narrow(object.in());
}

void OmgComponent::withdraw() {
  leave_contexts();
  if (ports_) ports_->withdraw();
  for (const std::string& key : keys_) context_->orb().access().remove(key);
  keys_.clear();
}

void OmgComponent::leave_contexts() const {
  const auto component = component_.lock();
  if (!component || keys_.empty()) return;
  for (const auto& context : component->participating_contexts())
    if (const auto* const remote = dynamic_cast<const RemoteContext*>(context.get()))
      remote->leave(context_->goodbyes());
}

}  // namespace rtm
