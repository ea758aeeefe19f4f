// SPDX-License-Identifier: Apache-2.0
#include "server/open_names.h"

#include <fmt/format.h>

#include <stdexcept>

#include "server/engine_options.h"
#include "server/options.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

/// The option of the table that sets a variable; null if `name` is another's.
const Option* switch_of(const OptionTable& table, std::string_view name) {
  const Option* option = table.find(name);
  return option && !option->variable.empty() ? option : nullptr;
}

}  // namespace

OpenArguments split_open_names(const std::vector<std::string>& arguments, const OptionTable& table) {
  OpenArguments result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") continue;  // 0.5.2 passed what follows on to the engine; here both read the same options
    const auto equals = argument.find('=');
    const std::string name =
        argument.starts_with("--") ? argument.substr(2, equals == argument.npos ? equals : equals - 2) : "";
    const bool is_variable = Variables::is_name(name);
    if (!is_variable && !switch_of(table, name) && !is_engine_option(name)) {
      result.others.push_back(argument);
      continue;
    }
    const bool has_next = i + 1 < arguments.size();
    const bool next_is_value = has_next && (is_variable || !arguments[i + 1].starts_with("--"));
    if (is_variable && equals == argument.npos && !has_next)
      throw std::runtime_error(fmt::format("--{}: a value is missing", name));
    result.named.emplace_back(name, equals != argument.npos ? argument.substr(equals + 1)
                                    : next_is_value         ? arguments[++i]
                                                            : std::string());
  }
  return result;
}

NamedValues take_open_names(const NamedValues& given, const OptionTable& table, Options& options) {
  NamedValues others;
  for (const auto& [name, value] : given)
    if (const Option* option = switch_of(table, name))
      option->value.read(with_dashes(name), {value});
    else if (Variables::is_name(name))
      options.variables.emplace_back(name, value);
    else if (is_engine_option(name))
      options.ignored.push_back(name);
    else
      others.emplace_back(name, value);
  return others;
}

}  // namespace server
