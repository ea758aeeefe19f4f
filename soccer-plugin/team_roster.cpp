// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/team_roster.h"

#include <fmt/format.h>

#include <algorithm>

namespace soccer {

const std::string& TeamRoster::name(Side side) const {
  static const std::string no_name;
  return side == Side::none ? no_name : teams_[side].name;
}

std::string TeamRoster::distinct_name(std::string_view name) {
  return fmt::format("{}_2", name);
}

Side TeamRoster::join(std::string_view name, std::string_view type, std::string* why) {
  std::string unheard;
  std::string& reason = why ? *why : unheard;
  if (name.empty()) return reason = "a team has a name", Side::none;
  const bool is_contest = contestants_.size() == 2;
  if (const auto own = std::ranges::find(contestants_, type); is_contest && own != contestants_.end())
    return join_own(name, *own, contestants_[own == contestants_.begin() ? 1 : 0], reason);
  for (const Side side : {Side::left, Side::right})
    if (teams_[side].called == name) return side;
  for (const Side side : {Side::left, Side::right}) {
    Team& team = teams_[side];
    if (!team.called.empty()) continue;
    team.name = team.called = name;
    return side;
  }
  reason = fmt::format("there are two teams already, '{}' cannot join", name);
  return Side::none;
}

/// Carries out `join` for an agent of type `own` in a match against `other`.
Side TeamRoster::join_own(std::string_view name, const std::string& own, const std::string& other, std::string& why) {
  for (const Side side : {Side::left, Side::right}) {
    const Team& team = teams_[side];
    if (team.called.empty() || team.type != own) continue;
    if (team.called == name) return side;
    why = fmt::format("the team of agent type '{}' is '{}', its agents cannot join '{}'", own, team.called, name);
    return Side::none;
  }
  if (other == name) {
    why = fmt::format("the team name '{}' belongs to agent type '{}', agents of type '{}' cannot use it", name, other,
                      own);
    return Side::none;
  }
  for (const Side side : {Side::left, Side::right}) {
    Team& team = teams_[side];
    if (!team.type.empty() || (!team.called.empty() && team.called != name)) continue;
    const bool is_taken = teams_[opponent(side)].called == name;
    if (team.called.empty()) team.name = is_taken ? distinct_name(name) : std::string(name);
    team.called = name;
    team.type = own;
    return side;
  }
  why = fmt::format("there are two teams already, '{}' cannot join", name);
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
