// SPDX-License-Identifier: Apache-2.0
// Grass and lines. Distances are in metres on the ground and become pixels through their slope on the screen.
in vec2 place;
uniform vec2 field;        // half of length and width
uniform vec2 penalty;      // penalty area: depth and half width
uniform vec4 sizes;        // m: circle, border, stripe, half a line
uniform vec2 goal;         // depth, half width
uniform vec2 spot;         // radius of the centre spot, m; minimum half width of a line, pixels
uniform vec4 grass, stripe, outside, lines, left, right;
uniform sampler2D turf;
out vec4 pixel;

vec2 metres, half_line;  // size of a pixel, along x and y; half the line width in pixels

// The distance in pixels from the sides of a rectangle; less than 0 inside.
float inside(vec2 outside) {
  vec2 covered = clamp(0.5 - outside, 0.0, 1.0);
  return covered.x * covered.y;
}
// The share of the pixel that its sides cover.
float border(vec2 outside) {
  vec2 across = clamp(0.5 + half_line - abs(outside), 0.0, 1.0), along = clamp(0.5 + half_line - outside, 0.0, 1.0);
  return max(across.x * along.y, across.y * along.x);
}

void main() {
  vec2 right_by = dFdx(place), down_by = dFdy(place);
  metres = max(sqrt(right_by * right_by + down_by * down_by), vec2(1e-6));
  half_line = max(sizes.w / metres, vec2(spot.y));
  vec2 p = abs(place);
  vec2 edge = (p - field) / metres;
  float on_field = inside(edge);
  // Stripes fade into their mean where they are thinner than a pixel; the turf's texture has mipmaps for that.
  float band = place.x / sizes.z;
  float wave = clamp((abs(fract(band * 0.5) - 0.5) - 0.25) / max(metres.x / sizes.z * 0.5, 0.012), -0.5, 0.5) + 0.5;
  float blades = texture(turf, place * 0.045).r - 0.5;
  vec3 colour = mix(outside.rgb, mix(grass.rgb, stripe.rgb, wave), on_field);
  // The grass is darker at the foot of the walls.
  vec2 to_wall = field + sizes.y - p;
  colour *= (1.0 + 0.36 * blades) * (0.62 + 0.38 * smoothstep(0.0, 1.6, min(to_wall.x, to_wall.y)));
  vec3 team = place.x < 0.0 ? left.rgb : right.rgb;
  vec2 in_goal = vec2(abs(p.x - field.x - goal.x * 0.5) - goal.x * 0.5, p.y - goal.y);
  colour = mix(colour, mix(colour, team, 0.45) * 0.8, inside(in_goal / metres));
  float white = max(clamp(0.5 + half_line.x - p.x / metres.x, 0.0, 1.0),
                    border(vec2(field.x - p.x - penalty.x, p.y - penalty.y) / metres)) * on_field;
  white = max(white, border(edge));
  float away = length(place);
  float per_pixel = max(length(vec2(dFdx(away), dFdy(away))), 1e-6);
  white = max(white, clamp(0.5 + max(sizes.w / per_pixel, spot.y) - abs(away - sizes.x) / per_pixel, 0.0, 1.0));
  white = max(white, clamp(0.5 + max(spot.x / per_pixel, 1.3 * spot.y) - away / per_pixel, 0.0, 1.0));
  pixel = vec4(mix(colour, lines.rgb, white), 1.0);
}
