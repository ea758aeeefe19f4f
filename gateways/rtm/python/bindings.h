// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <cmath>
#include <string>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm::python {

// The parts of the extension `_rtm`, in this order: each uses classes of the previous ones.
void bind_ports(pybind11::module_& module);
void bind_component(pybind11::module_& module);
void bind_session(pybind11::module_& module);
void bind_client(pybind11::module_& module);

/// Converts Python's seconds; ValueError unless 0 … an hour.
inline std::chrono::nanoseconds seconds(double number) {
  if (!(number >= 0 && number <= 3600)) throw pybind11::value_error("seconds are 0 to 3600");
  return std::chrono::nanoseconds(std::llround(number * 1e9));
}

inline NamingSettings naming(const std::string& name_server, const std::string& references) {
  NamingSettings settings;
  settings.name_server = name_server;
  settings.reference_folder = references;
  return settings;
}

}  // namespace rtm::python
