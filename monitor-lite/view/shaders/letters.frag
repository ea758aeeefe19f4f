// SPDX-License-Identifier: Apache-2.0
in vec2 at;
in vec4 colour;
uniform sampler2D glyphs;
out vec4 pixel;
void main() { pixel = vec4(colour.rgb, colour.a * texture(glyphs, at).r); }
