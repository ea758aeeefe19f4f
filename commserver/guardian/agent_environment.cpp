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

bool is_passed(std::string_view variable) {
  const std::string_view name = variable.substr(0, variable.find('='));
  return name.starts_with("LC_") || std::ranges::find(kPassed, name) != std::end(kPassed);
}

}  // namespace

std::vector<char*> agent_environment() {
  std::vector<char*> result;
  for (char** each = environ; *each; ++each)
    if (is_passed(*each)) result.push_back(*each);
  result.push_back(nullptr);
  return result;
}

}  // namespace commserver
