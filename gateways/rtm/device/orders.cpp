// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/device/orders.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace rtm {

EffectorForm form_of(const spark::Effector& effector) {
  EffectorForm form;
  form.predicate = effector.predicate();
  const auto parameters = effector.parameters();
  for (std::size_t i = 0; i < std::min(parameters.size(), spark::Arguments::kMaxArguments); ++i) {
    const bool is_number =
        parameters[i].kind == spark::Parameter::Kind::real || parameters[i].kind == spark::Parameter::Kind::integer;
    form.parameters.push_back({std::string(parameters[i].name), !is_number, is_number ? effector.range(i).max : 0.0});
  }
  return form;
}

void add_action(const Order& order, const EffectorForm& form, const spark::AgentAspect& body,
                spark::ActionList& actions) {
  const spark::Effector* effector = body.effector(form.predicate);
  if (!effector) return;
  if (order.kind == Order::Kind::rest) {
    actions.rest(form.predicate);
    return;
  }
  std::array<double, spark::Arguments::kMaxArguments> current{};
  effector->current(std::span(current).first(form.parameters.size()));
  const auto parameters = effector->parameters();
  actions.add(form.predicate);
  for (std::size_t i = 0; i < form.parameters.size(); ++i) {
    if (order.numbers[i])
      actions.real(*order.numbers[i]);
    else if (order.text_parameter == i)
      actions.text(order.text);
    else if (form.parameters[i].is_text || parameters[i].named)
      actions.skip();
    else
      actions.real(current[i]);
  }
}

void carry_out(const Answer& answer, const std::vector<EffectorForm>& forms, const spark::AgentAspect& body,
               spark::Step stamp, spark::AgentGatewayListener& listener, spark::ActionList& actions) {
  actions.clear();
  for (std::size_t i = 0; i < answer.count; ++i) {
    const Order& order = answer.orders[i];
    const EffectorForm& form = forms[order.effector];
    if (order.kind == Order::Kind::words)
      listener.agent_acted(body.id(), stamp, fmt::format("({} {})", form.predicate, order.text));
    else
      add_action(order, form, body, actions);
  }
  if (!actions.all().empty()) listener.agent_acted(body.id(), stamp, actions.all());
}

}  // namespace rtm
