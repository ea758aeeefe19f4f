// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/team/settings.h"

#include <algorithm>
#include <array>

#include "agent-sample/team/text_lines.h"

namespace rcss3d::agent {
namespace {

struct SettingRow {
  std::string_view name;
  double least, most;
  double& (*value)(Settings&);
};

constexpr std::array kSettings = {
    SettingRow{"shot_distance", 0, 1000, [](Settings& s) -> double& { return s.kicks.shot_distance; }},
    SettingRow{"min_elevation", 0, 50, [](Settings& s) -> double& { return s.kicks.min_elevation; }},
    SettingRow{"max_elevation", 0, 50, [](Settings& s) -> double& { return s.kicks.max_elevation; }},
    SettingRow{"min_power", 1, 100, [](Settings& s) -> double& { return s.kicks.min_power; }},
    SettingRow{"shot_weight", 0, 100, [](Settings& s) -> double& { return s.kicks.shot_weight; }},
    SettingRow{"pass_weight", 0, 100, [](Settings& s) -> double& { return s.kicks.pass_weight; }},
    SettingRow{"lob_weight", 0, 100, [](Settings& s) -> double& { return s.kicks.lob_weight; }},
    SettingRow{"dribble_weight", 0, 100, [](Settings& s) -> double& { return s.kicks.dribble_weight; }},
    SettingRow{"clear_weight", 0, 100, [](Settings& s) -> double& { return s.kicks.clear_weight; }},
    SettingRow{"pressing", 0, 11, [](Settings& s) -> double& { return s.defence.pressing; }},
    SettingRow{"marking_gap", 0, 100, [](Settings& s) -> double& { return s.defence.marking_gap; }},
    SettingRow{"cover_gap", 0, 100, [](Settings& s) -> double& { return s.defence.cover_gap; }},
    SettingRow{"danger_lead", -10, 10, [](Settings& s) -> double& { return s.defence.danger_lead; }},
    SettingRow{"marking_depth", 0, 1, [](Settings& s) -> double& { return s.defence.marking_depth; }},
    SettingRow{"near_line", 0, 100, [](Settings& s) -> double& { return s.keeper.near_line; }},
    SettingRow{"off_line", 0, 100, [](Settings& s) -> double& { return s.keeper.off_line; }},
    SettingRow{"leave_lead", -10, 10, [](Settings& s) -> double& { return s.keeper.leave_lead; }},
    SettingRow{"area_depth", 0, 100, [](Settings& s) -> double& { return s.keeper.area_depth; }},
    SettingRow{"push_up", -100, 100, [](Settings& s) -> double& { return s.push_up; }},
};

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

}  // namespace

std::string read_settings(std::string_view text, Settings& settings) {
  return for_each_line(text, [&](LineReader& line) -> std::string {
    const std::string_view name = line.word();
    if (name == "formations") {
      settings.formations = line.word();
      return is_plain_name(settings.formations) ? "" : "formations is a name of letters and digits";
    }
    const auto row = std::find_if(kSettings.begin(), kSettings.end(),
                                  [&](const SettingRow& candidate) { return candidate.name == name; });
    constexpr std::size_t kMaxNameInError = 40;
    if (row == kSettings.end()) return "there is no setting " + std::string(name.substr(0, kMaxNameInError));
    double value = 0;
    if (!line.number(value, 1e9) || !(value >= row->least && value <= row->most))
      return std::string(name) + " is a number from " + std::to_string(static_cast<int>(row->least)) + " to " +
             std::to_string(static_cast<int>(row->most));
    row->value(settings) = value;
    return {};
  });
}

}  // namespace rcss3d::agent
