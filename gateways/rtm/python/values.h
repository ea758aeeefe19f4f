// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "gateways/rtm/component/value.h"

namespace rtm::python {

/// A value as Python sees it: float, int, bool or str, a list of these, bytes for octets, one str for chars, a list of
/// 6 or 3 floats for vectors of space. A float of 32 bits becomes the float with the same shortest digits, so that 0.1
/// comes back as 0.1. With the GIL.
pybind11::object to_python(const Value& value);

/// A value for a port of that type. `port` is for the text of errors. Throws Python's TypeError where the object is no
/// such thing (a bool is no number), ValueError where it is too long. With the GIL.
Value from_python(ValueType type, pybind11::handle object, const std::string& port);

/// The type of that name; ValueError with the names there are.
ValueType type_of_name(const std::string& name);

/// Throws what Python should see of a refusal by the port of that name; nothing if there was none.
void raise(Refusal refusal, const std::string& port, ValueType type);

}  // namespace rtm::python
