// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

// Connects any ports, for programs that have no ports themselves.

/// A connection to be made.
struct Wire {
  std::string name;                                             ///< shown by tools
  std::string id;                                               ///< empty: a new UUID
  std::vector<RTC::PortService_var> ports;                      ///< in any order
  std::vector<std::pair<std::string, std::string>> properties;  ///< "dataport.dataflow_type" …
};

/// The properties that every data connection needs, for callers that have not set them: pushed, flushed, corba_cdr.
/// `data_type` is that of a port's profile, or empty.
std::vector<std::pair<std::string, std::string>> usual_properties(const std::string& data_type);

/// Joins the ports. Refuses, before the first call, lists that would make ports of OpenRTM-aist wait forever: empty
/// lists, and lists with a port that is nil, listed twice, dead or not a port at all. If a chain has failed, or its
/// first port has not answered in time, all ports are informed that the connection does not exist. `id` is set to that
/// of the connection. May take several timeouts of a call.
ConnectorRefusal connect_ports(Orb& orb, const Wire& wire, std::string& id);

/// Ends the connection with this id at `port`. BAD_PARAMETER: the port has no connection with that id. If another port
/// of the connection hangs, `port` waits for it before it answers, and this call waits with it: 5 s.
ConnectorRefusal disconnect_ports(RTC::PortService_ptr port, const std::string& id);

}  // namespace rtm
