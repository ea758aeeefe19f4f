// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// The common part of servants of the interface InPort: values arrive as octets of a message, or as an Any if the
/// caller is in this process. Called on threads of the ORB.
class ReceivingServant : public POA_InPort {
 public:
  void put(const CORBA::Any& value) final;
  CORBA::Boolean _dispatch(omniCallHandle& handle) final;

 protected:
  /// Takes a value. May throw the exception for the caller.
  virtual void take(const Value& value) = 0;
  /// Handles an input that is not a valid value; throws the exception for the caller, usually BAD_PARAM.
  [[noreturn]] virtual void refuse(Refusal refusal) = 0;

 private:
  class PutFromOutside;
};

}  // namespace rtm
