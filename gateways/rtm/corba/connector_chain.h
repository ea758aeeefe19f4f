// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <optional>
#include <string>

#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

// The steps of a connection that are the same for ports of all kinds, and for those who join ports of others. Calls go
// along the list of ports in the profile: each calls the next one before it answers.

/// Refuses what would harm published ports, without any call: no ports or too many, ports that are nil or named twice
/// (one that is called by itself waits for ever), too many properties, too long an id.
ConnectorRefusal check_profile(const RTC::ConnectorProfile& profile);
/// The place of this port in the list; nothing if it is not there.
std::optional<CORBA::ULong> place_of(RTC::PortService_ptr port, const RTC::PortServiceList& ports);
/// Asks all ports whether they are there and are ports, and, if an id is given, whether they have a connector of it
/// already (PRECONDITION_NOT_MET): what a failed chain is undone by would end that one. For the beginning of a chain.
ConnectorRefusal ask_ports(Orb& orb, const RTC::PortServiceList& ports, const char* id);
/// Makes calls to these ports wait so long that the last one may hang and the others answer in time still.
void set_chain_timeouts(const RTC::PortServiceList& ports, std::chrono::milliseconds call_timeout);

/// notify_connect of one port: its answer, BAD_PARAMETER for every exception.
ConnectorRefusal notify_connect_to(RTC::PortService_ptr port, RTC::ConnectorProfile& profile);
/// notify_disconnect of a port: whether it has answered RTC_OK. Problems are no one's business: the port is gone.
bool notify_disconnect_to(RTC::PortService_ptr port, const char* id);
/// The same of all ports from this place on, because some may know the connector although those before them do not.
void disconnect_each(const RTC::PortServiceList& ports, CORBA::ULong first, const char* id);
/// The same, up to the first that has answered: it has called those behind it.
void disconnect_next(const RTC::PortServiceList& ports, CORBA::ULong first, const char* id);

/// A new UUID, as published programs name connectors: "3b241101-e2bb-4255-8caf-4136c566a962".
std::string new_connector_id();

}  // namespace rtm
