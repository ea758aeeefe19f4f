// SPDX-License-Identifier: Apache-2.0
// Computes the flight of a kicked ball as the server does, without its noise.
//
// A kick pushes the ball for some steps with F = force·power in its direction and with a torque that gives it top spin:
// torque/2π·F about the horizontal axis across the direction. In the air m·dv/dt = F − drag·v − m·g. A ball that
// touches the floor does not slip, whatever the load: at the end of such a step it rolls, v = ω·r. It keeps its angular
// momentum about the point of contact, m·(v·r + 0.4·ω·r²), plus what the forces have added. It leaves the floor with
// 0.8 of its impact speed if that is more than 2 m/s. (docs/write/behaviour.md, 1.8, 2 and 3.5)

const BOUNCE = { share: 0.8, least: 2 }; // share of the impact speed; m/s
const INERTIA = 0.4; // of m·r²
/** A ball at or below this speed counts as at rest, m/s. */
const AT_REST = 0.3;

/**
 * `points` are the positions of the ball's centre, m, from the kick on, `every` s apart. `landing` is the index of the
 * first point on the floor after the flight, or -1 if the ball never leaves the floor or is not down after `seconds`.
 * @typedef {{points: number[][], landing: number, every: number}} Flight
 */

/**
 * @param {BallNote} ball
 * @param {KickNote} kick
 * @param {number[]} from the ball's centre, m
 * @param {number} heading direction of the kick, radians from the world's x
 * @param {number} angle upwards, degrees
 * @param {number} power
 * @param {number} step s
 * @param {number} seconds the time to look ahead, s
 * @returns {Flight}
 */
function kickFlight(ball, kick, from, heading, angle, power, step = DEFAULT_STEP, seconds = 6) {
  const up = (angle * Math.PI) / 180, force = kick.force * power;
  const ahead = [Math.cos(heading), Math.sin(heading)], { mass, radius, drag, gravity } = ball;
  let way = 0, speed = 0, height = Math.max(from[2], radius), rise = 0, spin = 0; // along the ground; m, m/s, rad/s
  let flew = false, landing = -1;
  const points = [[...from]], every = Math.max(1, Math.round(0.02 / step));
  for (let i = 0; i * step < seconds; ++i) {
    const pushes = i < kick.steps, along = pushes ? force * Math.cos(up) : 0, lift = pushes ? force * Math.sin(up) : 0;
    const torque = (kick.torque / (2 * Math.PI)) * along;
    const falling = rise + ((lift - drag * rise) / mass - gravity) * step;
    const pushed = ((along - drag * speed) / mass) * step, turned = (torque / mass) * step;
    if (height <= radius + 1e-9) {
      speed = (speed + INERTIA * spin * radius + pushed + turned / radius) / (1 + INERTIA);
      spin = speed / radius;
      rise = falling > 0 ? falling : -rise > BOUNCE.least ? -BOUNCE.share * rise : 0;
    } else {
      speed += pushed;
      spin += turned / (INERTIA * radius * radius);
      rise = falling;
    }
    way += speed * step;
    height += rise * step;
    if (height > radius + 0.02) flew = true;
    const isDown = height <= radius && flew;
    height = Math.max(height, radius);
    if (isDown && landing < 0) landing = points.length;
    if ((isDown && landing === points.length) || (i + 1) % every === 0) points.push([from[0] + way * ahead[0], from[1] + way * ahead[1], height]);
    if (!pushes && rise === 0 && speed < AT_REST) break;
  }
  return { points, landing, every: every * step };
}

/**
 * Whether a player reaches the ball with a kick; both places are centres, m.
 * @param {Game} game
 * @param {number} margin the greatest distance between the surfaces, m
 * @param {number[]} player
 * @param {number[]} ball
 */
function reaches(game, margin, player, ball) {
  return player[2] <= game.agentRadius + 0.01 && Math.hypot(...vec.sub(ball, player)) <= game.agentRadius + game.ballRadius + margin;
}
