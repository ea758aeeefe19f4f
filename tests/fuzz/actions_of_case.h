// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstring>
#include <string_view>

#include "spark/agent/action.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/effector.h"
#include "tests/fuzz/case_reader.h"

namespace fuzz {

/// Any double: gateways with typed acts may report every one.
inline double any_number(CaseReader& steps) {
  const std::string_view octets = steps.text(sizeof(double));
  double number = 0.0;
  std::memcpy(&number, octets.data(), octets.size());
  return number;
}

/// One action as such a gateway reports it: an octet for the effector, one for the number of arguments, one whose bits
/// mark texts, and the arguments.
inline void act_by_numbers(spark::AgentAspect& agent, spark::Step now, CaseReader& steps) {
  const auto effectors = agent.effectors();
  if (effectors.empty()) return;
  spark::ActionList actions;
  const unsigned which = steps.octet();
  const std::string_view predicate = effectors[which % effectors.size()]->predicate();
  const unsigned count = steps.octet();
  if (count == 255)
    actions.rest(predicate);
  else
    actions.add(predicate);
  const unsigned texts = steps.octet();
  for (unsigned i = 0; i < count % 18; ++i) {
    if (i < 8 && (texts >> i & 1U))
      actions.text(steps.text(steps.octet() % 64));
    else
      actions.real(any_number(steps));
  }
  agent.act(now, actions.all());
}

}  // namespace fuzz
