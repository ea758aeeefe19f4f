// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Holds players' messages as long as people need to read them: the stream has each in one frame only.
class Speech {
 public:
  static constexpr double kShown = 2.5;  ///< s

  /// `now` is any clock in seconds that runs while the match is watched.
  void hear(const Snapshot& snapshot, double now);
  /// Adds their recent messages to the players.
  void show(Snapshot& snapshot, double now) const;
  void forget() { words_.clear(); }
  /// Whether a message is shown that will disappear.
  bool is_shown(double now) const { return now < until_; }

 private:
  struct Words {
    std::string text;
    double until;
  };
  std::map<std::pair<Side, int>, Words> words_;
  double until_ = 0.0;
};

}  // namespace monitor
