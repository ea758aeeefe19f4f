// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/wiring.h"

#include <fmt/format.h>

#include <algorithm>

namespace rtm {

Wiring::Wiring(Wishes wishes, const Manager& manager, spark::Log& log)
    : wishes_(std::move(wishes)), manager_(manager), log_(log) {
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

/// True when there is nothing more to try.
bool Wiring::try_wire(const Wishes::Wire& wire) {
  const auto [from, out] = find_port(wire.out);
  const auto [to, in] = find_port(wire.in);
  if (!from || !to) return false;
  std::string problem;
  if (!connect(manager_, fmt::format("{}.{}", from->name(), out), fmt::format("{}.{}", to->name(), in),
               Request::repeated, problem))
    log_.error("rtm: connect('{}', '{}'): {}", wire.out, wire.in, problem);
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

void Wiring::complain_about_rest() {
  for (const Wishes::Wire& wire : wishes_.wires)
    log_.error(
        "rtm: connect('{}', '{}'): there is no component {}", wire.out, wire.in,
        find_port(wire.out).first ? wire.in.substr(0, wire.in.rfind('.')) : wire.out.substr(0, wire.out.rfind('.')));
  for (const Wishes::Switch& wish : wishes_.switches)
    log_.error("rtm: {}('{}'): there is no such component", wish.on ? "activate" : "deactivate", wish.component);
  wishes_.wires.clear();
  wishes_.switches.clear();
}

void Wiring::put(const Wishes::Put& wish) {
  const auto [component, name] = find_port(wish.port);
  const auto port = component ? component->in_port(name) : nullptr;
  if (!port) return log_.complain("rtm: schedule", "there is no InPort {}", wish.port);
  const auto value = from_text(port->type(), wish.words);
  if (!value)
    log_.complain("rtm: schedule", "'{}' is no {} for {}", fmt::join(wish.words, " "), to_string(port->type()),
                  wish.port);
  else if (const Refusal refusal = port->put(*value); refusal != Refusal::none)
    log_.complain("rtm: schedule", "{} for {}: {}", fmt::join(wish.words, " "), wish.port, to_string(refusal));
}

void Wiring::put_until(spark::Step step) {
  for (; next_put_ < wishes_.puts.size() && wishes_.puts[next_put_].step <= step; ++next_put_)
    put(wishes_.puts[next_put_]);
}

}  // namespace rtm
