// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/painter.h"

#include <epoxy/gl.h>

#include <cstddef>
#include <glm/gtc/type_ptr.hpp>

namespace monitor {
namespace {

constexpr const char* kSolidVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 direction;
layout(location = 2) in vec4 centre;
layout(location = 3) in vec3 extent;
layout(location = 4) in vec4 paint;
uniform mat4 view;
out vec3 normal;
out vec4 colour;
void main() {
  normal = direction;
  colour = paint;
  gl_Position = view * vec4(centre.xyz + position * extent, 1.0);
})";
constexpr const char* kSolidFragment = R"(#version 330 core
in vec3 normal;
in vec4 colour;
out vec4 pixel;
void main() {
  vec3 n = normalize(normal);
  float sun = max(dot(n, vec3(-0.3466, -0.5446, 0.7637)), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  pixel = vec4(colour.rgb * (0.30 + 0.25 * sky + 0.60 * sun), colour.a);
})";
// A ball is a square that looks at the eye; what is in it is reckoned per pixel, and so its rim is smooth.
constexpr const char* kBallVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 2) in vec4 centre;
layout(location = 3) in vec3 extent;
layout(location = 4) in vec4 paint;
uniform mat4 view;
uniform vec4 eye;  // a direction if w is 0
out vec2 place;
out vec4 colour;
flat out vec3 right, up, towards;
void main() {
  towards = normalize(eye.xyz - eye.w * centre.xyz);
  right = normalize(cross(abs(towards.z) > 0.999 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0), towards));
  up = cross(towards, right);
  place = position.xy * 1.25;
  colour = paint;
  gl_Position = view * vec4(centre.xyz + (right * place.x + up * place.y) * extent.x, 1.0);
})";
constexpr const char* kBallFragment = R"(#version 330 core
in vec2 place;
in vec4 colour;
flat in vec3 right, up, towards;
out vec4 pixel;
void main() {
  float out_there = length(place);
  float covered = clamp(0.5 + (1.0 - out_there) / max(fwidth(out_there), 1e-4), 0.0, 1.0);
  if (covered <= 0.0) discard;
  vec3 n = right * place.x + up * place.y + towards * sqrt(max(0.0, 1.0 - out_there * out_there));
  float sun = max(dot(n, vec3(-0.3466, -0.5446, 0.7637)), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  pixel = vec4(colour.rgb * (0.30 + 0.25 * sky + 0.60 * sun), colour.a * covered);
})";
constexpr const char* kRingVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 2) in vec4 centre;
layout(location = 3) in vec3 extent;
layout(location = 4) in vec4 paint;
uniform mat4 view;
out vec2 place;
out vec4 colour;
flat out float inner;
void main() {
  place = position.xy * 1.25;
  colour = paint;
  inner = centre.w;
  gl_Position = view * vec4(centre.xyz + vec3(place * extent.xy, 0.0), 1.0);
})";
constexpr const char* kRingFragment = R"(#version 330 core
in vec2 place;
in vec4 colour;
flat in float inner;
out vec4 pixel;
void main() {
  float away = length(place), per_pixel = max(length(vec2(dFdx(away), dFdy(away))), 1e-5);
  float covered = clamp(0.5 + (1.0 - away) / per_pixel, 0.0, 1.0);
  if (inner > 0.0) covered *= clamp(0.5 + (away - inner) / per_pixel, 0.0, 1.0);
  pixel = vec4(colour.rgb, colour.a * covered);
})";
constexpr const char* kLetterVertex = R"(#version 330 core
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 letter;
layout(location = 2) in vec4 paint;
uniform vec2 size;
out vec2 at;
out vec4 colour;
void main() {
  at = letter;
  colour = paint;
  gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
})";
constexpr const char* kLetterFragment = R"(#version 330 core
in vec2 at;
in vec4 colour;
uniform sampler2D glyphs;
out vec4 pixel;
void main() { pixel = vec4(colour.rgb, colour.a * texture(glyphs, at).r); })";

/// A corner of the picture of letters is white, for panels: in the middle of four white pixels.
constexpr float kWhite = 1.0F / Font::kSide;

const void* at(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);
}

}  // namespace

struct Painter::Vertex {
  glm::vec3 position;
  glm::vec3 direction;
};

namespace {

template <typename Vertex>
std::vector<Vertex> make_square() {
  std::vector<Vertex> mesh;
  for (const glm::vec2& p : {glm::vec2(-1, -1), {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}})
    mesh.push_back({{p, 0}, {0, 0, 1}});
  return mesh;
}

template <typename Vertex>
std::vector<Vertex> make_box() {
  std::vector<Vertex> mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-0.5F, 0.5F}) {
      glm::vec3 normal(0), a(0), b(0);
      normal[axis] = side * 2;
      a[(axis + 1) % 3] = 0.5F;
      b[(axis + 2) % 3] = 0.5F;
      const glm::vec3 c = normal * 0.5F;
      for (const glm::vec3& p : {c - a - b, c + a - b, c + a + b, c - a - b, c + a + b, c - a + b})
        mesh.push_back({p, normal});
    }
  return mesh;
}

}  // namespace

Painter::Painter(const Font& font)
    : font_(font),
      solid_(kSolidVertex, kSolidFragment),
      balls_(kBallVertex, kBallFragment),
      rings_(kRingVertex, kRingFragment),
      letters_(kLetterVertex, kLetterFragment) {
  view_place_ = solid_.uniform("view");
  ball_view_place_ = balls_.uniform("view");
  ring_view_place_ = rings_.uniform("view");
  eye_place_ = balls_.uniform("eye");
  size_place_ = letters_.uniform("size");
  glGenBuffers(1, &things_);
  make(sphere_, make_square<Vertex>());
  make(box_, make_box<Vertex>());
  make(ring_, make_square<Vertex>());

  glGenVertexArrays(1, &overlay_vertices_);
  glGenBuffers(1, &overlay_buffer_);
  glBindVertexArray(overlay_vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, overlay_buffer_);
  for (const unsigned attribute : {0U, 1U, 2U}) glEnableVertexAttribArray(attribute);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Corner), at(offsetof(Corner, place)));
  glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, sizeof(Corner), at(offsetof(Corner, letter)));
  glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, sizeof(Corner), at(offsetof(Corner, colour)));

  glGenTextures(1, &glyphs_);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  std::vector<unsigned char> pixels = font.pixels();
  pixels.resize(static_cast<std::size_t>(Font::kSide) * Font::kSide);
  for (const std::size_t white : {0, 1, Font::kSide, Font::kSide + 1}) pixels[white] = 255;
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, Font::kSide, Font::kSide, 0, GL_RED, GL_UNSIGNED_BYTE, pixels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

Painter::~Painter() {
  for (Batch* batch : {&sphere_, &box_, &ring_}) {
    glDeleteVertexArrays(1, &batch->mesh.vertices);
    glDeleteBuffers(1, &batch->mesh.buffer);
  }
  glDeleteBuffers(1, &things_);
  glDeleteVertexArrays(1, &overlay_vertices_);
  glDeleteBuffers(1, &overlay_buffer_);
  glDeleteTextures(1, &glyphs_);
}

void Painter::make(Batch& batch, const std::vector<Vertex>& corners) {
  Mesh& mesh = batch.mesh;
  mesh.count = static_cast<int>(corners.size());
  glGenVertexArrays(1, &mesh.vertices);
  glGenBuffers(1, &mesh.buffer);
  glBindVertexArray(mesh.vertices);
  glBindBuffer(GL_ARRAY_BUFFER, mesh.buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(Vertex)), corners.data(),
               GL_STATIC_DRAW);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), at(offsetof(Vertex, position)));
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), at(offsetof(Vertex, direction)));
  glBindBuffer(GL_ARRAY_BUFFER, things_);
  glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, sizeof(Thing), at(offsetof(Thing, centre)));
  glVertexAttribPointer(3, 3, GL_FLOAT, GL_FALSE, sizeof(Thing), at(offsetof(Thing, size)));
  glVertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, sizeof(Thing), at(offsetof(Thing, colour)));
  for (unsigned attribute = 0; attribute < 5; ++attribute) glEnableVertexAttribArray(attribute);
  for (unsigned attribute = 2; attribute < 5; ++attribute) glVertexAttribDivisor(attribute, 1);
}

void Painter::begin(int width, int height, const glm::mat4& view, const glm::vec4& eye, const glm::vec4& background) {
  for (Batch* batch : {&sphere_, &box_, &ring_}) batch->things.clear();
  overlay_.clear();
  view_ = view;
  eye_ = eye;
  size_ = {width, height};
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_MULTISAMPLE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_TRUE);
  glClearColor(background.r, background.g, background.b, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Painter::layer(Layer layer) {
  flush();
  layer == Layer::ground ? glDisable(GL_DEPTH_TEST) : glEnable(GL_DEPTH_TEST);
  glDepthMask(layer == Layer::glass ? GL_FALSE : GL_TRUE);
}

void Painter::flush() {
  balls_.use();
  glUniformMatrix4fv(ball_view_place_, 1, GL_FALSE, glm::value_ptr(view_));
  glUniform4fv(eye_place_, 1, glm::value_ptr(eye_));
  draw(sphere_);
  solid_.use();
  glUniformMatrix4fv(view_place_, 1, GL_FALSE, glm::value_ptr(view_));
  draw(box_);
  rings_.use();
  glUniformMatrix4fv(ring_view_place_, 1, GL_FALSE, glm::value_ptr(view_));
  draw(ring_);
}

void Painter::draw(Batch& batch) const {
  std::vector<Thing>& things = batch.things;
  if (things.empty()) return;
  glBindBuffer(GL_ARRAY_BUFFER, things_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(things.size() * sizeof(Thing)), things.data(), GL_STREAM_DRAW);
  glBindVertexArray(batch.mesh.vertices);
  glDrawArraysInstanced(GL_TRIANGLES, 0, batch.mesh.count, static_cast<int>(things.size()));
  things.clear();
}

void Painter::sphere(const glm::vec3& centre, float radius, const glm::vec4& colour) {
  sphere_.things.push_back({centre, 0, glm::vec3(radius), colour});
}

void Painter::box(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour) {
  box_.things.push_back({centre, 0, size, colour});
}

void Painter::ring(const glm::vec2& centre, float inner, float outer, float height, const glm::vec4& colour) {
  if (outer > 0) ring_.things.push_back({glm::vec3(centre, height), inner / outer, glm::vec3(outer), colour});
}

void Painter::begin_overlay() {
  flush();
  glDisable(GL_DEPTH_TEST);
}

void Painter::end() {
  flush();
  if (overlay_.empty()) return;
  letters_.use();
  glUniform2fv(size_place_, 1, glm::value_ptr(size_));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, glyphs_);
  glBindVertexArray(overlay_vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, overlay_buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(overlay_.size() * sizeof(Corner)), overlay_.data(),
               GL_STREAM_DRAW);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(overlay_.size()));
  overlay_.clear();
}

void Painter::add_square(const glm::vec4& place, const glm::vec4& letter, const glm::vec4& colour) {
  const Corner a{{place.x, place.y}, {letter.x, letter.y}, colour}, b{{place.z, place.y}, {letter.z, letter.y}, colour};
  const Corner c{{place.z, place.w}, {letter.z, letter.w}, colour}, d{{place.x, place.w}, {letter.x, letter.w}, colour};
  overlay_.insert(overlay_.end(), {a, b, c, a, c, d});
}

void Painter::panel(float x, float y, float width, float height, const glm::vec4& colour) {
  add_square({x, y, x + width, y + height}, glm::vec4(kWhite), colour);
}

void Painter::text(std::string_view words, float x, float y, float size, const glm::vec4& colour, float align) {
  if (!font_.found()) return;
  x -= align * text_width(words, size);
  for (const char letter : words) {
    const Font::Glyph& g = font_.glyph(letter);
    const float left = x + g.left * size, top = y + g.top * size;
    if (g.width > 0)
      add_square({left, top, left + g.width * size, top + g.height * size}, {g.u0, g.v0, g.u1, g.v1}, colour);
    x += g.advance * size;
  }
}

void Painter::outlined_text(std::string_view words, float x, float y, float size, const glm::vec4& colour,
                            float align) {
  const float rim = size * 0.08F;
  for (const glm::vec2& edge : {glm::vec2(-rim, 0), {rim, 0}, {0, -rim}, {0, rim}})
    text(words, x + edge.x, y + edge.y, size, {0, 0, 0, 0.8F * colour.a}, align);
  text(words, x, y, size, colour, align);
}

bool Painter::project(const glm::vec3& place, glm::vec2& pixel) const {
  const glm::vec4 clip = view_ * glm::vec4(place, 1);
  if (clip.w <= 0.01F) return false;
  pixel = {(clip.x / clip.w + 1) / 2 * size_.x, (1 - clip.y / clip.w) / 2 * size_.y};
  return true;
}

}  // namespace monitor
