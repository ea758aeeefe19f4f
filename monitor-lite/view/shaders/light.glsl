// SPDX-License-Identifier: Apache-2.0
// The lights of all shaders: daylight, or one light that moves with the camera and one from straight above.
uniform vec4 camera_light;  // towards the camera, and 1 if its light is on; all 0: daylight
vec3 lit(vec3 colour, vec3 n) {
  // The sun is above the main stand, at the side of a viewer behind either goal.
  float sun = max(dot(n, vec3(0.0, -0.4472, 0.8944)), 0.0);
  float sky = 0.5 + 0.5 * n.z;
  if (camera_light.w == 0.0) return colour * (0.34 + 0.26 * sky + 0.50 * sun);
  return colour * (0.25 + 0.45 * max(dot(n, camera_light.xyz), 0.0) + 0.30 * max(n.z, 0.0));
}
