// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// A command of a page for a match, if the page is allowed to control it.
struct Order {
  enum class Kind { kick_off, mode, drop_ball, ball, player, pause, run, step };
  std::string match;  ///< its id
  Kind kind = Kind::pause;
  Side side = Side::none;  ///< of `kick_off` (none: by lot) and `player`
  int number = 0;          ///< of `player`
  int steps = 0;           ///< of `step`, 1 to `kMaxSteps`
  std::string mode;        ///< of `mode`: letters, digits and '_'
  Point place;             ///< of `ball` and `player`: x and y, m
  static constexpr int kMaxSteps = 1000;
};

/// Parses a message, {"match": "live-1", "order": "player", "side": "left", "number": 3, "x": 1, "y": 2}; nothing if it
/// is invalid or incomplete.
std::optional<Order> read_order(std::string_view message);

/// Parses a message, {"trainer": "…"}, by which a page proves that it may send commands; nothing if it is not one.
std::optional<std::string> read_token(std::string_view message);

}  // namespace monitor
