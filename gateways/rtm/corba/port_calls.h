// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>

#include "gateways/rtm/component/value.h"
#include "gateways/rtm/corba/wire_type.h"

namespace rtm {

// The calls to ports, here or elsewhere, in which values and type codes travel: they are read and written as
// any_value.h has it. All throw CORBA::SystemException, after the time-out of the ORB at the latest.

/// InPort::put.
void put_into(::InPort_ptr port, const Value& value);
/// OutPort::get. Values that no port of ours could have are refused.
Refusal get_from(::OutPort_ptr port, Value& into);
/// `port_type` of both kinds.
WireType type_of(::InPort_ptr port);
WireType type_of(::OutPort_ptr port);

}  // namespace rtm
