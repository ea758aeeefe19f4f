// SPDX-License-Identifier: Apache-2.0
// Covers the whole picture, and gives each pixel its viewing direction.
layout(location = 0) in vec2 corner;
uniform mat4 back;  // from the picture to the world
uniform vec3 eye;
out vec3 towards;
void main() {
  vec4 far = back * vec4(corner, 1.0, 1.0);
  towards = far.xyz / far.w - eye;
  gl_Position = vec4(corner, 1.0, 1.0);
}
