// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/wiring.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/core/near_name.h"

namespace rtm {

Wiring::Wiring(Wishes wishes, const Manager& manager, spark::Log& log, spark::LateMistakes& mistakes)
    : wishes_(std::move(wishes)), manager_(manager), log_(log), mistakes_(mistakes) {
  std::ranges::stable_sort(wishes_.puts, {}, &Wishes::Put::step);
}

void Wiring::came(const std::shared_ptr<Component>& component, std::optional<int> number) {
  const std::string name = fmt::format("{}{}", component->type(), number ? *number : counts_[component->type()]++);
  by_script_name_[name] = component;
  if (name != component->name())
    log_.warning("rtm: {} is called {}: another component has its name", name, component->name());
}

Component* Wiring::find(const std::string& name) const {
  const auto found = by_script_name_.find(name);
  return found == by_script_name_.end() ? nullptr : found->second.lock().get();
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

/// True when there is nothing more to try.
bool Wiring::try_wire(const Wishes::Wire& wire) {
  const auto [from, out] = find_port(wire.out);
  const auto [to, in] = find_port(wire.in);
  if (!from || !to) return false;
  std::string problem;
  if (!connect(manager_, fmt::format("{}.{}", from->name(), out), fmt::format("{}.{}", to->name(), in),
               Request::repeated, problem))
    mistakes_.add(wire.place, fmt::format("rtm: connect('{}', '{}'): {}", wire.out, wire.in, problem));
  return true;
}

void Wiring::try_all() {
  std::erase_if(wishes_.wires, [this](const Wishes::Wire& wire) { return try_wire(wire); });
  std::erase_if(wishes_.switches, [this](const Wishes::Switch& wish) {
    Component* const component = find(wish.component);
    if (!component) return false;
    if (wish.on)
      component->switch_on();
    else
      component->switch_off();
    return true;
  });
}

void Wiring::report_rest() {
  const auto component_of = [](const std::string& port) { return port.substr(0, port.rfind('.')); };
  for (const Wishes::Wire& wire : wishes_.wires)
    mistakes_.add(wire.place, fmt::format("rtm: connect('{}', '{}'): {}", wire.out, wire.in,
                                          no_such(component_of(find_port(wire.out).first ? wire.in : wire.out))));
  for (const Wishes::Switch& wish : wishes_.switches)
    mistakes_.add(wish.place, fmt::format("rtm: {}('{}'): {}", wish.on ? "activate" : "deactivate", wish.component,
                                          no_such(wish.component)));
  wishes_.wires.clear();
  wishes_.switches.clear();
}

void Wiring::check_puts() {
  wishes_.puts.erase(wishes_.puts.begin(), wishes_.puts.begin() + static_cast<std::ptrdiff_t>(next_put_));
  next_put_ = 0;
  std::erase_if(wishes_.puts, [this](const Wishes::Put& wish) { return !target(wish).second; });
}

std::pair<std::shared_ptr<InPort>, std::optional<Value>> Wiring::target(const Wishes::Put& wish) {
  const auto [component, name] = find_port(wish.port);
  const auto port = component ? component->in_port(name) : nullptr;
  auto value = port ? from_text(port->type(), wish.words) : std::nullopt;
  if (value) return {port, std::move(value)};
  std::string problem;
  if (port)
    problem = fmt::format("'{}' is no {}", fmt::join(wish.words, " "), to_string(port->type()));
  else if (component)
    problem = no_in_port(*component, name);
  else
    problem = no_such(wish.port.substr(0, wish.port.rfind('.')));
  mistakes_.add(wish.place, fmt::format("rtm: schedule('{}', {}, …): {}", wish.port, wish.seconds, problem));
  return {nullptr, std::nullopt};
}

void Wiring::put_until(spark::Step step) {
  for (; next_put_ < wishes_.puts.size() && wishes_.puts[next_put_].step <= step; ++next_put_) {
    const Wishes::Put& wish = wishes_.puts[next_put_];
    const auto [port, value] = target(wish);
    if (!value) continue;
    if (const Refusal refusal = port->put(*value); refusal != Refusal::none)
      mistakes_.add(wish.place,
                    fmt::format("rtm: schedule('{}', {}, …): {}", wish.port, wish.seconds, to_string(refusal)));
  }
}

}  // namespace rtm
