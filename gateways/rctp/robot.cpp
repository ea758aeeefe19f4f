// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/robot.h"

#include <algorithm>
#include <array>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/log.h"

namespace rctp {

using namespace spark;
namespace {

constexpr const char* kCreate = "(create)";

std::vector<std::unique_ptr<Translator>> make_translators(const RobotOffer& offer, Step action_latency) {
  std::vector<std::unique_ptr<Translator>> all;
  for (const RobotOffer::Translation& one : offer.translations)
    all.push_back(make_translator(one.translator, one.object, one.arguments, action_latency));
  return all;
}

std::vector<Translator*> pointers_to(const std::vector<std::unique_ptr<Translator>>& translators) {
  std::vector<Translator*> all;
  for (const auto& one : translators) all.push_back(one.get());
  return all;
}

ObjectTable::Rates rates_of(const Robot::Parts& parts) {
  return {1.0 / parts.step_seconds, 1.0 / (parts.step_seconds * static_cast<double>(parts.timing.sense_interval))};
}

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

Robot::Robot(const RobotOffer& offer, const Parts& parts)
    : link_(parts.link),
      log_(parts.log),
      timing_(parts.timing),
      birth_acts_{kCreate},
      translators_(make_translators(offer, parts.timing.action_latency)),
      table_(pointers_to(translators_), rates_of(parts), parts.has_world) {
  birth_acts_.insert(birth_acts_.end(), offer.acts.begin(), offer.acts.end());
}

void Robot::replay(OperatorLog orders) {
  replayed_ = std::move(orders);
  link_.set_replayed();
}

void Robot::entered(const AgentAspect& body) {
  body_ = &body;
  table_.note_birth(body);
  changes_seen_ = body.changes();  // of what it is born with nothing is offered
}

void Robot::left() {
  body_ = nullptr;
  present_ = false;
  link_.set_present(false, 0);
  link_.publish();
}

PerceptWriter& Robot::begin_sensation(Step arrival) {
  if (waiting_ == sensations_.size()) sensations_.emplace_back();
  Sensation& sensation = sensations_[waiting_++];
  sensation.arrival = arrival;
  sensation.percepts.clear();
  return sensation.percepts;
}

void Robot::receive(AgentGatewayListener& listener, Step now) {
  deliver(listener, now);
  if (!body_ || taken_ == now) return;
  taken_ = now;
  look_at_body();
  if (!present_ && perceives_ && next_birth_act_ == birth_acts_.size() && now > born_) {
    present_ = true;
    link_.set_present(true, body_->serial());
  }
  actions_.clear();
  take_orders(now);
  for (const Order& order : orders_.all()) carry_out(order, listener, now);
  for (const auto& translator : translators_) translator->act(*body_, now, actions_);
  report(listener, now);
  show_values(now);
  link_.publish();
}

/// No sensation is known before its arrival, as to all agents.
void Robot::deliver(AgentGatewayListener& listener, Step now) {
  while (waiting_ > 0 && sensations_.front().arrival <= now) {
    ++report_.cycles;
    const PerceptArray& percepts = sensations_.front().percepts;
    const bool is_unborn = next_birth_act_ < birth_acts_.size();
    if (is_unborn) act_at_birth(listener, now);
    // Whoever claims an object of a robot that has just appeared gets its true values: it has perceived something, or
    // there is nothing that it could.
    perceives_ = perceives_ || !percepts.items().empty() ||
                 (!is_unborn && sensations_.front().arrival - timing_.sense_latency > born_);
    if (body_) {
      look_at_body();
      perceive(percepts);
    }
    std::rotate(sensations_.begin(), sensations_.begin() + 1, sensations_.end());
    --waiting_;
  }
}

void Robot::act_at_birth(AgentGatewayListener& listener, Step now) {
  listener.agent_acted(id_, now + 1, birth_acts_[next_birth_act_++]);
  ++report_.acts;
  born_ = now + 1 + timing_.action_latency;
}

void Robot::perceive(const PerceptArray& percepts) {
  for (std::size_t object = 0; object < table_.size(); ++object)
    if (table_.source(object).kind == ObjectTable::Source::Kind::perceptor) perceive(object, percepts);
}

void Robot::perceive(std::size_t object, const PerceptArray& percepts) {
  const ObjectTable::Source& source = table_.source(object);
  const std::size_t end = percepts.items().size();
  if ((*table_.objects())[object].kind == Object::Kind::text_input) {
    if (!link_.wants(object)) return;
    for (std::size_t at = percepts.find(source.predicate); at < end; at = percepts.find(source.predicate, at)) {
      text_.clear();
      SexpPerceptWriter writer(text_);
      at = percepts.write_to(writer, at);
      link_.add_text(object, text_);
    }
    return;
  }
  std::size_t at = percepts.find(source.predicate);
  for (std::size_t i = 0; i < source.occurrence && at < end; ++i) at = percepts.find(source.predicate, at + 1);
  if (at >= end) return;
  std::array<double, Object::kMaxInputs> values{};
  const std::size_t count = std::min(percepts.numbers(at, values), values.size());
  link_.set_values(object, std::span(values).first(count));
}

void Robot::look_at_body() {
  if (changes_seen_ == body_->changes()) return;
  changes_seen_ = body_->changes();
  if (!table_.refresh(*body_)) return;
  link_.set_objects(table_.objects());
  if (table_.left_out() > 0)
    log_.complain("robot " + name(), "it has {} objects more than the {} that can be offered", table_.left_out(),
                  kMaxObjects);
}

/// What is in force of its levels, for those who claim them. While nobody operates the robot nobody asks for it: the
/// last is what it has come to when its operator has left, so that the next one is told that.
void Robot::show_values(Step now) {
  const bool has_come_to_rest = at_rest_ && now >= *at_rest_;
  if (has_come_to_rest) {
    at_rest_.reset();
    link_.interruption_done();
  }
  if (!present_ || !(has_come_to_rest || link_.is_claimed())) return;
  std::array<double, Object::kMaxInputs> values{};
  for (std::size_t object = 0; object < table_.size(); ++object) {
    const ObjectTable::Source& source = table_.source(object);
    const auto count = (*table_.objects())[object].parameters.size();
    const std::span<double> known(values.data(), count);
    if (source.kind == ObjectTable::Source::Kind::translator) {
      if (source.translator->current(*body_, known)) link_.set_values(object, known);
    } else if (source.kind == ObjectTable::Source::Kind::effector && count > 0) {
      const Effector* effector = body_->effector(source.predicate);
      if (effector && effector->current(known)) link_.set_values(object, known);
    }
  }
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

void Robot::flush_if_due(RealClock::Time now) {
  if (log_file_) log_file_->flush_if_due(now);
}

AgentReport Robot::report() const {
  AgentReport all = report_;
  const RobotLink::Traffic traffic = link_.traffic();
  all.refused += traffic.refused;
  all.bytes_to += traffic.to;
  all.bytes_from += traffic.from;
  return all;
}

}  // namespace rctp
