// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <DataPort_OpenRTM.hh>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// The object into which peers put values for one connector of an InPort. It keeps neither the component nor its
/// program alive. Called on threads of the ORB; serving a put calls no peer, because the caller may hold a lock while
/// it waits.
class InPortCdrServant final : public POA_OpenRTM::InPortCdr {
 public:
  InPortCdrServant(std::weak_ptr<Component> component, std::shared_ptr<InPort> port, std::shared_ptr<Inlet> inlet,
                   std::endian order, std::shared_ptr<ServantContext> context);

  OpenRTM::PortStatus put(const OpenRTM::CdrData& data) override;
  CORBA::Boolean _dispatch(omniCallHandle& handle) override;

  ValueType type() const { return port_->type(); }
  std::string name() const { return port_->full_name(); }
  /// A push within this process, without encoding. Returns `error` once the component is gone.
  PortStatus take(const Value& value);

 private:
  class PutFromElsewhere;
  PortStatus take_octets(std::span<const std::uint8_t> octets, bool is_readable);
  PortStatus refuse(Refusal refusal);

  const std::weak_ptr<Component> component_;
  const std::shared_ptr<InPort> port_;
  const std::shared_ptr<Inlet> inlet_;
  const std::endian order_;
  const std::shared_ptr<ServantContext> context_;
};

/// The object from which peers get values for one connector of an OutPort; otherwise the same.
class OutPortCdrServant final : public POA_OpenRTM::OutPortCdr {
 public:
  OutPortCdrServant(std::weak_ptr<Component> component, ValueType type, std::shared_ptr<Outlet> outlet,
                    std::endian order);

  OpenRTM::PortStatus get(OpenRTM::CdrData_out data) override;
  CORBA::Boolean _dispatch(omniCallHandle& handle) override;

  ValueType type() const { return type_; }
  const std::shared_ptr<Outlet>& outlet() const { return outlet_; }

 private:
  class GetFromElsewhere;
  PortStatus get_octets(std::vector<std::uint8_t>& octets);

  const std::weak_ptr<Component> component_;
  const ValueType type_;
  const std::shared_ptr<Outlet> outlet_;
  const std::endian order_;
};

}  // namespace rtm
