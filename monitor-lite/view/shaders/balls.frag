// SPDX-License-Identifier: Apache-2.0
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
}
