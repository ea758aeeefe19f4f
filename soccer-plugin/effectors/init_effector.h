// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "soccer-plugin/effectors/player_effector.h"

namespace soccer {

/// `(init (unum N)(teamname S))`: joins a team (behaviour 3.2).
///
/// A player that names a team of the match is moved to the next start place in that team's half, even if its number is
/// refused. One that names a third team, no team, or a team of the other type (`TeamRoster::join`) stays where it is
/// (fidelity F9, F25). A second init changes number or team, and frees the old number. Drawing nodes named `shirt` take
/// the colour of the side. A robot of several bodies that joins the right team is turned by half a turn.
class InitEffector : public PlayerEffector {
 public:
  std::string_view predicate() const override { return "init"; }
  std::span<const spark::Parameter> parameters() const override;
  std::string_view help() const override { return "Joins a team and takes a number in it."; }
  void realise(const spark::Arguments& arguments) override;
  /// Moves the player to its start place again.
  void restart() override;

  static constexpr std::size_t kMaxTeamNameLength = 64;

 private:
  /// Why the number cannot be taken, for people. `wanted`: 1 to 11, or 0 for the next free one.
  std::string why_no_number(Side side, int wanted, std::string_view team_name);
  void refuse(std::string why);
  void join(Side side, int number, std::string_view team_name);
  void move_to_start_place(Side side);
  void go_to_start_place();

  std::optional<spark::Vec3> start_;  ///< assigned by the last init
  Side start_side_ = Side::none;
  bool start_is_changed_ = false;  ///< the teams had changed sides when `start_` was assigned
};

/// Whether percepts and the monitor stream can carry the name unchanged: one atom of printable ASCII that every reader
/// reads as it was written (no blank, bracket, quote, semicolon or backslash), not empty and not too long.
bool is_team_name(std::string_view name);

}  // namespace soccer
