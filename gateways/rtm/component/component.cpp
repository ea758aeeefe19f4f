// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "gateways/rtm/component/activity.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

template <typename Ports>
auto find_port(const Ports& ports, std::string_view name) -> typename Ports::value_type {
  const auto found =
      std::find_if(ports.begin(), ports.end(), [name](const auto& port) { return port->name() == name; });
  return found == ports.end() ? nullptr : *found;
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
  if (!is_name(type_)) throw std::invalid_argument(not_a_name(type_, "a component"));
}

Component::~Component() {
  // Other objects may hold the ports longer.
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
  if (!is_name(port)) throw std::invalid_argument(fmt::format("{}: {}", type_, not_a_name(port, "a port")));
  if (is_taken || find_port(service_ports_, port))
    throw std::invalid_argument(fmt::format("{}: there are two ports '{}'", type_, port));
  if (in_ports_.size() + out_ports_.size() + service_ports_.size() == kMaxPorts)
    throw std::invalid_argument(fmt::format("{}: more than {} ports", type_, kMaxPorts));
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
        "{}: the activity of a self-contained component calls no other, and '{}' would push from it", type_, name));
  out_ports_.push_back(make_out_port(std::move(name), type, kind));
  out_ports_.back()->belongs_to(this);
  return *out_ports_.back();
}

ServicePort& Component::add_service_port(std::string name) {
  declare(name, in_port(name) || out_port(name));
  service_ports_.push_back(std::make_shared<ServicePort>(std::move(name)));
  return *service_ports_.back();
}

void Component::add_parameter(std::string name, std::string preset) {
  if (!is_name(name)) throw std::invalid_argument(fmt::format("{}: {}", type_, not_a_name(name, "a parameter")));
  if (!parameters_.declare(name, std::move(preset)))
    throw std::invalid_argument(fmt::format("{}: there are two parameters '{}'", type_, name));
}

void Component::set_rate(double hertz) {
  constexpr double kHighestRate = 10'000.0;
  if (!(hertz > 0.0 && hertz <= kHighestRate))
    throw std::invalid_argument(fmt::format("{}: a rate of {} Hz is not between 0 and {}", type_, hertz, kHighestRate));
  activity_->set_rate(hertz);
}

double Component::rate() const {
  return activity_->rate();
}

Component::Status Component::status() const {
  return activity_->status();
}

bool Component::switch_on() {
  return activity_->switch_on();
}

bool Component::switch_off() {
  return activity_->switch_off();
}

void Component::enter(std::string name, const Environment& environment, std::shared_ptr<ExecutionContext> own) {
  if (activity_->log() || has_left()) throw std::logic_error(name_ + " has already entered");
  if (weak_from_this().expired()) throw std::logic_error(name_ + " is not owned by a shared_ptr");
  name_ = std::move(name);
  if (environment.driven)
    for (const auto& port : out_ports_) port->push_directly();
  try {
    activity_->enter(environment, std::move(own));
  } catch (...) {
    leave(environment.call_timeout);
    throw;
  }
}

ReturnCode Component::initialize() {
  return ReturnCode::precondition_not_met;
}

ReturnCode Component::finalize() {
  return is_asked_to_exit_ || has_left() ? ReturnCode::ok : ReturnCode::precondition_not_met;
}

ReturnCode Component::exit() {
  const Environment* const environment = activity_->environment();
  if (!environment) return has_left() ? ReturnCode::ok : ReturnCode::precondition_not_met;
  if (is_asked_to_exit_.exchange(true) || has_left()) return ReturnCode::ok;
  if (!environment->on_exit) return ReturnCode::unsupported;
  environment->log.warning("{} ends, because its exit was called", name());
  environment->on_exit(shared_from_this());
  return ReturnCode::ok;
}

bool Component::is_alive(const ContextLink& context) const {
  return !has_left() && !is_asked_to_exit_ && handle_of(context) != kNoContext;
}

ContextHandle Component::attach_context(std::shared_ptr<ContextLink> context) {
  return activity_->others().attach(std::move(context));
}

ReturnCode Component::detach_context(ContextHandle handle) {
  if (handle == 0) return ReturnCode::precondition_not_met;
  return activity_->others().detach(handle) ? ReturnCode::ok : ReturnCode::bad_parameter;
}

std::shared_ptr<ContextLink> Component::context(ContextHandle handle) const {
  if (handle == 0) return activity_->own();
  return activity_->others().find(handle);
}

ContextHandle Component::handle_of(const ContextLink& context) const {
  const auto own = activity_->own();
  return own && own->is(context) ? 0 : activity_->others().handle_of(context);
}

std::vector<std::shared_ptr<ExecutionContext>> Component::owned_contexts() const {
  auto own = activity_->own();
  if (!own) return {};
  return {std::move(own)};
}

std::vector<std::shared_ptr<ContextLink>> Component::participating_contexts() const {
  return activity_->others().all();
}

ContextHandle Component::attach(const std::shared_ptr<ExecutionContext>& context) {
  return activity_->attach(context);
}

void Component::detach(const ExecutionContext&, ContextHandle handle) {
  activity_->detach(handle);
}

ReturnCode Component::call(Callback callback, ContextHandle handle) {
  return activity_->call(callback, handle);
}

void Component::state_changed(ContextHandle handle, LifeCycle state) {
  activity_->state_changed(handle, state);
}

void Component::interrupt() {
  activity_->interrupt();
}

bool Component::is_watched() const {
  return activity_->is_watched();
}

ReturnCode Component::watch(ContextHandle handle) {
  return activity_->watch(handle);
}

bool Component::is_stalled() const {
  return activity_->is_stalled();
}

void Component::begin_to_leave() {
  has_left_ = true;
  activity_->begin_to_leave();
}

bool Component::leave(std::chrono::milliseconds timeout) {
  begin_to_leave();
  return activity_->leave(timeout);
}

void Component::tick() {
  activity_->tick();
}

void Component::check_watchdogs() {
  activity_->check_watchdogs();
}

void Component::value_came(InPort& port) {
  activity_->value_came(port);
}

void Component::wake() {
  activity_->wake();
}

bool Component::is_to_end() const {
  return activity_->is_to_end();
}

void Component::value_put(const OutPort& port, const Value& value) {
  activity_->value_put(port, value);
}

void Component::value_taken(const InPort& port, const Value& value) {
  activity_->value_taken(port, value);
}

spark::Log* Component::log() const {
  return activity_->log();
}

std::chrono::nanoseconds Component::time() const {
  return activity_->time();
}

}  // namespace rtm
