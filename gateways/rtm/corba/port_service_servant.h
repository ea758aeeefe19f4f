// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/port_role.h"
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {

/// A port of a component as an RTC::PortService: its profile, and its part in chains. `connect` begins a chain at the
/// first port of the list, wherever this port is in it. In `notify_connect` a port publishes its own properties, calls
/// the next port, reads the properties of the others, and stores the connector; if one of these fails, nothing is left
/// in this port, and the ports after it are informed. Threads of the ORB; no lock is held over a remote call.
class PortServiceServant final : public POA_RTC::PortService {
 public:
  PortServiceServant(std::weak_ptr<Component> component, std::string full_name, std::unique_ptr<PortRole> role,
                     std::shared_ptr<ServantContext> context, std::function<RTC::RTObject_ptr()> owner);

  RTC::PortProfile* get_port_profile() override;
  RTC::ConnectorProfileList* get_connector_profiles() override;
  RTC::ConnectorProfile* get_connector_profile(const char* connector_id) override;
  RTC::ReturnCode_t connect(RTC::ConnectorProfile& profile) override;
  RTC::ReturnCode_t disconnect(const char* connector_id) override;
  RTC::ReturnCode_t disconnect_all() override;
  RTC::ReturnCode_t notify_connect(RTC::ConnectorProfile& profile) override;
  RTC::ReturnCode_t notify_disconnect(const char* connector_id) override;

  /// Sets this port's reference. Called once, before peers can reach the port.
  void set_reference(RTC::PortService_ptr self);
  RTC::PortService_ptr reference() const { return self_.in(); }  ///< borrowed
  /// Ends all connectors here, and refuses new ones. The other ports are not informed: the caller does that.
  std::vector<ConnectorTable::Taken> close() { return table_->close(); }

 private:
  std::shared_ptr<Component> alive() const;  ///< throws OBJECT_NOT_EXIST if it is gone
  ConnectorRefusal begin_chain(RTC::ConnectorProfile& profile);
  ConnectorRefusal form(RTC::ConnectorProfile& profile, CORBA::ULong place);
  ConnectorRefusal form_in_place(RTC::ConnectorProfile& profile, CORBA::ULong place, bool& has_called);
  static ConnectorRefusal call_next(RTC::PortService_ptr next, RTC::ConnectorProfile& profile);
  std::function<void(const std::string&)> when_lost(const char* id) const;
  RTC::ReturnCode_t answer(const ConnectorRefusal& refusal) const;

  const std::weak_ptr<Component> component_;
  const std::string full_name_;  ///< "Motor0.position"
  const std::unique_ptr<PortRole> role_;
  const std::shared_ptr<ServantContext> context_;
  const std::function<RTC::RTObject_ptr()> owner_;
  const std::shared_ptr<ConnectorTable> table_;  ///< shared with code that detects lost connectors
  RTC::PortService_var self_;
};

}  // namespace rtm
