// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/effector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "spark/agent/agent_aspect.h"
#include "spark/core/check.h"
#include "spark/core/core.h"
#include "spark/core/near_name.h"
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

constexpr const char* kTooFew = "too few arguments";
constexpr const char* kTooMany = "too many arguments";
constexpr const char* kList = "a list where a value is expected";

Arguments::Argument number_or_text(std::string_view atom) {
  double number = 0.0;
  if (whole_number(atom, number)) return {true, as_taken(number, {}), {}};
  return {true, 0.0, atom};
}

bool read_rest(const sexp::Expression& action, std::size_t position, std::size_t at, Arguments& out,
               const char*& problem) {
  for (; position < action.size(); ++position, ++at) {
    if (at == Arguments::kMaxArguments) return problem = kTooMany, false;
    if (action[position].is_list()) return problem = kList, false;
    out.values[at] = number_or_text(action[position].text());
  }
  return true;
}

/// Finds the first sub-list `(name value …)`; false if it is absent or has no value.
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
    if (parameters[i].kind == Parameter::Kind::any) return read_rest(action, position, i, out, problem);
    if (parameters[i].named) {
      std::size_t index = 0;
      if (find_named(action, parameters[i].name, index)) convert(action[index][1].text(), parameters[i], out.values[i]);
      continue;
    }
    if (position >= action.size()) {
      problem = kTooFew;
      return false;
    }
    const sexp::Expression argument = action[position++];
    if (argument.is_list()) {
      problem = kList;
      return false;
    }
    convert(argument.text(), parameters[i], out.values[i]);
  }
  return true;
}

std::string overlooked(const sexp::Expression& action, std::span<const Parameter> parameters) {
  if (std::ranges::none_of(parameters, &Parameter::named)) return {};
  std::vector<std::string> names;
  for (const Parameter& parameter : parameters)
    if (parameter.named) names.emplace_back(parameter.name);
  for (std::size_t i = 1; i < action.size(); ++i) {
    if (!action[i].is_list()) continue;
    if (std::ranges::find(names, action[i].name()) == names.end()) {
      const std::string meant = near_name(action[i].name(), names);
      return fmt::format("{} is unknown and ignored{}", Printable{action[i].source()},
                         meant.empty() ? "" : fmt::format("; did you mean ({} ...)?", meant));
    }
    if (action[i].size() > 2)
      return fmt::format("in {} only '{}' is used, as a value cannot contain blanks", Printable{action[i].source()},
                         Printable{action[i][1].text()});
  }
  return {};
}

bool check_arguments(const Arguments& given, std::span<const Parameter> parameters, Arguments& out,
                     const char*& problem) {
  SPARK_DEMAND(parameters.size() <= Arguments::kMaxArguments);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Arguments::Argument& argument = given[i];
    out.values[i] = {};
    if (parameters[i].kind == Parameter::Kind::any) {
      for (std::size_t at = i; at < Arguments::kMaxArguments && given[at].given; ++at)
        out.values[at] = given[at].text.empty() ? Arguments::Argument{true, as_taken(given[at].real, {}), {}}
                                                : number_or_text(given[at].text);
      break;
    }
    if (!argument.given && !parameters[i].named) {
      problem = kTooFew;
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

std::string_view Effector::blamed() const {
  agent_->count_complaint();
  return agent_->label();
}

void Effector::unlinking() {
  if (agent_) agent_->remove_effector(*this);
}

}  // namespace spark
