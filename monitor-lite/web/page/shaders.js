// SPDX-License-Identifier: Apache-2.0
// What runs on the graphics card: the window's shaders, which stand in the table SHADERS, and one for machines without a card.

/** A plane with a picture of the field in it, which fades into the air beyond. */
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

/**
 * @param {WebGL2RenderingContext} gl
 * @param {string} name
 * @param {string[]} texts of the vertices' half, and of the pixels'
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
