// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace spark::net {

/// Counts the bytes that all connections of this program hold for peers which do not read them. They are in many small
/// blocks, whose memory the allocator keeps when they are freed; once most of a large amount is freed it is returned to
/// the system. There is one count per program because there is one allocator. May be used from any thread.
class QueuedBytes {
 public:
  /// Smaller amounts are not worth the search through all memory, during which other threads cannot allocate.
  static constexpr std::size_t kMuch = 64u << 20;
  /// The memory has been returned completely when less than that is left.
  static constexpr std::size_t kLittle = 8u << 20;

  static void add(std::size_t count);
  /// To be called when they have been freed.
  static void remove(std::size_t count);
};

}  // namespace spark::net
