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

/// A port with its full name, for connections and for lines about them.
struct NamedPort {
  std::string name;  ///< "ConsoleIn0.out"
  OmgPort port;
};

using ConnectionProperties = std::vector<std::pair<std::string, std::string>>;

/// Properties of a connection for values of that type; none for service ports, which have no such type.
ConnectionProperties connection_properties(const std::string& data_type, const ConnectOptions& options);

// Both throw std::runtime_error with one line that names the ports, and CORBA::SystemException.

/// Connects an OutPort to an InPort, or two service ports.
void wire_ports(Orb& orb, const NamedPort& from, const NamedPort& to, const ConnectOptions& options);
/// Ends all connections of these two; false if there is none.
bool unwire_ports(const NamedPort& from, const NamedPort& to);

/// A connection that has one port only, ended by the destructor: the other end is in this process and is no port.
class PortConnection {
 public:
  /// As `wire_ports`.
  PortConnection(Orb& orb, const NamedPort& port, ConnectionProperties properties);
  ~PortConnection();
  PortConnection(const PortConnection&) = delete;
  PortConnection& operator=(const PortConnection&) = delete;

  /// The destructor does not end it: the other end will.
  void leave() { id_.clear(); }
  /// What was asked of the port, and what it has added. Asks it: CORBA::SystemException.
  SDOPackage::NVList properties() const;
  /// Whether the port does not exist any more, or has ended the connection. Asks it; one that hangs is there.
  bool is_gone() const;

 private:
  RTC::PortService_var port_;
  std::string id_;
};

}  // namespace rtm
