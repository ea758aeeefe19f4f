// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/dome.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstddef>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "monitor-lite/view/shader_texts.h"

namespace monitor {
namespace {

constexpr int kShades = 1024;  // from zenith to nadir

glm::vec3 shade(const std::vector<Dome::Stop>& stops, float angle) {
  if (stops.empty()) return glm::vec3(0);
  const auto above = std::ranges::find_if(stops, [&](const Dome::Stop& stop) { return stop.angle > angle; });
  if (above == stops.begin()) return stops.front().colour;
  if (above == stops.end()) return stops.back().colour;
  const Dome::Stop& below = *std::prev(above);
  return glm::mix(below.colour, above->colour, (angle - below.angle) / (above->angle - below.angle));
}

}  // namespace

Dome::Dome() : shader_(shader_texts::dome()) {
  constexpr float kCorners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, sizeof kCorners, kCorners, GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glGenTextures(1, &texture_);
  set({});
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  back_place_ = shader_.uniform("back");
  eye_place_ = shader_.uniform("eye");
}

Dome::~Dome() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &buffer_);
  glDeleteTextures(1, &texture_);
}

void Dome::set(const std::vector<Stop>& stops) {
  std::vector<unsigned char> shades;
  shades.reserve(3 * kShades);
  for (int i = 0; i < kShades; ++i) {
    const glm::vec3 colour = shade(stops, (static_cast<float>(i) + 0.5F) / kShades * glm::pi<float>());
    for (int part = 0; part < 3; ++part)
      shades.push_back(static_cast<unsigned char>(std::clamp(colour[part], 0.0F, 1.0F) * 255 + 0.5F));
  }
  glBindTexture(GL_TEXTURE_2D, texture_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, kShades, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, shades.data());
}

void Dome::draw(const glm::mat4& view, const glm::vec3& eye) const {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_);
  shader_.use();
  glUniformMatrix4fv(back_place_, 1, GL_FALSE, glm::value_ptr(glm::inverse(view)));
  glUniform3fv(eye_place_, 1, glm::value_ptr(eye));
  glBindVertexArray(vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glEnable(GL_BLEND);
  glEnable(GL_DEPTH_TEST);
}

}  // namespace monitor
