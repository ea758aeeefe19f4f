// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/port_calls.h"

#include <omniORB4/callDescriptor.h>

#include <string_view>

#include "gateways/rtm/corba/any_value.h"

namespace rtm {
namespace {

// Each class is what omniidl would generate for the operation, except for the types of arguments and results. The first
// argument of the base class is the function that is called if the object is in this process; lengths of names include
// the terminating zero.
constexpr std::string_view kPut = "put", kGet = "get", kType = "_get_port_type";

class PutCall final : public omniCallDescriptor {
 public:
  explicit PutCall(const Value& value)
      : omniCallDescriptor(here, kPut.data(), kPut.size() + 1, false, nullptr, 0, false), value_(value) {}
  void marshalArguments(cdrStream& into) override { write_value(into, value_); }

 private:
  static void here(omniCallDescriptor* call, omniServant* servant) {
    auto* const port = static_cast<_impl_InPort*>(servant->_ptrToInterface(::InPort::_PD_repoId));
    port->put(to_any(static_cast<PutCall*>(call)->value_));
  }
  const Value& value_;
};

class GetCall final : public omniCallDescriptor {
 public:
  explicit GetCall(Value& into)
      : omniCallDescriptor(here, kGet.data(), kGet.size() + 1, false, nullptr, 0, false), into_(into) {}
  void unmarshalReturnedValues(cdrStream& from) override {
    refusal = read_value(from, into_);
    // The rest of the answer cannot be decoded, so this ends the connection.
    if (refusal == Refusal::type || refusal == Refusal::size) throw CORBA::MARSHAL(0, CORBA::COMPLETED_YES);
  }
  Refusal refusal = Refusal::none;

 private:
  static void here(omniCallDescriptor* call, omniServant* servant) {
    auto* const port = static_cast<_impl_OutPort*>(servant->_ptrToInterface(::OutPort::_PD_repoId));
    auto& get = *static_cast<GetCall*>(call);
    const CORBA::Any_var any = port->get();
    get.refusal = from_any(any.in(), get.into_);
  }
  Value& into_;
};

template <typename Servant>
class TypeCall final : public omniCallDescriptor {
 public:
  explicit TypeCall(const char* interface)
      : omniCallDescriptor(here, kType.data(), kType.size() + 1, false, nullptr, 0, false), interface_(interface) {}
  void unmarshalReturnedValues(cdrStream& from) override { type = read_type(from); }
  WireType type;

 private:
  static void here(omniCallDescriptor* call, omniServant* servant) {
    auto& ask = *static_cast<TypeCall*>(call);
    auto* const port = static_cast<Servant*>(servant->_ptrToInterface(ask.interface_));
    const CORBA::TypeCode_var code = port->port_type();
    cdrMemoryStream octets;
    CORBA::TypeCode::marshalTypeCode(code.in(), octets);
    ask.type = read_type(octets);
  }
  const char* interface_;
};

}  // namespace

void put_into(::InPort_ptr port, const Value& value) {
  PutCall call(value);
  port->_PR_getobj()->_invoke(call);
}

Refusal get_from(::OutPort_ptr port, Value& into) {
  GetCall call(into);
  try {
    port->_PR_getobj()->_invoke(call);
  } catch (const CORBA::MARSHAL&) {
    if (call.refusal == Refusal::none) throw;
  }
  return call.refusal;
}

WireType type_of(::InPort_ptr port) {
  TypeCall<_impl_InPort> call(::InPort::_PD_repoId);
  port->_PR_getobj()->_invoke(call);
  return call.type;
}

WireType type_of(::OutPort_ptr port) {
  TypeCall<_impl_OutPort> call(::OutPort::_PD_repoId);
  port->_PR_getobj()->_invoke(call);
  return call.type;
}

}  // namespace rtm
