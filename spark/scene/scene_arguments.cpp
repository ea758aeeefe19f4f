// SPDX-License-Identifier: Apache-2.0
#include "spark/scene/scene_arguments.h"

#include <fmt/format.h>

#include <cmath>

#include "spark/core/core.h"
#include "spark/script/script_engine.h"

namespace spark {
namespace {

/// The value in the form of a Ruby expression: a real with all its digits, and recognisable as a real.
std::string as_ruby(const Value& value) {
  const auto* real = std::get_if<double>(&value);
  if (!real) return as_text(value).value_or(describe(value));
  std::string text = fmt::format("{}", *real);
  if (text.find_first_of(".e") == text.npos) text += ".0";
  return text;
}

bool is_finite_value(const Value& value) {
  const auto* real = std::get_if<double>(&value);
  return !real || std::isfinite(*real);
}

/// Whether this is the name of a parameter: `$length`.
bool is_scene_parameter(const sexp::Expression& e) {
  return e.is_atom() && e.text().starts_with('$');
}

}  // namespace

void SceneArguments::read_template(const Expression& list) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (!is_scene_parameter(list[i])) fail(list[i], "the parameters of a template begin with $");
    const std::string name(list[i].text());
    if (parameters_.contains(name)) fail(list[i], fmt::format("{} is declared twice", printable(name)));
    Parameter& parameter = parameters_[name];
    if (arguments_bound_ < arguments_.size()) parameter.value = arguments_[arguments_bound_];
    parameter.is_foreign = arguments_bound_ < foreign_.size() && foreign_[arguments_bound_];
    ++arguments_bound_;
  }
}

void SceneArguments::read_define(const Expression& list) {
  if (list.size() != 3 || !is_scene_parameter(list[1])) fail(list, "expected (define $name value)");
  const bool is_foreign = is_foreign_text(list[2]);
  parameters_[std::string(list[1].text())] = {value_of(list[2]), is_foreign};
}

Value SceneArguments::value_of(const Expression& argument) const {
  if (is_scene_parameter(argument)) return parameter(argument);
  if (argument.is_atom()) return std::string(argument.text());
  if (argument.name() != "eval") fail(argument, "an argument is an atom, $name or (eval ...)");
  return evaluate(argument);
}

Values SceneArguments::values_of(const Expression& list, std::size_t first) const {
  Values values;
  for (std::size_t i = first; i < list.size(); ++i) values.push_back(value_of(list[i]));
  return values;
}

std::string SceneArguments::text_of(const Expression& argument) const {
  auto text = as_text(value_of(argument));
  if (!text) fail(argument, "expected a text");
  return std::move(*text);
}

const Value& SceneArguments::parameter(const Expression& atom) const {
  const auto it = parameters_.find(atom.text());
  if (it == parameters_.end()) fail(atom, fmt::format("there is no parameter {}", printable(atom.text())));
  if (!it->second.value) fail(atom, fmt::format("the import passes no argument for {}", printable(atom.text())));
  return *it->second.value;
}

bool SceneArguments::is_foreign_text(const Expression& argument) const {
  if (!is_scene_parameter(argument)) return false;
  const auto it = parameters_.find(argument.text());
  return it != parameters_.end() && it->second.is_foreign && it->second.value &&
         std::holds_alternative<std::string>(*it->second.value);
}

std::vector<bool> SceneArguments::foreign_of(const Expression& list, std::size_t first) const {
  std::vector<bool> foreign;
  for (std::size_t i = first; i < list.size(); ++i) foreign.push_back(is_foreign_text(list[i]));
  return foreign;
}

void SceneArguments::check_count() const {
  std::vector<std::string> names;
  std::size_t line = 1;
  std::vector<Expression> lists;  // grows during the loop
  for (std::size_t i = 1; i < reader_.size(); ++i) lists.push_back(reader_[i]);
  for (std::size_t at = 0; at < lists.size(); ++at) {
    const Expression list = lists[at];
    const bool is_template = list.name() == "template";
    if (is_template && names.empty()) line = reader_.line_of(list);
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].is_list()) lists.push_back(list[i]);
      if (is_template && is_scene_parameter(list[i])) names.emplace_back(list[i].text());
    }
  }
  if (names.size() == arguments_.size()) return;
  throw SceneError(
      line,
      fmt::format("the scene takes {} argument{}{}{}{}, not {}", names.size(), names.size() == 1 ? "" : "s",
                  names.empty() ? "" : " (", fmt::join(names, " "), names.empty() ? "" : ")", arguments_.size()),
      ImportOutcome::broken);
}

Value SceneArguments::evaluate(const Expression& list) const {
  std::string expression;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (is_foreign_text(list[i])) fail(list[i], "a text from outside the server cannot be a part of (eval ...)");
    const Value part = value_of(list[i]);
    // NaN and infinity have no literal in Ruby, and are invalid in a scene.
    if (!is_finite_value(part)) fail(list[i], fmt::format("{} is not finite", printable(list[i].text())));
    if (i > 1) expression += ' ';
    expression += as_ruby(part);
  }
  Value result;
  try {
    result = ScriptEngine::of(core_).evaluate(expression);
  } catch (const WrongSetting&) {
    throw;
  } catch (const std::exception& error) {
    fail(list, fmt::format("(eval {}): {}", printable(expression, 200), error.what()));
  }
  const bool usable = std::holds_alternative<std::string>(result) || std::holds_alternative<std::int64_t>(result) ||
                      (std::holds_alternative<double>(result) && is_finite_value(result));
  if (!usable)
    fail(list, fmt::format("(eval {}) gives {}, which is neither a text nor a finite number",
                           printable(expression, 200), describe(result)));
  return result;
}

void SceneArguments::fail(const Expression& where, const std::string& what) const {
  throw SceneError(reader_.line_of(where), what);
}

}  // namespace spark
