// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/shader_texts.h"

#include "monitor-lite/view/light_text.h"

namespace monitor::shader_texts {
namespace {

// One of many things that one call draws: `Batch` says what the attributes hold.
const std::string kThing = R"(
layout(location = 0) in vec2 position;
layout(location = 1) in vec4 centre;
layout(location = 2) in vec3 extent;
layout(location = 3) in vec4 paint;
uniform mat4 view;
out vec4 colour;
)";

}  // namespace

const ShaderText& boxes() {
  static const ShaderText text{"boxes", R"(
layout(location = 0) in vec4 place;
layout(location = 1) in vec3 direction;
layout(location = 2) in vec4 paint;
out vec3 normal;
out vec4 colour;
void main() {
  normal = direction;
  colour = paint;
  gl_Position = place;
})",
                               light_text() + R"(
in vec3 normal;
in vec4 colour;
out vec4 pixel;
void main() { pixel = vec4(lit(colour.rgb, normal), colour.a); })"};
  return text;
}

const ShaderText& balls() {
  static const ShaderText text{"balls", kThing + R"(
uniform vec4 eye;  // a direction if w is 0
out vec2 place;
flat out vec3 right, up, towards;
void main() {
  towards = normalize(eye.xyz - eye.w * centre.xyz);
  right = normalize(cross(abs(towards.z) > 0.999 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0), towards));
  up = cross(towards, right);
  place = position * 1.25;
  colour = paint;
  gl_Position = view * vec4(centre.xyz + (right * place.x + up * place.y) * extent.x, 1.0);
})",
                               light_text() + R"(
in vec2 place;
in vec4 colour;
flat in vec3 right, up, towards;
out vec4 pixel;
void main() {
  float out_there = length(place);
  float covered = clamp(0.5 + (1.0 - out_there) / max(fwidth(out_there), 1e-4), 0.0, 1.0);
  if (covered <= 0.0) discard;
  vec3 n = right * place.x + up * place.y + towards * sqrt(max(0.0, 1.0 - out_there * out_there));
  pixel = vec4(lit(colour.rgb, n), colour.a * covered);
})"};
  return text;
}

const ShaderText& rings() {
  static const ShaderText text{"rings", kThing + R"(
out vec2 place;
flat out vec2 rim;  // share of the radius that is hollow, and that fades out
void main() {
  place = position * 1.25;
  colour = paint;
  rim = vec2(centre.w, extent.z);
  gl_Position = view * vec4(centre.xyz + vec3(place * extent.xy, 0.0), 1.0);
})",
                               R"(
in vec2 place;
in vec4 colour;
flat in vec2 rim;
out vec4 pixel;
void main() {
  float away = length(place), per_pixel = max(length(vec2(dFdx(away), dFdy(away))), 1e-5);
  float covered = clamp(0.5 + (1.0 - away) / per_pixel, 0.0, 1.0);
  if (rim.y > 0.0) covered = 1.0 - smoothstep(1.0 - rim.y, 1.0, away);
  if (rim.x > 0.0) covered *= clamp(0.5 + (away - rim.x) / per_pixel, 0.0, 1.0);
  pixel = vec4(colour.rgb, colour.a * covered);
})"};
  return text;
}

const ShaderText& nets() {
  // The extent of a panel is 0 along one axis. Where cords are thinner than a pixel, what they cover of it remains.
  static const ShaderText text{"nets", kThing + R"(
out vec2 place;
void main() {
  vec3 offset = extent.x == 0.0 ? vec3(0.0, position * extent.yz)
              : extent.y == 0.0 ? vec3(position.x * extent.x, 0.0, position.y * extent.z)
                                : vec3(position * extent.xy, 0.0);
  offset *= 0.5;
  place = extent.x == 0.0 ? offset.yz : extent.y == 0.0 ? offset.xz : offset.xy;
  colour = paint;
  gl_Position = view * vec4(centre.xyz + offset, 1.0);
})",
                               R"(
in vec2 place;
in vec4 colour;
uniform vec2 mesh;  // m between two cords, half the thickness of one
out vec4 pixel;
// The cord between a and b, integrated: a box filter as wide as a pixel.
vec2 cords(vec2 at) {
  vec2 cell = at / mesh.x;
  float half_cord = mesh.y / mesh.x;
  vec2 width = max(fwidth(cell), vec2(1e-4));
  vec2 a = cell - 0.5 * width, b = cell + 0.5 * width;
  vec2 ca = floor(a) * 2.0 * half_cord + min(fract(a), vec2(half_cord)) + max(fract(a) - (1.0 - half_cord), vec2(0.0));
  vec2 cb = floor(b) * 2.0 * half_cord + min(fract(b), vec2(half_cord)) + max(fract(b) - (1.0 - half_cord), vec2(0.0));
  return clamp((cb - ca) / width, 0.0, 1.0);
}
void main() {
  vec2 c = cords(place);
  pixel = vec4(colour.rgb, colour.a * (1.0 - (1.0 - c.x) * (1.0 - c.y)));
})"};
  return text;
}

const ShaderText& letters() {
  static const ShaderText text{"letters", R"(
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
})",
                               R"(
in vec2 at;
in vec4 colour;
uniform sampler2D glyphs;
out vec4 pixel;
void main() { pixel = vec4(colour.rgb, colour.a * texture(glyphs, at).r); })"};
  return text;
}

}  // namespace monitor::shader_texts
