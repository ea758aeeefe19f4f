// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/directory.h"
#include "gateways/rtm/corba/port_book.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// The result of inspecting one component. The first call without an answer ends the inspection, so a component that
/// hangs costs one timeout, however many ports it has.
struct Inspection {
  ComponentView view;
  /// The InPorts of a foreign component with their full names, which identify the targets of links.
  std::vector<std::pair<std::string, ::InPort_var>> in_ports;
  /// The targets of links without a name, by their indices in `view.links`.
  std::vector<std::pair<std::size_t, ::InPort_var>> targets;
  /// OMG connections, from each OutPort and each requiring service port.
  struct Connection {
    std::string from;
    RTC::PortService_var to;  ///< one of the other ports
    bool is_service;
  };
  std::vector<Connection> connections;
};

/// A component that does not answer is "gone". Adds its ports to `book`.
Inspection inspect_component(const ComponentObjects& objects, PortBook& book, Orb& orb, spark::RealClock& clock);

/// Adds the connections to the links, unless they are already listed, with names from the book; calls the ports that
/// the book does not have, for at most two timeouts of a call.
void add_connections(Inspection& inspection, PortBook& book, Orb& orb, spark::RealClock& clock);

/// The name of a port: from its reference if it is one of ours, else by a call. Throws CORBA::SystemException.
std::string port_name(::InPort_ptr port);
std::string port_name(::OutPort_ptr port);

}  // namespace rtm
