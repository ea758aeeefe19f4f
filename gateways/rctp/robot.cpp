// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/late_mistakes.h"
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

}  // namespace

Robot::Robot(const RobotOffer& offer, const Parts& parts)
    : link_(parts.link),
      log_(parts.log),
      mistakes_(parts.mistakes),
      timing_(parts.timing),
      birth_acts_{kCreate},
      translators_(make_translators(offer, parts.timing.action_latency)),
      table_(pointers_to(translators_), rates_of(parts), parts.has_world) {
  birth_acts_.insert(birth_acts_.end(), offer.acts.begin(), offer.acts.end());
  for (const RobotOffer::Translation& one : offer.translations) places_of_translators_.push_back(one.place);
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
    for (const auto& [translator, effectors] : table_.idle_translators(*body_))
      mistakes_.add(
          places_of_translators_[translator],
          fmt::format("robot {}: nothing to translate: it lacks {}, or has it in another form", name(), effectors));
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
