// SPDX-License-Identifier: Apache-2.0
in vec3 towards;
uniform sampler2D colours;  // from the zenith on the left to the nadir on the right
out vec4 pixel;
void main() {
  float down = acos(clamp(normalize(towards).z, -1.0, 1.0)) / 3.14159265;
  pixel = vec4(texture(colours, vec2(down, 0.5)).rgb, 1.0);
}
