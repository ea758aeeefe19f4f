// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <epoxy/gl.h>

#include <cstddef>

namespace monitor {

/// Defines an attribute of `count` floats in the vertices of the bound buffer: `stride` and `offset` in bytes, as from
/// sizeof and offsetof. Needs a current OpenGL context.
inline void lay_out_floats(unsigned attribute, int count, std::size_t stride, std::size_t offset) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): OpenGL takes an offset in a buffer as a pointer.
  const auto* place = reinterpret_cast<const void*>(offset);
  glVertexAttribPointer(attribute, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), place);
}

}  // namespace monitor
