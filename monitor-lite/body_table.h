// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// A table of a world without a game: distance and top speed of each body, and its last place.
class BodyTable {
 public:
  void add(const Snapshot& snapshot);
  /// Bodies in the order of their first appearance.
  std::vector<std::string> lines() const;

 private:
  struct Way {
    std::size_t number = 0;  ///< order of its first appearance
    std::size_t frame = 0;   ///< the last frame that contained it
    Point last;
    double distance = 0.0;  ///< m
    double fastest = 0.0;   ///< m/s, between two frames
  };
  std::map<std::string, Way> ways_;
  std::size_t frames_ = 0;
  double time_ = 0.0;
};

}  // namespace monitor
