// SPDX-License-Identifier: Apache-2.0
// Each pixel has four rays, which are intersected with a ball, a capsule or a cylinder along z, in its own frame. They
// begin where they are nearest to its middle, because squares of large distances would lose the significant digits.
in vec3 at;
flat in vec4 middle, turned;
flat in vec3 lengths;
flat in vec4 colour;
uniform mat4 view;
uniform vec4 eye;  // a direction if w is 0
uniform float spread;  // of the rays; 0: all four go through the middle of the pixel
out vec4 pixel;
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
bool ball(vec3 o, vec3 d, float z, out float t, out vec3 n) {
  o.z -= z;
  float b = dot(o, d), root = b * b - dot(o, o) + lengths.x * lengths.x;
  if (root < 0.0) return false;
  t = -b - sqrt(root);
  n = (o + d * t) / lengths.x;
  return true;
}
bool met(vec3 o, vec3 d, out float t, out vec3 n) {
  if (middle.w == 0.0) return ball(o, d, 0.0, t, n);
  float a = dot(d.xy, d.xy), b = dot(o.xy, d.xy), c = dot(o.xy, o.xy) - lengths.x * lengths.x;
  float root = b * b - a * c, end = d.z > 0.0 ? -lengths.y : lengths.y;
  if (a > 1e-9) {
    if (root < 0.0) return false;
    t = (-b - sqrt(root)) / a;
    float z = o.z + d.z * t;
    if (abs(z) <= lengths.y) {
      n = vec3((o.xy + d.xy * t) / lengths.x, 0.0);
      return true;
    }
    if (middle.w == 1.0) return ball(o, d, z > 0.0 ? lengths.y : -lengths.y, t, n);
  }
  if (middle.w == 1.0) return ball(o, d, end, t, n);
  if (d.z == 0.0) return false;
  t = (end - o.z) / d.z;
  vec2 p = o.xy + d.xy * t;
  n = vec3(0.0, 0.0, d.z > 0.0 ? -1.0 : 1.0);
  return dot(p, p) <= lengths.x * lengths.x;
}
bool marked(vec3 p) {
  if (middle.w == 0.0) return abs(p.z) < 0.13 * lengths.x;
  return p.x > 0.0 && abs(p.y) < 0.13 * lengths.x;
}
void main() {
  vec4 back = vec4(-turned.xyz, turned.w);
  vec3 right = dFdx(at), up = dFdy(at), sum = vec3(0.0), nearest = vec3(0.0);
  float hits = 0.0;
  for (int i = 0; i < 4; ++i) {
    vec3 through = at + spread * right * (i == 0 || i == 3 ? 0.125 : -0.375 + float(i == 1) * 0.75) +
                   spread * up * (i == 0 ? 0.375 : i == 1 ? 0.125 : i == 2 ? -0.125 : -0.375);
    vec3 d = eye.w == 0.0 ? -normalize(eye.xyz) : normalize(through - eye.xyz);
    vec3 from = through - middle.xyz;
    from -= d * dot(from, d);
    vec3 lo = rotated(back, from), ld = rotated(back, d), n;
    float t;
    if (!met(lo, ld, t, n)) continue;
    vec3 paint = lengths.z == 0.0 && marked(lo + ld * t) ? colour.rgb * 0.55 : colour.rgb;
    sum += lit(paint, rotated(turned, n));
    nearest = middle.xyz + from + d * t;
    hits += 1.0;
  }
  if (hits == 0.0) discard;
  pixel = vec4(sum / hits, colour.a * hits / 4.0);
  vec4 place = view * vec4(nearest, 1.0);
  gl_FragDepth = clamp(0.5 + 0.5 * place.z / place.w, 0.0, 1.0);
}
