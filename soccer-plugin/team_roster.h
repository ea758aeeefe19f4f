// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "soccer-plugin/soccer_types.h"

namespace soccer {

/// The two teams: names in order of their first init, numbers taken, start places assigned (behaviour 3.2, 6.7).
class TeamRoster {
 public:
  static constexpr int kMaxPlayers = 11;

  /// The name of the team for monitors and reports; empty until an agent has joined it. If both teams have the same
  /// name, the second one has its `distinct_name`.
  const std::string& name(Side side) const;
  /// The two types of agents that play against each other, as `GameControlServer` has them; anything else means that
  /// types do not matter. To be called before the first `join`.
  void set_contestants(std::vector<std::string> types) { contestants_ = std::move(types); }
  /// The side of that team name; an unknown name takes the first free side, a third one gets `none`. So does an empty
  /// one, which would match every side without a name.
  ///
  /// Between two contestants each type has one team, by the name that its first agent gives: no agent of the other type
  /// can join it, and none of its own any other. The name of a type is a team name for its own agents only. So neither
  /// can take numbers of the other, nor the name by which the other was announced. Agents of further types, such as
  /// robots that people operate, join either.
  ///
  /// If the result is `none`, `why` gets the reason, for people.
  Side join(std::string_view name, std::string_view type = {}, std::string* why = nullptr);
  /// The name of a team whose opponents have the same name.
  static std::string distinct_name(std::string_view name);
  /// Takes a number: `wanted` 1 … 11 if it is free; 0 means one more than the largest so far, or the lowest free one
  /// when that is past 11; other numbers count as 0. Returns 0 if it is refused (taken, or the team is full).
  int take_number(Side side, int wanted);
  void release_number(Side side, int number);
  /// The number of earlier inits of this side; counts up with every call.
  int next_start_place(Side side);
  /// Each team is on the side of the other from now on.
  void change_sides() { std::swap(teams_.left, teams_.right); }

 private:
  struct Team {
    std::string name;
    std::string called;  ///< its name for its own agents
    std::string type;    ///< of its agents, between two contestants
    std::array<bool, kMaxPlayers + 1> taken{};
    int start_places = 0;
  };
  Side join_own(std::string_view name, const std::string& own, const std::string& other, std::string& why);

  PerSide<Team> teams_;
  std::vector<std::string> contestants_;
};

}  // namespace soccer
