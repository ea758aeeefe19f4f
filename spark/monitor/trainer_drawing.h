// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "spark/sexp/reader.h"

namespace spark {

/// What a trainer draws for those who watch (docs/write/protocol.md, 8.10): nothing of it is in the world, in a frame
/// or in monitor.log.
struct TrainerDrawing {
  static constexpr std::size_t kMaxShapes = 500;
  static constexpr std::size_t kMaxBytes = 16 * 1024;
  static constexpr double kMinSeconds = 0.01, kMaxSeconds = 60;  ///< at least a step
  static constexpr double kMaxDistance = 10000;                  ///< m

  /// Its parts as they were understood, one behind the other, `by` and `for` first: `(by left 7)(for 2.5)(line pass 0 0
  /// 1 1)`.
  std::string parts;

  /// Reads `(draw PARTS)`; the result is what is wrong with it, or empty.
  std::string read(const sexp::Expression& command);
};

}  // namespace spark
