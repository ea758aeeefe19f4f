// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/shown_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/server/orders.h"
#include "spark/agent/perceptor.h"

namespace rtm {

using namespace spark;
namespace {

using Item = PerceptArray::Item;

/// The text of the `(name N)` item that a percept begins with, if it does.
std::string_view name_of(const PerceptArray& percepts, std::size_t begin) {
  const auto& items = percepts.items();
  if (begin + 2 >= items.size() || items[begin + 1].kind != Item::Kind::begin ||
      percepts.text_of(items[begin + 1]) != "name" || items[begin + 2].kind != Item::Kind::text)
    return {};
  return percepts.text_of(items[begin + 2]);
}

AgentPlan::In in_of(const EffectorForm& form, std::size_t place) {
  using Form = AgentPlan::In::Form;
  AgentPlan::In in{.port = form.predicate, .effector = place, .form = Form::words, .count = form.parameters.size()};
  const auto is_text = [](const EffectorForm::Parameter& parameter) { return parameter.is_text; };
  if (form.parameters.empty())
    in.form = Form::trigger;
  else if (std::ranges::none_of(form.parameters, is_text))
    in.form = Form::numbers;
  else if (form.parameters.size() == 1)
    in.form = Form::text;
  return in;
}

}  // namespace

ShownAgent::ShownAgent(std::size_t number, AgentId id, const AgentAspect& body)
    : number_(number), id_(id), body_(&body) {}

void ShownAgent::deliver(Period& period, Step now) {
  if (!body_ && std::exchange(is_described_, false)) period.gone.push_back(number_);
  while (!queue_.is_empty() && queue_.first().arrival <= now) {
    PerceptArray& percepts = queue_.first().percepts;
    if (body_ && !is_described_ && !percepts.items().empty()) {
      is_described_ = true;
      period.newcomers.push_back(newcomer(percepts));
    }
    if (is_described_) {
      Sensed& sensed = period.add_sensed();
      sensed.robot = number_;
      std::swap(sensed.percepts, percepts);
    }
    queue_.pop();
  }
}

Newcomer ShownAgent::newcomer(const PerceptArray& percepts) {
  Newcomer one{.robot = number_, .label = fmt::format("agent {}", id_), .components = {}, .agent = AgentPlan{}};
  one.agent->number = id_;
  add_ins(*one.agent);
  add_outs(*one.agent, percepts);
  one.effectors = effectors_;
  return one;
}

/// As many as a component has ports, half of them for each direction.
void ShownAgent::add_ins(AgentPlan& plan) {
  effectors_.clear();
  for (const Effector* effector : body_->effectors()) {
    const bool is_known =
        std::ranges::find(effectors_, effector->predicate(), &EffectorForm::predicate) != effectors_.end();
    if (is_known || !is_name(effector->predicate()) || plan.ins.size() >= kMostPorts / 2) continue;
    effectors_.push_back(form_of(*effector));
    plan.ins.push_back(in_of(effectors_.back(), effectors_.size() - 1));
  }
}

void ShownAgent::add_outs(AgentPlan& plan, const PerceptArray& percepts) const {
  for (const Perceptor* perceptor : body_->perceptors()) {
    const std::string& predicate = perceptor->predicate();
    const auto add = [&](std::string_view name, bool is_numbers) {
      const std::string port = name.empty() ? predicate : fmt::format("{}_{}", predicate, name);
      const bool is_there = std::ranges::find(plan.outs, port, &AgentPlan::Out::port) != plan.outs.end();
      if (is_there || !is_name(port) || plan.outs.size() >= kMostPorts / 2) return;
      plan.outs.push_back({port, predicate, std::string(name), is_numbers});
    };
    if (perceptor->fields().empty()) {
      add({}, false);
      continue;
    }
    const std::size_t end = percepts.items().size();
    for (std::size_t at = percepts.find(predicate); at < end; at = percepts.find(predicate, at + 1))
      add(name_of(percepts, at), true);
  }
}

void ShownAgent::act(const Answer& answer, AgentGatewayListener& listener, Step now) {
  if (!body_) return;
  actions_.clear();
  for (std::size_t i = 0; i < answer.count; ++i) {
    const Order& order = answer.orders[i];
    const EffectorForm& form = effectors_[order.effector];
    if (order.kind != Order::Kind::words) {
      add_action(order, form, *body_, actions_);
      continue;
    }
    text_ = fmt::format("({} {})", form.predicate, order.text);
    listener.agent_acted(id_, now + 1, text_);
  }
  if (!actions_.all().empty()) listener.agent_acted(id_, now + 1, actions_.all());
}

}  // namespace rtm
