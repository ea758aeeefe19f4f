// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "soccer-plugin/soccer_types.h"

namespace soccer {

/// The two teams: their names in the order of their first init, the taken numbers, the assigned start places (behaviour
/// 3.2, 6.7).
class TeamRoster {
 public:
  static constexpr int kMaxPlayers = 11;

  /// The team's name in the monitor stream and in reports; empty until an agent has joined the team. If both teams have
  /// the same name, the second one has its `distinct_name`.
  const std::string& name(Side side) const;
  /// The two types of agents that play against each other, as in `GameControlServer`; if there are not exactly two,
  /// types do not matter. To be called before the first `join`.
  void set_contestants(std::vector<std::string> types) { contestants_ = std::move(types); }
  /// The side of the team with that name. An unknown name takes the first free side, and a third name gets `none`. So
  /// does an empty name, because it would match every side without a name.
  ///
  /// Between two contestants each type has one team, with the name that its first agent sends: no agent of the other
  /// type can join it, and its own agents can join no other. The name of a type is a team name for its own agents only.
  /// So neither type can take numbers of the other, or the name under which the other was announced. Agents of further
  /// types, such as robots with human operators, may join either team.
  ///
  /// If the result is `none`, `why` gets the reason, for people.
  Side join(std::string_view name, std::string_view type = {}, std::string* why = nullptr);
  /// The name of a team whose opponents have the name `name`, too.
  static std::string distinct_name(std::string_view name);
  /// Takes a number: `wanted` 1 … 11 if it is free; 0 means the largest one so far plus one, or the lowest free one if
  /// that is beyond 11; other numbers count as 0. Returns 0 if it is refused: it is taken, or the team is full.
  int take_number(Side side, int wanted);
  void release_number(Side side, int number);
  /// The number of earlier calls for this side, which is the index of the next start place.
  int next_start_place(Side side);
  /// Exchanges the sides of the teams.
  void change_sides() { std::swap(teams_.left, teams_.right); }

 private:
  struct Team {
    std::string name;
    std::string called;  ///< the name by which its own agents join
    std::string type;    ///< type of its agents, if there are two contestants
    std::array<bool, kMaxPlayers + 1> taken{};
    int start_places = 0;
  };
  Side join_own(std::string_view name, const std::string& own, const std::string& other, std::string& why);

  PerSide<Team> teams_;
  std::vector<std::string> contestants_;
};

}  // namespace soccer
