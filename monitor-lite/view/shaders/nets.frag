// SPDX-License-Identifier: Apache-2.0
// Cords thinner than a pixel contribute the share of the pixel that they cover.
in vec2 place;
in vec4 colour;
uniform vec2 mesh;  // m between two cords, half the thickness of one
out vec4 pixel;
// The integral of the cords from a to b: a box filter as wide as a pixel.
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
}
