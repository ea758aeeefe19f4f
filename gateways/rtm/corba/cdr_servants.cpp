// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/cdr_servants.h"

#include <omniORB4/callDescriptor.h>
#include <omniORB4/callHandle.h>

#include <string_view>
#include <utility>

#include "gateways/rtm/component/cdr.h"
#include "gateways/rtm/corba/cdr_calls.h"

namespace rtm {
namespace {

/// The thread's buffer for a value of this type, so that repeated values need no allocation.
Value& value_of_thread(ValueType type) {
  static thread_local std::vector<Value> values;
  const auto index = static_cast<std::size_t>(type);
  while (values.size() <= index) values.emplace_back(static_cast<ValueType>(values.size()));
  return values[index];
}

std::vector<std::uint8_t>& octets_of_thread() {
  static thread_local std::vector<std::uint8_t> octets;
  return octets;
}

void throw_if_gone(const std::shared_ptr<Component>& component) {
  if (!component) throw CORBA::OBJECT_NOT_EXIST(0, CORBA::COMPLETED_NO);
}

}  // namespace

/// A `put` that arrives as a message.
class InPortCdrServant::PutFromElsewhere final : public omniCallDescriptor {
 public:
  explicit PutFromElsewhere(InPortCdrServant& servant)
      : omniCallDescriptor(here, "put", sizeof "put", false, nullptr, 0, true), servant_(servant) {}
  void unmarshalArguments(cdrStream& from) override { is_readable_ = read_octets(from, octets_of_thread()); }
  void marshalReturnedValues(cdrStream& into) override { static_cast<CORBA::ULong>(status_) >>= into; }

 private:
  static void here(omniCallDescriptor* call, omniServant*) {
    auto& put = *static_cast<PutFromElsewhere*>(call);
    put.status_ = put.servant_.take_octets(octets_of_thread(), put.is_readable_);
  }
  InPortCdrServant& servant_;
  bool is_readable_ = false;
  PortStatus status_ = PortStatus::unknown_error;
};

InPortCdrServant::InPortCdrServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                                   std::shared_ptr<Inlet> inlet, std::endian order,
                                   std::shared_ptr<ServantContext> context)
    : component_(std::move(component)),
      port_(std::move(port)),
      inlet_(std::move(inlet)),
      order_(order),
      context_(std::move(context)) {}

CORBA::Boolean InPortCdrServant::_dispatch(omniCallHandle& handle) {
  if (std::string_view(handle.operation_name()) != "put") return POA_OpenRTM::InPortCdr::_dispatch(handle);
  PutFromElsewhere call(*this);
  handle.upcall(this, call);
  return true;
}

OpenRTM::PortStatus InPortCdrServant::put(const OpenRTM::CdrData& data) {
  const std::span octets(data.get_buffer(), data.length());
  return static_cast<OpenRTM::PortStatus>(take_octets(octets, octets.size() <= kMaxCdrBytes));
}

PortStatus InPortCdrServant::take_octets(std::span<const std::uint8_t> octets, bool is_readable) {
  const auto component = component_.lock();
  throw_if_gone(component);
  if (!is_readable) return refuse(Refusal::size);
  Value& value = value_of_thread(port_->type());
  if (const Refusal refusal = read_cdr(octets, order_, value); refusal != Refusal::none) return refuse(refusal);
  return inlet_->put(value);
}

PortStatus InPortCdrServant::take(const Value& value) {
  const auto component = component_.lock();
  return component ? inlet_->put(value) : PortStatus::error;
}

PortStatus InPortCdrServant::refuse(Refusal refusal) {
  port_->count_refused();
  context_->log().complain(port_->full_name(), "{} was put into this port of type {}; nothing changes",
                           to_string(refusal), to_string(port_->type()));
  return PortStatus::error;
}

/// A `get` that arrives as a message.
class OutPortCdrServant::GetFromElsewhere final : public omniCallDescriptor {
 public:
  explicit GetFromElsewhere(OutPortCdrServant& servant)
      : omniCallDescriptor(here, "get", sizeof "get", false, nullptr, 0, true), servant_(servant) {}
  void marshalReturnedValues(cdrStream& into) override {
    static_cast<CORBA::ULong>(status_) >>= into;
    write_octets(into, octets_of_thread());
  }

 private:
  static void here(omniCallDescriptor* call, omniServant*) {
    auto& get = *static_cast<GetFromElsewhere*>(call);
    get.status_ = get.servant_.get_octets(octets_of_thread());
  }
  OutPortCdrServant& servant_;
  PortStatus status_ = PortStatus::unknown_error;
};

OutPortCdrServant::OutPortCdrServant(std::weak_ptr<Component> component, ValueType type, std::shared_ptr<Outlet> outlet,
                                     std::endian order)
    : component_(std::move(component)), type_(type), outlet_(std::move(outlet)), order_(order) {}

CORBA::Boolean OutPortCdrServant::_dispatch(omniCallHandle& handle) {
  if (std::string_view(handle.operation_name()) != "get") return POA_OpenRTM::OutPortCdr::_dispatch(handle);
  GetFromElsewhere call(*this);
  handle.upcall(this, call);
  return true;
}

OpenRTM::PortStatus OutPortCdrServant::get(OpenRTM::CdrData_out data) {
  std::vector<std::uint8_t>& octets = octets_of_thread();
  const PortStatus status = get_octets(octets);
  data = new OpenRTM::CdrData;
  data->length(static_cast<CORBA::ULong>(octets.size()));
  std::copy(octets.begin(), octets.end(), data->get_buffer());
  return static_cast<OpenRTM::PortStatus>(status);
}

PortStatus OutPortCdrServant::get_octets(std::vector<std::uint8_t>& octets) {
  throw_if_gone(component_.lock());
  Value& value = value_of_thread(type_);
  const PortStatus status = outlet_->get(value);
  octets.clear();
  if (status == PortStatus::ok) write_cdr(value, order_, octets);
  return status;
}

}  // namespace rtm
