// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/monitor_servant.h"

#include <string_view>
#include <vector>

#include "gateways/rtm/corba/remote_subscriber.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// What people see of a value: enough of long ones to know them by.
constexpr std::size_t kMostText = 200;

std::string text_of(const Value& value) {
  // Of a long sequence only what will be shown is put into words.
  constexpr std::size_t kFirst = 32;
  std::string text;
  if (const auto* floats = std::get_if<Value::Floats>(&value.content()); floats && floats->size() > kFirst)
    text = to_text(Value(Value::Floats(floats->begin(), floats->begin() + kFirst))) + " ...";
  else if (const auto* doubles = std::get_if<Value::Doubles>(&value.content()); doubles && doubles->size() > kFirst)
    text = to_text(Value(Value::Doubles(doubles->begin(), doubles->begin() + kFirst))) + " ...";
  else
    text = to_text(value);
  return beginning(text, kMostText);
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

::InPort_ptr reference_of(const Subscriber& target, const Surroundings& surroundings) {
  if (const auto* remote = dynamic_cast<const RemoteSubscriber*>(&target))
    return ::InPort::_duplicate(remote->reference());
  return surroundings.in_port(target.name());
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
      const CORBA::ULong count = result->length();
      result->length(count + 1);
      RtmView::Link& entry = result[count];
      entry.out_port = port->name().c_str();
      entry.target = reference_of(*link.target, face_->surroundings());
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
