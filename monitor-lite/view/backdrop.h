// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <vector>

namespace monitor {

/// The background, which changes only when the camera moves: while the camera is still, it is painted once and then
/// copied from a texture as large as the picture. A moving camera costs one additional copy: painted directly into the
/// picture, the backdrop could differ by a shade from a stored one, with some versions of Mesa. Needs a current OpenGL
/// context, also in the destructor.
class Backdrop {
 public:
  Backdrop();
  ~Backdrop();
  Backdrop(const Backdrop&) = delete;
  Backdrop& operator=(const Backdrop&) = delete;

  /// Covers the picture of `size` pixels with the output of `paint`. `looks` contains everything on which that output
  /// depends besides the size: the same numbers give the same picture.
  void draw(std::vector<float> looks, const glm::ivec2& size, const std::function<void()>& paint);

 private:
  /// `drawn`: the frame buffer of the picture.
  bool keep(int drawn, const std::function<void()>& paint);
  void show(int drawn) const;

  unsigned texture_ = 0, target_ = 0;
  std::vector<float> looks_;  ///< of the last picture
  glm::ivec2 size_{0};        ///< of the last picture
  glm::ivec2 stored_{0};      ///< of the texture
  bool kept_ = false;         ///< the texture has this backdrop
};

}  // namespace monitor
