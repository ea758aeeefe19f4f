// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/overlay.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "monitor-lite/view/shader_texts.h"
#include "monitor-lite/view/vertex_layout.h"

namespace monitor {
namespace {

/// One corner of the glyph texture is white, for panels: these coordinates are in the middle of four white pixels.
constexpr float kWhite = 1.0F;
constexpr float kSoft = 1.0F;  ///< pixels over which the edge of a ribbon fades

}  // namespace

Overlay::Overlay(Font& font) : font_(font), shader_(shader_texts::letters()) {
  size_place_ = shader_.uniform("size");
  picture_place_ = shader_.uniform("picture");
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (const unsigned attribute : {0U, 1U, 2U}) glEnableVertexAttribArray(attribute);
  lay_out_floats(0, 2, sizeof(Corner), offsetof(Corner, place));
  lay_out_floats(1, 2, sizeof(Corner), offsetof(Corner, letter));
  lay_out_floats(2, 4, sizeof(Corner), offsetof(Corner, colour));

  glGenTextures(1, &glyphs_);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  upload_letters();
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

Overlay::~Overlay() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &buffer_);
  glDeleteTextures(1, &glyphs_);
}

void Overlay::upload_letters() {
  uploaded_ = font_.changes();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  std::vector<unsigned char> pixels = font_.pixels();
  if (pixels.empty()) pixels.resize(static_cast<std::size_t>(Font::kSide) * Font::kSide);
  for (const std::size_t white : {0, 1, Font::kSide, Font::kSide + 1}) pixels[white] = 255;
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, Font::kSide, static_cast<int>(pixels.size() / Font::kSide), 0, GL_RED,
               GL_UNSIGNED_BYTE, pixels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
}

void Overlay::draw(const glm::vec2& size) {
  if (corners_.empty()) return;
  shader_.use();
  glUniform2f(size_place_, size.x, size.y);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  if (uploaded_ != font_.changes()) upload_letters();
  glUniform2f(picture_place_, Font::kSide, static_cast<float>(std::max(Font::kSide, font_.height())));
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners_.size() * sizeof(Corner)), corners_.data(),
               GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(corners_.size()));
  corners_.clear();
}

void Overlay::add_square(const glm::vec4& place, const glm::vec4& letter, const glm::vec4& colour) {
  const Corner a{{place.x, place.y}, {letter.x, letter.y}, colour}, b{{place.z, place.y}, {letter.z, letter.y}, colour};
  const Corner c{{place.z, place.w}, {letter.z, letter.w}, colour}, d{{place.x, place.w}, {letter.x, letter.w}, colour};
  corners_.insert(corners_.end(), {a, b, c, a, c, d});
}

void Overlay::panel(float x, float y, float width, float height, const glm::vec4& colour) {
  add_square({x, y, x + width, y + height}, glm::vec4(kWhite), colour);
}

void Overlay::text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align) {
  if (!font_.found()) return;
  x -= align * font_.width(words) * size;
  while (!words.empty()) {
    const Font::Glyph& g = font_.glyph(Font::take_letter(words));
    const float left = x + g.left * size, top = y + g.top * size;
    if (g.width > 0)
      add_square({left, top, left + g.width * size, top + g.height * size}, {g.u0, g.v0, g.u1, g.v1}, colour);
    x += g.advance * size;
  }
}

void Overlay::ribbon(std::span<const Knot> knots) {
  if (knots.size() < 2) return;
  // Four points across the line: transparent, opaque, opaque, transparent.
  const auto across = [&](std::size_t i) {
    const glm::vec2 way = knots[std::min(i + 1, knots.size() - 1)].place - knots[i > 0 ? i - 1 : 0].place;
    const float length = glm::length(way);
    const glm::vec2 side = length > 1e-3F ? glm::vec2(-way.y, way.x) / length : glm::vec2(0, 1);
    const Knot& knot = knots[i];
    const glm::vec4 clear(knot.colour.r, knot.colour.g, knot.colour.b, 0);
    const float full = std::max(0.0F, knot.half_width - kSoft / 2), end = full + kSoft;
    const glm::vec2 white(kWhite);
    return std::array<Corner, 4>{Corner{knot.place - side * end, white, clear},
                                 {knot.place - side * full, white, knot.colour},
                                 {knot.place + side * full, white, knot.colour},
                                 {knot.place + side * end, white, clear}};
  };
  std::array<Corner, 4> before = across(0);
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const std::array<Corner, 4> now = across(i);
    for (std::size_t strip = 0; strip < 3; ++strip)
      corners_.insert(corners_.end(),
                      {before[strip], now[strip], now[strip + 1], before[strip], now[strip + 1], before[strip + 1]});
    before = now;
  }
}

}  // namespace monitor
