// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace monitor {

/// Many squares that one call draws; what is to be seen in them is the shader's business. Needs a current OpenGL
/// context, also when it goes.
class Batch {
 public:
  /// World frame, metres. What `centre.w` and `size` mean besides place and extent is the shader's business, too.
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
  /// With the program that is in use; then it is empty.
  void draw();

 private:
  unsigned vertices_ = 0;
  unsigned square_ = 0;  ///< its corners, from -1 to 1
  unsigned buffer_ = 0;
  std::vector<Thing> things_;
};

}  // namespace monitor
