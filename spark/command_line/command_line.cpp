// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "spark/command_line/option_help.h"
#include "spark/core/near_name.h"

namespace spark {
namespace {

[[noreturn]] void refuse_unknown(const OptionTable& table, const std::string& argument, const std::string& otherwise) {
  if (!argument.starts_with('-')) throw WrongUsage(fmt::format("'{}': expected an option, like --help", argument));
  const std::string name = argument.substr(0, argument.find('='));
  const std::size_t letters = name.find_first_not_of('-');
  const std::string hint = did_you_mean(letters == name.npos ? "" : name.substr(letters), table.names());
  throw WrongUsage(fmt::format("{}: there is no such option{}", name, hint.empty() ? otherwise : hint));
}

/// The name of that option that was typed last, without dashes; it may have several.
std::string as_typed(const Option& option, const std::vector<std::string>& arguments) {
  std::string typed = option.names.front();
  for (const std::string& argument : arguments)
    for (const std::string& name : option.names)
      if (argument.substr(0, argument.find('=')) == with_dashes(name)) typed = name;
  return typed;
}

CLI::Option* add_to(CLI::App& app, const Option& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ",") + with_dashes(name);
  CLI::Option* added = option.value.kind == OptionValue::Kind::flag ? app.add_flag(names) : app.add_option(names);
  if (option.value.kind != OptionValue::Kind::flag) added->expected(option.value.least_words, option.value.most_words);
  // Which of several values count is the table's business.
  return added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(option.value.most_words > 2);
}

/// "--name=" gives an empty value; CLI11 would take the next argument for it.
void part_empty_values(const OptionTable& table, std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with("--") || !arguments[i].ends_with('=')) continue;
    const Option* option = table.find(std::string_view(arguments[i]).substr(2, arguments[i].size() - 3));
    if (!option || option->value.kind == OptionValue::Kind::flag) continue;
    arguments[i].pop_back();
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::string());
  }
}

/// Takes the words behind the first "--" away and returns them: with an operand in the table they are values of it,
/// whatever they begin with.
std::vector<std::string> take_plain_words(const OptionTable& table, std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  if (end == arguments.end() || !table.operand()) return {};
  std::vector<std::string> plain(end + 1, arguments.end());
  arguments.erase(end, arguments.end());
  return plain;
}

}  // namespace

NamedValues split_arguments(const OptionTable& table, std::vector<std::string> arguments,
                            const std::string& otherwise) {
  CLI::App app;
  app.set_help_flag();  // it is in the table
  app.allow_extras();
  std::vector<std::pair<const Option*, const CLI::Option*>> known;
  for (const Option& option : table.all()) known.emplace_back(&option, add_to(app, option));
  const std::vector<std::string> plain = take_plain_words(table, arguments);
  part_empty_values(table, arguments);
  const std::vector<std::string> given = arguments;
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes a vector back to front
  try {
    app.parse(arguments);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    const std::string name = what.substr(0, what.find(':'));
    const Option* option = table.find(name.substr(std::min(name.size(), name.find_first_not_of('-'))));
    throw WrongUsage(
        fmt::format("{}: a value is missing", option ? with_dashes(as_typed(*option, given)) : std::string(name)));
  } catch (const CLI::Error& error) {
    std::string what = error.what();
    std::replace(what.begin(), what.end(), '\n', ' ');
    throw WrongUsage(what);
  }
  NamedValues values;
  for (const auto& [option, parsed] : known)
    for (const std::string& value : parsed->results()) values.emplace_back(as_typed(*option, given), value);
  std::vector<std::string> unknown;
  for (const std::string& word : app.remaining()) {
    const bool stands_alone = word == "-" || !word.starts_with('-');
    if (stands_alone && table.operand())
      values.emplace_back(table.operand()->names.front(), word);
    else
      unknown.push_back(word);
  }
  for (const std::string& word : plain) values.emplace_back(table.operand()->names.front(), word);
  // Somebody who asks for help may have misspelt other things.
  if (!unknown.empty() && !answer_questions(table, values)) refuse_unknown(table, unknown.front(), otherwise);
  return values;
}

std::optional<std::string> answer_questions(const OptionTable& table, const NamedValues& given) {
  const auto asked = [&](const char* name) {
    const Option* option = table.find(name);
    return std::any_of(given.begin(), given.end(),
                       [&](const auto& named) { return option && table.find(named.first) == option; });
  };
  if (asked("help")) return help_text(table, help_width());
  if (asked("version")) return fmt::format("{} {}\n", table.program().name, table.program().version);
  if (asked("help_as_markdown")) return help_as_markdown(table);
  return std::nullopt;
}

std::optional<std::string> read_command_line(const OptionTable& table, int argc, const char* const* argv) {
  const NamedValues given = split_arguments(table, {argv + 1, argv + argc});
  if (auto answer = answer_questions(table, given)) return answer;
  table.take(given, [](const std::string&, const std::string&) {});
  table.check_modes(given);
  return std::nullopt;
}

}  // namespace spark
