// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/team_roster.h"

#include <algorithm>

#include "spark/core/check.h"

namespace soccer {

const std::string& TeamRoster::name(Side side) const {
  static const std::string nobody;
  return side == Side::left ? left_.name : side == Side::right ? right_.name : nobody;
}

TeamRoster::Team& TeamRoster::team(Side side) {
  SPARK_DEMAND(side != Side::none);
  return side == Side::left ? left_ : right_;
}

Side TeamRoster::join(std::string_view name) {
  for (const Side side : {Side::left, Side::right}) {
    Team& candidate = team(side);
    if (candidate.name.empty()) candidate.name = name;
    if (candidate.name == name) return side;
  }
  return Side::none;
}

int TeamRoster::take_number(Side side, int wanted) {
  if (side == Side::none) return 0;
  auto& taken = team(side).taken;
  int number = wanted >= 1 && wanted <= kMostPlayers ? wanted : 0;
  if (number == 0) {
    number = kMostPlayers + 1;
    while (number > 1 && !taken[static_cast<std::size_t>(number - 1)]) --number;
    if (number > kMostPlayers)
      number = static_cast<int>(std::find(taken.begin() + 1, taken.end(), false) - taken.begin());
    if (number > kMostPlayers) return 0;
  }
  bool& place = taken[static_cast<std::size_t>(number)];
  if (place) return 0;
  place = true;
  return number;
}

void TeamRoster::release_number(Side side, int number) {
  if (side == Side::none || number < 1 || number > kMostPlayers) return;
  team(side).taken[static_cast<std::size_t>(number)] = false;
}

int TeamRoster::next_start_place(Side side) {
  return side == Side::none ? 0 : team(side).start_places++;
}

}  // namespace soccer
