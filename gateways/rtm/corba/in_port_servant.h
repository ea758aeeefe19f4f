// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <memory>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/surroundings.h"

namespace rtm {

/// An InPort on the network. It keeps neither the component nor its program alive: when that is gone, callers get
/// OBJECT_NOT_EXIST. Counted by references, as all servants are. Threads of the ORB.
class InPortServant final : public POA_InPort {
 public:
  InPortServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                std::shared_ptr<Surroundings> surroundings);

  void put(const CORBA::Any& value) override;
  char* name() override;
  CORBA::TypeCode_ptr port_type() override;

  /// Values from other processes come this way, without an Any.
  CORBA::Boolean _dispatch(omniCallHandle& handle) override;

  /// Null once the component is gone.
  std::shared_ptr<InPort> port() const;

 private:
  class PutFromOutside;
  void take(const Value& value);
  [[noreturn]] void refuse(Refusal refusal);

  std::weak_ptr<Component> component_;
  std::shared_ptr<InPort> port_;
  std::shared_ptr<Surroundings> surroundings_;
};

}  // namespace rtm
