// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/omg_profile.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

/// A port with its full name, for connections and log lines about them.
struct NamedPort {
  std::string name;  ///< "ConsoleIn0.out"
  OmgPort port;
};

using ConnectionProperties = std::vector<std::pair<std::string, std::string>>;

/// The properties of a connection for values of that type; empty for service ports, which have no such type.
ConnectionProperties connection_properties(const std::string& data_type, const ConnectOptions& options);

// Both throw std::runtime_error with one line that names the ports, and CORBA::SystemException.

/// Connects an OutPort to an InPort, or two service ports.
void wire_ports(Orb& orb, const NamedPort& from, const NamedPort& to, const ConnectOptions& options);
/// Ends all connections of these two; returns false if there is none.
bool unwire_ports(const NamedPort& from, const NamedPort& to);

/// A connection with one port only, ended by the destructor: the other end is in this process and is not a port.
class PortConnection {
 public:
  /// As `wire_ports`.
  PortConnection(Orb& orb, const NamedPort& port, ConnectionProperties properties);
  ~PortConnection();
  PortConnection(const PortConnection&) = delete;
  PortConnection& operator=(const PortConnection&) = delete;

  /// Keeps the destructor from ending the connection, because the other end will do that.
  void leave() { id_.clear(); }
  /// The requested properties and those that the port has added. Makes a call: CORBA::SystemException.
  SDOPackage::NVList properties() const;
  /// Whether the port no longer exists or has ended the connection. Makes a call; a port that hangs counts as existing.
  bool is_gone() const;

 private:
  RTC::PortService_var port_;
  std::string id_;
};

}  // namespace rtm
