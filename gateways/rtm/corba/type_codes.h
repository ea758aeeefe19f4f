// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <optional>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// The type code that a port of that type reports (`port_type`) in the interfaces of 2003. Borrowed: it lives as long
/// as the process. Some types have no type code of their own there: `state` uses that of a short, and spatial vectors
/// (pose3d …) that of a sequence of doubles.
CORBA::TypeCode_ptr type_code(ValueType type);
/// The kind of its elements, or of the type itself if it is not a sequence.
CORBA::TCKind element_kind(ValueType type);

/// The type of that kind, or of sequences of it; nothing if no port has such values.
std::optional<ValueType> value_type(CORBA::TCKind kind, bool is_sequence);
/// The type with exactly these values: equivalent to `type_code`, with aliases resolved. Nothing for all others.
std::optional<ValueType> value_type(CORBA::TypeCode_ptr code);

}  // namespace rtm
