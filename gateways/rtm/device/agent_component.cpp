// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/device/agent_component.h"

#include <algorithm>

#include "gateways/rtm/component/port_log.h"
#include "spark/agent/sexp_percept_writer.h"

namespace rtm {

using spark::PerceptArray;
namespace {

ValueType type_of(const AgentPlan::In& in) {
  switch (in.form) {
    case AgentPlan::In::Form::trigger:
      return ValueType::boolean;
    case AgentPlan::In::Form::numbers:
      return in.count == 1 ? ValueType::float64 : ValueType::doubles;
    case AgentPlan::In::Form::text:
    case AgentPlan::In::Form::words:
      break;
  }
  return ValueType::string;
}

/// Whether the percept that begins there has that name; an empty name matches any.
bool has_name(const PerceptArray& percepts, std::size_t begin, std::string_view name) {
  if (name.empty()) return true;
  const auto& items = percepts.items();
  return begin + 2 < items.size() && percepts.text_of(items[begin + 1]) == "name" &&
         percepts.text_of(items[begin + 2]) == name;
}

}  // namespace

AgentComponent::AgentComponent(const AgentPlan& plan) : RobotComponent(kType) {
  for (const AgentPlan::In& in : plan.ins) ins_.push_back({&add_in_port(in.port, type_of(in)), in, Value(type_of(in))});
  for (const AgentPlan::Out& out : plan.outs) {
    const ValueType type = out.is_numbers ? ValueType::doubles : ValueType::string;
    outs_.push_back({&add_out_port(out.port, type), out, Value(type)});
  }
}

bool AgentComponent::read_numbers(Out& out, const PerceptArray& percepts) {
  const std::size_t end = percepts.items().size();
  std::size_t at = percepts.find(out.plan.predicate);
  while (at < end && !has_name(percepts, at, out.plan.name)) at = percepts.find(out.plan.predicate, at + 1);
  if (at >= end) return false;
  auto& numbers = std::get<Value::Doubles>(out.value.content());
  numbers.resize(percepts.numbers(at, {}));
  percepts.numbers(at, numbers);
  return true;
}

bool AgentComponent::read_text(Out& out, const PerceptArray& percepts) {
  const std::size_t end = percepts.items().size();
  auto& text = std::get<std::string>(out.value.content());
  text.clear();
  spark::SexpPerceptWriter writer(text);
  for (std::size_t at = percepts.find(out.plan.predicate); at < end; at = percepts.find(out.plan.predicate, at))
    at = percepts.write_to(writer, at);
  return !text.empty();
}

void AgentComponent::sense(const PerceptArray& percepts) {
  if (state() == State::off) return;
  for (Out& out : outs_)
    if (out.plan.is_numbers ? read_numbers(out, percepts) : read_text(out, percepts)) out.port->put(out.value);
}

void AgentComponent::order(const In& in, Answer& answer) {
  using Form = AgentPlan::In::Form;
  if (in.plan.form == Form::trigger && in.value.number() == 0.0) return;
  if (in.plan.form == Form::numbers && in.value.size() != in.plan.count) {
    if (spark::Log* const lines = in.port->owner() ? in.port->owner()->log() : nullptr)
      lines->complain(in.port->full_name(), "{} numbers, where its effector takes {}: nothing done", in.value.size(),
                      in.plan.count);
    return;
  }
  Order& order = answer.add(in.plan.form == Form::words ? Order::Kind::words : Order::Kind::set, in.plan.effector);
  if (in.plan.form == Form::numbers)
    for (std::size_t i = 0; i < in.plan.count; ++i) order.numbers[i] = in.value.number(i);
  if (const auto* text = std::get_if<std::string>(&in.value.content())) {
    order.text = *text;
    order.text_parameter = 0;
  }
}

void AgentComponent::act(Answer& answer, spark::Step step, PortLog* log) {
  if (state() == State::off) return;
  for (In& in : ins_) {
    if (!in.port->take(in.value)) continue;
    order(in, answer);
    if (log) log->write(step, name(), in.port->name(), in.value);
  }
}

}  // namespace rtm
