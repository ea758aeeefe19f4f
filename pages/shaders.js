// SPDX-License-Identifier: Apache-2.0
// The programs of the graphics card: the window's shaders, from the table SHADERS, and those that only pages need.

/** A plane with a picture of the field, which fades into the haze beyond. */
const PAINTED = `in vec2 place;
uniform vec4 painted;  // the part of the plane that has a picture
uniform vec4 outside, haze;
uniform vec3 eye;  // x, y; one by the distance at which the air takes most of the view
uniform sampler2D picture;
out vec4 pixel;
void main() {
  vec2 at = (place - painted.xy) / (painted.zw - painted.xy);
  vec3 colour = texture(picture, at).rgb;
  vec2 way = (place - eye.xy) * eye.z;
  float air = 1.0 - exp(-dot(way, way));
  bool inside = all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)));
  pixel = vec4(inside ? colour : mix(outside.rgb, haze.rgb, air), 1.0);
}`;

/** Lines on the ground, one pixel wide. They fade out at the reach, and where only few pixels lie between them. */
const GRID = `in vec2 place;
uniform vec4 grid;  // the middle; the reach, m; between two lines, m
out vec4 pixel;
void main() {
  vec2 cell = place / grid.w, wide = max(fwidth(cell), vec2(1e-5));
  vec2 away = abs(fract(cell - 0.5) - 0.5) / wide;
  vec2 bright = mix(vec2(0.2), vec2(0.5), lessThan(abs(cell), vec2(0.5))) * clamp(0.5 / wide - 1.0, 0.0, 1.0);
  vec2 lines = clamp(1.0 - away, 0.0, 1.0) * bright;
  float out_there = length(place - grid.xy) / grid.z;
  pixel = vec4(vec3(1.0), max(lines.x, lines.y) * (1.0 - smoothstep(0.6, 1.0, out_there)));
}`;

/** Many objects of one kind, each scaled and rotated. */
const SOLIDS = `layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 direction;
layout(location = 2) in vec3 centre;
layout(location = 3) in vec3 row_x;
layout(location = 4) in vec3 row_y;
layout(location = 5) in vec3 row_z;
layout(location = 6) in vec3 size;
layout(location = 7) in vec4 paint;
uniform mat4 view;
out vec3 normal;
out vec4 colour;
vec3 turned(vec3 v) { return vec3(dot(row_x, v), dot(row_y, v), dot(row_z, v)); }
void main() {
  normal = normalize(turned(direction / max(size, vec3(1e-6))));
  colour = paint;
  gl_Position = view * vec4(centre + turned(corner * size), 1.0);
}`;

/**
 * @param {WebGL2RenderingContext} gl
 * @param {string} name
 * @param {string[]} texts the vertex shader and the fragment shader
 */
function makeProgram(gl, name, [vertex, fragment]) {
  const program = gl.createProgram();
  const head = "#version 300 es\nprecision highp float;\n";
  for (const [kind, text] of /** @type {[number, string][]} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, head + text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(`${name}: ${gl.getShaderInfoLog(shader)}`);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`${name}: ${gl.getProgramInfoLog(program)}`);
  /** @type {Map<string, WebGLUniformLocation | null>} */
  const places = new Map();
  return {
    program,
    /** @param {string} uniform */
    place: (uniform) => {
      if (!places.has(uniform)) places.set(uniform, gl.getUniformLocation(program, uniform));
      return places.get(uniform);
    },
  };
}
