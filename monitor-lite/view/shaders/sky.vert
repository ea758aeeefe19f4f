// SPDX-License-Identifier: Apache-2.0
layout(location = 0) in vec3 corner;
uniform mat4 view;
uniform vec3 eye;
uniform vec2 size;         // radius, height
out vec3 towards;
void main() {
  towards = vec3(corner.xy * size.x, corner.z * size.y);
  gl_Position = view * vec4(eye.xy + towards.xy, towards.z, 1.0);
}
