// SPDX-License-Identifier: Apache-2.0
#include "server/options/file_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "server/options/own_files.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using Kind = OptionValue::Kind;

bool is_named(const NamedValues& given, const OptionTable& table, const std::string& name) {
  const Option* option = table.find(name);
  const std::string& variable = option ? option->variable : name;
  return std::ranges::any_of(given, [&](const auto& one) {
    const Option* other = table.find(one.first);
    return one.first == name || (option && other == option) || (!variable.empty() && one.first == variable) ||
           (other && !other->variable.empty() && other->variable == variable);
  });
}

/// The option that sets that variable, or has that name; null if there is none.
const Option* option_of(const OptionTable& table, const std::string& name) {
  if (const Option* option = table.find(name)) return option;
  const auto& all = table.all();
  const auto found = std::ranges::find(all, name, &Option::variable);
  return found == all.end() ? nullptr : &*found;
}

bool is_below_here(const fs::path& name) {
  const fs::path normal = name.lexically_normal();
  return name.is_relative() && (normal.empty() || *normal.begin() != "..");
}

bool may_name(const Option& option, const std::string& value, const OwnFiles& own) {
  if (value.empty() || (option.below_here && is_below_here(value))) return true;
  // "off" is not a folder.
  if (option.value.placeholder.ends_with("|" + value)) return true;
  return option.value.kind == Kind::folder ? own.is_home(value) : own.has(value);
}

/// The file in `value` that a file of parameters must not name; nothing if there is none.
std::optional<fs::path> refused(const std::string& name, const std::string& value, const OptionTable& table,
                                const OwnFiles& own) {
  if (const Option* option = option_of(table, name);
      option && (option->value.kind == Kind::file || option->value.kind == Kind::folder))
    return may_name(*option, value, own) ? std::nullopt : std::optional<fs::path>(value);
  return Variables::is_name(name) ? own.foreign_file_in(value) : std::nullopt;
}

}  // namespace

std::string last_value(const NamedValues& given, const OptionTable& table, std::string_view option,
                       const std::string& otherwise) {
  std::string value = otherwise;
  for (const auto& [name, text] : given)
    if (table.find(name) == table.find(option)) value = text;
  return value;
}

void check_names(const fs::path& file, const NamedValues& given, const NamedValues& command_line,
                 const OptionTable& table) {
  const auto refuse = [&](const std::string& why) {
    throw WrongUsage(fmt::format("--parameters {}: {}", file.string(), why));
  };
  for (const auto& [name, value] : given)
    if (const Option* option = table.find(name);
        option && !option->in_files && (option->value.kind == Kind::file || option->value.kind == Kind::folder))
      refuse(fmt::format("--{} names a file, and can only be given on the command line", name));
  if (is_named(command_line, table, "trust_scripts")) return;
  const bool is_off = last_value(given, table, "home") == "off";
  const OwnFiles own(last_value(command_line, table, "home", is_off ? "off" : ""));
  for (const auto& [name, value] : given) {
    if (is_named(command_line, table, name)) continue;
    if (const auto foreign = refused(name, value, table, own))
      refuse(
          fmt::format("--{} {} is not one of this server's own files: if you trust it, give --{} {} as well, or "
                      "--trust_scripts for all that this file names",
                      name, foreign->string(), name, value));
  }
}

bool guards(const OptionTable& table, const std::string& name, const std::string& value) {
  const Option* const option = option_of(table, name);
  return option && option->guards && !value.empty() && value != option->usual_value && value != option->usual;
}

std::vector<std::string> take_out_guards(NamedValues& given, const NamedValues& command_line,
                                         const OptionTable& table) {
  std::vector<std::string> taken_out;
  if (is_named(command_line, table, "trust_scripts")) return taken_out;
  std::erase_if(given, [&](const auto& one) {
    const auto& [name, value] = one;
    const Option* option = option_of(table, name);
    if (!option || !option->guards) return false;
    if (guards(table, name, value) && !is_named(command_line, table, name))
      taken_out.push_back(fmt::format("{} {}", with_dashes(name), value));
    return true;
  });
  return taken_out;
}

std::string named_from_here(const std::string& value) {
  if (names_file(value)) return fs::absolute(value).string();
  std::string all;
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t end = std::min(value.find(':', at), value.size());
    const std::string part = value.substr(at, end - at);
    all += fmt::format("{}{}", at > 0 ? ":" : "", names_file(part) ? fs::absolute(part).string() : part);
    at = end + 1;
  }
  return all;
}

}  // namespace server
