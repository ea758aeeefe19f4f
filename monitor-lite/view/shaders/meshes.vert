// SPDX-License-Identifier: Apache-2.0
// Triangles with normals. The colour of a vertex is white if only the paint matters.
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 direction;
layout(location = 2) in vec3 tint;
uniform mat4 view;   // from the world to the picture
uniform mat4 frame;  // from the mesh to the world
uniform mat3 turn;   // the same for normals
out vec3 normal;
out vec3 own;
void main() {
  normal = turn * direction;
  own = tint;
  gl_Position = view * (frame * vec4(corner, 1.0));
}
