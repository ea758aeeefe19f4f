// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <vector>

namespace monitor {

/// What lies behind everything else and only changes when the camera moves: as long as that stands, it is painted once
/// and then copied from a texture as large as the picture. A camera that moves costs one copy more; painted straight
/// into the picture its backdrop could differ by a shade from one that was kept, with some versions of Mesa. Needs a
/// current OpenGL context, also when it goes.
class Backdrop {
 public:
  Backdrop();
  ~Backdrop();
  Backdrop(const Backdrop&) = delete;
  Backdrop& operator=(const Backdrop&) = delete;

  /// Covers the picture of `size` pixels with what `paint` would draw. `looks` is all that it depends on besides that
  /// size: the same numbers, the same picture.
  void draw(std::vector<float> looks, const glm::ivec2& size, const std::function<void()>& paint);

 private:
  /// `drawn`: the frame buffer of the picture.
  bool keep(int drawn, const std::function<void()>& paint);
  void show(int drawn) const;

  unsigned texture_ = 0, target_ = 0;
  std::vector<float> looks_;  ///< of the picture before
  glm::ivec2 size_{0};        ///< of the picture before
  glm::ivec2 stored_{0};      ///< of the texture
  bool kept_ = false;         ///< the texture shows just this
};

}  // namespace monitor
