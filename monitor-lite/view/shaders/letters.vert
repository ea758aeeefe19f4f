// SPDX-License-Identifier: Apache-2.0
// Letters of the overlay.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 letter;
layout(location = 2) in vec4 paint;
uniform vec2 size;
uniform vec2 picture;  // size of the glyph texture, pixels
out vec2 at;
out vec4 colour;
void main() {
  at = letter / picture;
  colour = paint;
  gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
}
