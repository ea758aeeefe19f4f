// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "gateways/rtm/component/manager.h"
#include "spark/core/near_name.h"

namespace rtm {
namespace {

template <typename Ports>
std::string lacks(const Component& component, std::string_view kind, std::string_view name, const Ports& ports) {
  std::vector<std::string> names;
  for (const auto& port : ports) names.push_back(port->name());
  const std::string near = spark::near_name(name, names);
  return fmt::format("{} has no {} '{}'{}", component.name(), kind, spark::printable(name),
                     near.empty() ? std::string() : fmt::format("; did you mean {}?", near));
}

/// The component and port of "Sensor0.light"; null, with `problem` set, if there is none.
template <typename Port>
std::shared_ptr<Port> find_port_of(const Manager& manager, std::string_view full_name,
                                   std::shared_ptr<Port> (Component::*of)(std::string_view) const,
                                   std::string (*no_port)(const Component&, std::string_view),
                                   std::shared_ptr<Component>& component, std::string& problem) {
  const auto dot = full_name.rfind('.');
  const auto name = full_name.substr(0, dot);
  component = dot == full_name.npos ? nullptr : manager.find(name);
  auto port = component ? (component.get()->*of)(full_name.substr(dot + 1)) : nullptr;
  if (dot == full_name.npos)
    problem = not_a_port(full_name);
  else if (!component)
    problem = fmt::format("there is no component '{}'", spark::printable(name));
  else if (!port)
    problem = no_port(*component, full_name.substr(dot + 1));
  return port;
}

}  // namespace

std::string no_in_port(const Component& component, std::string_view name) {
  return lacks(component, "InPort", name, component.in_ports());
}

std::string no_out_port(const Component& component, std::string_view name) {
  return lacks(component, "OutPort", name, component.out_ports());
}

bool connect(const Manager& manager, std::string_view out, std::string_view in, Request request, std::string& problem) {
  std::shared_ptr<Component> from, into;
  const auto source = find_port_of<OutPort>(manager, out, &Component::out_port, no_out_port, from, problem);
  if (!source) return false;
  const auto target = find_port_of<InPort>(manager, in, &Component::in_port, no_in_port, into, problem);
  if (!target) return false;
  if (!fits(source->type(), target->type())) {
    problem = fmt::format("{} has values of type {}, and {} takes {}", out, to_string(source->type()), in,
                          to_string(target->type()));
    return false;
  }
  if (source->subscribe(request, local_subscriber(target))) return true;
  problem = fmt::format("{} does not accept {} as a subscriber", out, in);
  return false;
}

}  // namespace rtm
