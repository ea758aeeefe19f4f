// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/texture.h"

#include <epoxy/gl.h>

#include <algorithm>

namespace monitor {
namespace {

/// Multiplies colours by the opacity: only then the mean of two pixels looks like both together.
std::vector<unsigned char> weighted(std::vector<unsigned char> pixels) {
  for (std::size_t i = 0; i + 3 < pixels.size(); i += 4)
    for (std::size_t colour = 0; colour < 3; ++colour)
      pixels[i + colour] = static_cast<unsigned char>((pixels[i + colour] * pixels[i + 3] + 127) / 255);
  return pixels;
}

/// Halves the image: the mean of 2 x 2 pixels each. A side of one pixel stays.
std::vector<unsigned char> half_of(const std::vector<unsigned char>& pixels, std::size_t width, std::size_t height) {
  const std::size_t columns = std::max<std::size_t>(width / 2, 1), rows = std::max<std::size_t>(height / 2, 1);
  std::vector<unsigned char> made(4 * columns * rows);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t part = 0; part < 4; ++part) {
        const auto at = [&](std::size_t x, std::size_t y) -> unsigned {
          return pixels[4 * (std::min(y, height - 1) * width + std::min(x, width - 1)) + part];
        };
        const std::size_t x = 2 * column, y = 2 * row;
        made[4 * (row * columns + column) + part] =
            static_cast<unsigned char>((at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1) + 2) / 4);
      }
  return made;
}

}  // namespace

Texture::Texture(const Image& image) : is_grey_(image.is_grey), has_opacity_(image.has_opacity) {
  if (has_opacity_)
    for (std::size_t i = 3; i < image.pixels.size() && !is_clear_; i += 4) is_clear_ = image.pixels[i] < 255;
  std::vector<unsigned char> changed;
  if (is_clear_) changed = weighted(image.pixels);
  const std::vector<unsigned char>* pixels = is_clear_ ? &changed : &image.pixels;
  int width = image.width, height = image.height;
  while (std::max(width, height) > kMaxSide) {
    changed = half_of(*pixels, static_cast<std::size_t>(width), static_cast<std::size_t>(height));
    pixels = &changed;
    width = std::max(width / 2, 1);
    height = std::max(height / 2, 1);
  }
  size_ = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels->data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

Texture::~Texture() {
  glDeleteTextures(1, &texture_);
}

void Texture::bind(bool repeat_s, bool repeat_t) const {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, repeat_s ? GL_REPEAT : GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, repeat_t ? GL_REPEAT : GL_CLAMP_TO_EDGE);
}

}  // namespace monitor
