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
  static const std::string none;
  const Component* const component = component_;
  return component ? component->name() : none;
}

Value OutPort::get() const {
  return deliveries_->get();
}

bool OutPort::has_value() const {
  return deliveries_->has_value();
}

bool OutPort::subscribe(Request request, std::shared_ptr<Subscriber> subscriber) {
  const Component* const component = component_;
  return deliveries_->subscribe({.request = request, .delivery = {}, .target = std::move(subscriber)}, full_name(),
                                component ? component->log() : nullptr);
}

bool OutPort::subscribe(const Delivery& delivery, std::shared_ptr<Subscriber> subscriber) {
  const Component* const component = component_;
  OutPort::Link link{.request = Request::repeated, .delivery = delivery, .target = std::move(subscriber)};
  if (delivery.kind == Delivery::Kind::flush && component && !component->may_wait_for_peers())
    link.delivery->kind = Delivery::Kind::newest;
  return deliveries_->subscribe(std::move(link), full_name(), component ? component->log() : nullptr);
}

bool OutPort::unsubscribe(const Subscriber& subscriber) {
  return deliveries_->unsubscribe(subscriber);
}

std::shared_ptr<Outlet> OutPort::add_outlet(const BufferSettings& settings) {
  const Component* const component = component_;
  return deliveries_->add_outlet(settings, full_name(), component ? component->log() : nullptr);
}

void OutPort::remove_outlet(const Outlet& outlet) {
  deliveries_->remove_outlet(outlet);
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
  const bool needs_time = component && value.time() == Value::Time::zero();
  const Refusal refusal = deliveries_->put(value, needs_time ? component->time() : Value::Time::zero());
  if (refusal == Refusal::none) {
    if (component) component->value_put(*this, value);
  } else {
    if (spark::Log* const log = component ? component->log() : nullptr)
      log->complain(full_name(), "the component put {} into this port of type {}; it is not sent", to_string(refusal),
                    to_string(type_));
  }
  return refusal;
}

void OutPort::push_directly() {
  deliveries_->push_directly();
}

void OutPort::begin_to_close() {
  deliveries_->begin_to_close();
}

void OutPort::close(std::chrono::milliseconds timeout) {
  deliveries_->close(timeout);
}

std::shared_ptr<OutPort> make_out_port(std::string name, ValueType type, OutPortKind kind) {
  return std::make_shared<OutPort>(std::move(name), type, kind);
}

}  // namespace rtm
