// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/canvas.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

/// The share of a rectangle of the font's picture that a letter covers, 0 to 1.
double covered(const Font& font, double left, double top, double right, double bottom) {
  double sum = 0.0, area = 0.0;
  const auto clip = [](double value, int end) { return std::clamp(value, 0.0, static_cast<double>(end)); };
  const int width = Font::kSide, height = font.height();
  for (int y = static_cast<int>(clip(top, height)); y < std::ceil(clip(bottom, height)); ++y)
    for (int x = static_cast<int>(clip(left, width)); x < std::ceil(clip(right, width)); ++x) {
      const double share = (std::min(right, x + 1.0) - std::max<double>(left, x)) *
                           (std::min(bottom, y + 1.0) - std::max<double>(top, y));
      sum += share * font.pixels()[static_cast<std::size_t>(y) * Font::kSide + static_cast<std::size_t>(x)] / 255.0;
      area += share;
    }
  return area > 0 ? sum / area : 0.0;
}

}  // namespace

Canvas::Canvas(int width, int height, const Ink& ground)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), ground) {}

std::vector<unsigned char> Canvas::bytes() const {
  std::vector<unsigned char> bytes;
  bytes.reserve(pixels_.size() * 3);
  for (const Ink& pixel : pixels_)
    for (const double part : pixel) bytes.push_back(static_cast<unsigned char>(std::clamp(part, 0.0, 255.0)));
  return bytes;
}

void Canvas::dot(int x, int y, const Ink& ink, double share) {
  if (x < 0 || x >= width_ || y < 0 || y >= height_) return;
  Ink& pixel = pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  for (std::size_t i = 0; i < 3; ++i) pixel[i] += (ink[i] - pixel[i]) * share;
}

void Canvas::panel(int x, int y, int width, int height, const Ink& ink) {
  for (int row = std::max(0, y); row < std::min(height_, y + height); ++row)
    for (int column = std::max(0, x); column < std::min(width_, x + width); ++column) dot(column, row, ink);
}

void Canvas::text(Font& font, std::string_view words, double x, double y, double size, const Ink& ink, double align) {
  if (!font.found() || size <= 0) return;
  x -= align * static_cast<double>(font.width(words)) * size;
  while (!words.empty()) {
    const Font::Glyph& glyph = font.glyph(Font::take_letter(words));
    const double left = x + static_cast<double>(glyph.left) * size, top = y + static_cast<double>(glyph.top) * size;
    x += static_cast<double>(glyph.advance) * size;
    if (glyph.width <= 0) continue;
    // One pixel of the canvas corresponds to a rectangle of the font's picture.
    const double scale = static_cast<double>(glyph.u1 - glyph.u0) / (static_cast<double>(glyph.width) * size);
    const double u = static_cast<double>(glyph.u0), v = static_cast<double>(glyph.v0);
    const int right = static_cast<int>(std::ceil(left + static_cast<double>(glyph.width) * size));
    const int bottom = static_cast<int>(std::ceil(top + static_cast<double>(glyph.height) * size));
    for (int row = static_cast<int>(std::floor(top)); row < bottom; ++row)
      for (int column = static_cast<int>(std::floor(left)); column < right; ++column) {
        const double from_x = u + (column - left) * scale, from_y = v + (row - top) * scale;
        dot(column, row, ink, covered(font, from_x, from_y, from_x + scale, from_y + scale));
      }
  }
}

}  // namespace monitor
