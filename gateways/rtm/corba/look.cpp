// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/look.h"

#include <RtmView.hh>
#include <string_view>

#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_calls.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// A component may answer just before each time-out; the ports that are left then have no types and values.
constexpr int kPatience = 2;

/// Frees what a call has given.
std::string taken(char* text) {
  const CORBA::String_var owned = text;
  return shown(owned.in());
}

std::string name_behind(std::string_view between, const std::string& key) {
  const std::size_t at = key.find(between);
  return at == std::string::npos ? std::string() : key.substr(at + between.size());
}

void read_view(RtmView::Monitor_ptr monitor, Look& look) {
  ComponentView& view = look.view;
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
    if (target.empty()) look.targets.emplace_back(view.links.size(), ::InPort::_duplicate(link.target.in()));
    view.links.push_back({view.name + "." + shown(link.out_port.in()), target,
                          link.kind == once ? Request::once : Request::repeated, link.pushed, link.overwritten,
                          link.failed});
  }
}

/// The ports of a component that has nothing but the interfaces of all components.
void read_ports(RtComponent_ptr component, Look& look, spark::RealClock& clock, spark::RealClock::Duration patience) {
  ComponentView& view = look.view;
  const auto end = clock.now() + patience;
  const InPortList_var in = component->in_ports();
  const OutPortList_var out = component->out_ports();
  view.state = "unknown";
  for (CORBA::ULong i = 0; i != in->length() && i != kMostPorts && clock.now() < end; ++i) {
    ::InPort_ptr port = in.in()[i];
    const std::string name = port_name(port);
    look.in_ports.emplace_back(view.name + "." + name, ::InPort::_duplicate(port));
    view.in.push_back({name, to_string(type_of(port)), {}});
  }
  for (CORBA::ULong i = 0; i != out->length() && i != kMostPorts && clock.now() < end; ++i) {
    ::OutPort_ptr port = out.in()[i];
    Value value;
    const std::string name = port_name(port), type = to_string(type_of(port));
    const bool is_known = get_from(port, value) == Refusal::none;
    view.out.push_back({name, type, is_known ? shown(to_text(value)) : std::string()});
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

Look look(Names& names, const std::string& component, Orb& orb, spark::RealClock& clock) {
  Look result;
  result.view.name = component;
  result.view.state = "gone";
  const CORBA::Object_var view = names.find(component, kViewKind);
  const CORBA::Object_var object = names.find(component, kComponentKind);
  try {
    if (!CORBA::is_nil(view.in())) {
      read_view(RtmView::Monitor_var(RtmView::Monitor::_unchecked_narrow(view.in())).in(), result);
    } else if (!CORBA::is_nil(object.in())) {
      read_ports(RtComponent_var(RtComponent::_unchecked_narrow(object.in())).in(), result, clock,
                 kPatience * orb.call_timeout());
    }
  } catch (const CORBA::Exception&) {
    result = Look{};
    result.view.name = component;
    result.view.state = "gone";
  }
  return result;
}

}  // namespace rtm
