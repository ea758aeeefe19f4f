// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>

namespace monitor {

/// Triangles on the graphics card: uploaded once, drawn any number of times (`Painter::mesh`). Needs a current OpenGL
/// context, also in the destructor.
class Mesh {
 public:
  struct Vertex {
    glm::vec3 place, normal;
    glm::vec3 colour{1.0F};   ///< the paint is multiplied by it
    glm::vec2 texture{0.0F};  ///< texture coordinates, from (0, 0) at the bottom left to (1, 1) at the top right
  };
  using Triangle = std::array<std::uint32_t, 3>;  ///< vertices, counter-clockwise as seen from the front

  /// `is_solid`: only front faces are drawn; otherwise both are, the back like a front. The indices in `triangles` must
  /// refer to `vertices`.
  Mesh(std::span<const Vertex> vertices, std::span<const Triangle> triangles, bool is_solid);
  ~Mesh();
  Mesh(const Mesh&) = delete;
  Mesh& operator=(const Mesh&) = delete;

  bool is_solid() const { return is_solid_; }
  /// Draws with the program in use.
  void draw() const;

 private:
  unsigned arrays_ = 0, buffers_[2] = {};  ///< the buffers: vertices, indices
  int count_ = 0;                          ///< of indices
  bool is_solid_ = true;
};

}  // namespace monitor
