// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "monitor-lite/client/snapshot.h"
#include "spark/sexp/reader.h"

namespace monitor {

/// A player, by side and uniform number; `Side::none` and 0: a trainer.
using PlayerName = std::pair<Side, int>;

/// One shape that a player or a trainer has drawn, on the ground. World frame, m.
struct DrawnShape {
  enum class Kind { line, circle, words };
  Kind kind = Kind::line;
  PlayerName by{};
  std::string layer{};
  Point from{};         ///< of a line; the centre of a circle, the place of words
  Point to{};           ///< of a line
  double radius = 0;    ///< of a circle
  std::string words{};  ///< bytes as received: `spark::printable` before display
};

/// The maximum number of shapes of one player or trainer at a time. Like the other limits of drawings, it is the one
/// that the server sets trainers (`spark::TrainerDrawing`); logs and servers of others may exceed them.
inline constexpr std::size_t kMaxDrawnShapes = 500;

/// The properties of a drawing as a whole; of several parts with one name the first valid one counts.
struct DrawingHead {
  static constexpr double kMaxSeconds = 60;

  std::optional<PlayerName> by{};   ///< `(by left 7)`
  std::optional<double> seconds{};  ///< `(for 2.5)`: the game time for which it is shown
  std::optional<double> time{};     ///< `(time 1.5)`

  /// Reads the part if it is one of these.
  void read(const spark::sexp::Expression& part);
};

/// Reads a shape by that player, whose team has a frame of its own; returns false if it is not one.
bool read_drawn(const spark::sexp::Expression& list, PlayerName by, DrawnShape& drawn);

/// A drawing of a trainer in a live match (docs/write/protocol.md, 8.10), shown until the next with the same name, or
/// for its time.
struct LiveDrawing {
  static constexpr double kSeconds = 0.4;  ///< of game time

  PlayerName by{};
  double seconds = kSeconds;
  std::vector<DrawnShape> shapes{};
};
/// Reads `(draw PARTS)`; invalid parts are omitted.
LiveDrawing read_live_drawing(const spark::sexp::Expression& item);

}  // namespace monitor
