// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/inspection.h"

#include <RtmView.hh>
#include <algorithm>
#include <string_view>

#include "gateways/rtm/corba/omg_profile.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_calls.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// A component may answer just before each timeout. After this many timeouts the remaining ports have no types and
/// values.
constexpr int kMaxTimeouts = 2;
/// The maximum number of connections that are shown of one component.
constexpr std::size_t kMaxShownConnections = 1000;

/// Frees the result of a call.
std::string taken(char* text) {
  const CORBA::String_var owned = text;
  return shown(owned.in());
}

std::string name_behind(std::string_view between, const std::string& key) {
  const std::size_t at = key.find(between);
  return at == std::string::npos ? std::string() : key.substr(at + between.size());
}

void read_view(RtmView::Monitor_ptr monitor, Inspection& inspection) {
  ComponentView& view = inspection.view;
  view.category = taken(monitor->category());
  const RtmView::State state = monitor->component_state();
  view.state = state == RtmView::ON ? "on" : state == RtmView::OFF ? "off" : "fault";
  if (state == RtmView::FAULT) view.fault = taken(monitor->fault());
  const RtmView::PortValueList_var values = monitor->values();
  for (CORBA::ULong i = 0; i != values->length(); ++i) {
    const RtmView::PortValue& value = values.in()[i];
    (value.is_input ? view.in : view.out)
        .push_back({shown(value.port.in()), shown(value.type.in()), shown(value.text.in())});
  }
  const RtmView::LinkList_var links = monitor->links();
  for (CORBA::ULong i = 0; i != links->length(); ++i) {
    const RtmView::Link& link = links.in()[i];
    const std::string target = shown(link.target_name.in());
    if (target.empty()) inspection.targets.emplace_back(view.links.size(), ::InPort::_duplicate(link.target.in()));
    view.links.push_back({view.name + "." + shown(link.out_port.in()), target,
                          link.kind == once ? Request::once : Request::repeated, false,
                          ComponentView::Link::Counts{link.pushed, link.overwritten, link.failed}});
  }
}

/// Reads the ports of a component that has the interface of 2003 without the view.
void read_ports(RtComponent_ptr component, Inspection& inspection, spark::RealClock& clock,
                spark::RealClock::Duration timeout) {
  ComponentView& view = inspection.view;
  const auto end = clock.now() + timeout;
  const InPortList_var in = component->in_ports();
  const OutPortList_var out = component->out_ports();
  view.state = "unknown";
  for (CORBA::ULong i = 0; i != in->length() && i != kMaxPorts && clock.now() < end; ++i) {
    ::InPort_ptr port = in.in()[i];
    const std::string name = port_name(port);
    inspection.in_ports.emplace_back(view.name + "." + name, ::InPort::_duplicate(port));
    view.in.push_back({name, to_string(type_of(port)), {}});
  }
  for (CORBA::ULong i = 0; i != out->length() && i != kMaxPorts && clock.now() < end; ++i) {
    ::OutPort_ptr port = out.in()[i];
    Value value;
    const std::string name = port_name(port), type = to_string(type_of(port));
    const bool is_known = get_from(port, value) == Refusal::none;
    view.out.push_back({name, type, is_known ? shown(to_text(value)) : std::string()});
  }
}

void read_connections(const std::string& from, const OmgPort& port, Inspection& inspection) {
  const bool is_service = port.kind == OmgPort::Kind::service;
  for (CORBA::ULong i = 0; i != port.connectors.length(); ++i) {
    const RTC::PortServiceList& ends = port.connectors[i].ports;
    for (CORBA::ULong end = 0; end != ends.length() && inspection.connections.size() < kMaxShownConnections; ++end)
      if (!CORBA::is_nil(ends[end]) && !ends[end]->_is_equivalent(port.port.in()))
        inspection.connections.push_back({from, RTC::PortService::_duplicate(ends[end]), is_service});
  }
}

/// Adds the data of the OMG profile: connections, and ports unless they are already known.
void read_omg(const ComponentObjects& objects, PortBook& book, Inspection& inspection) {
  ComponentView& view = inspection.view;
  const OmgProfile profile = read_profile(objects.omg.in());
  if (CORBA::is_nil(objects.view.in())) {
    view.category = profile.category.empty() ? profile.type : profile.category;
    view.state = state_text(objects.omg.in());
  }
  for (const OmgPort& port : profile.ports) {
    book.learn(view.name, port);
    bool has_ends = port.kind == OmgPort::Kind::out;
    if (port.kind == OmgPort::Kind::service) {
      for (const OmgPort::Interface& one : port.interfaces) {
        view.services.push_back({port.name, one.type, one.is_provided});
        has_ends |= !one.is_provided;
      }
    } else if (!objects.is_classic()) {
      (port.kind == OmgPort::Kind::in ? view.in : view.out).push_back({port.name, port.type_text(), {}});
    }
    if (has_ends) read_connections(view.name + "." + port.name, port, inspection);
  }
}

}  // namespace

std::string port_name(::InPort_ptr port) {
  const std::string known = name_behind("/in/", key_of(port));
  return known.empty() ? taken(port->name()) : known;
}

std::string port_name(::OutPort_ptr port) {
  const std::string known = name_behind("/out/", key_of(port));
  return known.empty() ? taken(port->name()) : known;
}

Inspection inspect_component(const ComponentObjects& objects, PortBook& book, Orb& orb, spark::RealClock& clock) {
  Inspection result;
  result.view.name = objects.name;
  result.view.is_classic = objects.is_classic();
  result.view.is_omg = objects.is_omg();
  try {
    if (!CORBA::is_nil(objects.view.in())) {
      read_view(objects.view.in(), result);
    } else if (objects.is_classic()) {
      read_ports(objects.classic.in(), result, clock, kMaxTimeouts * orb.call_timeout());
    }
    if (objects.is_omg()) read_omg(objects, book, result);
  } catch (const CORBA::Exception&) {
    result = Inspection{};
    result.view.name = objects.name;
    result.view.state = "gone";
  }
  return result;
}

void add_connections(Inspection& inspection, PortBook& book, Orb& orb, spark::RealClock& clock) {
  const auto end = clock.now() + kMaxTimeouts * orb.call_timeout();
  std::vector<ComponentView::Link>& links = inspection.view.links;
  for (const auto& [from, port, is_service] : inspection.connections) {
    auto known = book.find(port.in());
    if (!known && clock.now() < end) known = book.ask(port.in());
    // A connection may have several OutPorts, which get no values from each other.
    if (known && known->kind == OmgPort::Kind::out) continue;
    const std::string to = known ? known->name : std::string();
    const auto is_there = [&, from = from](const ComponentView::Link& link) {
      return link.from == from && link.to == to;
    };
    if (!to.empty() && std::ranges::any_of(links, is_there)) continue;
    links.push_back({from, to, Request::repeated, is_service, {}});
  }
}

}  // namespace rtm
