// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/option_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace spark {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a mode is on: it has a value, and a flag is not 0.
bool is_in_force(const Option& mode) {
  const GivenValues values = mode.value.written();
  return !values.empty() && (mode.value.kind != OptionValue::Kind::flag || values.front() != "0");
}

using Given = OptionTable::Given;

/// The name as typed, or the first name for an option from a file.
std::string name_of(const Option& option, const std::vector<Given>& given) {
  const auto typed = std::find_if(given.begin(), given.end(), [&](const Given& one) { return one.second == &option; });
  return with_dashes(typed == given.end() ? option.names.front() : typed->first);
}

void check_pair(const Given& one, const Given& other) {
  const auto refuses = [](const Option& a, const Option& b) { return contains(a.not_with, b.names.front()); };
  if (refuses(*one.second, *other.second) || refuses(*other.second, *one.second))
    throw WrongUsage(fmt::format("{} and {}: expected one of them", with_dashes(one.first), with_dashes(other.first)));
}

void check_two_modes(const Option& mode, const Option& other, const std::vector<Given>& given) {
  if (!contains(mode.with, other.names.front()) && !contains(other.with, mode.names.front()))
    throw WrongUsage(fmt::format("{} and {}: expected one of them", name_of(mode, given), name_of(other, given)));
}

void check_option(const Given& one, const std::vector<const Option*>& modes, const std::vector<Given>& given) {
  const Option& option = *one.second;
  if (option.with.empty() || (modes.empty() && contains(option.with, kUsualWork))) return;
  for (const Option* mode : modes)
    if (contains(option.with, mode->names.front())) return;
  if (modes.empty())
    throw WrongUsage(fmt::format("{}: expected {} with it", with_dashes(one.first), listed(option.with, "or")));
  throw WrongUsage(fmt::format("{}: has no effect with {}", with_dashes(one.first), name_of(*modes.front(), given)));
}

}  // namespace

std::string with_dashes(std::string_view name) {
  return fmt::format("{}{}", name.size() == 1 ? "-" : "--", name);
}

std::string listed(const std::vector<std::string>& names, std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? fmt::format(" {} ", word) : std::string(", ");
    text += with_dashes(names[i]);
  }
  return text;
}

void OptionTable::add(Option option) {
  for (const std::string& name : option.names)
    if (find(name)) throw std::logic_error(fmt::format("two options are called {}", with_dashes(name)));
  option.section = section_;
  if (option.with.empty() && !option.is_mode) option.with = section_with_;
  option.usual_value = fmt::format("{}", fmt::join(option.value.written(), " "));
  options_.push_back(std::move(option));
}

void OptionTable::add_questions() {
  const std::vector<std::string> help =
      find("h") ? std::vector<std::string>{"help"} : std::vector<std::string>{"h", "help"};
  questions_ = options_.size();
  section_with_.clear();
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

void OptionTable::check_modes(const std::vector<Given>& given) const {
  std::vector<const Option*> modes;
  for (const Option& option : options_)
    if (option.is_mode && is_in_force(option)) modes.push_back(&option);
  for (const Given& one : given)
    if (one.second->is_mode && one.second->value.written().empty())  // as in --verify "$FOLDER" if that is empty
      throw WrongUsage(fmt::format("{}: a value is missing", with_dashes(one.first)));
  for (std::size_t i = 0; i < modes.size(); ++i)
    for (std::size_t j = i + 1; j < modes.size(); ++j) check_two_modes(*modes[i], *modes[j], given);
  for (const Given& one : given) {
    for (const Given& other : given) check_pair(one, other);
    if (!one.second->is_mode) check_option(one, modes, given);
  }
}

void OptionTable::check_modes(const NamedValues& given) const {
  std::vector<Given> known;
  for (const auto& [name, value] : given)
    if (const Option* option = find(name)) known.emplace_back(name, option);
  check_modes(known);
}

std::vector<std::string> OptionTable::options_of_mode(const Option& mode) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < questions_.value_or(options_.size()); ++i) {
    const Option& option = options_[i];
    const bool goes_with_it = option.with.empty() || contains(option.with, mode.names.front());
    if (goes_with_it && !option.is_hidden && !option.is_mode && !option.is_operand &&
        !contains(option.not_with, mode.names.front()))
      names.push_back(option.names.front());
  }
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
