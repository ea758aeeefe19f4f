// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "monitor-lite/view/image.h"

namespace monitor {

/// An image on the graphics card, with mipmaps: uploaded once, used on any number of meshes (`Painter::mesh`). Needs a
/// current OpenGL context, also in the destructor.
class Texture {
 public:
  /// Maximum pixels along a side. A larger image is repeatedly halved: a window hardly ever shows more, and every
  /// graphics card supports this size.
  static constexpr int kMaxSide = 2048;

  /// `image` must have the number of pixels of its size, at least one.
  explicit Texture(const Image& image);
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  bool is_grey() const { return is_grey_; }
  bool has_opacity() const { return has_opacity_; }
  /// Whether there are pixels that are not fully opaque.
  bool is_clear() const { return is_clear_; }
  /// Pixels, without the mipmaps.
  std::size_t size() const { return size_; }

  /// Makes it the current texture. It is repeated along its width (`s`) and its height (`t`), or clamped to its edges.
  void bind(bool repeat_s, bool repeat_t) const;

 private:
  unsigned texture_ = 0;
  std::size_t size_ = 0;
  bool is_grey_ = false, has_opacity_ = false, is_clear_ = false;
};

}  // namespace monitor
