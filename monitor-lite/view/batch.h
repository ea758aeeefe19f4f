// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace monitor {

/// Many things of one shape, drawn with one call. Needs a current OpenGL context, also in its destructor.
class Batch {
 public:
  struct Vertex {
    glm::vec3 position;
    glm::vec3 direction;
  };
  /// World frame, metres. What `centre.w` and `size` mean besides place and extent is the shader's business.
  struct Thing {
    glm::vec4 centre;
    glm::vec3 size;
    glm::vec4 colour;
  };

  /// Triangles of a thing of unit size.
  explicit Batch(std::span<const Vertex> triangles);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  static std::vector<Vertex> square();  ///< from -1 to 1 in x and y
  static std::vector<Vertex> cube();    ///< with sides of 1

  void add(const Thing& thing) { things_.push_back(thing); }
  void clear() { things_.clear(); }
  bool is_empty() const { return things_.empty(); }
  /// With the program that is in use; then it is empty.
  void draw();

 private:
  unsigned vertices_ = 0;
  unsigned mesh_ = 0;
  unsigned buffer_ = 0;
  int count_ = 0;
  std::vector<Thing> things_;
};

}  // namespace monitor
