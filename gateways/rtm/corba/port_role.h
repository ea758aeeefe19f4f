// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <functional>
#include <memory>
#include <string>

#include "gateways/rtm/corba/connector_table.h"

namespace rtm {

/// A connection that is being formed, as a port's role sees it.
struct FormingConnector {
  const std::string id;
  SDOPackage::NVList& properties;
  /// To be called when the other end of the connection does not answer any more, with the reason: takes the connector
  /// out of the port. May be kept, called on any thread, with no lock held, more than once, and after the port is gone.
  std::function<void(const std::string& why)> lost;
};

/// What makes one kind of ports different from another: data ports of both directions (data_roles.h) and service ports
/// (service_role.h). Called on threads of the ORB, by several at the same time, with no lock held.
class PortRole {
 public:
  virtual ~PortRole() = default;

  /// The port's name in profiles, without that of its component.
  virtual const std::string& name() const = 0;
  /// Adds interfaces and properties.
  virtual void describe(RTC::PortProfile& profile) const = 0;
  /// Writes what a connector has to have and has not; called in the port that is asked first.
  virtual void add_presets(SDOPackage::NVList& properties) const = 0;
  /// Makes the port's part of a connection, and writes into the properties what the other ports need of it.
  virtual ConnectorRefusal publish(FormingConnector& connector, std::unique_ptr<ConnectorPart>& part) = 0;
};

}  // namespace rtm
