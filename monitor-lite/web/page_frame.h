// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

class WorldLook;

/// A frame as pages and packed logs have it: complete, and nothing but whole numbers.
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
    Place place{};                       ///< in units, here as far as 32 bits go
    std::array<std::int32_t, 4> turn{};  ///< w, x, y, z of a quaternion, 32767 is 1; w is not negative
    bool operator==(const Pose&) const = default;
  };
  static constexpr int kMaxOctet = 255;
  static constexpr int kMaxScore = 1'000'000;  ///< no greater one is read (`LineReader`)
  std::uint32_t number = 0;  ///< of a live match: how many frames were made of it before; not in packed logs
  std::int64_t time = 0;     ///< game time, 0.1 ms
  int half = 1;              ///< 0 to `kMaxOctet`, as everything without a unit but the score
  int score_left = 0;        ///< 0 to `kMaxScore`
  int score_right = 0;
  int play_mode = 0;
  Place ball{};
  std::vector<Man> players;  ///< those with a body, by side and number
  bool has_bodies = false;   ///< of a world without a game: then all of this but the time is empty
  std::vector<Pose> bodies;  ///< by number
  bool operator==(const PageFrame&) const = default;
};

/// m: 2 mm, on fields for which 16 bits are not enough more; 0.5 mm in worlds without a game.
double unit_of(const Game& game);

/// Places beyond the range are at its end; of players with the same side and number the first counts.
PageFrame page_frame(const Snapshot& snapshot, double unit);
/// The same of a world without a game, whose look has seen the snapshot.
PageFrame page_frame(const Snapshot& snapshot, double unit, const WorldLook& look);

/// As it is sent in the stream (docs/play/web.md): 18 octets, 8 for each player, 254 at most, 4 for its number, and 8
/// for a score that does not fit into two octets; of a world without a game 16 octets, and 22 for each body. `match` is
/// the place of the match among those the page watches, `flags` those of `FrameFlag`.
enum FrameFlag : std::uint8_t { kPaused = 1, kGone = 2, kOver = 4 };
std::string octets_of(const PageFrame& frame, std::uint8_t match, std::uint8_t flags);

}  // namespace monitor
