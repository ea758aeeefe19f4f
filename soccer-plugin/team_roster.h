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

  /// What monitors and reports call the team; empty until somebody has joined it. Where both teams have one name the
  /// second is `told_apart`.
  const std::string& name(Side side) const;
  /// The two types of agents that play against each other, as `GameControlServer` has them; anything else means that
  /// types do not matter. Before the first `join`.
  void set_contestants(std::vector<std::string> types) { contestants_ = std::move(types); }
  /// The side of that team name; an unknown name takes the first free side, a third one gets `none`. So does an empty
  /// one: it would be every side that nobody has named yet.
  ///
  /// Between two contestants each type has one team, by the name that its first agent gives: no agent of the other type
  /// can join it, and none of its own any other. The name of a type is a team name for its own agents only. So neither
  /// can take numbers of the other, nor its name if that is the one it was announced by. Agents of further types, such
  /// as robots that people operate, join either.
  ///
  /// Of `none` the reason is left in `why`, for people.
  Side join(std::string_view name, std::string_view type = {}, std::string* why = nullptr);
  /// Another name for a team whose opponents have the same.
  static std::string told_apart(std::string_view name);
  /// Takes a number: `wanted` 1 … 11 if it is free; 0 means one more than the largest so far, or the lowest free one
  /// when that is past 11; other numbers count as 0. Returns 0 if it is refused (taken, or the team is full).
  int take_number(Side side, int wanted);
  void release_number(Side side, int number);
  /// How many inits of this side came before; counts up with every call.
  int next_start_place(Side side);

 private:
  struct Team {
    std::string name;
    std::string called;  ///< by its own agents
    std::string type;    ///< of its agents, between two contestants
    std::array<bool, kMaxPlayers + 1> taken{};
    int start_places = 0;
  };
  Side join_own(std::string_view name, const std::string& own, const std::string& other, std::string& why);

  PerSide<Team> teams_;
  std::vector<std::string> contestants_;
};

}  // namespace soccer
