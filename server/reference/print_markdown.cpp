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

/// A paragraph in lines of at most 100 characters, as far as its words allow that, and a blank line.
std::string paragraph(std::string text) {
  constexpr std::size_t kWidth = 100;
  for (std::size_t begin = 0; text.size() - begin > kWidth;) {
    std::size_t end = text.rfind(' ', begin + kWidth);
    if (end == std::string::npos || end <= begin) end = text.find(' ', begin + kWidth);
    if (end == std::string::npos) break;
    text[end] = '\n';
    begin = end + 1;
  }
  return text + "\n\n";
}

std::string comma_before(const std::string& text) {
  return text.empty() ? "" : ", " + text;
}

void add_markdown(std::string& text, const Reference::Effector& each) {
  text += fmt::format("### `{}`\n\n", action_form(each));
  text += paragraph(fmt::format("{} {}.{}", each.help, each.class_name,
                                each.is_trigger ? "" : " What is set holds until the next such action."));
  if (each.parameters.empty()) return;
  text += "| parameter | type | range | |\n|---|---|---|---|\n";
  for (const auto& parameter : each.parameters)
    text += fmt::format("| {}{} | {}{} | {} | {} |\n", parameter.name, parameter.named ? " (by name)" : "",
                        to_string(parameter.kind), comma_before(parameter.unit),
                        range_text(parameter.range, !each.is_trigger), cell(parameter.help));
  text += '\n';
}

void add_markdown(std::string& text, const Reference::Perceptor& each) {
  text += fmt::format("### {}\n\n`{}`\n\n", each.predicate, each.form);
  std::string about = each.class_name + '.';
  for (std::size_t i = 0; i < each.fields.size(); ++i)
    about += fmt::format("{} {} ({}{})", i == 0 ? " Its numbers:" : ",", each.fields[i].name,
                         to_string(each.fields[i].kind), comma_before(each.fields[i].unit));
  text += paragraph(std::move(about) + (each.fields.empty() ? "" : "."));
}

void add_markdown(std::string& text, const Reference::Class& each) {
  text += fmt::format("### {}\n\n", each.name);
  std::string about(each.help);
  if (!each.base.empty()) about += fmt::format(" Based on {}.", each.base);
  if (!each.can_be_created) about += " Cannot be created.";
  if (!each.module.empty()) about += fmt::format(" After `importBundle '{}'`.", each.module);
  text += paragraph(std::move(about));
  if (each.methods.empty()) return;
  text += "| method | |\n|---|---|\n";
  for (const auto& method : each.methods)
    text += fmt::format("| {} | {}{} |\n", cell(method_form(method)), cell(method.help),
                        method.immediate ? " Scene files call it where it appears." : "");
  text += '\n';
}

template <typename Each>
void add_markdown_section(std::string& text, std::string_view title, const std::vector<Each>& all) {
  if (all.empty()) return;
  text += fmt::format("## {}\n\n", title);
  for (const auto& each : all) add_markdown(text, each);
}

}  // namespace

std::string as_markdown(const Reference& reference) {
  std::string text;
  add_markdown_section(text, "Effectors", reference.effectors);
  add_markdown_section(text, "Perceptors", reference.perceptors);
  add_markdown_section(text, "Classes", reference.classes);
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace server
