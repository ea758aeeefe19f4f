// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <functional>
#include <memory>
#include <string>

#include "gateways/rtm/corba/connector_table.h"

namespace rtm {

/// A connection that is being formed, as seen by a port's role.
struct FormingConnector {
  const std::string id;
  SDOPackage::NVList& properties;
  /// Called with the reason when the other end of the connection no longer answers: removes the connector from the
  /// port. May be stored, called on any thread, with no lock held, more than once, and after the end of the port.
  std::function<void(const std::string& why)> lost;
};

/// The behaviour that differs between kinds of ports: data ports of both directions (data_roles.h) and service ports
/// (service_role.h). Called on threads of the ORB, by several at the same time, with no lock held.
class PortRole {
 public:
  virtual ~PortRole() = default;

  /// The port's name in profiles, without that of its component.
  virtual const std::string& name() const = 0;
  /// Adds interfaces and properties.
  virtual void describe(RTC::PortProfile& profile) const = 0;
  /// Adds required properties that a connector lacks; called in the first port of a chain.
  virtual void add_presets(SDOPackage::NVList& properties) const = 0;
  /// Makes the port's part of a connection, and adds the properties that the other ports need.
  virtual ConnectorRefusal publish(FormingConnector& connector, std::unique_ptr<ConnectorPart>& part) = 0;
};

}  // namespace rtm
