// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/omg_connection.h"
#include "spark/core/real_clock.h"

namespace rtm {

// Exchange values with OMG data ports, which do not store values for queries: each function connects to the port and
// ends the connection when it is done. All throw std::runtime_error with one line, and CORBA::SystemException.

/// Calls `came` for each value that the OutPort sends from now on, until the Watch ends: pushed by its component, on a
/// thread of the ORB, or, if it only supports pulling, on a thread that pulls 20 times a second. A Watch that `came`
/// itself ends leaves the connection to the component, whose next push finds no object.
std::unique_ptr<Client::Watch> watch_omg_port(Orb& orb, const NamedPort& port, std::function<void(const Value&)> came,
                                              spark::RealClock& clock);

/// The next value that the OutPort sends; throws if none arrives within that time.
Value next_value(Orb& orb, const NamedPort& port, std::chrono::nanoseconds timeout, spark::RealClock& clock);

/// Puts a value of the InPort's type into it. Components read a value only while the connection over which it arrived
/// exists, so the connection is kept for `passes`, the time of several of their passes.
void put_value(Orb& orb, const NamedPort& port, const Value& value, std::chrono::nanoseconds passes,
               spark::RealClock& clock);

}  // namespace rtm
