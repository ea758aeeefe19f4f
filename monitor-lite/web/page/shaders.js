// SPDX-License-Identifier: Apache-2.0
// What runs on the graphics card.

/** @type {Record<string, string[]>} */
const SHADERS = {
  /** Ground and land: a picture on a plane, which fades into the air. */
  plane: [
    `layout(location = 0) in vec2 corner;
uniform mat4 view;
uniform vec4 area;
out vec2 place;
void main() {
  place = mix(area.xy, area.zw, corner);
  gl_Position = view * vec4(place, 0.0, 1.0);
}`,
    `in vec2 place;
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
  pixel = vec4(mix(inside ? colour : outside.rgb, haze.rgb, air), 1.0);
}`,
  ],
  /** The sky, behind everything. */
  sky: [
    `layout(location = 0) in vec2 corner;
uniform vec4 rise;  // of the view: lower left, upper
out vec2 at;
void main() {
  at = corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.9999, 1.0);
}`,
    `in vec2 at;
uniform vec4 low, high;
uniform vec4 rise;
out vec4 pixel;
void main() {
  float up = mix(rise.x, rise.y, at.y);
  pixel = vec4(mix(low.rgb, high.rgb, smoothstep(0.0, 0.45, up)), 1.0);
}`,
  ],
  /** Balls: squares that look at the eye; what is in them is computed for each pixel. */
  balls: [
    `layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 ball;   // middle, radius
layout(location = 2) in vec4 paint;
uniform mat4 view;
uniform vec3 right, up, towards;
out vec2 at;
out vec4 colour;
void main() {
  vec2 around = (corner * 2.0 - 1.0) * 1.08;
  at = around;
  colour = paint;
  gl_Position = view * vec4(ball.xyz + (right * around.x + up * around.y) * ball.w + towards * ball.w, 1.0);
}`,
    `in vec2 at;
in vec4 colour;
uniform vec3 right, up, towards;
out vec4 pixel;
void main() {
  float away = dot(at, at);
  float edge = fwidth(sqrt(away)) + 1e-4;
  float covered = clamp((1.0 - sqrt(away)) / edge + 0.5, 0.0, 1.0);
  if (covered <= 0.0) discard;
  vec3 normal = right * at.x + up * at.y + towards * sqrt(max(0.0, 1.0 - away));
  vec3 light = normalize(vec3(-0.35, -0.55, 0.76));
  float bright = 0.50 + 0.50 * max(0.0, dot(normal, light)) + 0.06 * normal.z;
  float shine = pow(max(0.0, dot(reflect(-light, normal), towards)), 24.0);
  pixel = vec4(colour.rgb * bright + vec3(0.22 * shine), colour.a * covered);
}`,
  ],
  /** On the ground, without light: shadows, rings, the ball's trail. */
  discs: [
    `layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 disc;   // x, y, outer and inner radius
layout(location = 2) in vec4 paint;
uniform mat4 view;
out vec2 at;
out vec4 colour;
flat out vec2 radii;
void main() {
  at = (corner * 2.0 - 1.0) * disc.z * 1.1;
  colour = paint;
  radii = disc.zw;
  gl_Position = view * vec4(disc.xy + at, 0.012, 1.0);
}`,
    `in vec2 at;
in vec4 colour;
flat in vec2 radii;
out vec4 pixel;
void main() {
  float away = length(at), edge = fwidth(away) + 1e-4;
  float soft = radii.y < 0.0 ? 1.0 - smoothstep(0.2 * radii.x, radii.x, away) : clamp((radii.x - away) / edge + 0.5, 0.0, 1.0);
  float hole = radii.y > 0.0 ? clamp((away - radii.y) / edge + 0.5, 0.0, 1.0) : 1.0;
  pixel = vec4(colour.rgb, colour.a * soft * hole);
}`,
  ],
  /** Posts and bars. */
  boxes: [
    `layout(location = 0) in vec3 corner;
layout(location = 3) in vec3 normal;
layout(location = 1) in vec3 middle;
layout(location = 4) in vec3 size;
layout(location = 2) in vec4 paint;
uniform mat4 view;
out vec4 colour;
void main() {
  vec3 light = normalize(vec3(-0.35, -0.55, 0.76));
  colour = vec4(paint.rgb * (0.62 + 0.38 * max(0.0, dot(normal, light))), paint.a);
  gl_Position = view * vec4(middle + (corner - 0.5) * size, 1.0);
}`,
    `in vec4 colour;
out vec4 pixel;
void main() { pixel = colour; }`,
  ],
};

/**
 * @param {WebGL2RenderingContext} gl
 * @param {string} name
 */
function makeProgram(gl, name) {
  const program = gl.createProgram();
  const head = "#version 300 es\nprecision highp float;\n";
  const [vertex, fragment] = SHADERS[name];
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
