// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/painter.h"

#include <epoxy/gl.h>

#include <glm/gtc/type_ptr.hpp>

#include "monitor-lite/view/shader_texts.h"

namespace monitor {
namespace {

constexpr float kMesh = 0.16F;   ///< m between the cords of a net
constexpr float kCord = 0.012F;  ///< m, half the thickness of one

}  // namespace

Painter::Kind::Kind(const ShaderText& text) : shader(text), view(shader.uniform("view")) {}

Painter::Painter(const Font& font)
    : font_(font),
      balls_(shader_texts::balls()),
      rings_(shader_texts::rings()),
      nets_(shader_texts::nets()),
      overlay_(font) {
  eye_place_ = balls_.shader.uniform("eye");
  mesh_place_ = nets_.shader.uniform("mesh");
}

void Painter::begin(int width, int height, const glm::mat4& view, const glm::vec4& eye, const glm::vec4& background) {
  for (Kind* kind : {&balls_, &rings_, &nets_}) kind->batch.clear();
  boxes_.begin(view, eye, {width, height});
  rounds_.begin(view, eye, static_cast<float>(height));
  overlay_.clear();
  view_ = view;
  eye_ = eye;
  size_ = {width, height};
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
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
  if (!balls_.batch.is_empty()) {
    balls_.shader.use();
    glUniform4fv(eye_place_, 1, glm::value_ptr(eye_));
  }
  if (!nets_.batch.is_empty()) {
    nets_.shader.use();
    glUniform2f(mesh_place_, kMesh, kCord);
  }
  draw(balls_);
  boxes_.draw();
  rounds_.draw();
  for (Kind* kind : {&rings_, &nets_}) draw(*kind);
}

void Painter::draw(Kind& kind) const {
  if (kind.batch.is_empty()) return;
  kind.shader.use();
  glUniformMatrix4fv(kind.view, 1, GL_FALSE, glm::value_ptr(view_));
  kind.batch.draw();
}

void Painter::sphere(const glm::vec3& centre, float radius, const glm::vec4& colour) {
  balls_.batch.add({glm::vec4(centre, 0), glm::vec3(radius), colour});
}

void Painter::ring(const glm::vec2& centre, float inner, float outer, float height, const glm::vec4& colour,
                   float soft) {
  if (outer > 0) rings_.batch.add({{centre, height, inner / outer}, {outer, outer, soft}, colour});
}

void Painter::net(const glm::vec3& centre, const glm::vec3& size, const glm::vec4& colour) {
  nets_.batch.add({glm::vec4(centre, 0), size, colour});
}

void Painter::begin_overlay() {
  flush();
  glDisable(GL_DEPTH_TEST);
}

void Painter::end() {
  flush();
  overlay_.draw(size_);
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
