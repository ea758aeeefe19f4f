// SPDX-License-Identifier: Apache-2.0
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
}
