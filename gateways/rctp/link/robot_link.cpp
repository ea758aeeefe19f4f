// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/link/robot_link.h"

#include <algorithm>
#include <utility>

namespace rctp {

bool RobotLink::act(std::size_t object, std::span<const double> values, std::string_view text) {
  const std::scoped_lock lock(mutex_);
  if (!news_.objects || object >= news_.objects->size()) return false;
  const Object& what = (*news_.objects)[object];
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

/// What is stopped at the end of a step has been stopped in it: earlier orders of the same operator say nothing more,
/// so that no flood of them grows.
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
    orders_.drop_last();  // came and left within one step
  else
    orders_.add(kind);
  claimed_ = false;
  wanted_.assign(wanted_.size(), false);
  news_.texts.clear();
  news_.characters.clear();
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

void RobotLink::read(News& news) {
  const std::scoped_lock lock(mutex_);
  news.is_present = news_.is_present;
  news.is_replayed = news_.is_replayed;
  news.objects = news_.objects;
  news.interruptions = news_.interruptions;
  news.top = news_.top;
  news.values.resize(news_.values.size());
  for (std::size_t i = 0; i < news_.values.size(); ++i)
    news.values[i].assign(news_.values[i].begin(), news_.values[i].end());
  news.texts.clear();
  news.characters.clear();
  std::swap(news.texts, news_.texts);
  std::swap(news.characters, news_.characters);
}

void RobotLink::set_objects(SharedObjects objects) {
  const std::scoped_lock lock(mutex_);
  news_.objects = std::move(objects);
  for (std::size_t i = news_.values.size(); i < news_.objects->size(); ++i) {
    const Object& object = (*news_.objects)[i];
    auto& values = news_.values.emplace_back();
    for (const Object::Parameter& parameter : object.parameters) values.push_back(parameter.neutral);
    if (object.is_binary()) values.assign(std::max<std::size_t>(object.bits, 1), 0.0);
  }
  unpublished_ = true;
}

void RobotLink::set_present(bool present, std::uint64_t top) {
  const std::scoped_lock lock(mutex_);
  news_.is_present = present;
  news_.top = top;
  unpublished_ = true;
}

void RobotLink::set_replayed() {
  const std::scoped_lock lock(mutex_);
  news_.is_replayed = true;
  unpublished_ = true;
}

void RobotLink::set_values(std::size_t object, std::span<const double> values) {
  const std::scoped_lock lock(mutex_);
  std::vector<double>& known = news_.values[object];
  const std::size_t count = std::min(known.size(), values.size());
  if (std::equal(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(count), values.begin())) return;
  std::copy_n(values.begin(), count, known.begin());
  unpublished_ = unpublished_ || claimed_;
}

void RobotLink::add_text(std::size_t object, std::string_view text) {
  const std::scoped_lock lock(mutex_);
  if (news_.characters.size() + text.size() > kMaxTexts) return;
  news_.texts.push_back({object, text.size()});
  news_.characters += text;
  unpublished_ = true;
}

void RobotLink::interruption_done() {
  const std::scoped_lock lock(mutex_);
  ++news_.interruptions;
  unpublished_ = true;
}

bool RobotLink::wants(std::size_t object) {
  const std::scoped_lock lock(mutex_);
  return object < wanted_.size() && wanted_[object];
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
