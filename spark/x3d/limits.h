// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace x3d {

/// The limits of one text. A text that exceeds one of them is refused.
struct Limits {
  std::size_t bytes = 16 * 1024 * 1024;
  std::size_t depth = 64;          ///< of nodes in nodes; the bodies of prototypes count, too
  std::size_t values = 1'000'000;  ///< numbers, strings, nodes, fields and statements together
  /// Limits objects that take more memory than a number: strings, nodes, fields and statements. Text in XML is refused
  /// before it is parsed if it has more than twice as many tags and attributes.
  std::size_t objects = 1'000'000;
};

/// Limits for files with shapes, whose numbers are vertices and indices. Reading takes at most some 700 MB; a shape of
/// 100,000 triangles takes some 20.
inline constexpr Limits kShapeLimits{64 * 1024 * 1024, 256, 20'000'000, 1'000'000};

}  // namespace x3d
