// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/port_finder.h"

#include <stdexcept>
#include <vector>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/look.h"
#include "spark/core/near_name.h"

namespace rtm {
namespace {

std::string guess(std::string_view word, const std::vector<std::string>& names) {
  const std::string near = spark::near_name(word, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

/// The port of a list that has this name, else nil; `others` are the names of all before it.
template <typename Port, typename List>
typename Port::_var_type pick(const List& ports, std::string_view name, std::vector<std::string>& others) {
  for (CORBA::ULong i = 0; i != ports.length() && i != kMostPorts; ++i) {
    const typename Port::_ptr_type port = ports[i];
    if (CORBA::is_nil(port)) continue;
    others.push_back(port_name(port));
    if (others.back() == name) return Port::_duplicate(port);
  }
  return Port::_nil();
}

[[noreturn]] void no_such(std::string_view kind, const std::string& component, const std::string& port,
                          const std::vector<std::string>& others) {
  throw std::runtime_error(fmt::format("{} has no {} {}{}", component, kind, port, guess(port, others)));
}

}  // namespace

std::pair<std::string, std::string> split_port(std::string_view port) {
  const std::size_t dot = port.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == port.size())
    throw std::runtime_error(
        fmt::format("\"{}\" is no port; ports are written like Motor0.position", spark::printable(port)));
  return {std::string(port.substr(0, dot)), std::string(port.substr(dot + 1))};
}

RtComponent_var find_component(Names& names, const std::string& component) {
  const CORBA::Object_var object = is_name(component) ? names.find(component, kComponentKind) : CORBA::Object::_nil();
  if (CORBA::is_nil(object.in()))
    throw std::runtime_error(fmt::format("there is no component {}{}", spark::printable(component),
                                         guess(component, names.list(kComponentKind))));
  return RtComponent::_unchecked_narrow(object.in());
}

::InPort_var find_in_port(Names& names, const std::string& port) {
  const auto [component, name] = split_port(port);
  const RtComponent_var owner = find_component(names, component);
  const InPortList_var ports = owner->in_ports();
  std::vector<std::string> others;
  ::InPort_var found = pick<::InPort>(ports.in(), name, others);
  if (CORBA::is_nil(found.in())) no_such("InPort", component, name, others);
  return found;
}

::OutPort_var find_out_port(Names& names, const std::string& port) {
  const auto [component, name] = split_port(port);
  const RtComponent_var owner = find_component(names, component);
  const OutPortList_var ports = owner->out_ports();
  std::vector<std::string> others;
  ::OutPort_var found = pick<::OutPort>(ports.in(), name, others);
  if (CORBA::is_nil(found.in())) no_such("OutPort", component, name, others);
  return found;
}

AnyPort find_port(Names& names, const std::string& port) {
  const auto [component, name] = split_port(port);
  const RtComponent_var owner = find_component(names, component);
  std::vector<std::string> others;
  AnyPort found;
  const OutPortList_var out = owner->out_ports();
  found.out = pick<::OutPort>(out.in(), name, others);
  if (!CORBA::is_nil(found.out.in())) return found;
  const InPortList_var in = owner->in_ports();
  found.in = pick<::InPort>(in.in(), name, others);
  if (CORBA::is_nil(found.in.in())) no_such("port", component, name, others);
  return found;
}

}  // namespace rtm
