// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/ending.h"

#include <fmt/format.h>

#include "spark/core/log.h"

namespace monitor {
namespace {
/// s of the game's clock; before this time a trainer may end a match whose agents have not sent their teams yet.
constexpr double kMayCome = 10.0;
}  // namespace

Ending ending_of(const Report& report, Absent absent) {
  Ending ending;
  const bool is_absence = absent.was_expected && (absent.is_gone || report.time >= kMayCome);
  for (const Side side : {Side::left, Side::right}) {
    const Report::TeamLine& team = report.team(side);
    const bool has_come = team.max_players > 0;
    if (team.last_players > 0) ending.winner = side;
    if (team.last_players > 0 || (!has_come && !is_absence)) continue;
    ending.is_walk_over = true;
    if (!ending.why.empty()) ending.why += ", ";
    ending.why += has_come ? fmt::format("{} has lost all its players", spark::printable(team.name))
                           : fmt::format("the {} team never came", side == Side::left ? "left" : "right");
  }
  if (!ending.is_walk_over) ending.winner = Side::none;
  return ending;
}

}  // namespace monitor
