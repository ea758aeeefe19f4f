// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

#include "gateways/rtm/component/component.h"

namespace rtm::python {

/// The C++ half of a component in Python: its callbacks call those of the Python object. That object owns this one;
/// while a manager has adopted it, this one in turn owns the Python object, so that neither is destroyed while others
/// can reach it.
///
/// Callbacks are called on threads of the framework and take the GIL. An exception in Python is printed once, with its
/// traceback, on standard error, and is rethrown with its last line, which is the fault that users see.
class [[gnu::visibility("hidden")]] PythonComponent final : public Component {
 public:
  using Component::Component;
  ~PythonComponent() override;
  std::string_view language() const override {
    return "Python";
  }

  // Used during construction; std::logic_error once it is published.
  InPort& declare_in_port(const std::string& name, ValueType type, InPortKind kind);
  OutPort& declare_out_port(const std::string& name, ValueType type, OutPortKind kind);
  void declare_parameter(const std::string& name, const std::string& preset);
  void declare_category(const std::string& category);
  void declare_rate(double hertz);

  std::string read_parameter(const std::string& name) const {
    return parameter(name);
  }

  /// The callbacks of the Python object, in the order in which they are bound (CALLBACKS of rtm/component.py).
  enum class Method : std::size_t {
    initialize,
    finalize,
    startup,
    shutdown,
    activated,
    deactivated,
    aborting,
    error,
    reset,
    execute,
    state_update,
    rate_changed,
    watchdog
  };
  static constexpr std::size_t kMethods = 13;
  using Methods = std::array<pybind11::object, kMethods>;
  /// Sets the object's callbacks until `release`; None: there is none. `watchdog` gets the port's name. Called with the
  /// GIL.
  void bind(Methods methods) {
    methods_ = std::move(methods);
  }
  void release() {
    methods_ = {};
  }
  /// Whether one of its callbacks is running; after the end, that means that it hangs.
  bool is_inside() const {
    return inside_.load() > 0;
  }

 protected:
  void on_initialize() override {
    run_callback(Method::initialize);
  }
  void on_finalize() override {
    run_callback(Method::finalize);
  }
  void on_startup() override {
    run_callback(Method::startup);
  }
  void on_shutdown() override {
    run_callback(Method::shutdown);
  }
  void on_activated() override {
    run_callback(Method::activated);
  }
  void on_deactivated() override {
    run_callback(Method::deactivated);
  }
  void on_aborting() override {
    run_callback(Method::aborting);
  }
  void on_error() override {
    run_callback(Method::error);
  }
  void on_reset() override {
    run_callback(Method::reset);
  }
  void on_execute() override {
    run_callback(Method::execute);
  }
  void on_state_update() override {
    run_callback(Method::state_update);
  }
  void on_rate_changed() override {
    run_callback(Method::rate_changed);
  }
  void on_watchdog(InPort & port) override {
    run_callback(Method::watchdog, &port.name());
  }

 private:
  void demand_unpublished() const;
  /// Calls that callback unless it is None. Called without the GIL.
  void run_callback(Method method, const std::string* argument = nullptr);

  Methods methods_;
  std::atomic<int> inside_{0};
};

}  // namespace rtm::python
