// SPDX-License-Identifier: Apache-2.0
layout(location = 0) in vec3 corner;
layout(location = 1) in vec4 centre;
layout(location = 2) in vec4 turn;
layout(location = 3) in vec3 sizes;  // radius, half the length; 1 if it has no mark
layout(location = 4) in vec4 paint;
uniform mat4 view;
uniform float pixel_size;
out vec3 at;
flat out vec4 middle, turned;
flat out vec3 lengths;
flat out vec4 colour;
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  float reach = centre.w == 0.0 ? sizes.x : centre.w == 1.0 ? sizes.x + sizes.y : sizes.y;
  float rim = 2.0 * pixel_size * abs((view * vec4(centre.xyz, 1.0)).w);
  at = centre.xyz + rotated(turn, corner * (vec3(sizes.x, sizes.x, reach) + rim));
  middle = centre;
  turned = turn;
  lengths = sizes;
  colour = paint;
  gl_Position = view * vec4(at, 1.0);
}
