// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/device/agent_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/device/orders.h"
#include "spark/agent/perceptor.h"

namespace rtm {
namespace {

using Item = spark::PerceptArray::Item;

/// The text of the `(name N)` item that a percept begins with, if it does.
std::string_view leading_name_of(const spark::PerceptArray& percepts, std::size_t begin) {
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

/// InPorts and OutPorts each get half of the ports that a component may have.
void add_ins(AgentPlan& plan, const spark::AgentAspect& body, std::vector<EffectorForm>& effectors) {
  for (const spark::Effector* effector : body.effectors()) {
    const bool is_known =
        std::ranges::find(effectors, effector->predicate(), &EffectorForm::predicate) != effectors.end();
    if (is_known || !is_name(effector->predicate()) || plan.ins.size() >= kMaxPorts / 2) continue;
    effectors.push_back(form_of(*effector));
    plan.ins.push_back(in_of(effectors.back(), effectors.size() - 1));
  }
}

void add_outs(AgentPlan& plan, const spark::AgentAspect& body, const spark::PerceptArray& percepts) {
  for (const spark::Perceptor* perceptor : body.perceptors()) {
    const std::string& predicate = perceptor->predicate();
    const auto add = [&](std::string_view name, bool is_numbers) {
      const std::string port = name.empty() ? predicate : fmt::format("{}_{}", predicate, name);
      const bool is_there = std::ranges::find(plan.outs, port, &AgentPlan::Out::port) != plan.outs.end();
      if (is_there || !is_name(port) || plan.outs.size() >= kMaxPorts / 2) return;
      plan.outs.push_back({port, predicate, std::string(name), is_numbers});
    };
    if (perceptor->fields().empty()) {
      add({}, false);
      continue;
    }
    const std::size_t end = percepts.items().size();
    for (std::size_t at = percepts.find(predicate); at < end; at = percepts.find(predicate, at + 1))
      add(leading_name_of(percepts, at), true);
  }
}

}  // namespace

AgentPlan make_agent_plan(int number, const spark::AgentAspect& body, const spark::PerceptArray& percepts,
                          std::vector<EffectorForm>& effectors) {
  AgentPlan plan{.number = number, .ins = {}, .outs = {}};
  effectors.clear();
  add_ins(plan, body, effectors);
  add_outs(plan, body, percepts);
  return plan;
}

}  // namespace rtm
