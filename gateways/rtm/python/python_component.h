// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <string>

#include "gateways/rtm/component/component.h"

namespace rtm::python {

/// The part of a component in Python that the framework sees: its callbacks call those of the Python object. That
/// object owns this one; while it is adopted by a manager, it is owned in turn, so that nothing of it goes away as long
/// as others can reach it.
///
/// Callbacks come on threads of the framework and take the GIL. What Python raises is printed once, with its traceback,
/// on standard error, and goes on as an exception with the last line of that, which is the fault people see.
class [[gnu::visibility("hidden")]] PythonComponent final : public Component {
 public:
  using Component::Component;
  ~PythonComponent() override;

  // While it is being made; std::logic_error once it is published.
  InPort& declare_in_port(const std::string& name, ValueType type, InPortKind kind);
  OutPort& declare_out_port(const std::string& name, ValueType type, OutPortKind kind);
  void declare_parameter(const std::string& name, const std::string& preset);
  void declare_category(const std::string& category);
  void declare_rate(double hertz);

  std::string read_parameter(const std::string& name) const {
    return parameter(name);
  }

  /// The object's callbacks, from now on until `release`; None: there is none. `watchdog` is given the port's name.
  /// With the GIL.
  void bind(pybind11::object activated, pybind11::object execute, pybind11::object deactivated,
            pybind11::object watchdog);
  void release();
  /// Whether one of its callbacks is running now: after the end, one that hangs.
  bool is_inside() const {
    return inside_.load() > 0;
  }

 protected:
  void on_activated() override;
  void on_execute() override;
  void on_deactivated() override;
  void on_watchdog(InPort & port) override;

 private:
  void demand_unpublished() const;
  /// Calls `callback` unless it is none. Without the GIL.
  void call(const pybind11::object& callback, const std::string* argument);

  pybind11::object activated_, execute_, deactivated_, watchdog_;
  std::atomic<int> inside_{0};
};

}  // namespace rtm::python
