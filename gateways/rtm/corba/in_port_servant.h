// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/receiving_servant.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// An InPort on the network. It keeps neither the component nor its program alive: when the component is gone, callers
/// get OBJECT_NOT_EXIST. Reference-counted like all servants. Threads of the ORB.
class InPortServant final : public ReceivingServant {
 public:
  InPortServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port,
                std::shared_ptr<ServantContext> context);

  char* name() override;
  CORBA::TypeCode_ptr port_type() override;

  /// Null once the component is gone.
  std::shared_ptr<InPort> port() const;

 private:
  void take(const Value& value) override;
  [[noreturn]] void refuse(Refusal refusal) override;
  std::shared_ptr<Component> alive() const;  ///< throws OBJECT_NOT_EXIST if it is gone

  std::weak_ptr<Component> component_;
  std::shared_ptr<InPort> port_;
  std::shared_ptr<ServantContext> context_;
};

}  // namespace rtm
