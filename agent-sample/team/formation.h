// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// The places of a team's players as a function of the ball's place. A text file gives a few situations with the ball
/// at certain places; between them the places are interpolated.
///
///     size 5                # players
///     field 40 20           # m, the field that the numbers are for; on others they are stretched
///     mirror 2 3            # these two change places when the ball is on the other wing
///     kick_off -17 0  -8 -4  -8 4  -0.4 0  -3 6        # x y of number 1, 2, … with the kick-off to us
///     kick_off_theirs …                                # … and to them
///     ours 0 0  -17 0 …                                # while we have the ball: the ball, then number 1, 2, …
///     theirs 0 0  -18 0 …                              # while they have it
///
/// Only balls with y ≥ 0 are given; for y < 0 everything is mirrored.
class Formation {
 public:
  /// Parses the text; `error` is the error, with the number of the line, or empty.
  static Formation read(std::string_view text, std::string& error);

  std::size_t size() const { return size_; }

  /// The place of a player on this field with the ball there, regardless of offside and other players.
  Vector place(std::size_t number, Vector ball, bool ours, const Field& field) const {
    return places(ball, ours, field)[std::clamp<std::size_t>(number, 1, size_)];
  }

  using Places = std::array<Vector, World::kPlayers + 1>;  ///< by number; 0 stays empty

  /// The places of all players, at hardly more cost than that of one. Numbers beyond the size of the team get the last
  /// place.
  Places places(Vector ball, bool ours, const Field& field) const;

  Vector kick_off_place(std::size_t number, bool ours, const Field& field) const;

 private:
  struct Situation {
    Vector ball;
    Places places;
  };

  Places interpolated(const std::vector<Situation>& situations, Vector ball) const;

  std::size_t size_ = 0;
  Vector field_{40, 20};
  std::array<std::size_t, World::kPlayers + 1> mirrored_{};  // the number with the place on the other wing
  std::array<Places, 2> kick_off_{};                         // theirs, ours
  std::array<std::vector<Situation>, 2> situations_;         // theirs, ours
};

/// The formations of one style, by the size of the team. A size without a formation uses the next larger one, or the
/// largest.
class Formations {
 public:
  void add(Formation formation);
  bool empty() const { return formations_.empty(); }
  const Formation& for_size(int size) const;  ///< there must be at least one

 private:
  std::vector<Formation> formations_;  // by size
};

}  // namespace rcss3d::agent
