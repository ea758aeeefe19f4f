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

/// What was found out about one component. The first call that gets no answer ends the inspection, so a component that
/// hangs costs one timeout, however many ports it has.
struct Inspection {
  ComponentView view;
  /// The InPorts of a foreign component with their full names, to find out where links of others lead.
  std::vector<std::pair<std::string, ::InPort_var>> in_ports;
  /// The targets of links without a name, by their places in `view.links`.
  std::vector<std::pair<std::size_t, ::InPort_var>> targets;
  /// Connections of the OMG's form, from each OutPort and each service port that requires something.
  struct Connection {
    std::string from;
    RTC::PortService_var to;  ///< one of the other ports
    bool is_service;
  };
  std::vector<Connection> connections;
};

/// A component that does not answer is "gone". `book` learns its ports.
Inspection inspect_component(const ComponentObjects& objects, PortBook& book, Orb& orb, spark::RealClock& clock);

/// Adds the connections to the links, except those that are there, with names from the book; ports that it does not
/// know are asked, for two time-outs of a call at most.
void add_connections(Inspection& inspection, PortBook& book, Orb& orb, spark::RealClock& clock);

/// The name of a port: by its reference if it is one of ours, else it is asked. Throws CORBA::SystemException.
std::string port_name(::InPort_ptr port);
std::string port_name(::OutPort_ptr port);

}  // namespace rtm
