// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/python/python_component.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spark/core/log.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

constexpr std::size_t kMaxOfAFault = 300;

/// Prints the traceback and returns its last line. Called with the GIL.
std::string report(const std::string& name, py::error_already_set& error) {
  try {
    const py::module_ traceback = py::module_::import("traceback");
    const py::object trace = error.trace() ? error.trace() : py::none();
    py::list lines = traceback.attr("format_exception")(error.type(), error.value(), trace);
    const auto last = py::str(lines[py::len(lines) - 1]).attr("strip")().cast<std::string>();
    py::module_::import("sys").attr("stderr").attr("write")(py::str(name + " is at fault:\n") +
                                                            py::str("").attr("join")(lines));
    return spark::printable(last, kMaxOfAFault);
  } catch (const py::error_already_set&) {  // a __str__ that raises, a standard error that is closed
    return "an exception that cannot be shown";
  }
}

}  // namespace

PythonComponent::~PythonComponent() {
  if (std::none_of(methods_.begin(), methods_.end(), [](const py::object& method) { return bool(method); })) return;
  const py::gil_scoped_acquire gil;
  release();
}

void PythonComponent::demand_unpublished() const {
  if (log()) throw std::logic_error(name() + " is published already; ports and parameters are declared in __init__");
}

InPort& PythonComponent::declare_in_port(const std::string& name, ValueType type, InPortKind kind) {
  demand_unpublished();
  return add_in_port(name, type, kind);
}

OutPort& PythonComponent::declare_out_port(const std::string& name, ValueType type, OutPortKind kind) {
  demand_unpublished();
  return add_out_port(name, type, kind);
}

void PythonComponent::declare_parameter(const std::string& name, const std::string& preset) {
  demand_unpublished();
  add_parameter(name, preset);
}

void PythonComponent::declare_category(const std::string& category) {
  demand_unpublished();
  set_category(category);
}

void PythonComponent::declare_rate(double hertz) {
  demand_unpublished();
  set_rate(hertz);
}

void PythonComponent::run_callback(Method method, const std::string* argument) {
  const py::object& callback = methods_.at(static_cast<std::size_t>(method));
  if (!callback || callback.is_none()) return;
  std::string fault;
  ++inside_;
  {
    const py::gil_scoped_acquire gil;
    try {
      if (argument)
        callback(*argument);
      else
        callback();
    } catch (py::error_already_set& error) {
      fault = report(name(), error);
    }
  }
  --inside_;
  if (!fault.empty()) throw std::runtime_error(fault);
}

}  // namespace rtm::python
