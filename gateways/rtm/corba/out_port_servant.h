// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <memory>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// An OutPort on the network; otherwise like InPortServant.
class OutPortServant final : public POA_OutPort {
 public:
  OutPortServant(std::weak_ptr<Component> component, std::shared_ptr<OutPort> port,
                 std::shared_ptr<ServantContext> context);

  CORBA::Any* get() override;
  CORBA::Boolean subscribe(ReqType request, ::InPort_ptr port) override;
  CORBA::Boolean unsubscribe(ReqType request, ::InPort_ptr port) override;
  char* name() override;
  CORBA::TypeCode_ptr port_type() override;

 private:
  std::shared_ptr<Component> alive() const;  ///< throws OBJECT_NOT_EXIST if it is gone

  std::weak_ptr<Component> component_;
  std::shared_ptr<OutPort> port_;
  std::shared_ptr<ServantContext> context_;
};

}  // namespace rtm
