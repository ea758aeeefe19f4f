// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/effector.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/check.h"
#include "spark/core/core.h"
#include "spark/core/number_text.h"

namespace spark {
namespace {

void convert(std::string_view atom, const Parameter& parameter, Arguments::Argument& out) {
  out.given = true;
  out.text = atom;
  if (parameter.kind == Parameter::Kind::text) return;
  out.real = leading_number(atom);
  // Numbers were 32-bit floats in 0.5.2, so what is beyond their range was infinite there (behaviour 3.0).
  if (std::abs(out.real) > std::numeric_limits<float>::max())
    out.real = std::copysign(std::numeric_limits<double>::infinity(), out.real);
  if (parameter.kind == Parameter::Kind::integer) out.real = std::trunc(out.real);
}

/// The value of the first sub-list `(name value …)`; null-like (not found) if it is absent or has no value.
bool find_named(const sexp::Expression& action, std::string_view name, std::size_t& index) {
  for (std::size_t i = 1; i < action.size(); ++i) {
    if (!action[i].is_list() || action[i].name() != name) continue;
    index = i;
    return action[i].size() >= 2 && action[i][1].is_atom();
  }
  return false;
}

}  // namespace

bool read_arguments(const sexp::Expression& action, std::span<const Parameter> parameters, Arguments& out,
                    const char*& problem) {
  SPARK_DEMAND(parameters.size() <= Arguments::kMaxArguments);
  std::size_t position = 1;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    out.values[i] = {};
    if (parameters[i].named) {
      std::size_t index = 0;
      if (find_named(action, parameters[i].name, index)) convert(action[index][1].text(), parameters[i], out.values[i]);
      continue;
    }
    if (position >= action.size()) {
      problem = "too few arguments";
      return false;
    }
    const sexp::Expression argument = action[position++];
    if (argument.is_list()) {
      problem = "a list where a value is expected";
      return false;
    }
    convert(argument.text(), parameters[i], out.values[i]);
  }
  return true;
}

void Effector::linked() {
  agent_ = ancestor<AgentAspect>();
  if (!agent_) throw std::runtime_error(full_path() + ": an effector needs an agent above it");
  since_ = core().clock.now();
  agent_->add(*this);
}

void Effector::unlinking() {
  if (agent_) agent_->remove_effector(*this);
}

}  // namespace spark
