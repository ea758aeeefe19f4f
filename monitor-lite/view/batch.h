// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace monitor {

/// Many squares that are drawn with one call; the shader defines their contents. Needs a current OpenGL context, also
/// in the destructor.
class Batch {
 public:
  /// World frame, metres. The shader also defines the meaning of `centre.w` and `size`, besides place and extent.
  struct Thing {
    glm::vec4 centre;
    glm::vec3 size;
    glm::vec4 colour;
  };

  Batch();
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  void add(const Thing& thing) { things_.push_back(thing); }
  void clear() { things_.clear(); }
  bool is_empty() const { return things_.empty(); }
  /// Draws with the program in use; the batch is then empty.
  void draw();

 private:
  unsigned vertices_ = 0;
  unsigned square_ = 0;  ///< its corners, from -1 to 1
  unsigned buffer_ = 0;
  std::vector<Thing> things_;
};

}  // namespace monitor
