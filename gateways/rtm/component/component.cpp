// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gateways/rtm/component/activity.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace rtm {
namespace {

template <typename Ports>
auto find_port(const Ports& ports, std::string_view name) -> typename Ports::value_type {
  const auto found =
      std::find_if(ports.begin(), ports.end(), [name](const auto& port) { return port->name() == name; });
  return found == ports.end() ? nullptr : *found;
}

template <typename Parameters>
auto find_parameter(Parameters& parameters, std::string_view name) {
  return std::find_if(parameters.begin(), parameters.end(), [name](const auto& one) { return one.first == name; });
}

}  // namespace

std::string_view to_string(State state) {
  switch (state) {
    case State::off:
      return "off";
    case State::on:
      return "on";
    case State::fault:
      return "fault";
  }
  return "?";
}

Component::Component(std::string type, Pattern pattern)
    : type_(std::move(type)),
      pattern_(pattern),
      category_(type_),
      name_(type_),
      activity_(std::make_unique<Activity>(*this)) {
  if (!is_name(type_))
    throw std::invalid_argument(fmt::format("'{}' is no name for a component", spark::printable(type_)));
}

Component::~Component() {
  // Others may hold ports longer.
  for (const auto& port : in_ports_) port->belongs_to(nullptr);
  for (const auto& port : out_ports_) {
    port->close();
    port->belongs_to(nullptr);
  }
}

std::shared_ptr<InPort> Component::in_port(std::string_view name) const {
  return find_port(in_ports_, name);
}

std::shared_ptr<OutPort> Component::out_port(std::string_view name) const {
  return find_port(out_ports_, name);
}

void Component::declare(const std::string& port, bool is_taken) const {
  if (!is_name(port))
    throw std::invalid_argument(fmt::format("{}: '{}' is no name for a port", type_, spark::printable(port)));
  if (is_taken) throw std::invalid_argument(fmt::format("{}: there are two ports '{}'", type_, port));
  if (in_ports_.size() + out_ports_.size() == kMostPorts)
    throw std::invalid_argument(fmt::format("{}: more than {} ports", type_, kMostPorts));
}

InPort& Component::add_in_port(std::string name, ValueType type, InPortKind kind) {
  declare(name, in_port(name) != nullptr);
  if (kind == InPortKind::signalling)
    in_ports_.push_back(std::make_shared<SignallingInPort>(std::move(name), type));
  else
    in_ports_.push_back(std::make_shared<InPort>(std::move(name), type));
  in_ports_.back()->belongs_to(this);
  return *in_ports_.back();
}

OutPort& Component::add_out_port(std::string name, ValueType type, OutPortKind kind) {
  declare(name, out_port(name) != nullptr);
  if (pattern_ == Pattern::self_contained && kind == OutPortKind::direct)
    throw std::invalid_argument(fmt::format(
        "{}: the activity of a self-contained component calls nobody, and '{}' would push from it", type_, name));
  out_ports_.push_back(make_out_port(std::move(name), type, kind));
  out_ports_.back()->belongs_to(this);
  return *out_ports_.back();
}

void Component::add_parameter(std::string name, std::string preset) {
  if (!is_name(name))
    throw std::invalid_argument(fmt::format("{}: '{}' is no name for a parameter", type_, spark::printable(name)));
  const std::lock_guard lock(parameters_mutex_);
  if (find_parameter(parameters_, name) != parameters_.end())
    throw std::invalid_argument(fmt::format("{}: there are two parameters '{}'", type_, name));
  parameters_.emplace_back(std::move(name), std::move(preset));
}

std::vector<std::pair<std::string, std::string>> Component::parameters() const {
  const std::lock_guard lock(parameters_mutex_);
  return parameters_;
}

bool Component::set_parameter(std::string_view name, std::string text) {
  if (text.size() > Value::kMostBytes) return false;
  const std::lock_guard lock(parameters_mutex_);
  const auto found = find_parameter(parameters_, name);
  if (found == parameters_.end()) return false;
  found->second = std::move(text);
  return true;
}

std::string Component::parameter(std::string_view name) const {
  const std::lock_guard lock(parameters_mutex_);
  const auto found = find_parameter(parameters_, name);
  return found == parameters_.end() ? std::string() : found->second;
}

double Component::number_parameter(std::string_view name, double otherwise) const {
  // Read in place, without a copy: a component may ask in each of its passes.
  const std::lock_guard lock(parameters_mutex_);
  const auto found = find_parameter(parameters_, name);
  double number = 0.0;
  const bool is_number = found != parameters_.end() && spark::whole_number(found->second, number);
  return is_number && std::isfinite(number) ? number : otherwise;
}

}  // namespace rtm
