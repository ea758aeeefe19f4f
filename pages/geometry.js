// SPDX-License-Identifier: Apache-2.0
// Vectors, and the projection of places of the world into a picture.

/**
 * @typedef {{eye: number[], target: number[], up: number[], view: number, flat: boolean, near?: number}} Camera
 *   `view`: degrees, or m for a map; `near`: the distance of the near plane, m
 */

const UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const vec = {
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  /**
   * @param {number[]} a
   * @param {number[]} b
   * @param {number} s
   */
  add: (a, b, s = 1) => [a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s],
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  /**
   * @param {number[]} a
   * @param {number[]} b
   */
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  /** @param {number[]} a */
  unit: (a) => {
    const length = Math.hypot(a[0], a[1], a[2]) || 1;
    return [a[0] / length, a[1] / length, a[2] / length];
  },
};

/** Rotations as nine numbers, the rows of a matrix. */
const turns = {
  /**
   * @param {number[]} m
   * @param {number[]} p
   */
  apply: (m, p) => [m[0] * p[0] + m[1] * p[1] + m[2] * p[2], m[3] * p[0] + m[4] * p[1] + m[5] * p[2], m[6] * p[0] + m[7] * p[1] + m[8] * p[2]],
  /**
   * The rotation `b` followed by `a`.
   * @param {number[]} a
   * @param {number[]} b
   */
  product: (a, b) => {
    const out = [];
    for (let row = 0; row < 9; row += 3)
      for (let column = 0; column < 3; ++column) out.push(a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column]);
    return out;
  },
  /**
   * @param {number} w of a quaternion of length 1
   * @param {number} x
   * @param {number} y
   * @param {number} z
   */
  ofQuaternion: (w, x, y, z) => [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  /**
   * x, y, z, w
   * @param {number[]} m
   */
  quaternion: (m) => {
    const trace = m[0] + m[4] + m[8];
    if (trace > 0) {
      const s = 2 * Math.sqrt(trace + 1);
      return [(m[7] - m[5]) / s, (m[2] - m[6]) / s, (m[3] - m[1]) / s, s / 4];
    }
    // Divide by the largest of the other three components, which is far from zero.
    const i = m[0] >= m[4] && m[0] >= m[8] ? 0 : m[4] >= m[8] ? 1 : 2, j = (i + 1) % 3, k = (i + 2) % 3;
    const at = (/** @type {number} */ row, /** @type {number} */ column) => m[3 * row + column];
    const s = 2 * Math.sqrt(Math.max(0, 1 + at(i, i) - at(j, j) - at(k, k))) || 1, out = [0, 0, 0, (at(k, j) - at(j, k)) / s];
    out[i] = s / 4;
    out[j] = (at(j, i) + at(i, j)) / s;
    out[k] = (at(k, i) + at(i, k)) / s;
    return out;
  },
};

/**
 * The view and projection matrix in column order, as WebGL expects it.
 * @param {Camera} camera
 * @param {number} aspect
 * @returns {Float32Array}
 */
function matrixOf(camera, aspect) {
  const ahead = vec.unit(vec.sub(camera.target, camera.eye));
  const right = vec.unit(vec.cross(ahead, camera.up)), up = vec.cross(right, ahead);
  const view = [right[0], up[0], -ahead[0], 0, right[1], up[1], -ahead[1], 0, right[2], up[2], -ahead[2], 0,
    -vec.dot(right, camera.eye), -vec.dot(up, camera.eye), vec.dot(ahead, camera.eye), 1];
  const near = camera.flat ? 0.1 : (camera.near ?? 0.5), far = camera.flat ? 500 : 1500;
  let projection;
  if (camera.flat) {
    const half = camera.view / 2;
    projection = [1 / (half * aspect), 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, -2 / (far - near), 0, 0, 0, -(far + near) / (far - near), 1];
  } else {
    const f = 1 / Math.tan((camera.view * Math.PI) / 360);
    projection = [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0];
  }
  const out = new Float32Array(16);
  for (let column = 0; column < 4; ++column)
    for (let row = 0; row < 4; ++row) {
      let sum = 0;
      for (let i = 0; i < 4; ++i) sum += projection[i * 4 + row] * view[column * 4 + i];
      out[column * 4 + row] = sum;
    }
  return out;
}

/**
 * Projects a place into a picture: x and y from -1 to 1, and the depth; null if it is behind the eye.
 * @param {Float32Array} m
 * @param {number[]} p
 */
function projected(m, p) {
  const w = m[3] * p[0] + m[7] * p[1] + m[11] * p[2] + m[15];
  if (w <= 0) return null;
  return [(m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12]) / w, (m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13]) / w, w];
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} share
 */
function mix(a, b, share) {
  return a + (b - a) * share;
}
