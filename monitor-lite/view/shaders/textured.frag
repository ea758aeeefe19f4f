// SPDX-License-Identifier: Apache-2.0
// A grey image darkens the colours of the mesh; any other image replaces them.
in vec3 normal;
in vec3 own;
in vec2 at;
uniform sampler2D image;  // its first row is the top one; colours are multiplied by the opacity
uniform vec4 paint;       // colour and opacity
uniform vec3 glow;        // emitted light
uniform vec3 shares;      // of the mesh's colours, of the paint's opacity, of the unlit image
uniform float least;      // less opaque pixels are not drawn
out vec4 pixel;
void main() {
  vec4 texel = texture(image, vec2(at.x, 1.0 - at.y));
  float opacity = texel.a * mix(1.0, paint.a, shares.y);
  if (opacity < least) discard;
  vec3 shown = texel.rgb / max(texel.a, 1.0 / 255.0) * mix(vec3(1.0), own * paint.rgb, shares.x);
  vec3 n = normalize(gl_FrontFacing ? normal : -normal);
  pixel = vec4(mix(lit(shown, n) + glow, shown, shares.z), opacity);
}
