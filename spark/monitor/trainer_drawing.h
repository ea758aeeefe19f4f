// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "spark/sexp/reader.h"

namespace spark {

/// What a trainer draws for those who watch (docs/write/protocol.md, 8.8): nothing of it is in the world, in a frame or
/// in monitor.log.
struct TrainerDrawing {
  static constexpr std::size_t kMaxShapes = 500;
  static constexpr std::size_t kMaxBytes = 16 * 1024;
  static constexpr double kMaxSeconds = 60, kMaxDistance = 10000;  ///< m

  /// Its parts as they were understood, one behind the other: `(by left 7)(for 2.5)(line pass 0 0 1 1)`.
  std::string parts;

  /// Reads `(draw PARTS)`; the result is what is wrong with it, or empty.
  std::string read(const sexp::Expression& command);
};

}  // namespace spark
