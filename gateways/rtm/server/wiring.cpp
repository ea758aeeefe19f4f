// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/wiring.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/near_name.h"

namespace rtm {
namespace {

std::string component_of(const std::string& port) {
  return port.substr(0, port.rfind('.'));
}

}  // namespace

std::string SetPoints::Wire::call() const {
  return fmt::format("connect('{}', '{}')", out, in);
}

std::string SetPoints::Switch::call() const {
  return fmt::format("{}('{}')", on ? "activate" : "deactivate", component);
}

Wiring::Wiring(SetPoints set_points, const Manager& manager, spark::Log& log, spark::LateMistakes& mistakes)
    : set_points_(std::move(set_points)), manager_(manager), log_(log), mistakes_(mistakes) {
  std::ranges::stable_sort(set_points_.puts, {}, &SetPoints::Put::step);
}

void Wiring::came(const std::shared_ptr<Component>& component, std::optional<int> number) {
  const std::string name = fmt::format("{}{}", component->type(), number ? *number : counts_[component->type()]++);
  by_script_name_[name] = component;
  if (name != component->name())
    log_.warning("rtm: {} is called {}: another component has its name", name, component->name());
}

std::shared_ptr<Component> Wiring::component(const std::string& name) const {
  const auto found = by_script_name_.find(name);
  return found == by_script_name_.end() ? nullptr : found->second.lock();
}

Component* Wiring::find(const std::string& name) const {
  return component(name).get();
}

std::pair<Component*, std::string> Wiring::find_port(const std::string& port) const {
  const auto dot = port.rfind('.');
  if (dot == port.npos) return {nullptr, {}};
  return {find(port.substr(0, dot)), port.substr(dot + 1)};
}

std::string Wiring::no_such(const std::string& component) const {
  std::vector<std::string> names;
  for (const auto& [name, there] : by_script_name_)
    if (!there.expired()) names.push_back(name);
  const std::string near = spark::near_name(component, names);
  return fmt::format("there is no component {}{}", component,
                     near.empty() ? std::string() : fmt::format("; did you mean {}?", near));
}

/// Returns true if the wire is settled and need not be tried again.
bool Wiring::try_wire(const SetPoints::Wire& wire) {
  const auto [from, out] = find_port(wire.out);
  const auto [to, in] = find_port(wire.in);
  if (!from || !to) return false;
  std::string problem;
  if (!connect(manager_, fmt::format("{}.{}", from->name(), out), fmt::format("{}.{}", to->name(), in),
               Request::repeated, problem))
    mistakes_.add(wire.place, fmt::format("rtm: {}: {}", wire.call(), problem));
  return true;
}

void Wiring::try_all() {
  std::erase_if(set_points_.wires, [this](const SetPoints::Wire& wire) { return try_wire(wire); });
  std::erase_if(set_points_.switches, [this](const SetPoints::Switch& change) {
    Component* const component = find(change.component);
    if (!component) return false;
    if (change.on)
      component->switch_on();
    else
      component->switch_off();
    return true;
  });
  hand_over();
}

void Wiring::hand_over_to(Peers peers) {
  peers_ = std::move(peers);
  try_all();
}

/// Whether this server has no such component yet, but may get one.
bool Wiring::may_come(const std::string& component) const {
  return !find(component) && peers_->may_come(component);
}

std::string Wiring::network_name(const std::string& port) const {
  const auto [component, name] = find_port(port);
  return component ? component->name() + "." + name : port;
}

void Wiring::hand_over() {
  if (!peers_) return;
  std::erase_if(set_points_.wires, [this](const SetPoints::Wire& wire) {
    if (may_come(component_of(wire.out)) || may_come(component_of(wire.in))) return false;
    peers_->wire(wire, network_name(wire.out), network_name(wire.in));
    return true;
  });
  std::erase_if(set_points_.switches, [this](const SetPoints::Switch& change) {
    if (may_come(change.component)) return false;
    peers_->change(change);
    return true;
  });
}

void Wiring::report_rest() {
  for (const SetPoints::Wire& wire : set_points_.wires)
    mistakes_.add(wire.place, fmt::format("rtm: {}: {}", wire.call(),
                                          no_such(component_of(find_port(wire.out).first ? wire.in : wire.out))));
  for (const SetPoints::Switch& change : set_points_.switches)
    mistakes_.add(change.place, fmt::format("rtm: {}: {}", change.call(), no_such(change.component)));
  set_points_.wires.clear();
  set_points_.switches.clear();
}

void Wiring::check_puts() {
  set_points_.puts.erase(set_points_.puts.begin(), set_points_.puts.begin() + static_cast<std::ptrdiff_t>(next_put_));
  next_put_ = 0;
  std::erase_if(set_points_.puts, [this](const SetPoints::Put& set_point) { return !target(set_point).second; });
}

std::pair<std::shared_ptr<InPort>, std::optional<Value>> Wiring::target(const SetPoints::Put& set_point) {
  const auto [component, name] = find_port(set_point.port);
  const auto port = component ? component->in_port(name) : nullptr;
  auto value = port ? from_text(port->type(), set_point.words) : std::nullopt;
  if (value) return {port, std::move(value)};
  std::string problem;
  if (port)
    problem = fmt::format("'{}' is not of type {}", fmt::join(set_point.words, " "), to_string(port->type()));
  else if (component)
    problem = no_in_port(*component, name);
  else
    problem = no_such(set_point.port.substr(0, set_point.port.rfind('.')));
  mistakes_.add(set_point.place,
                fmt::format("rtm: schedule('{}', {}, …): {}", set_point.port, set_point.seconds, problem));
  return {nullptr, std::nullopt};
}

void Wiring::put_until(spark::Step step) {
  for (; next_put_ < set_points_.puts.size() && set_points_.puts[next_put_].step <= step; ++next_put_) {
    const SetPoints::Put& set_point = set_points_.puts[next_put_];
    const auto [port, value] = target(set_point);
    if (!value) continue;
    if (const Refusal refusal = port->put(*value); refusal != Refusal::none)
      mistakes_.add(set_point.place, fmt::format("rtm: schedule('{}', {}, …): {}", set_point.port, set_point.seconds,
                                                 to_string(refusal)));
  }
}

}  // namespace rtm
