// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/out_port.h"

#include <utility>

#include "gateways/rtm/component/component.h"
#include "gateways/rtm/component/deliveries.h"

namespace rtm {

OutPort::OutPort(std::string name, ValueType type, OutPortKind kind)
    : name_(std::move(name)), type_(type), kind_(kind), deliveries_(std::make_shared<Deliveries>(type, kind)) {}

OutPort::~OutPort() {
  close();
}

std::string OutPort::full_name() const {
  const Component* const component = component_;
  return component ? component->name() + "." + name_ : name_;
}

const std::string& OutPort::component_name() const {
  static const std::string nobody;
  const Component* const component = component_;
  return component ? component->name() : nobody;
}

Value OutPort::get() const {
  return deliveries_->get();
}

bool OutPort::has_value() const {
  return deliveries_->has_value();
}

bool OutPort::subscribe(Request request, std::shared_ptr<Subscriber> subscriber) {
  const Component* const component = component_;
  return deliveries_->subscribe(request, std::move(subscriber), full_name(), component ? component->log() : nullptr);
}

bool OutPort::unsubscribe(Request request, const Subscriber& subscriber) {
  return deliveries_->unsubscribe(request, subscriber);
}

std::vector<OutPort::Link> OutPort::links() const {
  return deliveries_->links();
}

OutPort::Counts OutPort::counts() const {
  return deliveries_->counts();
}

Refusal OutPort::put(const Value& value) {
  Component* const component = component_;
  const Refusal refusal = deliveries_->put(value);
  if (refusal == Refusal::none) {
    if (component) component->told(*this, value);
  } else {
    if (spark::Log* const log = component ? component->log() : nullptr)
      log->complain(full_name(), "the component has put {} into this port of type {}; nobody is told",
                    to_string(refusal), to_string(type_));
  }
  return refusal;
}

void OutPort::push_directly() {
  deliveries_->push_directly();
}

void OutPort::begin_to_close() {
  deliveries_->begin_to_close();
}

void OutPort::close(std::chrono::milliseconds patience) {
  deliveries_->close(patience);
}

std::shared_ptr<OutPort> make_out_port(std::string name, ValueType type, OutPortKind kind) {
  return std::make_shared<OutPort>(std::move(name), type, kind);
}

}  // namespace rtm
