// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/body_table.h"
#include "monitor-lite/client/reporter.h"

namespace monitor {

/// Statistics of a match: add its frames in order, then get the table. For a world without a game it is a BodyTable.
class MatchTable {
 public:
  void add(const Game& game, const Snapshot& snapshot);
  /// For users, one string per line.
  std::vector<std::string> lines() const;
  /// The same figures, and more, as specified in docs/play/match.schema.json. Throws `std::runtime_error` for a world
  /// without a game.
  std::string json() const;

 private:
  bool has_bodies_ = false;
  Reporter reporter_;
  BodyTable bodies_;  ///< of a world without a game
};

}  // namespace monitor
