// SPDX-License-Identifier: Apache-2.0
// A rectangle on the ground: x and y of one corner, and of the opposite one.
layout(location = 0) in vec2 corner;
uniform mat4 view;
uniform vec4 area;
out vec2 place;
void main() {
  place = mix(area.xy, area.zw, corner);
  gl_Position = view * vec4(place, 0.0, 1.0);
}
