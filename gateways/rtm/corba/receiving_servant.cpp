// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/receiving_servant.h"

#include <omniORB4/callDescriptor.h>
#include <omniORB4/callHandle.h>

#include <string_view>

#include "gateways/rtm/corba/any_value.h"

namespace rtm {

/// A `put` that arrives as octets. It reads into a value that belongs to the thread, so that sequences are not
/// allocated for each put.
class ReceivingServant::PutFromOutside final : public omniCallDescriptor {
 public:
  explicit PutFromOutside(ReceivingServant& servant)
      : omniCallDescriptor(here, "put", sizeof "put", false, nullptr, 0, true), servant_(servant) {}

  void unmarshalArguments(cdrStream& from) override {
    const Refusal refusal = read_value(from, value());
    if (refusal != Refusal::none) servant_.refuse(refusal);
  }

 private:
  static void here(omniCallDescriptor* call, omniServant*) {
    static_cast<PutFromOutside*>(call)->servant_.take(value());
  }
  static Value& value() {
    static thread_local Value of_thread;
    return of_thread;
  }
  ReceivingServant& servant_;
};

CORBA::Boolean ReceivingServant::_dispatch(omniCallHandle& handle) {
  if (std::string_view(handle.operation_name()) != "put") return POA_InPort::_dispatch(handle);
  PutFromOutside call(*this);
  handle.upcall(this, call);
  return true;
}

void ReceivingServant::put(const CORBA::Any& any) {
  Value value;
  if (const Refusal refusal = from_any(any, value); refusal != Refusal::none) refuse(refusal);
  take(value);
}

}  // namespace rtm
