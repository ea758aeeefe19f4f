// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/command_line/near_name.h"
#include "spark/command_line/option_values.h"

namespace spark {
namespace {

[[noreturn]] void refuse_unknown(const CLI::App& app, const std::string& argument, const std::string& otherwise) {
  if (!argument.starts_with('-')) throw WrongUsage(fmt::format("'{}': expected an option, like --help", argument));
  const std::string name = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  const std::size_t letters = name.find_first_not_of('-');
  const std::string hint = did_you_mean(letters == name.npos ? "" : name.substr(letters), names);
  throw WrongUsage(fmt::format("{}: there is no such option{}", name, hint.empty() ? otherwise : hint));
}

/// The name of that option that was typed; it may have several.
std::string as_typed(const CLI::App& app, const std::string& name, const std::vector<std::string>& given) {
  const CLI::Option* option = app.get_option_no_throw(name);
  for (const std::string& argument : given)
    if (const std::string typed = argument.substr(0, argument.find('='));
        option && typed.starts_with("--") && option->check_name(typed))
      return typed;
  return name;
}

}  // namespace

void parse_command_line(CLI::App& app, std::vector<std::string> arguments, const std::string& otherwise) {
  app.allow_extras();
  const std::vector<std::string> given = arguments;
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes a vector back to front
  try {
    app.parse(arguments);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    throw WrongUsage(fmt::format("{}: a value is missing", as_typed(app, what.substr(0, what.find(':')), given)));
  } catch (const CLI::ConversionError& error) {
    // "Could not convert: --port = abc": what is read into numbers is all that is converted.
    const std::string what = error.what();
    const std::size_t name = what.find("--"), equals = what.find(" = ");
    if (name == what.npos || equals == what.npos || equals < name) throw WrongUsage(what);
    refuse_value(what.substr(name, equals - name), what.substr(equals + 3), "a number");
  } catch (const CLI::Error& error) {
    std::string what = error.what();
    std::replace(what.begin(), what.end(), '\n', ' ');
    throw WrongUsage(what);
  }
  if (const auto unknown = app.remaining(); !unknown.empty()) refuse_unknown(app, unknown.front(), otherwise);
}

void parse_command_line(CLI::App& app, int argc, const char* const* argv) {
  parse_command_line(app, {argv + 1, argv + argc});
}

}  // namespace spark
