// SPDX-License-Identifier: Apache-2.0
in vec3 normal;
in vec3 own;
uniform vec4 paint;  // colour and opacity
uniform vec3 glow;   // emitted light
out vec4 pixel;
void main() {
  vec3 n = normalize(gl_FrontFacing ? normal : -normal);
  pixel = vec4(lit(own * paint.rgb, n) + glow, paint.a);
}
