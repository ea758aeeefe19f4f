// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/in_port_servant.h"

#include <omniORB4/callDescriptor.h>
#include <omniORB4/callHandle.h>

#include <string_view>
#include <utility>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/type_codes.h"

namespace rtm {

/// A `put` that comes as octets. The value is one of the thread, so that sequences need no new room each time.
class InPortServant::PutFromOutside final : public omniCallDescriptor {
 public:
  explicit PutFromOutside(InPortServant& servant)
      : omniCallDescriptor(here, "put", sizeof "put", false, nullptr, 0, true), servant_(servant) {}

  void unmarshalArguments(cdrStream& from) override {
    const Refusal refusal = read_value(from, value());
    if (refusal == Refusal::none) return;
    ++servant_.surroundings_->refused;
    servant_.refuse(refusal);
  }

 private:
  static void here(omniCallDescriptor* call, omniServant*) {
    static_cast<PutFromOutside*>(call)->servant_.take(value());
  }
  static Value& value() {
    static thread_local Value of_thread;
    return of_thread;
  }
  InPortServant& servant_;
};

InPortServant::InPortServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                             std::shared_ptr<Surroundings> surroundings)
    : component_(std::move(component)), port_(std::move(port)), surroundings_(std::move(surroundings)) {}

CORBA::Boolean InPortServant::_dispatch(omniCallHandle& handle) {
  if (std::string_view(handle.operation_name()) != "put") return POA_InPort::_dispatch(handle);
  PutFromOutside call(*this);
  handle.upcall(this, call);
  return true;
}

void InPortServant::put(const CORBA::Any& any) {
  Value value;
  if (const Refusal refusal = from_any(any, value); refusal != Refusal::none) {
    ++surroundings_->refused;
    refuse(refusal);
  }
  take(value);
}

void InPortServant::take(const Value& value) {
  const auto alive = component_.lock();
  if (!alive) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
  if (const Refusal refusal = port_->put(value); refusal != Refusal::none) refuse(refusal);
}

void InPortServant::refuse(Refusal refusal) {
  const auto alive = component_.lock();
  if (!alive) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
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
