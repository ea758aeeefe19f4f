// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "soccer-plugin/soccer_types.h"

namespace soccer {

/// The two teams: names in order of their first init, numbers taken, start places assigned (behaviour 3.2, 6.7).
class TeamRoster {
 public:
  static constexpr int kMaxPlayers = 11;

  const std::string& name(Side side) const;
  /// The side of that team name; an unknown name takes the first free side, a third one gets `none`. So does an empty
  /// one: it would be every side that nobody has named yet.
  Side join(std::string_view name);
  /// Takes a number: `wanted` 1 … 11 if it is free; 0 means one more than the largest so far, or the lowest free one
  /// when that is past 11; other numbers count as 0. Returns 0 if it is refused (taken, or the team is full).
  int take_number(Side side, int wanted);
  void release_number(Side side, int number);
  /// How many inits of this side came before; counts up with every call.
  int next_start_place(Side side);

 private:
  struct Team {
    std::string name;
    std::array<bool, kMaxPlayers + 1> taken{};
    int start_places = 0;
  };
  PerSide<Team> teams_;
};

}  // namespace soccer
