// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/body_table.h"
#include "monitor-lite/client/reporter.h"

namespace monitor {

/// Statistics of a match: add its frames in order, then get the table. Of a world without a game: a BodyTable.
class MatchTable {
 public:
  void add(const Game& game, const Snapshot& snapshot);
  /// For people, one string per line.
  std::vector<std::string> lines() const;
  /// The same numbers, and more, as docs/play/match.schema.json describes them. Throws `std::runtime_error` for a world
  /// without a game.
  std::string json() const;

 private:
  bool has_bodies_ = false;
  Reporter reporter_;
  BodyTable bodies_;  ///< of a world without a game
};

}  // namespace monitor
