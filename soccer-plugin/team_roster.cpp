// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/team_roster.h"

#include <algorithm>

namespace soccer {

const std::string& TeamRoster::name(Side side) const {
  static const std::string nobody;
  return side == Side::none ? nobody : teams_[side].name;
}

Side TeamRoster::join(std::string_view name) {
  if (name.empty()) return Side::none;
  for (const Side side : {Side::left, Side::right}) {
    Team& candidate = teams_[side];
    if (candidate.name.empty()) candidate.name = name;
    if (candidate.name == name) return side;
  }
  return Side::none;
}

int TeamRoster::take_number(Side side, int wanted) {
  if (side == Side::none) return 0;
  auto& taken = teams_[side].taken;
  int number = wanted >= 1 && wanted <= kMaxPlayers ? wanted : 0;
  if (number == 0) {
    number = kMaxPlayers + 1;
    while (number > 1 && !taken[static_cast<std::size_t>(number - 1)]) --number;
    if (number > kMaxPlayers)
      number = static_cast<int>(std::find(taken.begin() + 1, taken.end(), false) - taken.begin());
    if (number > kMaxPlayers) return 0;
  }
  bool& place = taken[static_cast<std::size_t>(number)];
  if (place) return 0;
  place = true;
  return number;
}

void TeamRoster::release_number(Side side, int number) {
  if (side == Side::none || number < 1 || number > kMaxPlayers) return;
  teams_[side].taken[static_cast<std::size_t>(number)] = false;
}

int TeamRoster::next_start_place(Side side) {
  return side == Side::none ? 0 : teams_[side].start_places++;
}

}  // namespace soccer
