// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/rounds.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "monitor-lite/view/shader_texts.h"
#include "monitor-lite/view/vertex_layout.h"

namespace monitor {
namespace {

/// The six sides of a cube, each as two triangles, counter-clockwise from outside.
std::vector<glm::vec3> cube() {
  std::vector<glm::vec3> corners;
  for (int axis = 0; axis < 3; ++axis)
    for (const float end : {-1.0F, 1.0F}) {
      const auto corner = [&](float u, float v) {
        glm::vec3 place;
        place[axis] = end;
        place[(axis + 1) % 3] = u * end;  // mirrored on the opposite side, which reverses its order
        place[(axis + 2) % 3] = v;
        return place;
      };
      for (const glm::vec2& at : {glm::vec2(-1, -1), {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}})
        corners.push_back(corner(at.x, at.y));
    }
  return corners;
}

}  // namespace

Rounds::Rounds() : shader_(shader_texts::rounds()) {
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &cube_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, cube_);
  const auto corners = cube();
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners.size() * sizeof(glm::vec3)), corners.data(),
               GL_STATIC_DRAW);
  lay_out_floats(0, 3, sizeof(glm::vec3), 0);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  lay_out_floats(1, 4, sizeof(Thing), offsetof(Thing, centre));
  lay_out_floats(2, 4, sizeof(Thing), offsetof(Thing, turn));
  lay_out_floats(3, 3, sizeof(Thing), offsetof(Thing, sizes));
  lay_out_floats(4, 4, sizeof(Thing), offsetof(Thing, colour));
  for (unsigned attribute = 0; attribute < 5; ++attribute) glEnableVertexAttribArray(attribute);
  for (unsigned attribute = 1; attribute < 5; ++attribute) glVertexAttribDivisor(attribute, 1);
  view_place_ = shader_.uniform("view");
  eye_place_ = shader_.uniform("eye");
  pixel_place_ = shader_.uniform("pixel_size");
  spread_place_ = shader_.uniform("spread");
}

Rounds::~Rounds() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &cube_);
  glDeleteBuffers(1, &buffer_);
}

void Rounds::begin(const glm::mat4& view, const glm::vec4& eye, float height, bool is_smooth) {
  things_.clear();
  view_ = view;
  eye_ = eye;
  spread_ = is_smooth ? 1.0F : 0.0F;
  pixel_ = 2.0F / (glm::length(glm::vec3(view[0].y, view[1].y, view[2].y)) * height);
}

void Rounds::light(const glm::vec4& camera_light) {
  shader_.use();
  glUniform4fv(shader_.uniform("camera_light"), 1, glm::value_ptr(camera_light));
}

void Rounds::add(Kind kind, const glm::vec3& centre, float radius, float length, const glm::mat3& turn,
                 const glm::vec4& colour, Mark mark) {
  const glm::quat q = glm::quat_cast(turn);
  things_.push_back({glm::vec4(centre, static_cast<float>(kind)),
                     {q.x, q.y, q.z, q.w},
                     {radius, length / 2, mark == Mark::none},
                     colour});
}

void Rounds::draw() {
  if (things_.empty()) return;
  shader_.use();
  glUniformMatrix4fv(view_place_, 1, GL_FALSE, glm::value_ptr(view_));
  glUniform4fv(eye_place_, 1, glm::value_ptr(eye_));
  glUniform1f(pixel_place_, pixel_);
  glUniform1f(spread_place_, spread_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(things_.size() * sizeof(Thing)), things_.data(),
               GL_STREAM_DRAW);
  glBindVertexArray(vertices_);
  // Only the far sides of the cube around each shape are drawn, so that it is visible from inside the cube, too.
  glEnable(GL_CULL_FACE);
  glCullFace(GL_FRONT);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 36, static_cast<int>(things_.size()));
  glDisable(GL_CULL_FACE);
  things_.clear();
}

}  // namespace monitor
