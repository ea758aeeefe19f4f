// SPDX-License-Identifier: Apache-2.0
// What an operator wants of a robot, live or from the log of an earlier match: taken, written down, carried out.
#include <algorithm>

#include "gateways/rctp/robot.h"
#include "spark/core/log.h"

namespace rctp {

using namespace spark;
namespace {

constexpr std::pair<Order::Kind, OperatorLog::Word> kWords[] = {
    {Order::Kind::connect, OperatorLog::Word::connect}, {Order::Kind::act, OperatorLog::Word::act},
    {Order::Kind::stop, OperatorLog::Word::stop},       {Order::Kind::release, OperatorLog::Word::release},
    {Order::Kind::rest, OperatorLog::Word::rest},       {Order::Kind::leave, OperatorLog::Word::leave}};

OperatorLog::Word word_of(Order::Kind kind) {
  return std::ranges::find(kWords, kind, &std::pair<Order::Kind, OperatorLog::Word>::first)->second;
}

Order::Kind kind_of(OperatorLog::Word word) {
  return std::ranges::find(kWords, word, &std::pair<Order::Kind, OperatorLog::Word>::second)->first;
}

}  // namespace

void Robot::replay(OperatorLog orders) {
  replayed_ = std::move(orders);
  link_.set_replayed();
}

void Robot::take_orders(Step now) {
  link_.take(orders_);
  if (!replayed_) return;
  orders_.clear();
  for (; next_replayed_ < replayed_->entries.size() && replayed_->entries[next_replayed_].step <= now; ++next_replayed_)
    replay(replayed_->entries[next_replayed_]);
}

void Robot::replay(const OperatorLog::Entry& entry) {
  if (entry.word != OperatorLog::Word::act) {
    orders_.add(kind_of(entry.word)).text = entry.text;
    return;
  }
  const Objects& objects = *table_.objects();
  const auto object = std::ranges::find(objects, entry.object, &Object::name);
  const bool fits = object != objects.end() && object->is_output() && object->is_text() == entry.is_text &&
                    (!object->is_control() || object->parameters.size() == entry.values.size());
  if (!fits)
    return log_.complain("robot " + name(), "its operators' log, step {}: '{}' is none of its objects, or another",
                         entry.step, printable(entry.object));
  Order& order = orders_.add(Order::Kind::act);
  order.object = static_cast<std::size_t>(object - objects.begin());
  order.values.fill(0.0);
  std::copy_n(entry.values.begin(), std::min(entry.values.size(), order.values.size()), order.values.begin());
  order.text = entry.text;
}

void Robot::carry_out(const Order& order, AgentGatewayListener& listener, Step now) {
  write_down(order, now);
  switch (order.kind) {
    case Order::Kind::connect:
    case Order::Kind::release:
      break;
    case Order::Kind::act:
      act(order, listener, now);
      break;
    case Order::Kind::stop:
    case Order::Kind::rest:
    case Order::Kind::leave:
      actions_.clear();
      for (const auto& translator : translators_) translator->rest();
      listener.agent_halted(id_);
      at_rest_ = now + 2;  // halted before anything else of the next step, and seen after it
      break;
  }
}

void Robot::act(const Order& order, AgentGatewayListener& listener, Step now) {
  const Object& object = (*table_.objects())[order.object];
  const ObjectTable::Source& source = table_.source(order.object);
  if (source.kind == ObjectTable::Source::Kind::translator)
    return source.translator->command(std::span(order.values).first(object.parameters.size()));
  if (source.kind != ObjectTable::Source::Kind::effector) return;
  // An act of 64 KiB is refused as a whole: nothing else is to share the fate of a long text.
  if (object.is_text()) report(listener, now);
  actions_.add(source.predicate);
  if (object.is_text()) {
    actions_.text(order.text);
    return report(listener, now);
  }
  for (std::size_t i = 0; i < object.parameters.size(); ++i) actions_.real(order.values[i]);
}

void Robot::report(AgentGatewayListener& listener, Step now) {
  if (actions_.all().empty()) return;
  listener.agent_acted(id_, now + 1, actions_.all());
  actions_.clear();
  ++report_.acts;
}

void Robot::write_down(const Order& order, Step now) {
  if (!log_file_) return;
  if (order.kind == Order::Kind::connect) return log_file_->connect(now, order.text);
  if (order.kind != Order::Kind::act) return log_file_->write(now, word_of(order.kind));
  const Object& object = (*table_.objects())[order.object];
  if (object.is_text()) return log_file_->act(now, object.name, order.text);
  constexpr double kBit = 1.0;
  const std::span<const double> values(order.values);
  log_file_->act(now, object.name, object.is_binary() ? std::span(&kBit, 1) : values.first(object.parameters.size()));
}

}  // namespace rctp
