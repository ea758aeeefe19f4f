// SPDX-License-Identifier: Apache-2.0
// On the ground, without light: rings, discs, soft shadows.
out vec2 place;
flat out vec2 rim;  // share of the radius that is hollow, and that fades out
void main() {
  place = position * 1.25;
  colour = paint;
  rim = vec2(centre.w, extent.z);
  gl_Position = view * vec4(centre.xyz + vec3(place * extent.xy, 0.0), 1.0);
}
