// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/match_table.h"

#include <stdexcept>

#include "monitor-lite/report/report_json.h"
#include "monitor-lite/report/report_table.h"

namespace monitor {

void MatchTable::add(const Game& game, const Snapshot& snapshot) {
  has_bodies_ = game.has_bodies;
  if (has_bodies_)
    bodies_.add(snapshot);
  else
    reporter_.add(game, snapshot);
}

std::vector<std::string> MatchTable::lines() const {
  return has_bodies_ ? bodies_.lines() : table_of(reporter_.report());
}

std::string MatchTable::json() const {
  if (has_bodies_) throw std::runtime_error("--json: this is a world without a game");
  return report_text(report_json(reporter_.report()));
}

}  // namespace monitor
