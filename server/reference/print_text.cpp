// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "server/reference/reference.h"
#include "server/reference/wording.h"

namespace server {
namespace {

std::string origin(const Reference::Class& each) {
  std::string text;
  if (!each.base.empty()) text += fmt::format(", based on {}", each.base);
  if (!each.can_be_created) text += ", cannot be created";
  if (!each.module.empty()) text += fmt::format(", importBundle '{}'", each.module);
  return text;
}

void add_text(std::string& text, const Reference::Class& each) {
  text += fmt::format("{}{}\n  {}\n", each.name, origin(each), each.help);
  for (const auto& method : each.methods) text += fmt::format("  {}\n      {}\n", method_form(method), method.help);
  text += '\n';
}

void add_text(std::string& text, const Reference::Effector& each) {
  text += fmt::format("{}  {}\n  {}\n", action_form(each), each.class_name, each.help);
  for (const auto& parameter : each.parameters) {
    text += fmt::format("  {}: {}", parameter.name, to_string(parameter.kind));
    if (!parameter.unit.empty()) text += fmt::format(", {}", parameter.unit);
    if (const auto range = range_text(parameter.range, !each.is_trigger); !range.empty())
      text += fmt::format(", {}", range);
    if (!parameter.help.empty()) text += fmt::format("; {}", parameter.help);
    text += '\n';
  }
  if (!each.is_trigger) text += "  What is set holds until the next such action.\n";
  text += '\n';
}

void add_text(std::string& text, const Reference::Perceptor& each) {
  text += fmt::format("{}  {}\n  {}\n", each.predicate, each.class_name, each.form);
  for (const auto& field : each.fields)
    text +=
        fmt::format("  {}: {}{}{}\n", field.name, to_string(field.kind), field.unit.empty() ? "" : ", ", field.unit);
  text += '\n';
}

template <typename Each>
void add_text_section(std::string& text, std::string_view title, const std::vector<Each>& all) {
  if (all.empty()) return;
  text += fmt::format("{}\n\n", title);
  for (const auto& each : all) add_text(text, each);
}

}  // namespace

std::string as_text(const Reference& reference) {
  std::string text;
  add_text_section(text, "EFFECTORS", reference.effectors);
  add_text_section(text, "PERCEPTORS", reference.perceptors);
  add_text_section(text, "CLASSES", reference.classes);
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace server
