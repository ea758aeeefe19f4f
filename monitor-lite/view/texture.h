// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "monitor-lite/view/image.h"

namespace monitor {

/// An image on the graphics card, with its smaller copies: uploaded once, stuck on any number of meshes
/// (`Painter::mesh`). Needs a current OpenGL context, also when it goes.
class Texture {
 public:
  /// Pixels along a side. A larger image is made smaller by halves: a window hardly ever shows more of one, and every
  /// graphics card takes that.
  static constexpr int kMaxSide = 2048;

  /// The pixels of `image` must be as many as it says, one at least.
  explicit Texture(const Image& image);
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  bool is_grey() const { return is_grey_; }
  bool has_opacity() const { return has_opacity_; }
  /// Whether there are pixels that are not wholly opaque.
  bool is_clear() const { return is_clear_; }
  /// Pixels, without the smaller copies.
  std::size_t size() const { return size_; }

  /// The current texture from now on. It is repeated along its width (`s`) and its height (`t`), or its edges are.
  void bind(bool repeat_s, bool repeat_t) const;

 private:
  unsigned texture_ = 0;
  std::size_t size_ = 0;
  bool is_grey_ = false, has_opacity_ = false, is_clear_ = false;
};

}  // namespace monitor
