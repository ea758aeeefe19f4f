// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/body_table.h"
#include "monitor-lite/client/events.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Statistics of a match: add its frames in order, then get the table. Of a world without a game: a BodyTable.
class MatchTable {
 public:
  void add(const Game& game, const Snapshot& snapshot);
  /// For people, one string per line.
  std::vector<std::string> lines() const;

 private:
  struct Person {
    double distance = 0.0;  ///< m; jumps by referee, beam and trainer left out
    double fastest = 0.0;   ///< m/s between two frames
    double x = 0.0;         ///< sums for the mean place
    double y = 0.0;
    int frames = 0;
    int touches = 0;  ///< frames in which he became the last toucher
    Point last;
  };
  struct Team {
    int restarts = 0;
    int offsides = 0;
    double had_ball = 0.0;  ///< s of PlayOn in which one of them touched the ball last
    double ball_in_half = 0.0;
  };
  void add_person(const Player& player, double seconds);

  EventFinder finder_;
  Game game_;
  Snapshot last_;
  bool begun_ = false;
  double play_on_ = 0.0;  ///< s
  std::array<Team, 3> teams_;
  std::map<std::pair<int, int>, Person> people_;  ///< by side and number
  std::vector<Event> goals_;
  std::pair<int, int> toucher_{0, 0};
  BodyTable bodies_;  ///< of a world without a game
};

}  // namespace monitor
