// SPDX-License-Identifier: Apache-2.0
layout(location = 0) in vec4 place;
layout(location = 1) in vec3 direction;
layout(location = 2) in vec4 paint;
out vec3 normal;
out vec4 colour;
void main() {
  normal = direction;
  colour = paint;
  gl_Position = place;
}
