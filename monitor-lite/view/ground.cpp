// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/ground.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <vector>

#include "monitor-lite/client/field_marks.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/view/shader_texts.h"
#include "monitor-lite/view/turf.h"

namespace monitor {
namespace {

constexpr int kStripes = 14;          ///< of the mowed grass, on fields of any size
constexpr float kHalfLine = 0.06F;    ///< m
constexpr float kThinnest = 0.9F;     ///< minimum half width of a line, in units
constexpr float kHaze = 1 / 420.0F;   ///< 1/m
constexpr int kCurtain = 48;          ///< corners of the ring at the foot of the sky
constexpr float kSkyRadius = 700.0F;  ///< m from the eye
constexpr float kSkyHeight = 900.0F;
constexpr float kLand = 1200.0F;  ///< m from the field to the end of the land

void fill(unsigned vertices, unsigned buffer, const std::vector<float>& places, int size) {
  glBindVertexArray(vertices);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(places.size() * sizeof(float)), places.data(), GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, size, GL_FLOAT, GL_FALSE, 0, nullptr);
}

void set(const Shader& shader, const char* name, const glm::vec4& value) {
  glUniform4fv(shader.uniform(name), 1, glm::value_ptr(value));
}

/// Everything on which the picture of sky, land and field depends.
std::vector<float> looks(const glm::mat4& view, const Camera& camera, const Game& game,
                         const Ground::Colours& colours) {
  const FieldMarks marks = field_marks(game);
  std::vector<float> all(glm::value_ptr(view), glm::value_ptr(view) + 16);
  for (const float number : {camera.eye.x, camera.eye.y, camera.eye.z, camera.flat ? 1.0F : 0.0F})
    all.push_back(number);
  for (const double number : {game.field_length, game.field_width, game.border_size, game.goal_width, game.goal_depth,
                              game.ball_radius, marks.circle, marks.penalty_depth, marks.penalty_half_width})
    all.push_back(static_cast<float>(number));
  for (const glm::vec4& colour : {colours.grass, colours.stripe, colours.outside, colours.lines, colours.left,
                                  colours.right, colours.haze, colours.sky, colours.trees})
    all.insert(all.end(), glm::value_ptr(colour), glm::value_ptr(colour) + 4);
  return all;
}

}  // namespace

Ground::Ground() : field_(shader_texts::field()), land_(shader_texts::land()), sky_(shader_texts::sky()) {
  glGenVertexArrays(2, vertices_);
  glGenBuffers(2, buffers_);
  fill(vertices_[0], buffers_[0], {0, 0, 1, 0, 0, 1, 1, 1}, 2);
  std::vector<float> curtain;
  for (int i = 0; i <= kCurtain; ++i) {
    const float turn = static_cast<float>(i) / kCurtain * glm::two_pi<float>();
    for (const float z : {0.0F, 1.0F}) curtain.insert(curtain.end(), {std::cos(turn), std::sin(turn), z});
  }
  fill(vertices_[1], buffers_[1], curtain, 3);

  glGenTextures(1, &turf_);
  glBindTexture(GL_TEXTURE_2D, turf_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, Turf::kSide, Turf::kSide, 0, GL_RED, GL_UNSIGNED_BYTE, Turf::pixels().data());
  glGenerateMipmap(GL_TEXTURE_2D);
  // The nearest mipmap is good enough for such small differences, and costs half as much.
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

Ground::~Ground() {
  glDeleteVertexArrays(2, vertices_);
  glDeleteBuffers(2, buffers_);
  glDeleteTextures(1, &turf_);
}

void Ground::draw(const glm::mat4& view, const Camera& camera, const Game& game, const Colours& colours,
                  const glm::ivec2& size) {
  backdrop_.draw(looks(view, camera, game, colours), size, [&] { paint(view, camera, game, colours, size); });
}

void Ground::paint(const glm::mat4& view, const Camera& camera, const Game& game, const Colours& colours,
                   const glm::ivec2& size) const {
  const auto border = static_cast<float>(game.border_size) / 2;
  const glm::vec2 inner(static_cast<float>(game.field_length) / 2 + border,
                        static_cast<float>(game.field_width) / 2 + border);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, turf_);
  if (!camera.flat) draw_sky(view, camera, colours);
  glBindVertexArray(vertices_[0]);
  draw_land(view, camera, inner, colours);
  draw_field(view, game, inner, colours, kThinnest * unit_of(size.x, size.y));
  glEnable(GL_BLEND);
}

void Ground::draw_sky(const glm::mat4& view, const Camera& camera, const Colours& colours) const {
  sky_.use();
  glUniformMatrix4fv(sky_.uniform("view"), 1, GL_FALSE, glm::value_ptr(view));
  glUniform3fv(sky_.uniform("eye"), 1, glm::value_ptr(camera.eye));
  glUniform2f(sky_.uniform("size"), kSkyRadius, kSkyHeight);
  set(sky_, "low", colours.haze);
  set(sky_, "high", colours.sky);
  set(sky_, "trees", colours.trees);
  glBindVertexArray(vertices_[1]);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (kCurtain + 1));
}

void Ground::draw_land(const glm::mat4& view, const Camera& camera, const glm::vec2& inner,
                       const Colours& colours) const {
  land_.use();
  glUniformMatrix4fv(land_.uniform("view"), 1, GL_FALSE, glm::value_ptr(view));
  glUniform3f(land_.uniform("eye"), camera.eye.x, camera.eye.y, camera.flat ? 0.0F : kHaze);
  set(land_, "outside", colours.outside);
  set(land_, "haze", colours.haze);
  const glm::vec2 outer = inner + kLand;
  const int area = land_.uniform("area");
  // The strips around the field, which itself is drawn only once.
  for (const glm::vec4& part : {glm::vec4(-outer.x, -outer.y, outer.x, -inner.y),
                                {-outer.x, inner.y, outer.x, outer.y},
                                {-outer.x, -inner.y, -inner.x, inner.y},
                                {inner.x, -inner.y, outer.x, inner.y}}) {
    glUniform4fv(area, 1, glm::value_ptr(part));
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
}

void Ground::draw_field(const glm::mat4& view, const Game& game, const glm::vec2& inner, const Colours& colours,
                        float thinnest) const {
  const FieldMarks marks = field_marks(game);
  const auto metres = [](double length) { return static_cast<float>(length); };
  const float length = metres(game.field_length);
  field_.use();
  glUniformMatrix4fv(field_.uniform("view"), 1, GL_FALSE, glm::value_ptr(view));
  set(field_, "area", {-inner, inner});
  glUniform2f(field_.uniform("field"), metres(marks.half_length), metres(marks.half_width));
  glUniform2f(field_.uniform("penalty"), metres(marks.penalty_depth), metres(marks.penalty_half_width));
  set(field_, "sizes",
      {metres(marks.circle), metres(game.border_size) / 2, std::max(length / kStripes, 0.01F), kHalfLine});
  glUniform2f(field_.uniform("goal"), metres(game.goal_depth), metres(game.goal_width) / 2);
  // The spot is always smaller than a ball, from any viewpoint.
  glUniform2f(field_.uniform("spot"), metres(game.ball_radius) * 0.8F, thinnest);
  set(field_, "grass", colours.grass);
  set(field_, "stripe", colours.stripe);
  set(field_, "outside", colours.outside);
  set(field_, "lines", colours.lines);
  set(field_, "left", colours.left);
  set(field_, "right", colours.right);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace monitor
