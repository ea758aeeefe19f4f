// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>

#include "gateways/rtm/component/value.h"
#include "gateways/rtm/corba/wire_type.h"

namespace rtm {

// The calls to ports, in this process or another, that transfer values and type codes, which are read and written as in
// any_value.h. All throw CORBA::SystemException, after the timeout of the ORB at the latest.

/// InPort::put.
void put_into(::InPort_ptr port, const Value& value);
/// OutPort::get. Refuses values that no port of ours could have.
Refusal get_from(::OutPort_ptr port, Value& into);
/// `port_type` of both kinds.
WireType type_of(::InPort_ptr port);
WireType type_of(::OutPort_ptr port);

}  // namespace rtm
