// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "spark/sexp/reader.h"

namespace spark {

/// A trainer's drawing for monitors (docs/write/protocol.md, 8.10): it is not in the world, in a frame or in
/// monitor.log.
struct TrainerDrawing {
  static constexpr std::size_t kMaxShapes = 500;
  static constexpr std::size_t kMaxBytes = 16 * 1024;
  static constexpr double kMinSeconds = 0.01, kMaxSeconds = 60;  ///< at least a step
  static constexpr double kMaxDistance = 10000;                  ///< m

  /// Its valid parts, one after the other, `by` and `for` first: `(by left 7)(for 2.5)(line pass 0 0 1 1)`.
  std::string parts;

  /// Parses `(draw PARTS)`; the result is the error, or empty.
  std::string read(const sexp::Expression& command);
};

}  // namespace spark
