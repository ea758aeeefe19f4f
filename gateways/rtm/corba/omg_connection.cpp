// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/omg_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/omg_wiring.h"
#include "gateways/rtm/corba/orb_access.h"

namespace rtm {
namespace {

std::string_view word_for(ConnectOptions::Subscription subscription) {
  switch (subscription) {
    case ConnectOptions::Subscription::flush:
      return "flush";
    case ConnectOptions::Subscription::periodic:
      return "periodic";
    default:
      return "new";
  }
}

bool has_port(const RTC::PortServiceList& ports, RTC::PortService_ptr port) {
  for (CORBA::ULong i = 0; i != ports.length(); ++i)
    if (!CORBA::is_nil(ports[i]) && ports[i]->_is_equivalent(port)) return true;
  return false;
}

/// The ids of the connections of one port that lead to the other.
std::vector<std::string> connections(const OmgPort& of, const OmgPort& with) {
  std::vector<std::string> ids;
  for (CORBA::ULong i = 0; i != of.connectors.length(); ++i)
    if (has_port(of.connectors[i].ports, with.port.in())) ids.emplace_back(of.connectors[i].connector_id.in());
  return ids;
}

/// Whether one port provides an interface that the other requires.
bool serves(const OmgPort& provider, const OmgPort& consumer) {
  return std::ranges::any_of(provider.interfaces, [&consumer](const OmgPort::Interface& provided) {
    return provided.is_provided && std::ranges::any_of(consumer.interfaces, [&](const OmgPort::Interface& required) {
             return !required.is_provided && required.type == provided.type && required.instance == provided.instance;
           });
  });
}

std::string interfaces_text(const NamedPort& port) {
  std::string text = port.name;
  for (std::size_t i = 0; i != port.port.interfaces.size(); ++i) {
    const OmgPort::Interface& one = port.port.interfaces[i];
    text += fmt::format("{} {} {} ({})", i == 0 ? "" : ",", one.is_provided ? "provides" : "requires", one.type,
                        one.instance);
  }
  return text;
}

/// Refuses service ports without a common interface, because ports of OpenRTM-aist accept such connections, although no
/// call can be made over them. Ports that show no interfaces may still have some.
void check_interfaces(const NamedPort& from, const NamedPort& to) {
  if (from.port.interfaces.empty() || to.port.interfaces.empty()) return;
  if (serves(from.port, to.port) || serves(to.port, from.port)) return;
  throw std::runtime_error(
      fmt::format("{}, and {}: neither requires what the other provides", interfaces_text(from), interfaces_text(to)));
}

void check_types(const NamedPort& from, const NamedPort& to) {
  const bool is_service = from.port.kind == OmgPort::Kind::service;
  if (is_service != (to.port.kind == OmgPort::Kind::service))
    throw std::runtime_error(fmt::format("{} is {}, and {} is {}", from.name,
                                         is_service ? "a service port" : "an OutPort", to.name,
                                         is_service ? "an InPort" : "a service port"));
  if (!is_service && from.port.type_text() != to.port.type_text())
    throw std::runtime_error(
        fmt::format("{} gives {}, {} takes {}", from.name, from.port.type_text(), to.name, to.port.type_text()));
  if (is_service) check_interfaces(from, to);
}

}  // namespace

ConnectionProperties connection_properties(const std::string& data_type, const ConnectOptions& options) {
  if (data_type.empty()) return {};
  const auto subscription = options.subscription.value_or(ConnectOptions::Subscription::newest);
  ConnectionProperties list{{"dataport.data_type", data_type},
                            {"dataport.interface_type", "corba_cdr"},
                            {"dataport.dataflow_type", options.pull ? "pull" : "push"}};
  if (!options.pull) list.emplace_back("dataport.subscription_type", word_for(subscription));
  if (subscription == ConnectOptions::Subscription::periodic)
    list.emplace_back("dataport.publisher.push_rate", fmt::format("{}", options.rate));
  if (options.buffer > 0) list.emplace_back("dataport.buffer.length", std::to_string(options.buffer));
  return list;
}

void wire_ports(Orb& orb, const NamedPort& from, const NamedPort& to, const ConnectOptions& options) {
  check_types(from, to);
  if (!connections(from.port, to.port).empty())
    throw AlreadyConnected(fmt::format("{} and {} are connected already", from.name, to.name));
  std::string id;
  const ConnectorRefusal refusal = connect_ports(orb,
                                                 {fmt::format("{}_{}", from.name, to.name),
                                                  {},
                                                  {from.port.port, to.port.port},
                                                  connection_properties(from.port.data_type, options)},
                                                 id);
  if (refusal.is_refused())
    throw std::runtime_error(fmt::format("{} and {} are not connected: {}", from.name, to.name, refusal.problem));
}

bool unwire_ports(const NamedPort& from, const NamedPort& to) {
  // Normally both ends know a connection. If only one of them knows it, it is ended there.
  for (const auto& [one, other] : {std::pair(&from, &to), std::pair(&to, &from)}) {
    const std::vector<std::string> ids = connections(one->port, other->port);
    for (const std::string& id : ids)
      if (const ConnectorRefusal refusal = disconnect_ports(one->port.port.in(), id); refusal.is_refused())
        throw std::runtime_error(
            fmt::format("{} does not end its connection to {}: {}", one->name, other->name, refusal.problem));
    if (!ids.empty()) return true;
  }
  return false;
}

PortConnection::PortConnection(Orb& orb, const NamedPort& port, ConnectionProperties properties)
    : port_(port.port.port) {
  const ConnectorRefusal refusal =
      connect_ports(orb, {port.name + "_rtm", {}, {port.port.port}, std::move(properties)}, id_);
  if (refusal.is_refused())
    throw std::runtime_error(fmt::format("{} cannot be reached for its values: {}", port.name, refusal.problem));
}

PortConnection::~PortConnection() {
  if (!id_.empty()) disconnect_ports(port_.in(), id_);
}

bool PortConnection::is_gone() const try {
  const RTC::ConnectorProfile_var profile = port_->get_connector_profile(id_.c_str());
  return id_ != profile->connector_id.in();
} catch (const CORBA::SystemException& exception) {
  return is_end(exception);
}

SDOPackage::NVList PortConnection::properties() const {
  const RTC::ConnectorProfile_var profile = port_->get_connector_profile(id_.c_str());
  return profile->properties;
}

}  // namespace rtm
