// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/python/bindings.h"
#include "gateways/rtm/python/broker.h"

namespace py = pybind11;

namespace rtm::python {

// The extension on which the package `rtm` is built; users import the package.
PYBIND11_MODULE(_rtm, module) {
  module.doc() = "The framework of RT components for the package rtm.";
  bind_ports(module);
  bind_component(module);
  bind_session(module);
  bind_client(module);
  module.def(
      "is_name", [](const std::string& name) { return is_name(name); }, py::arg("name"));
  module.def(
      "log_everything", [] { Broker::set_level(spark::LogLevel::normal); },
      "Lines of the level normal are written to standard error, too, not warnings alone.");
  module.def("end", &Broker::end, "Ends the broker of this process; nothing works any more.",
             py::call_guard<py::gil_scoped_release>());
}

}  // namespace rtm::python
