// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/option_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace spark {

std::string with_dashes(std::string_view name) {
  return fmt::format("{}{}", name.size() == 1 ? "-" : "--", name);
}

void OptionTable::add(Option option) {
  for (const std::string& name : option.names)
    if (find(name)) throw std::logic_error(fmt::format("two options are called {}", with_dashes(name)));
  option.section = section_;
  option.usual_value = fmt::format("{}", fmt::join(option.value.written(), " "));
  options_.push_back(std::move(option));
}

void OptionTable::add_questions() {
  const std::vector<std::string> help =
      find("h") ? std::vector<std::string>{"help"} : std::vector<std::string>{"h", "help"};
  add({.names = help, .value = flag(help_), .help = "show this text", .in_files = false});
  add({.names = {"version"}, .value = flag(version_), .help = "show the version", .in_files = false});
  add({.names = {"help_as_markdown"},
       .value = flag(documentation_),
       .help = "print the options as the documentation has them",
       .in_files = false,
       .is_hidden = true});
}

const Option* OptionTable::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const Option& option) {
    return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
  });
  return found == options_.end() ? nullptr : &*found;
}

const Option* OptionTable::operand() const {
  const auto found = std::find_if(options_.begin(), options_.end(), [](const Option& one) { return one.is_operand; });
  return found == options_.end() ? nullptr : &*found;
}

std::vector<std::string> OptionTable::names() const {
  std::vector<std::string> names;
  for (const Option& option : options_)
    for (const std::string& name : option.names)
      if (!option.is_hidden && name.size() > 1) names.push_back(name);
  return names;
}

NamedValues OptionTable::in_force() const {
  NamedValues all;
  for (const Option& option : options_)
    if (option.in_files)
      for (const std::string& value : option.value.written()) all.emplace_back(option.names.front(), value);
  return all;
}

void OptionTable::take(const NamedValues& given,
                       const std::function<void(const std::string& name, const std::string& value)>& otherwise) const {
  std::vector<std::pair<const Option*, std::pair<std::string, GivenValues>>> grouped;
  for (const auto& [name, value] : given) {
    const Option* option = find(name);
    if (!option) {
      otherwise(name, value);
      continue;
    }
    auto group = std::find_if(grouped.begin(), grouped.end(), [&](const auto& each) { return each.first == option; });
    if (group == grouped.end()) group = grouped.insert(grouped.end(), {option, {}});
    group->second.first = name;
    group->second.second.push_back(value);
  }
  for (const auto& [option, named] : grouped) option->value.read(with_dashes(named.first), named.second);
}

}  // namespace spark
