// SPDX-License-Identifier: Apache-2.0
// Squares that face the eye; their contents are computed for each pixel.
uniform vec4 eye;  // a direction if w is 0
out vec2 place;
flat out vec3 right, up, towards;
void main() {
  towards = normalize(eye.xyz - eye.w * centre.xyz);
  right = normalize(cross(abs(towards.z) > 0.999 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0), towards));
  up = cross(towards, right);
  place = position * 1.25;
  colour = paint;
  gl_Position = view * vec4(centre.xyz + (right * place.x + up * place.y) * extent.x, 1.0);
}
