// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/in_port_servant.h"

#include <utility>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/type_codes.h"

namespace rtm {

InPortServant::InPortServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                             std::shared_ptr<ServantContext> context)
    : component_(std::move(component)), port_(std::move(port)), context_(std::move(context)) {}

std::shared_ptr<Component> InPortServant::alive() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

void InPortServant::take(const Value& value) {
  const auto component = alive();
  // The port itself counts and reports refused values.
  if (const Refusal refusal = port_->put(value); refusal != Refusal::none) throw_refusal(refusal);
}

void InPortServant::refuse(Refusal refusal) {
  const auto component = alive();
  ++context_->refused;
  context_->log().complain(port_->full_name(), "{} was put into this port of type {}; nothing changes",
                           to_string(refusal), to_string(port_->type()));
  throw_refusal(refusal);
}

char* InPortServant::name() {
  return CORBA::string_dup(port_->name().c_str());
}

CORBA::TypeCode_ptr InPortServant::port_type() {
  return CORBA::TypeCode::_duplicate(type_code(port_->type()));
}

std::shared_ptr<InPort> InPortServant::port() const {
  return component_.expired() ? nullptr : port_;
}

}  // namespace rtm
