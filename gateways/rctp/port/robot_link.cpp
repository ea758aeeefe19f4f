// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/robot_link.h"

#include <algorithm>
#include <utility>

namespace rctp {

bool RobotLink::act(std::size_t object, std::span<const double> values, std::string_view text) {
  const std::scoped_lock lock(mutex_);
  if (!state_.objects || object >= state_.objects->size()) return false;
  const Object& what = (*state_.objects)[object];
  const bool is_level = what.kind == Object::Kind::control_output && !what.trigger;
  Order* order = nullptr;
  if (is_level)
    for (Order& other : orders_.all())
      if (other.kind == Order::Kind::act && other.object == object) order = &other;
  if (!order) {
    if (!is_level && triggers_ >= kMaxTriggers) return false;
    if (!is_level) ++triggers_;
    order = &orders_.add(Order::Kind::act);
  }
  order->object = object;
  order->values.fill(0.0);
  std::ranges::copy(values.first(std::min(values.size(), order->values.size())), order->values.begin());
  order->text = text;
  return true;
}

/// All orders of one step are carried out together, so orders before an interruption have no effect. They are dropped,
/// which also bounds the list against floods.
void RobotLink::interrupt(Order::Kind kind) {
  const std::scoped_lock lock(mutex_);
  for (const auto voided : {Order::Kind::act, Order::Kind::stop, Order::Kind::release, Order::Kind::rest})
    orders_.remove(voided);
  triggers_ = 0;
  if (kind != Order::Kind::leave) {
    orders_.add(kind);
    return;
  }
  const auto all = orders_.all();
  if (!all.empty() && all.back().kind == Order::Kind::connect)
    orders_.drop_last();  // it has connected and left within one step
  else
    orders_.add(kind);
  claimed_ = false;
  wanted_.assign(wanted_.size(), false);
  state_.texts.clear();
  state_.characters.clear();
}

void RobotLink::release() {
  const std::scoped_lock lock(mutex_);
  orders_.add(Order::Kind::release);
}

void RobotLink::connect(std::string_view peer) {
  const std::scoped_lock lock(mutex_);
  orders_.add(Order::Kind::connect).text = peer;
  claimed_ = true;
}

void RobotLink::want(std::size_t object) {
  const std::scoped_lock lock(mutex_);
  if (wanted_.size() <= object) wanted_.resize(object + 1);
  wanted_[object] = true;
}

void RobotLink::set_watched(std::vector<std::string> objects) {
  const std::scoped_lock lock(mutex_);
  watched_ = std::move(objects);
}

void RobotLink::read(State& state) {
  const std::scoped_lock lock(mutex_);
  state.is_present = state_.is_present;
  state.is_replayed = state_.is_replayed;
  state.has_camera = state_.has_camera;
  state.objects = state_.objects;
  state.interruptions = state_.interruptions;
  state.top = state_.top;
  state.values.resize(state_.values.size());
  for (std::size_t i = 0; i < state_.values.size(); ++i)
    state.values[i].assign(state_.values[i].begin(), state_.values[i].end());
  state.texts.clear();
  state.characters.clear();
  std::swap(state.texts, state_.texts);
  std::swap(state.characters, state_.characters);
}

void RobotLink::set_objects(SharedObjects objects) {
  const std::scoped_lock lock(mutex_);
  state_.objects = std::move(objects);
  for (std::size_t i = state_.values.size(); i < state_.objects->size(); ++i) {
    const Object& object = (*state_.objects)[i];
    auto& values = state_.values.emplace_back();
    for (const Object::Parameter& parameter : object.parameters) values.push_back(parameter.neutral);
    if (object.is_binary()) values.assign(std::max<std::size_t>(object.bits, 1), 0.0);
  }
  unpublished_ = true;
}

void RobotLink::set_present(bool present, std::uint64_t top) {
  const std::scoped_lock lock(mutex_);
  state_.is_present = present;
  state_.top = top;
  unpublished_ = true;
}

void RobotLink::set_replayed() {
  const std::scoped_lock lock(mutex_);
  state_.is_replayed = true;
  unpublished_ = true;
}

void RobotLink::set_has_camera(bool has_camera) {
  const std::scoped_lock lock(mutex_);
  unpublished_ = unpublished_ || state_.has_camera != has_camera;
  state_.has_camera = has_camera;
}

RobotLink::Sound RobotLink::sound() {
  const std::scoped_lock lock(mutex_);
  return sound_;
}

void RobotLink::set_sound(const Sound& sound) {
  const std::scoped_lock lock(mutex_);
  sound_ = sound;
}

void RobotLink::set_values(std::size_t object, std::span<const double> values) {
  const std::scoped_lock lock(mutex_);
  std::vector<double>& known = state_.values[object];
  const std::size_t count = std::min(known.size(), values.size());
  if (std::equal(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(count), values.begin())) return;
  std::copy_n(values.begin(), count, known.begin());
  unpublished_ = unpublished_ || claimed_;
}

void RobotLink::add_text(std::size_t object, std::string_view text) {
  const std::scoped_lock lock(mutex_);
  if (state_.characters.size() + text.size() > kMaxTexts) return;
  state_.texts.push_back({object, text.size()});
  state_.characters += text;
  unpublished_ = true;
}

void RobotLink::interruption_done() {
  const std::scoped_lock lock(mutex_);
  ++state_.interruptions;
  unpublished_ = true;
}

bool RobotLink::wants(std::size_t object) {
  const std::scoped_lock lock(mutex_);
  if (object < wanted_.size() && wanted_[object]) return true;
  return !watched_.empty() && std::ranges::find(watched_, (*state_.objects)[object].name) != watched_.end();
}

bool RobotLink::is_claimed() {
  const std::scoped_lock lock(mutex_);
  return claimed_;
}

void RobotLink::take(OrderList& orders) {
  orders.clear();
  const std::scoped_lock lock(mutex_);
  std::swap(orders, orders_);
  triggers_ = 0;
}

void RobotLink::publish() {
  {
    const std::scoped_lock lock(mutex_);
    if (!std::exchange(unpublished_, false)) return;
  }
  changed_();
}

}  // namespace rctp
