// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <optional>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// What a port of that type says its values are (`port_type`). Borrowed: it lives as long as the process.
CORBA::TypeCode_ptr type_code(ValueType type);

/// The type whose values are exactly these: equivalent to `type_code`, aliases seen through. Nothing for all others.
std::optional<ValueType> value_type(CORBA::TypeCode_ptr code);

}  // namespace rtm
