// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "spark/core/core.h"
#include "spark/scene/scene_import.h"
#include "spark/script/script_engine.h"

namespace spark {
namespace {

/// As it can stand in a Ruby expression: a real keeps all its digits, and stays a real.
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

}  // namespace

bool is_scene_parameter(const sexp::Expression& e) {
  return e.is_atom() && e.text().starts_with('$');
}

Value SceneImport::value_of(const Expression& argument) {
  if (is_scene_parameter(argument)) return parameter(argument);
  if (argument.is_atom()) return std::string(argument.text());
  if (argument.name() != "eval") fail(argument, "an argument is an atom, $name or (eval ...)");
  return evaluate(argument);
}

Values SceneImport::values_of(const Expression& list, std::size_t first) {
  Values values;
  for (std::size_t i = first; i < list.size(); ++i) values.push_back(value_of(list[i]));
  return values;
}

std::string SceneImport::text_of(const Expression& argument) {
  auto text = as_text(value_of(argument));
  if (!text) fail(argument, "a text is expected here");
  return std::move(*text);
}

const Value& SceneImport::parameter(const Expression& atom) {
  const auto it = parameters_.find(atom.text());
  if (it == parameters_.end()) fail(atom, fmt::format("there is no parameter {}", printable(atom.text())));
  if (!it->second.value) fail(atom, fmt::format("the import gives no argument for {}", printable(atom.text())));
  return *it->second.value;
}

bool SceneImport::is_foreign_text(const Expression& argument) const {
  if (!is_scene_parameter(argument)) return false;
  const auto it = parameters_.find(argument.text());
  return it != parameters_.end() && it->second.is_foreign && it->second.value &&
         std::holds_alternative<std::string>(*it->second.value);
}

std::vector<bool> SceneImport::foreign_of(const Expression& list, std::size_t first) const {
  std::vector<bool> foreign;
  for (std::size_t i = first; i < list.size(); ++i) foreign.push_back(is_foreign_text(list[i]));
  return foreign;
}

/// Before anything is built.
void SceneImport::check_arguments() {
  std::vector<std::string> names;
  std::size_t line = 1;
  std::vector<Expression> lists;  // grows while it is walked through
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
  throw Error(
      line,
      fmt::format("the scene takes {} argument{}{}{}{}, not {}", names.size(), names.size() == 1 ? "" : "s",
                  names.empty() ? "" : " (", fmt::join(names, " "), names.empty() ? "" : ")", arguments_.size()),
      ImportOutcome::broken);
}

Value SceneImport::evaluate(const Expression& list) {
  std::string expression;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (is_foreign_text(list[i])) fail(list[i], "a text that comes from outside cannot be a part of (eval ...)");
    const Value part = value_of(list[i]);
    // NaN and infinity have no form in Ruby, and no place in a scene.
    if (!is_finite_value(part)) fail(list[i], fmt::format("{} is not finite", printable(list[i].text())));
    if (i > 1) expression += ' ';
    expression += as_ruby(part);
  }
  Value result;
  try {
    result = ScriptEngine::of(core_).evaluate(expression);
  } catch (const std::exception& error) {
    fail(list, fmt::format("(eval {}): {}", printable(expression, 200), error.what()));
  }
  const bool usable = std::holds_alternative<std::string>(result) || std::holds_alternative<std::int64_t>(result) ||
                      (std::holds_alternative<double>(result) && is_finite_value(result));
  if (!usable)
    fail(list,
         fmt::format("(eval {}) gives {}, no text or finite number", printable(expression, 200), describe(result)));
  return result;
}

}  // namespace spark
