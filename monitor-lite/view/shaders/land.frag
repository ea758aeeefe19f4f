// SPDX-License-Identifier: Apache-2.0
// The land beyond the walls.
in vec2 place;
uniform vec4 outside, haze;
uniform vec3 eye;          // x, y; 1 over the distance, m, at which haze hides most of the view
uniform sampler2D turf;
out vec4 pixel;
void main() {
  float blades = texture(turf, place * 0.012).r - 0.5;
  vec2 way = (place - eye.xy) * eye.z;
  float air = 1.0 - exp(-dot(way, way));
  pixel = vec4(mix(outside.rgb * (1.0 + 0.30 * blades), haze.rgb, air), 1.0);
}
