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

Painter::Painter(Font& font)
    : font_(font),
      balls_(shader_texts::balls()),
      rings_(shader_texts::rings()),
      nets_(shader_texts::nets()),
      overlay_(font) {
  eye_place_ = balls_.shader.uniform("eye");
  mesh_place_ = nets_.shader.uniform("mesh");
  camera_light_place_ = balls_.shader.uniform("camera_light");
}

void Painter::begin(int width, int height, const glm::mat4& view, const glm::vec4& eye, const glm::vec4& background) {
  for (Kind* kind : {&balls_, &rings_, &nets_}) kind->batch.clear();
  const bool has_colours = output_ == Output::colours;
  boxes_.begin(view, eye, {width, height}, has_colours);
  rounds_.begin(view, eye, static_cast<float>(height), has_colours);
  overlay_.clear();
  view_ = view;
  eye_ = eye;
  set_lights();
  meshes_.begin(view, camera_light_);
  layer_ = Layer::solid;
  size_ = {width, height};
  whole_ = within_.value_or(Whole{{width, height}, {0, 0}});
  // OpenGL counts rows from the bottom.
  glViewport(whole_.corner.x, whole_.size.y - whole_.corner.y - height, width, height);
  glEnable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_TRUE);
  const GLboolean is_coloured = has_colours ? GL_TRUE : GL_FALSE;
  glColorMask(is_coloured, is_coloured, is_coloured, is_coloured);
  glClearColor(background.r, background.g, background.b, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Painter::set_lights() {
  glm::vec4 camera_light(0);
  if (lights_ == Lights::camera_and_above) {
    // The result in w is the depth, which grows along the line of sight; without perspective it is 1.
    const glm::vec3 ahead(view_[0].w, view_[1].w, view_[2].w);
    camera_light = glm::vec4(glm::normalize(eye_.w == 0 ? glm::vec3(eye_) : -ahead), 1);
  }
  if (camera_light == camera_light_) return;
  camera_light_ = camera_light;
  boxes_.light(camera_light);
  rounds_.light(camera_light);
  balls_.shader.use();
  glUniform4fv(camera_light_place_, 1, glm::value_ptr(camera_light));
}

void Painter::layer(Layer layer) {
  flush();
  layer_ = layer;
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
  meshes_.draw();
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
  glViewport(0, 0, whole_.size.x, whole_.size.y);
  overlay_.draw(whole_.size);
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
  pixel += glm::vec2(whole_.corner);
  return true;
}

}  // namespace monitor
