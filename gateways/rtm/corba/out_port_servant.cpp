// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/out_port_servant.h"

#include <utility>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/remote_subscriber.h"
#include "gateways/rtm/corba/type_codes.h"

namespace rtm {
namespace {

Request request_of(ReqType type) {
  return type == once ? Request::once : Request::repeated;
}

}  // namespace

OutPortServant::OutPortServant(std::weak_ptr<Component> component, std::shared_ptr<OutPort> port,
                               std::shared_ptr<ServantContext> context)
    : component_(std::move(component)), port_(std::move(port)), context_(std::move(context)) {}

std::shared_ptr<Component> OutPortServant::alive() const {
  auto component = component_.lock();
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  return component;
}

CORBA::Any* OutPortServant::get() {
  const auto component = alive();
  return new CORBA::Any(to_any(port_->get()));
}

CORBA::Boolean OutPortServant::subscribe(ReqType request, ::InPort_ptr port) {
  const auto component = alive();
  std::string problem;
  auto target = subscriber(port, port_->type(), context_, problem);
  if (target && port_->subscribe(request_of(request), std::move(target))) return true;
  if (!problem.empty()) context_->log().complain(port_->full_name(), "a subscription is refused: {}", problem);
  return false;
}

CORBA::Boolean OutPortServant::unsubscribe(ReqType request, ::InPort_ptr port) {
  const auto component = alive();
  const auto target = known_subscriber(port, context_);
  return target && port_->unsubscribe(request_of(request), *target);
}

char* OutPortServant::name() {
  return CORBA::string_dup(port_->name().c_str());
}

CORBA::TypeCode_ptr OutPortServant::port_type() {
  return CORBA::TypeCode::_duplicate(type_code(port_->type()));
}

}  // namespace rtm
