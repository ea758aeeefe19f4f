// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/agent_environment.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace commserver {
namespace {

constexpr std::string_view kPassed[] = {"PATH",    "HOME",     "USER",      "LOGNAME",         "SHELL",      "TERM",
                                        "TZ",      "LANG",     "LANGUAGE",  "LD_LIBRARY_PATH", "PYTHONPATH", "PERL5LIB",
                                        "RUBYLIB", "LUA_PATH", "LUA_CPATH", "CLASSPATH",       "JAVA_HOME"};

std::string_view variable_name(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

bool is_passed(std::string_view variable) {
  const std::string_view name = variable_name(variable);
  return name.starts_with("LC_") || std::ranges::find(kPassed, name) != std::end(kPassed);
}

}  // namespace

std::vector<char*> agent_environment(Inherited inherited, const std::vector<const char*>& more) {
  std::vector<char*> result;
  const auto is_replaced = [&](std::string_view variable) {
    return std::ranges::any_of(more,
                               [&](const char* other) { return variable_name(other) == variable_name(variable); });
  };
  for (char** each = environ; *each; ++each)
    if ((inherited == Inherited::all || is_passed(*each)) && !is_replaced(*each)) result.push_back(*each);
  for (const char* each : more) result.push_back(const_cast<char*>(each));
  result.push_back(nullptr);
  return result;
}

}  // namespace commserver
