// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/port_finder.h"

#include <stdexcept>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/inspection.h"
#include "spark/core/near_name.h"

namespace rtm {
namespace {

/// The port of a list with this name, otherwise nil; `others` gets the names of all before it.
template <typename Port, typename List>
typename Port::_var_type pick(const List& ports, std::string_view name, std::vector<std::string>& others) {
  for (CORBA::ULong i = 0; i != ports.length() && i != kMaxPorts; ++i) {
    const typename Port::_ptr_type port = ports[i];
    if (CORBA::is_nil(port)) continue;
    others.push_back(port_name(port));
    if (others.back() == name) return Port::_duplicate(port);
  }
  return Port::_nil();
}

}  // namespace

std::string guess(std::string_view word, const std::vector<std::string>& names) {
  const std::string near = spark::near_name(word, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

void no_such_port(std::string_view kind, const PortOwner& owner, const std::vector<std::string>& others) {
  throw std::runtime_error(
      fmt::format("{} has no {} {}{}", owner.component, kind, owner.port, guess(owner.port, others)));
}

std::pair<std::string, std::string> split_port(std::string_view port) {
  // Splits at the last dot: component names may be paths with dots, port names have none.
  const std::size_t dot = port.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == port.size()) throw std::runtime_error(not_a_port(port));
  return {std::string(port.substr(0, dot)), std::string(port.substr(dot + 1))};
}

PortOwner::PortOwner(Directory& directory, const std::string& name)
    : full_name(name),
      component(split_port(name).first),
      port(split_port(name).second),
      objects(directory.find(component)) {}

::InPort_var find_in_port(const PortOwner& owner, std::vector<std::string>& others) {
  const InPortList_var ports = owner.objects.classic->in_ports();
  return pick<::InPort>(ports.in(), owner.port, others);
}

::OutPort_var find_out_port(const PortOwner& owner, std::vector<std::string>& others) {
  const OutPortList_var ports = owner.objects.classic->out_ports();
  return pick<::OutPort>(ports.in(), owner.port, others);
}

std::optional<NamedPort> find_omg_port(const PortOwner& owner, OmgPort::Kind kind, std::vector<std::string>& others) {
  OmgProfile profile = read_profile(owner.objects.omg.in());
  for (const OmgPort::Kind wanted : {kind, OmgPort::Kind::service})
    for (OmgPort& port : profile.ports) {
      if (port.kind != wanted) continue;
      if (port.name == owner.port) return NamedPort{owner.full_name, std::move(port)};
      others.push_back(port.name);
    }
  return std::nullopt;
}

}  // namespace rtm
