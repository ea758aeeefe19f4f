// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/monitor_servant.h"

#include <string_view>
#include <vector>

#include "gateways/rtm/component/value_kinds.h"
#include "gateways/rtm/corba/remote_subscriber.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// The length of a value's text that users see: enough to recognise a long one.
constexpr std::size_t kMaxText = 200;

std::string text_of(const Value& value) {
  // Only the part of a long sequence that will be shown is converted to text.
  constexpr std::size_t kFirst = 32;
  return std::visit(
      [&value](const auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (is_sequence<Content>)
          if (content.size() > kFirst)
            return beginning(to_text(Value(Content(content.begin(), content.begin() + kFirst))) + " ...", kMaxText);
        return beginning(to_text(value), kMaxText);
      },
      value.content());
}

RtmView::State state_of(State state) {
  switch (state) {
    case State::off:
      return RtmView::OFF;
    case State::on:
      return RtmView::ON;
    case State::fault:
      break;
  }
  return RtmView::FAULT;
}

::InPort_ptr reference_of(const Subscriber& target, const ServantContext& context) {
  if (const auto* remote = dynamic_cast<const RemoteSubscriber*>(&target))
    return ::InPort::_duplicate(remote->reference());
  return context.in_port(target.name());
}

}  // namespace

char* MonitorServant::name() {
  return CORBA::string_dup(face_->component()->name().c_str());
}

char* MonitorServant::category() {
  return CORBA::string_dup(face_->component()->category().c_str());
}

RtmView::State MonitorServant::component_state() {
  return state_of(face_->component()->state());
}

char* MonitorServant::fault() {
  const Component::Status status = face_->component()->status();
  return CORBA::string_dup(status.state == State::fault ? status.fault.c_str() : "");
}

RtmView::LinkList* MonitorServant::links() {
  const auto component = face_->component();
  RtmView::LinkList_var result = new RtmView::LinkList;
  for (const auto& port : component->out_ports())
    for (const OutPort::Link& link : port->links()) {
      // Connectors of the OMG's form do not lead to an InPort of this interface; the profiles of their ports show them.
      if (link.delivery && !is_local(*link.target)) continue;
      const CORBA::ULong count = result->length();
      result->length(count + 1);
      RtmView::Link& entry = result[count];
      entry.out_port = port->name().c_str();
      entry.target = reference_of(*link.target, face_->context());
      entry.target_name = link.target->name().c_str();
      entry.kind = link.request == Request::once ? once : repeated;
      entry.pushed = link.pushed;
      entry.overwritten = link.overwritten;
      entry.failed = link.failed;
    }
  return result._retn();
}

RtmView::PortValueList* MonitorServant::values() {
  const auto component = face_->component();
  RtmView::PortValueList_var result = new RtmView::PortValueList;
  const auto add = [&result](const auto& port, bool is_input) {
    const CORBA::ULong count = result->length();
    result->length(count + 1);
    RtmView::PortValue& entry = result[count];
    entry.port = port.name().c_str();
    entry.is_input = is_input;
    entry.type = std::string(to_string(port.type())).c_str();
    entry.text = text_of(port.get()).c_str();
  };
  for (const auto& port : component->in_ports()) add(*port, true);
  for (const auto& port : component->out_ports()) add(*port, false);
  return result._retn();
}

}  // namespace rtm
