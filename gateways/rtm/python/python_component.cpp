// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/python/python_component.h"

#include <stdexcept>
#include <utility>

#include "spark/core/log.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

constexpr std::size_t kMostOfAFault = 300;

/// Prints the traceback and returns its last line. With the GIL.
std::string report(const std::string& name, py::error_already_set& error) {
  try {
    const py::module_ traceback = py::module_::import("traceback");
    const py::object trace = error.trace() ? error.trace() : py::none();
    py::list lines = traceback.attr("format_exception")(error.type(), error.value(), trace);
    const auto last = py::str(lines[py::len(lines) - 1]).attr("strip")().cast<std::string>();
    py::module_::import("sys").attr("stderr").attr("write")(py::str(name + " is at fault:\n") +
                                                            py::str("").attr("join")(lines));
    return spark::printable(last, kMostOfAFault);
  } catch (const py::error_already_set&) {  // a __str__ that raises, a standard error that is closed
    return "an exception that cannot be shown";
  }
}

}  // namespace

PythonComponent::~PythonComponent() {
  if (!activated_ && !execute_ && !deactivated_ && !watchdog_) return;
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

void PythonComponent::bind(py::object activated, py::object execute, py::object deactivated, py::object watchdog) {
  activated_ = std::move(activated);
  execute_ = std::move(execute);
  deactivated_ = std::move(deactivated);
  watchdog_ = std::move(watchdog);
}

void PythonComponent::release() {
  bind({}, {}, {}, {});
}

void PythonComponent::call(const py::object& callback, const std::string* argument) {
  if (callback.is_none() || !callback) return;
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

void PythonComponent::on_activated() {
  call(activated_, nullptr);
}
void PythonComponent::on_execute() {
  call(execute_, nullptr);
}
void PythonComponent::on_deactivated() {
  call(deactivated_, nullptr);
}
void PythonComponent::on_watchdog(InPort& port) {
  call(watchdog_, &port.name());
}

}  // namespace rtm::python
