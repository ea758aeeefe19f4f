// SPDX-License-Identifier: Apache-2.0
// Property files: each line is a property, an error with its place, or nothing. An error is reported in one line with
// its place, and the accepted properties are the same after writing them in plain form and reading them again.
#include <stdexcept>
#include <string>

#include "gateways/rtm/host/manager_settings.h"
#include "gateways/rtm/host/properties.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using rtm_host::Properties;

namespace {

bool is_one_line(std::string_view text) {
  return !text.empty() && text.find('\n') == text.npos;
}

void check_values(const Properties& properties) {
  Properties again;
  std::size_t kept = 0;
  for (const auto& [key, value] : properties.values()) {
    demand(!key.empty() && key.find_first_of(" \t\r\n:=") == key.npos);
    demand(value.text.find('\n') == value.text.npos && value.place.starts_with("case:"));
    // These would be comments or continuation lines.
    if (key.starts_with('#') || key.starts_with('!') || value.text.ends_with('\\')) continue;
    again.read("\n" + key + ": " + value.text + "\r\n", "again");
    demand(again.find(key) != nullptr && again.find(key)->text == value.text);
    ++kept;
  }
  demand(again.values().size() == kept && again.problems().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const std::string_view text = fuzz::as_text(octets, size);
  Properties properties;
  properties.read(text, "case");
  check_values(properties);
  demand(properties.problems().size() <= Properties::kMaxProblems + 1);
  for (const auto& problem : properties.problems()) demand(is_one_line(problem.text));
  if (text.find("config_file") != text.npos) return 0;  // would read any file of this machine
  try {
    const rtm_host::ManagerSettings settings = rtm_host::read_manager_settings(properties);
    for (const std::string& remark : settings.remarks) demand(is_one_line(remark));
    for (const rtm_host::ParameterSetting& one : settings.parameters)
      demand(!one.owner.empty() && !one.parameter.empty() && one.place.starts_with("case:"));
  } catch (const std::runtime_error& error) {
    const std::string_view line = error.what();
    demand(is_one_line(line) && line.starts_with("case:"));
  }
  return 0;
}
