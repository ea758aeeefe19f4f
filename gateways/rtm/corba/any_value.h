// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// Values on the wire are `any`: a type code, then what it says. Both directions work on the octets of messages,
/// without the ORB's own Any in between: what comes is bounded and checked while it is read (wire_type.h says why), and
/// a put allocates nothing.

/// Reads what an `any` holds. Numbers of all lengths, octets included, become float, double or long, those that fit no
/// long become double; the rest has to be of a port's type, aliases seen through (vectors of space are sequences of
/// doubles here). Refused: everything else, numbers
/// that are not finite, what is longer than a value may be; `into` then holds anything. Keeps the room that `into` has.
/// Throws CORBA::MARSHAL where the message ends before the value does.
Refusal read_value(cdrStream& from, Value& into);

/// Writes it as an `any` with the plain type code of its type.
void write_value(cdrStream& into, const Value& value);

/// The same for calls that do not leave the process, where the ORB hands Anys over.
Refusal from_any(const CORBA::Any& any, Value& into);
CORBA::Any to_any(const Value& value);

/// What a caller gets for a value that is refused: BAD_PARAM with minor code 1 for numbers that are not finite, 2 for a
/// wrong type, 3 for a number out of range, 4 for too long a value.
[[noreturn]] void throw_refusal(Refusal refusal);

}  // namespace rtm
