// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/late_mistakes.h"
#include "spark/core/log.h"
#include "spark/scene/client_nodes.h"

namespace rctp {
namespace {

constexpr const char* kCreate = "(create)";

std::vector<std::unique_ptr<Translator>> make_translators(const RobotOffer& offer, spark::Step action_latency) {
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

constexpr std::pair<Order::Kind, OperatorLog::Word> kWordsOfKinds[] = {
    {Order::Kind::connect, OperatorLog::Word::connect}, {Order::Kind::act, OperatorLog::Word::act},
    {Order::Kind::stop, OperatorLog::Word::stop},       {Order::Kind::release, OperatorLog::Word::release},
    {Order::Kind::rest, OperatorLog::Word::rest},       {Order::Kind::leave, OperatorLog::Word::leave}};

OperatorLog::Word word_of(Order::Kind kind) {
  return std::ranges::find(kWordsOfKinds, kind, &std::pair<Order::Kind, OperatorLog::Word>::first)->second;
}

Order::Kind kind_of(OperatorLog::Word word) {
  return std::ranges::find(kWordsOfKinds, word, &std::pair<Order::Kind, OperatorLog::Word>::second)->first;
}

/// The first camera in the order of the tree; null if there is none.
const spark::Camera* camera_below(const spark::Node& node) {
  for (const auto& child : node.children()) {
    if (const auto* camera = dynamic_cast<const spark::Camera*>(child.get())) return camera;
    const spark::Node* below = child->as_node();
    if (const spark::Camera* camera = below ? camera_below(*below) : nullptr) return camera;
  }
  return nullptr;
}

}  // namespace

Robot::Robot(const RobotOffer& offer, const Parts& parts)
    : link_(parts.link),
      log_(parts.log),
      mistakes_(parts.mistakes),
      timing_(parts.timing),
      birth_acts_{kCreate},
      modules_(offer.modules),
      translators_(make_translators(offer, parts.timing.action_latency)),
      table_(pointers_to(translators_), rates_of(parts), parts.has_world) {
  for (const RobotOffer::Module& module : modules_) table_.add_module(module.object, module.address);
  if (offer.has_microphone) table_.add_microphone();
  birth_acts_.insert(birth_acts_.end(), offer.acts.begin(), offer.acts.end());
  for (const RobotOffer::Translation& one : offer.translations) places_of_translators_.push_back(one.place);
}

void Robot::entered(const spark::AgentAspect& body) {
  body_ = &body;
  table_.note_birth(body);
  changes_seen_ = body.changes();  // the effectors that it has at birth are not offered
}

void Robot::left() {
  body_ = nullptr;
  present_ = false;
  link_.set_present(false, 0);
  link_.publish();
}

spark::PerceptWriter& Robot::begin_sensation(spark::Step arrival) {
  if (waiting_ == sensations_.size()) sensations_.emplace_back();
  Sensation& sensation = sensations_[waiting_++];
  sensation.arrival = arrival;
  sensation.percepts.clear();
  return sensation.percepts;
}

void Robot::receive(spark::AgentGatewayListener& listener, spark::Step now) {
  deliver(listener, now);
  // A camera program may connect or leave even while the clock is stopped.
  if (present_ && body_ && link_.camera_offered() != offers_camera_) {
    check_body();
    link_.publish();
  }
  if (!body_ || taken_ == now) return;
  taken_ = now;
  check_body();
  if (!present_ && perceives_ && next_birth_act_ == birth_acts_.size() && now > born_) {
    present_ = true;
    link_.set_present(true, body_->serial());
    report_idle_translators();
  }
  actions_.clear();
  take_orders(now);
  for (const Order& order : orders_.all()) carry_out(order, listener, now);
  for (const auto& translator : translators_) translator->act(*body_, now, actions_);
  report(listener, now);
  show_values(now);
  show_sound(now);
  link_.publish();
}

void Robot::report_idle_translators() {
  for (const auto& [translator, effectors] : table_.idle_translators(*body_))
    mistakes_.add(
        places_of_translators_[translator],
        fmt::format("robot {}: nothing to translate: it lacks {}, or has it in another form", name(), effectors));
  const Objects& objects = *table_.objects();
  for (const RobotOffer::Module& module : modules_) {
    const auto object = std::ranges::find(objects, module.object, &Object::name);
    if (object == objects.end() || object->kind != Object::Kind::control_output)
      mistakes_.add(module.place, fmt::format("robot {}: {} has no use: the robot has no '{}' to be controlled", name(),
                                              module.address, spark::printable(module.object)));
  }
}

/// Delivers sensations when they arrive, as for all agents.
void Robot::deliver(spark::AgentGatewayListener& listener, spark::Step now) {
  while (waiting_ > 0 && sensations_.front().arrival <= now) {
    ++report_.cycles;
    const spark::PerceptArray& percepts = sensations_.front().percepts;
    const bool is_unborn = next_birth_act_ < birth_acts_.size();
    if (is_unborn) act_at_birth(listener, now);
    // A robot becomes present only when it has perceived something, or if it has no perceptors, so that the first
    // operator gets real values.
    perceives_ = perceives_ || !percepts.items().empty() ||
                 (!is_unborn && sensations_.front().arrival - timing_.sense_latency > born_);
    if (body_) {
      check_body();
      perceive(percepts);
    }
    std::rotate(sensations_.begin(), sensations_.begin() + 1, sensations_.end());
    --waiting_;
  }
}

void Robot::act_at_birth(spark::AgentGatewayListener& listener, spark::Step now) {
  listener.agent_acted(id_, now + 1, birth_acts_[next_birth_act_++]);
  ++report_.acts;
  born_ = now + 1 + timing_.action_latency;
}

void Robot::perceive(const spark::PerceptArray& percepts) {
  for (std::size_t object = 0; object < table_.size(); ++object)
    if (table_.source(object).kind == ObjectTable::Source::Kind::perceptor) perceive(object, percepts);
}

void Robot::perceive(std::size_t object, const spark::PerceptArray& percepts) {
  const ObjectTable::Source& source = table_.source(object);
  const std::size_t end = percepts.items().size();
  if ((*table_.objects())[object].kind == Object::Kind::text_input) {
    if (!link_.wants(object)) return;
    for (std::size_t at = percepts.find(source.predicate); at < end; at = percepts.find(source.predicate, at)) {
      text_.clear();
      spark::SexpPerceptWriter writer(text_);
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
  if ((*table_.objects())[object].kind == Object::Kind::binary_input)
    note_touch(object, std::ranges::any_of(std::span(values).first(count), [](double bit) { return bit != 0.0; }));
}

/// Set bits mean touches: an input knocks when the first of its bits is set.
void Robot::note_touch(std::size_t object, bool is_set) {
  touched_.resize(table_.size());
  if (is_set && !touched_[object]) ++knocks_;
  touched_[object] = is_set;
}

/// The sound follows the motors' set points; the fastest motor drowns out the others.
void Robot::show_sound(spark::Step now) {
  if (!link_.has_listeners()) return;
  constexpr std::array<std::string_view, 3> kSpeeds{"rad/s", "degrees/s", "m/s"};
  double speed = 0.0;
  std::array<double, Object::kMaxInputs> values{};
  for (const spark::Effector* effector : body_->effectors()) {
    const auto parameters = effector->parameters();
    const std::span<double> known(values.data(), std::min(parameters.size(), values.size()));
    if (effector->is_trigger() || !effector->current(known)) continue;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (std::ranges::find(kSpeeds, parameters[i].unit) != kSpeeds.end())
        if (const double max = effector->range(i).max; max > 0.0) speed = std::max(speed, std::abs(known[i]) / max);
  }
  link_.set_sound({speed, knocks_, now});
}

/// Until the robot has been created completely it has no objects, so this may wait.
void Robot::check_body() {
  const bool offers_camera = link_.camera_offered();
  const bool is_known = offers_camera == offers_camera_ || !present_;
  if (changes_seen_ == body_->changes() && is_known) return;
  changes_seen_ = body_->changes();
  offers_camera_ = offers_camera;
  const spark::Camera* camera = camera_below(*body_);
  if (camera && !field_of_view_) field_of_view_ = camera->smaller_angle();
  link_.set_has_camera(camera != nullptr);
  table_.set_camera(camera && offers_camera ? field_of_view_ : std::nullopt);
  if (!table_.refresh(*body_)) return;
  link_.set_objects(table_.objects());
  if (table_.left_out() > 0)
    log_.complain("robot " + name(), "it has {} more objects than the {} that can be offered", table_.left_out(),
                  kMaxObjects);
}

/// Shows the current values of levels while an operator has the robot, and once more when it has come to rest after its
/// operator has left, so that the next one begins with these.
void Robot::show_values(spark::Step now) {
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
      const spark::Effector* effector = body_->effector(source.predicate);
      if (effector && effector->current(known)) link_.set_values(object, known);
    }
  }
}

void Robot::replay(OperatorLog orders) {
  replayed_ = std::move(orders);
  link_.set_replayed();
}

void Robot::take_orders(spark::Step now) {
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
    return log_.complain("robot " + name(),
                         "its operators' log, step {}: '{}' is not one of its objects, or is of another kind",
                         entry.step, spark::printable(entry.object));
  Order& order = orders_.add(Order::Kind::act);
  order.object = static_cast<std::size_t>(object - objects.begin());
  order.values.fill(0.0);
  std::copy_n(entry.values.begin(), std::min(entry.values.size(), order.values.size()), order.values.begin());
  order.text = entry.text;
}

void Robot::carry_out(const Order& order, spark::AgentGatewayListener& listener, spark::Step now) {
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
      drop_targets();
      listener.agent_halted(id_);
      at_rest_ = now + 2;  // the halt comes first in the next step, and is visible after that step
      break;
  }
}

void Robot::drop_targets() {
  for (const auto& translator : translators_) translator->rest();
}

void Robot::act(const Order& order, spark::AgentGatewayListener& listener, spark::Step now) {
  const Object& object = (*table_.objects())[order.object];
  const ObjectTable::Source& source = table_.source(order.object);
  if (source.kind == ObjectTable::Source::Kind::translator)
    return source.translator->command(std::span(order.values).first(object.parameters.size()));
  if (source.kind != ObjectTable::Source::Kind::effector) return;
  // An act of more than 64 KiB is refused as a whole, so each text is an act of its own.
  if (object.is_text()) report(listener, now);
  actions_.add(source.predicate);
  if (object.is_text()) {
    actions_.text(order.text);
    return report(listener, now);
  }
  for (std::size_t i = 0; i < object.parameters.size(); ++i) actions_.real(order.values[i]);
}

void Robot::report(spark::AgentGatewayListener& listener, spark::Step now) {
  if (actions_.all().empty()) return;
  listener.agent_acted(id_, now + 1, actions_.all());
  actions_.clear();
  ++report_.acts;
}

void Robot::write_down(const Order& order, spark::Step now) {
  if (!log_file_) return;
  if (order.kind == Order::Kind::connect) return log_file_->connect(now, order.text);
  if (order.kind != Order::Kind::act) return log_file_->write(now, word_of(order.kind));
  const Object& object = (*table_.objects())[order.object];
  if (object.is_text()) return log_file_->act(now, object.name, order.text);
  constexpr double kBit = 1.0;
  const std::span<const double> values(order.values);
  log_file_->act(now, object.name, object.is_binary() ? std::span(&kBit, 1) : values.first(object.parameters.size()));
}

void Robot::flush_if_due(spark::RealClock::Time now) {
  if (log_file_) log_file_->flush_if_due(now);
}

spark::AgentReport Robot::report() const {
  spark::AgentReport all = report_;
  const RobotLink::Traffic traffic = link_.traffic();
  all.refused += traffic.refused;
  all.bytes_to += traffic.to;
  all.bytes_from += traffic.from;
  return all;
}

}  // namespace rctp
