// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace sigverse::server {

/// Empties a buffer that is reused. It keeps its memory, but not as much as a sound takes: otherwise a sound that goes
/// to sixty controllers would leave 10 MB in each of several buffers per controller.
inline void empty_buffer(std::string& buffer) {
  constexpr std::size_t kMaxKept = 1024 * 1024;
  if (buffer.capacity() > kMaxKept)
    std::string().swap(buffer);
  else
    buffer.clear();
}

}  // namespace sigverse::server
