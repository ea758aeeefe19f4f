// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "server/reference/reference.h"
#include "server/reference/wording.h"

namespace server {
namespace {

/// For a cell of a table.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, 1, '\\');
  return text;
}

std::string comma_before(const std::string& text) {
  return text.empty() ? "" : ", " + text;
}

void add(std::string& text, const Reference::Effector& each) {
  text += fmt::format("### `{}`\n\n{} {}.{}\n\n", action_form(each), each.help, each.class_name,
                      each.is_trigger ? "" : " What is set holds until the next such action.");
  if (each.parameters.empty()) return;
  text += "| parameter | type | range | |\n|---|---|---|---|\n";
  for (const auto& parameter : each.parameters)
    text += fmt::format("| {}{} | {}{} | {} | {} |\n", parameter.name, parameter.named ? " (by name)" : "",
                        to_string(parameter.kind), comma_before(parameter.unit),
                        range_text(parameter.range, !each.is_trigger), cell(parameter.help));
  text += '\n';
}

void add(std::string& text, const Reference::Perceptor& each) {
  text += fmt::format("### {}\n\n`{}`\n\n{}.", each.predicate, each.form, each.class_name);
  if (!each.fields.empty()) {
    text += " Its numbers:";
    for (std::size_t i = 0; i < each.fields.size(); ++i)
      text += fmt::format("{} {} ({}{})", i == 0 ? "" : ",", each.fields[i].name, to_string(each.fields[i].kind),
                          comma_before(each.fields[i].unit));
    text += '.';
  }
  text += "\n\n";
}

void add(std::string& text, const Reference::Class& each) {
  text += fmt::format("### {}\n\n{}", each.name, each.help);
  if (!each.base.empty()) text += fmt::format(" Based on {}.", each.base);
  if (!each.can_be_created) text += " Cannot be created.";
  if (!each.module.empty()) text += fmt::format(" After `importBundle '{}'`.", each.module);
  text += "\n\n";
  if (each.methods.empty()) return;
  text += "| method | |\n|---|---|\n";
  for (const auto& method : each.methods)
    text += fmt::format("| {} | {}{} |\n", cell(method_form(method)), cell(method.help),
                        method.immediate ? " Scene files call it where it stands." : "");
  text += '\n';
}

template <typename Each>
void add_section(std::string& text, std::string_view title, const std::vector<Each>& all) {
  if (all.empty()) return;
  text += fmt::format("## {}\n\n", title);
  for (const auto& each : all) add(text, each);
}

}  // namespace

std::string as_markdown(const Reference& reference) {
  std::string text;
  add_section(text, "Effectors", reference.effectors);
  add_section(text, "Perceptors", reference.perceptors);
  add_section(text, "Classes", reference.classes);
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace server
