// SPDX-License-Identifier: Apache-2.0
// Triangles with normals and an image on them.
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 direction;
layout(location = 2) in vec3 tint;
layout(location = 3) in vec2 place;
uniform mat4 view;    // from the world to the picture
uniform mat4 frame;   // from the mesh to the world
uniform mat3 turn;    // the same for normals
uniform mat3 placed;  // from the texture coordinates of the mesh to those of the image
out vec3 normal;
out vec3 own;
out vec2 at;
void main() {
  normal = turn * direction;
  own = tint;
  at = (placed * vec3(place, 1.0)).xy;
  gl_Position = view * (frame * vec4(corner, 1.0));
}
