// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/effector.h"

#include <cmath>
#include <limits>

#include "spark/agent/agent_aspect.h"
#include "spark/core/check.h"
#include "spark/core/core.h"
#include "spark/core/number_text.h"

namespace spark {
namespace {

double as_taken(double number, const Parameter& parameter) {
  // Numbers were 32-bit floats in 0.5.2, so what is beyond their range was infinite there (behaviour 3.0).
  if (std::abs(number) > std::numeric_limits<float>::max())
    number = std::copysign(std::numeric_limits<double>::infinity(), number);
  return parameter.kind == Parameter::Kind::integer ? std::trunc(number) : number;
}

void convert(std::string_view atom, const Parameter& parameter, Arguments::Argument& out) {
  out.given = true;
  out.text = atom;
  if (parameter.kind != Parameter::Kind::text) out.real = as_taken(leading_number(atom), parameter);
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

bool check_arguments(const Arguments& given, std::span<const Parameter> parameters, Arguments& out,
                     const char*& problem) {
  SPARK_DEMAND(parameters.size() <= Arguments::kMaxArguments);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Arguments::Argument& argument = given[i];
    out.values[i] = {};
    if (!argument.given && !parameters[i].named) {
      problem = "too few arguments";
      return false;
    }
    if (!argument.given) continue;
    out.values[i].given = true;
    if (parameters[i].kind == Parameter::Kind::text)
      out.values[i].text = argument.text;
    else
      out.values[i].real = as_taken(argument.real, parameters[i]);
  }
  return true;
}

void Effector::linked() {
  agent_ = agent_of(*this);
  if (!agent_) throw Misplaced("an effector needs an agent above it");
  since_ = core().clock.now();
  agent_->add(*this);
}

void Effector::unlinking() {
  if (agent_) agent_->remove_effector(*this);
}

}  // namespace spark
