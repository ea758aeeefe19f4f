// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

class WorldLook;

/// A frame in the form for pages and packed logs: complete, and only whole numbers.
struct PageFrame {
  using Place = std::array<std::int32_t, 3>;  ///< x, y, z in units of the match (`unit_of`), -32768 to 32767
  struct Man {
    Side side = Side::none;
    int number = 0;
    bool last_toucher = false;
    Place place{};
    bool operator==(const Man&) const = default;
  };
  /// A body of a world without a game.
  struct Pose {
    int number = 0;                      ///< of the body (`WorldLook`)
    Place place{};                       ///< in units, up to 32 bits here
    std::array<std::int32_t, 4> turn{};  ///< w, x, y, z of a quaternion, 32767 is 1; w is not negative
    bool operator==(const Pose&) const = default;
  };
  static constexpr int kMaxOctet = 255;
  static constexpr int kMaxScore = 1'000'000;  ///< larger ones are not read (`LineReader`)
  std::uint32_t number = 0;                    ///< for a live match: the number of frames before it; not in packed logs
  std::int64_t time = 0;                       ///< game time, 0.1 ms
  int half = 1;                                ///< 0 to `kMaxOctet`, like everything without a unit except the score
  int score_left = 0;                          ///< 0 to `kMaxScore`
  int score_right = 0;
  int play_mode = 0;
  Place ball{};
  std::vector<Man> players;  ///< those with a body, by side and number
  bool has_bodies = false;   ///< true for a world without a game, for which all members but the time are empty
  std::vector<Pose> bodies;  ///< by number
  bool operator==(const PageFrame&) const = default;
};

/// m: 2 mm, more on fields for which 16 bits do not suffice; 0.5 mm in worlds without a game.
double unit_of(const Game& game);

/// Places beyond the range are clamped; of players with the same side and number the first counts.
PageFrame page_frame(const Snapshot& snapshot, double unit);
/// The same for a world without a game, whose look has processed the snapshot.
PageFrame page_frame(const Snapshot& snapshot, double unit, const WorldLook& look);

/// The encoding in the stream (docs/play/web.md): 18 octets, 8 for each player, at most 254, 4 for its number, and 8
/// for a score that does not fit into two octets; for a world without a game 16 octets, and 22 for each body. `match`
/// is the index of the match among those that the page watches, `flags` those of `FrameFlag`.
enum FrameFlag : std::uint8_t { kPaused = 1, kGone = 2, kOver = 4 };
std::string octets_of(const PageFrame& frame, std::uint8_t match, std::uint8_t flags);

}  // namespace monitor
