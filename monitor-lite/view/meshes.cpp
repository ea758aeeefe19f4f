// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/meshes.h"

#include <epoxy/gl.h>

#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "monitor-lite/view/shader_texts.h"

namespace monitor {

Meshes::Kind::Kind(const ShaderText& text)
    : shader(text),
      view(shader.uniform("view")),
      frame(shader.uniform("frame")),
      turn(shader.uniform("turn")),
      paint(shader.uniform("paint")),
      glow(shader.uniform("glow")),
      camera_light(shader.uniform("camera_light")),
      placed(shader.uniform("placed")),
      shares(shader.uniform("shares")),
      least(shader.uniform("least")) {}

Meshes::Meshes() : plain_(shader_texts::meshes()) {}

void Meshes::begin(const glm::mat4& view, const glm::vec4& camera_light) {
  things_.clear();
  view_ = view;
  camera_light_ = camera_light;
}

void Meshes::add(const Mesh& mesh, const glm::mat4& frame, const Surface& surface, Pixels pixels) {
  things_.push_back({&mesh, frame, surface, pixels});
}

/// Makes the shader for this thing current, with the uniforms shared by the whole picture.
Meshes::Kind& Meshes::use(const Thing& thing) {
  if (thing.surface.texture && !textured_) textured_.emplace(shader_texts::textured());
  Kind& kind = thing.surface.texture ? *textured_ : plain_;
  if (in_use_ == &kind) return kind;
  in_use_ = &kind;
  kind.shader.use();
  glUniformMatrix4fv(kind.view, 1, GL_FALSE, glm::value_ptr(view_));
  glUniform4fv(kind.camera_light, 1, glm::value_ptr(camera_light_));
  return kind;
}

void Meshes::set_image(const Kind& kind, const Thing& thing) {
  constexpr float kOpaque = 254.5F / 255;
  const Surface& surface = thing.surface;
  const Texture& texture = *surface.texture;
  texture.bind(surface.repeat_s, surface.repeat_t);
  glUniformMatrix3fv(kind.placed, 1, GL_FALSE, glm::value_ptr(surface.placed));
  const bool is_grey = texture.is_grey();
  glUniform3f(kind.shares, is_grey ? 1 : 0, texture.has_opacity() ? 0 : 1, surface.is_lit ? 0 : 1);
  glUniform1f(kind.least, thing.pixels == Pixels::opaque && texture.is_clear() ? kOpaque : 0);
}

void Meshes::draw() {
  if (things_.empty()) return;
  in_use_ = nullptr;
  for (const Thing& thing : things_) {
    const Kind& kind = use(thing);
    const glm::mat3 turn(thing.frame);
    glUniformMatrix4fv(kind.frame, 1, GL_FALSE, glm::value_ptr(thing.frame));
    glUniformMatrix3fv(kind.turn, 1, GL_FALSE, glm::value_ptr(glm::inverseTranspose(turn)));
    glUniform4fv(kind.paint, 1, glm::value_ptr(thing.surface.colour));
    glUniform3fv(kind.glow, 1, glm::value_ptr(thing.surface.glow));
    if (thing.surface.texture) set_image(kind, thing);
    // A mirror turns front faces into back faces.
    glFrontFace(glm::determinant(turn) < 0 ? GL_CW : GL_CCW);
    glCullFace(GL_BACK);
    thing.mesh->is_solid() ? glEnable(GL_CULL_FACE) : glDisable(GL_CULL_FACE);
    thing.mesh->draw();
  }
  glFrontFace(GL_CCW);
  glDisable(GL_CULL_FACE);
  things_.clear();
}

}  // namespace monitor
