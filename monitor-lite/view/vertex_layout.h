// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <epoxy/gl.h>

#include <cstddef>

namespace monitor {

/// Tells OpenGL where in the vertices of the bound buffer an attribute of `count` floats is: `stride` and `offset` in
/// bytes, as sizeof and offsetof give them. Needs a current OpenGL context.
inline void lay_out_floats(unsigned attribute, int count, std::size_t stride, std::size_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): OpenGL takes a place in a buffer as a pointer.
  const auto* place = reinterpret_cast<const void*>(offset);
  glVertexAttribPointer(attribute, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), place);
}

}  // namespace monitor
