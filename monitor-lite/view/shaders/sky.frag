// SPDX-License-Identifier: Apache-2.0
in vec3 towards;
uniform vec3 eye;
uniform vec4 low, high, trees;
out vec4 pixel;
void main() {
  float rise = (towards.z - eye.z) / length(towards.xy);
  vec3 colour = mix(low.rgb, high.rgb, smoothstep(0.0, 0.45, rise));
  // Crowns of trees all around.
  float turn = atan(towards.y, towards.x);
  float crowns = 0.024 + 0.005 * sin(turn * 19.0) + 0.003 * sin(turn * 53.0 + 1.0) + 0.0025 * abs(sin(turn * 127.0)) +
                 0.0015 * sin(turn * 311.0 + 2.0);
  float covered = clamp(0.5 + (crowns - rise) / max(length(vec2(dFdx(rise), dFdy(rise))), 1e-5), 0.0, 1.0);
  pixel = vec4(mix(colour, mix(trees.rgb, low.rgb, 0.55 - 12.0 * clamp(rise, 0.0, 0.03)), covered), 1.0);
}
