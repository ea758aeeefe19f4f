// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <chrono>
#include <optional>
#include <string>

#include "gateways/rtm/corba/connector_table.h"
#include "gateways/rtm/corba/orb.h"

namespace rtm {

// The steps of making a connection that are common to all kinds of ports, and to programs that connect ports of other
// programs. Calls go along the list of ports in the profile: each calls the next one before it answers.

/// Refuses profiles that would harm ports of OpenRTM-aist, without any call: no ports or too many, ports that are nil
/// or listed twice (a port that calls itself waits forever), too many properties, an id that is too long.
ConnectorRefusal check_profile(const RTC::ConnectorProfile& profile);
/// The index of this port in the list; nothing if it is not in the list.
std::optional<CORBA::ULong> place_of(RTC::PortService_ptr port, const RTC::PortServiceList& ports);
/// Asks all objects whether they exist and are ports, and, if an id is given, whether they already have a connector
/// with it (PRECONDITION_NOT_MET): undoing a failed chain would end that connector, too. Called at the beginning of a
/// chain.
ConnectorRefusal ask_ports(Orb& orb, const RTC::PortServiceList& ports, const char* id);
/// Sets the timeouts of these ports so that even if the last one hangs, the others answer in time.
void set_chain_timeouts(const RTC::PortServiceList& ports, std::chrono::milliseconds call_timeout);

/// Calls notify_connect of one port and returns its result, or BAD_PARAMETER for every exception.
ConnectorRefusal notify_connect_to(RTC::PortService_ptr port, RTC::ConnectorProfile& profile);
/// Calls notify_disconnect of a port and returns whether its result was RTC_OK. Exceptions are ignored: the port is
/// gone.
bool notify_disconnect_to(RTC::PortService_ptr port, const char* id);
/// Calls notify_disconnect of all ports from this index on, because some may know the connector although those before
/// them do not.
void disconnect_each(const RTC::PortServiceList& ports, CORBA::ULong first, const char* id);
/// The same, up to the first port that answers, since that one calls the ports after it.
void disconnect_next(const RTC::PortServiceList& ports, CORBA::ULong first, const char* id);

/// A new UUID, as OpenRTM-aist uses for connectors: "3b241101-e2bb-4255-8caf-4136c566a962".
std::string new_connector_id();

}  // namespace rtm
