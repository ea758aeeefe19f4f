// SPDX-License-Identifier: Apache-2.0
// The one light of all shaders. The sun stands above the main stand, so that whoever looks from behind either goal has it at his side.
vec3 lit(vec3 colour, vec3 n) {
  float sun = max(dot(n, vec3(0.0, -0.4472, 0.8944)), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  return colour * (0.34 + 0.26 * sky + 0.50 * sun);
}
