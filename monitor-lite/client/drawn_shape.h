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

/// One thing that a player or a trainer has drawn, on the ground. World frame, m.
struct DrawnShape {
  enum class Kind { line, circle, words };
  Kind kind = Kind::line;
  PlayerName by{};
  std::string layer{};
  Point from{};         ///< of a line; the centre of a circle, the place of words
  Point to{};           ///< of a line
  double radius = 0;    ///< of a circle
  std::string words{};  ///< bytes as they came: `spark::printable` before people see them
};

/// Of one player or trainer at a time. Like the other limits of drawings, it is the one that the server sets trainers
/// (`spark::TrainerDrawing`); logs and servers of others may exceed them.
inline constexpr std::size_t kMaxDrawnShapes = 500;

/// What is said of a drawing as a whole; of several parts of one name the first that makes sense holds.
struct DrawingHead {
  static constexpr double kMaxSeconds = 60;

  std::optional<PlayerName> by{};   ///< `(by left 7)`
  std::optional<double> seconds{};  ///< `(for 2.5)`: how long it is shown, of game time
  std::optional<double> time{};     ///< `(time 1.5)`

  /// Takes the part if it is one of these.
  void read(const spark::sexp::Expression& part);
};

/// Reads a shape by that player, whose team has a frame of its own; false if it is none.
bool read_drawn(const spark::sexp::Expression& list, PlayerName by, DrawnShape& drawn);

/// What a trainer draws in a live match (docs/write/protocol.md, 8.10), until the next of the same name, or for so
/// long.
struct LiveDrawing {
  static constexpr double kSeconds = 0.4;  ///< of game time

  PlayerName by{};
  double seconds = kSeconds;
  std::vector<DrawnShape> shapes{};
};
/// Reads `(draw PARTS)`; what makes no sense is left out.
LiveDrawing read_live_drawing(const spark::sexp::Expression& item);

}  // namespace monitor
