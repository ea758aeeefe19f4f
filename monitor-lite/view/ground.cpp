// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/ground.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>

namespace monitor {
namespace {

constexpr const char* kVertex = R"(#version 330 core
layout(location = 0) in vec2 corner;
uniform mat4 view;
uniform vec2 reach;
out vec2 place;
void main() {
  place = corner * reach;
  gl_Position = view * vec4(place, 0.0, 1.0);
})";

// Distances are in metres on the ground and become pixels through their slope on the screen.
constexpr const char* kFragment = R"(#version 330 core
in vec2 place;
uniform vec2 field;        // half of length and width
uniform vec2 area;         // penalty area: half of length and width of the field that is left of it, and its half width
uniform vec3 sizes;        // circle, border, stripe
uniform vec2 goal;         // depth, half width
uniform vec2 widths;       // half a line: metres, and at least so many pixels
uniform vec4 grass, stripe, outside, lines, left, right;
out vec4 pixel;

float slope(float distance) { return max(length(vec2(dFdx(distance), dFdy(distance))), 1e-6); }
float inside(float distance) { return clamp(0.5 - distance / slope(distance), 0.0, 1.0); }
// How much of the pixel a line along `distance` = 0 covers.
float line(float distance) {
  float per_pixel = slope(distance);
  return clamp(0.5 + max(widths.x / per_pixel, widths.y) - abs(distance) / per_pixel, 0.0, 1.0);
}
float box(vec2 p, vec2 size) {
  vec2 q = p - size;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
}

void main() {
  vec2 p = abs(place);
  float edge = box(p, field);
  float on_field = inside(edge);
  // Stripes fade into their mean where they are thinner than a pixel.
  float band = place.x / sizes.z;
  float blur = slope(band);
  float wave = clamp((abs(fract(band * 0.5) - 0.5) - 0.25) / max(blur * 0.5, 1e-4), -0.5, 0.5) + 0.5;
  vec3 colour = mix(outside.rgb * 0.55, outside.rgb, inside(box(p, field + sizes.y)));
  colour = mix(colour, mix(grass.rgb, stripe.rgb, wave), on_field);
  vec3 team = place.x < 0.0 ? left.rgb : right.rgb;
  colour = mix(colour, team, 0.35 * inside(box(vec2(abs(p.x - field.x - goal.x * 0.5), p.y), vec2(goal.x * 0.5, goal.y))));
  float white = line(edge);
  white = max(white, line(place.x) * on_field);
  white = max(white, line(box(vec2(field.x - p.x, p.y), area)) * on_field);
  white = max(white, line(length(place) - sizes.x));
  white = max(white, inside(length(place) - max(0.25, 2.0 * min(slope(place.x), slope(place.y)))));
  pixel = vec4(mix(colour, lines.rgb, white), 1.0);
})";

float value_of(const Game& game, const char* name, double otherwise) {
  const auto found = game.values.find(name);
  return static_cast<float>(found == game.values.end() ? otherwise : found->second);
}

}  // namespace

Ground::Ground() : shader_(kVertex, kFragment) {
  constexpr float kCorners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
  glGenVertexArrays(1, &vertices_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(vertices_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, sizeof kCorners, kCorners, GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
}

Ground::~Ground() {
  glDeleteVertexArrays(1, &vertices_);
  glDeleteBuffers(1, &buffer_);
}

void Ground::draw(const glm::mat4& view, const Game& game, const Colours& colours, int picture_height) const {
  constexpr float kBeyond = 200.0F;  // m of land that is shown beyond the field
  constexpr float kStripes = 14.0F;
  const float length = static_cast<float>(game.field_length), width = static_cast<float>(game.field_width);
  const float post = static_cast<float>(game.goal_width) / 2;
  // The monitor stream does not tell the penalty area; on a standard field it is 16.5 m, on others in proportion.
  const float depth = std::min(16.5F, length * 0.16F);
  const float circle = std::min(value_of(game, "FreeKickDistance", 9.15), width * 0.45F);
  const float border = static_cast<float>(game.border_size) / 2;

  shader_.use();
  glUniformMatrix4fv(shader_.uniform("view"), 1, GL_FALSE, glm::value_ptr(view));
  glUniform2f(shader_.uniform("reach"), length / 2 + kBeyond, width / 2 + kBeyond);
  glUniform2f(shader_.uniform("field"), length / 2, width / 2);
  glUniform2f(shader_.uniform("area"), depth, std::min(post + depth, width / 2));
  glUniform3f(shader_.uniform("sizes"), circle, border, std::max(length / kStripes, 0.01F));
  glUniform2f(shader_.uniform("goal"), static_cast<float>(game.goal_depth), post);
  glUniform2f(shader_.uniform("widths"), 0.06F, 0.9F * static_cast<float>(picture_height) / 720.0F);
  const auto set = [&](const char* name, const glm::vec4& colour) {
    glUniform4fv(shader_.uniform(name), 1, glm::value_ptr(colour));
  };
  set("grass", colours.grass);
  set("stripe", colours.stripe);
  set("outside", colours.outside);
  set("lines", colours.lines);
  set("left", colours.left);
  set("right", colours.right);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(vertices_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glEnable(GL_BLEND);
}

}  // namespace monitor
