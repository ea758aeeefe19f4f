// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "gateways/rtm/component/value.h"

namespace rtm::python {

/// Converts a value to Python: float, int, bool or str, a list of these, bytes for octets, one str for chars, a list of
/// 6 or 3 floats for vectors of space. A 32-bit float becomes the float with the same shortest digits, so that 0.1
/// stays 0.1. Called with the GIL.
pybind11::object to_python(const Value& value);

/// Converts a Python object to a value for a port of that type. `port` is for error texts. Throws Python's TypeError if
/// the type does not fit (a bool is not a number), ValueError if it is too long. Called with the GIL.
Value from_python(ValueType type, pybind11::handle object, const std::string& port);

/// The type with that name; ValueError that lists the names.
ValueType type_of_name(const std::string& name);

/// Throws the Python exception for a refusal by the port of that name; does nothing if there was none.
void raise(Refusal refusal, const std::string& port, ValueType type);

}  // namespace rtm::python
