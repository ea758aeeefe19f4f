// SPDX-License-Identifier: Apache-2.0
// Texts and marks over the picture of a match for the person who plays: numbers, the flight of a kick, and where to
// stand for it.

const SIGN_COLOURS = { reach: "#7dff6a", faint: "rgba(255, 255, 255, 0.55)", mark: "#fff24c", stand: "rgba(125, 255, 106, 0.9)", own: "#ffffff" };
/** @type {Record<string, number[]>} */
const RING_COLOURS = { reach: [0.49, 1, 0.42, 0.95], faint: [1, 1, 1, 0.55], mark: [1, 0.95, 0.3, 0.95], own: [1, 1, 1, 0.95] };
/** The width of rings on the ground, m, and its minimum as a share of the distance to the viewer. */
const RING_WIDTH = { least: 0.03, share: 0.004 };

/** Draws in the world's metres on the canvas over its picture. */
class GroundPen {
  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Float32Array} view
   * @param {number} width pixels
   * @param {number} height
   */
  constructor(context, view, width, height) {
    this.context = context;
    this.view = view;
    this.width = width;
    this.height = height;
  }

  /**
   * The place in pixels; null if it is behind the viewer.
   * @param {number[]} place m
   */
  at(place) {
    const seen = projected(this.view, place);
    return seen && Math.abs(seen[0]) < 8 && Math.abs(seen[1]) < 8 ? [((seen[0] + 1) / 2) * this.width, ((1 - seen[1]) / 2) * this.height] : null;
  }

  /**
   * @param {number[][]} places m
   * @param {string} colour
   * @param {number} width pixels
   * @param {number[]} dash pixels
   */
  line(places, colour, width, dash = []) {
    const { context } = this;
    context.beginPath();
    let isDown = false;
    for (const place of places) {
      const at = this.at(place);
      if (at && isDown) context.lineTo(at[0], at[1]);
      else if (at) context.moveTo(at[0], at[1]);
      isDown = !!at;
    }
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }
}

/**
 * @param {SoccerView} soccer
 * @param {CanvasRenderingContext2D} context
 * @param {Float32Array} view
 * @param {number} width pixels
 * @param {number} height
 */
function drawSoccerSigns(soccer, context, view, width, height) {
  const pen = new GroundPen(context, view, width, height), density = unitOf(context.canvas);
  const { game } = soccer.notes, { player } = soccer, camera = soccer.page.stage.view.last;
  context.textAlign = "center";
  context.textBaseline = "bottom";
  for (const man of soccer.frame(camera).men) {
    if (player && man.side === player.side && man.number === player.number) {
      drawOwn(pen, player, game, density);
      continue;
    }
    const at = pen.at([man.x, man.y, Math.max(man.z, game.agentRadius) + game.agentRadius * 1.4]);
    if (!at) continue;
    context.font = `600 ${12 * density}px system-ui, sans-serif`;
    outlined(context, String(man.number), at[0], at[1] - 2 * density, "#ffffff", density);
  }
  if (soccer.isLive) drawKick(soccer, pen, density);
}

/**
 * Marks the operated player with a triangle and its number above it.
 * @param {GroundPen} pen
 * @param {{place: number[], number: number}} own
 * @param {Game} game
 * @param {number} density
 */
function drawOwn(pen, own, game, density) {
  const [left, up, height] = own.place, at = pen.at([left, up, Math.max(height, game.agentRadius) + game.agentRadius * 1.6]), { context } = pen;
  if (!at) return;
  const [x, y] = at, size = 6 * density;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - size, y - 1.5 * size);
  context.lineTo(x + size, y - 1.5 * size);
  context.closePath();
  context.fillStyle = SIGN_COLOURS.own;
  context.fill();
  context.font = `700 ${15 * density}px system-ui, sans-serif`;
  outlined(context, String(own.number), x, y - 1.7 * size, SIGN_COLOURS.mark, density);
}

/**
 * Draws where the next kick would fly, and where to stand for a kick to the target.
 * @param {SoccerView} soccer
 * @param {GroundPen} pen
 * @param {number} density
 */
function drawKick(soccer, pen, density) {
  const { game } = soccer.notes, places = soccer.places();
  if (!places || !soccer.has("kick")) return;
  const stand = soccer.stand(places);
  if (stand) {
    const target = soccer.target(), way = vec.unit([target[0] - stand[0], target[1] - stand[1], 0]), across = [-way[1], way[0], 0];
    const tip = vec.add([stand[0], stand[1], 0.02], way, game.agentRadius + 0.12), foot = vec.add(tip, way, -0.14);
    pen.line([vec.add(foot, across, 0.09), tip, vec.add(foot, across, -0.09)], SIGN_COLOURS.stand, 1.5 * density);
  }
  const flight = soccer.flight();
  if (!flight) return;
  const { points, landing, isInReach } = flight, colour = isInReach ? SIGN_COLOURS.reach : SIGN_COLOURS.faint, wide = (isInReach ? 3 : 1.5) * density;
  if (isInReach) glow(pen, places.ball, game.ballRadius, density);
  const flown = landing < 0 ? points : points.slice(0, landing + 1);
  // A ball in the air gets a shadow, which shows its distance.
  if (landing > 0) pen.line(flown.map(([x, y]) => [x, y, 0.02]), "rgba(0, 0, 0, 0.35)", wide);
  pen.line(flown, colour, wide);
  if (landing < 0) return;
  pen.line(points.slice(landing), colour, 1.2 * density, [6 * density, 6 * density]);
}

/**
 * Highlights the ball.
 * @param {GroundPen} pen
 * @param {number[]} ball
 * @param {number} radius
 * @param {number} density
 */
function glow(pen, ball, radius, density) {
  const middle = pen.at(ball), top = pen.at([ball[0], ball[1], ball[2] + radius]);
  if (!middle || !top) return;
  const size = Math.max(5 * density, Math.abs(middle[1] - top[1])), { context } = pen;
  const light = context.createRadialGradient(middle[0], middle[1], size * 0.3, middle[0], middle[1], size * 2.6);
  light.addColorStop(0, "rgba(190, 255, 170, 0.95)");
  light.addColorStop(1, "rgba(125, 255, 106, 0)");
  context.fillStyle = light;
  context.beginPath();
  context.arc(middle[0], middle[1], size * 2.6, 0, 2 * Math.PI);
  context.fill();
}

/**
 * Rings on the ground: around the operated player, around a ball within reach of a kick, at the place to stand, where
 * the kick lands, and at the mark.
 * @param {SoccerView} soccer
 * @param {Painter} painter the painter that has drawn the match
 */
function drawSoccerRings(soccer, painter) {
  const { gl, camera } = painter, { game } = soccer.notes, { player } = soccer, places = soccer.places();
  /** @type {number[][]} */
  const rings = [];
  const add = (/** @type {number[]} */ [x, y], /** @type {number} */ radius, /** @type {number[]} */ colour) => {
    const away = camera.flat ? camera.view / 2 : Math.hypot(...vec.sub([x, y, 0], camera.eye));
    const wide = Math.max(RING_WIDTH.least, RING_WIDTH.share * away), outer = Math.max(radius, 2 * wide);
    rings.push([x, y, 0.014, 1 - wide / outer, outer, outer, 0, ...colour]);
  };
  if (player) add(player.place, game.agentRadius * 1.45, RING_COLOURS.own);
  if (soccer.isLive && places) {
    if (soccer.mark) add(soccer.mark, 0.3, RING_COLOURS.mark);
    const stand = soccer.has("kick") ? soccer.stand(places) : null, flight = soccer.has("kick") ? soccer.flight() : null;
    if (stand) add(stand, game.agentRadius, RING_COLOURS.reach);
    if (flight && flight.isInReach) add(places.ball, game.ballRadius + 0.1, RING_COLOURS.reach);
    if (flight && flight.landing > 0) add(flight.points[flight.landing], 0.5, flight.isInReach ? RING_COLOURS.reach : RING_COLOURS.faint);
  }
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
  gl.depthMask(false);
  painter.drawMany(painter.use("rings"), rings);
  gl.depthMask(true);
}
