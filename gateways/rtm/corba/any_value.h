// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// Values on the wire are of type `any`: a type code, then the content. Reading and writing work on the octets of
/// messages, without the ORB's own Any: input is bounded and checked while it is read (wire_type.h gives the reason),
/// and a put allocates nothing.

/// Reads the content of an `any`. Numbers of all lengths, including octets, become float, double or long; those that do
/// not fit a long become double. Others have to be of a port's type, with aliases resolved (vectors of space are
/// sequences of doubles here). All other types are refused, as are numbers that are not finite and values that are too
/// long; `into` is then unspecified. Reuses the capacity of `into`. Throws CORBA::MARSHAL if the message ends before
/// the value does.
Refusal read_value(cdrStream& from, Value& into);

/// Writes the value as an `any` with the plain type code of its type.
void write_value(cdrStream& into, const Value& value);

/// The same for calls within the process, for which the ORB passes Anys.
Refusal from_any(const CORBA::Any& any, Value& into);
CORBA::Any to_any(const Value& value);

/// Throws the exception for a refused value: BAD_PARAM with minor code 1 for numbers that are not finite, 2 for a wrong
/// type, 3 for a number out of range, 4 for a value that is too long.
[[noreturn]] void throw_refusal(Refusal refusal);

}  // namespace rtm
