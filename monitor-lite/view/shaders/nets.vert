// SPDX-License-Identifier: Apache-2.0
// The extent of a panel is 0 along one axis.
out vec2 place;
void main() {
  vec3 offset = extent.x == 0.0 ? vec3(0.0, position * extent.yz)
              : extent.y == 0.0 ? vec3(position.x * extent.x, 0.0, position.y * extent.z)
                                : vec3(position * extent.xy, 0.0);
  offset *= 0.5;
  place = extent.x == 0.0 ? offset.yz : extent.y == 0.0 ? offset.xz : offset.xy;
  colour = paint;
  gl_Position = view * vec4(centre.xyz + offset, 1.0);
}
