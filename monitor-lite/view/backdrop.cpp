// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/backdrop.h"

#include <epoxy/gl.h>

#include <utility>

namespace monitor {

Backdrop::Backdrop() {
  glGenTextures(1, &texture_);
  glGenFramebuffers(1, &target_);
}

Backdrop::~Backdrop() {
  glDeleteTextures(1, &texture_);
  glDeleteFramebuffers(1, &target_);
}

void Backdrop::draw(std::vector<float> looks, const glm::ivec2& size, const std::function<void()>& paint) {
  if (looks != looks_ || size != size_) kept_ = false;
  looks_ = std::move(looks);
  size_ = size;
  int drawn = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
  if (!kept_) kept_ = keep(drawn, paint);
  kept_ ? show(drawn) : paint();
}

/// Returns false if this machine cannot draw into a texture of that size.
bool Backdrop::keep(int drawn, const std::function<void()>& paint) {
  glBindFramebuffer(GL_FRAMEBUFFER, target_);
  if (std::exchange(stored_, size_) != size_) {
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size_.x, size_.y, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  }
  const bool good = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (good) {
    glClear(GL_COLOR_BUFFER_BIT);
    paint();
  }
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<unsigned>(drawn));
  return good;
}

/// A plain copy: with a software renderer it costs half as much as drawing a square with the texture.
void Backdrop::show(int drawn) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, target_);
  glBlitFramebuffer(0, 0, size_.x, size_.y, 0, 0, size_.x, size_.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<unsigned>(drawn));
}

}  // namespace monitor
