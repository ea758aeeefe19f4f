// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/trainer/condition.h"
#include "monitor-lite/trainer/draws.h"

namespace monitor {

/// A placement at the beginning. m and m/s, the world's frame.
struct Placement {
  Side side = Side::none;  ///< none: the ball
  int number = 0;
  std::array<Drawn, 2> place;   ///< x, y
  std::optional<Drawn> height;  ///< z; nothing: on the ground
  std::array<Drawn, 3> velocity;
  std::optional<Drawn> battery;  ///< 0 to 100
};

/// A set play: the placements at the beginning, and its possible endings. Read from a file (docs/write/trainers.md).
struct SetPlay {
  static constexpr int kMaxRepeat = 1'000'000;
  static constexpr double kMaxSeconds = 3600;
  static constexpr std::int64_t kMaxSeed = std::int64_t{1} << 53;
  static constexpr double kMaxPlace = 1000;  ///< m, m/s
  static constexpr std::size_t kMaxEnds = 100;
  /// The outcome of an attempt that no other has ended.
  static constexpr std::string_view kTimeIsUp = "time";

  struct End {
    std::string outcome;
    Condition condition;
  };
  std::string name;
  int repeat = 100;
  std::int64_t seed = 1;
  int interval = 5;     ///< steps from frame to frame
  double seconds = 10;  ///< of the game, after which an attempt is over
  std::string mode = "PlayOn";
  std::vector<Placement> placements;  ///< the ball first, if it is placed, then players in the order of the file
  std::vector<Placement> awaited;     ///< players that must be present and are placed by the server, not by the play
  std::vector<End> ends;              ///< in the order of the file: the first that holds counts

  /// The distinct names, in the order of the file; `kTimeIsUp` is the last.
  std::vector<std::string> outcomes() const;
};

/// Throws `std::runtime_error` with one line, "FILE:LINE: error".
SetPlay read_set_play(const std::filesystem::path& file);
SetPlay read_set_play(std::string_view text, const std::string& file);

/// "Left 2", "ball".
std::string words_for(const Placement& placement);

}  // namespace monitor
