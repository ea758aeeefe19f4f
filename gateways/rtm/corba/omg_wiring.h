// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

// What programs do that join ports of others, or ours, and have none themselves.

/// A connection to be made.
struct Wire {
  std::string name;                                             ///< for people; tools show it
  std::string id;                                               ///< empty: a new UUID
  std::vector<RTC::PortService_var> ports;                      ///< in any order
  std::vector<std::pair<std::string, std::string>> properties;  ///< "dataport.dataflow_type" …
};

/// Properties that every data connection has to have, for those who have not set them: pushed, flushed, corba_cdr.
/// `data_type` is that of a port's profile, or empty.
std::vector<std::pair<std::string, std::string>> usual_properties(const std::string& data_type);

/// Joins the ports. Refused before the first call are lists that would make published ports wait for ever: without
/// ports, with a port that is nil, named twice, dead or no port at all. Where a chain has failed, or its first port has
/// not answered in time, all ports are informed that there is no such connection. `id` is set to that of the
/// connection. May last several time-outs of a call.
ConnectorRefusal connect_ports(Orb& orb, const Wire& wire, std::string& id);

/// Ends the connection of this id, which `port` has. BAD_PARAMETER: the port has none of that id. Where another port of
/// the connection hangs, `port` waits for it before it answers, and this waits with it: 5 s.
ConnectorRefusal disconnect_ports(RTC::PortService_ptr port, const std::string& id);

}  // namespace rtm
