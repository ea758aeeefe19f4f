// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// What servants of the interface InPort have in common: values come as octets of a message, or as an Any where the
/// caller is in this process. Called on threads of the ORB.
class ReceivingServant : public POA_InPort {
 public:
  void put(const CORBA::Any& value) final;
  CORBA::Boolean _dispatch(omniCallHandle& handle) final;

 protected:
  /// A value has come. May throw what the caller is to get.
  virtual void take(const Value& value) = 0;
  /// Something has come that is no value; throws what the caller is to get, BAD_PARAM as a rule.
  [[noreturn]] virtual void refuse(Refusal refusal) = 0;

 private:
  class PutFromOutside;
};

}  // namespace rtm
