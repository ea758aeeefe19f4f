// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/in_port_servant.h"

#include <utility>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/type_codes.h"

namespace rtm {

InPortServant::InPortServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                             std::shared_ptr<Surroundings> surroundings)
    : component_(std::move(component)), port_(std::move(port)), surroundings_(std::move(surroundings)) {}

std::shared_ptr<Component> InPortServant::alive() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

void InPortServant::take(const Value& value) {
  const auto component = alive();
  if (const Refusal refusal = port_->put(value); refusal != Refusal::none) complain(refusal);
}

void InPortServant::refuse(Refusal refusal) {
  const auto component = alive();
  ++surroundings_->refused;
  complain(refusal);
}

void InPortServant::complain(Refusal refusal) {
  surroundings_->log().complain(port_->full_name(), "takes {} values, and one is refused: {}", to_string(port_->type()),
                                to_string(refusal));
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
