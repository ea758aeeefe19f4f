// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace spark::net {

/// The bytes that all connections of this program keep for peers which do not read them. They lie in many small pieces,
/// so that the allocator keeps their memory when they are gone; once most of a large amount is gone it is returned to
/// the system. One count for the program, as there is one allocator. May be used from any thread.
class QueuedBytes {
 public:
  /// Less is not worth the search through all memory, in which other threads that allocate wait.
  static constexpr std::size_t kMuch = 64u << 20;
  /// When no more than that is left, all has been done.
  static constexpr std::size_t kLittle = 8u << 20;

  static void add(std::size_t count);
  /// Called when they have been freed.
  static void remove(std::size_t count);
};

}  // namespace spark::net
