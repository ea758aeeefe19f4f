// SPDX-License-Identifier: Apache-2.0
// The figures of a match. They are those of the report, which the server's --report and the window's --stats print,
// too.

/** Formats a number. A number that the report lacks, because the frames are too far apart, is a dash. */
const numeral = (/** @type {number | null | undefined} */ value, digits = 0) => (typeof value === "number" ? value.toFixed(digits) : "–");
const percent = (/** @type {number | null | undefined} */ share) => (typeof share === "number" ? `${(share * 100).toFixed(1)} %` : "–");

/**
 * @param {any} report
 * @param {{left: string, right: string}} teams
 */
function teamTable(report, teams) {
  const [left, right] = report.teams, rows = TEXTS.rows;
  const speeds = (/** @type {any} */ team) => (team.kicks ? `${team.kick_speed.toFixed(1)}, ${team.fast_kick_speed.toFixed(1)}` : "–");
  const places = (/** @type {any} */ team) => team.foremost.map((/** @type {number} */ place) => place.toFixed(1)).join(", ") || "–";
  const plain = (/** @type {string} */ text, /** @type {string} */ name) => [text, numeral(left[name]), numeral(right[name])];
  return tableOf([
    [rows.possession, percent(left.possession), percent(right.possession)],
    [rows.ballInHalf, percent(left.ball_in_own_half), percent(right.ball_in_own_half)],
    plain(rows.shots, "shots"), plain(rows.onTarget, "shots_on_target"), plain(rows.passes, "passes"),
    [rows.kickSpeed, speeds(left), speeds(right)], [rows.forwardKicks, percent(left.forward_kicks), percent(right.forward_kicks)],
    [rows.foremost, places(left), places(right)],
    plain(rows.interceptions, "interceptions"), plain(rows.touches, "touches"), plain(rows.restarts, "restarts"), plain(rows.offsides, "offsides"),
    [rows.distance, ...[left, right].map(({ distance }) => (distance === null ? "–" : (distance / 1000).toFixed(2)))],
  ], ["", teams.left, teams.right], "teams");
}

/**
 * @param {any} report
 * @param {string} side
 */
function playerTable(report, side) {
  const columns = TEXTS.columns;
  const rows = report.players.filter((/** @type {any} */ player) => player.side === side).map((/** @type {any} */ player) => [
    String(player.number), numeral(player.distance), numeral(player.top_speed, 1), numeral(player.touches), numeral(player.passes),
    numeral(player.shots), numeral(player.goals),
  ]);
  return tableOf(rows, [columns.number, columns.distance, columns.top, columns.touches, columns.passes, columns.shots, columns.goals], `players ${side}`);
}

/**
 * The time in play, s, that a player, a team or the ball spent in each cell of the field, by rows from the lower left
 * corner. The report counts the same for the whole match.
 * @param {Match} match
 * @param {string} who "left", "right", "ball"
 * @param {number} number of one player; 0 for all
 * @param {{from: number, to: number}} span moments
 */
function heatOf(match, who, number, { from, to }) {
  const game = match.game, { columns, rows } = game.heat, cells = new Float64Array(columns * rows), last = match.index(to);
  for (let i = Math.max(1, match.index(from)); i <= last; ++i) {
    const frame = match.frames[i], seconds = Math.max(0, frame.time - match.frames[i - 1].time);
    if (game.modes[frame.mode]?.kind !== "playOn") continue;
    // As in the report, each team stays on the side on which it began.
    const { changed } = match.teamsAt(match.moments[i]), sign = changed ? -1 : 1, side = changed ? otherSide(who) : who;
    const add = (/** @type {number} */ x, /** @type {number} */ y) => {
      const column = Math.floor(((sign * x) / game.length + 0.5) * columns), row = Math.floor(((sign * y) / game.width + 0.5) * rows);
      if (column >= 0 && column < columns && row >= 0 && row < rows) cells[row * columns + column] += seconds;
    };
    if (who === "ball") add(frame.ball[0], frame.ball[1]);
    else for (const man of frame.men) if (man.side === side && (!number || man.number === number)) add(man.x, man.y);
  }
  return cells;
}

/**
 * The darkness of each cell, 0 to 1. The rule is that of the report (monitor-lite/client/heat.h): a goalkeeper who
 * stands still must not make the cells of his team-mates too light.
 * @param {Float64Array} cells s
 * @param {number} full the share of all occupied cells that have less than the full colour
 */
function shadesOf(cells, full) {
  const sorted = cells.filter((value) => value > 0).sort(), most = sorted.length ? sorted[Math.floor(sorted.length * full)] : 1;
  return cells.map((value) => Math.sqrt(Math.min(1, value / most)));
}

/**
 * Draws the heat map of a player, a team or the ball for a part of the match.
 * @param {HTMLCanvasElement} canvas
 * @param {Match} match
 * @param {string} who "left", "right", "ball"
 * @param {number} number of one player; 0 for all
 * @param {{from: number, to: number}} span moments
 */
function drawHeat(canvas, match, who, number, span) {
  const context = canvas.getContext("2d"), game = match.game, { columns, rows } = game.heat;
  if (!context) return;
  paintField(context, game, canvas.width, canvas.height, 2);
  const cells = heatOf(match, who, number, span);
  const shades = shadesOf(cells, game.heat.full), colour = who === "ball" ? COLOURS.halo : COLOURS[who];
  cells.forEach((value, i) => {
    if (!value) return;
    context.fillStyle = cssColour(colour, 0.85 * shades[i]);
    context.fillRect(((i % columns) / columns - 0.5) * game.length, (Math.floor(i / columns) / rows - 0.5) * game.width, game.length / columns, game.width / rows);
  });
}

/**
 * Draws the course of two shares: for each part of the match, the left team's share from the top and the right team's
 * from the bottom.
 * @param {HTMLCanvasElement} canvas
 * @param {[number, number][]} parts seconds of the left and of the right team
 */
function drawShares(canvas, parts) {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  parts.forEach(([left, right], part) => {
    if (left + right <= 0) return;
    const x = (part * width) / parts.length, wide = width / parts.length - (parts.length < width / 4 ? 1 : 0), high = (left / (left + right)) * height;
    context.fillStyle = cssColour(COLOURS.left, 1);
    context.fillRect(x, 0, wide, high);
    context.fillStyle = cssColour(COLOURS.right, 1);
    context.fillRect(x, high, wide, height - high);
  });
  context.fillStyle = "rgba(255, 255, 255, 0.7)";
  context.fillRect(0, height / 2, width, 1);
}

/** @param {any} report */
function charts(report) {
  const place = element("div", undefined, "charts"), over = report.over_time;
  for (const [name, parts] of [[TEXTS.possessionOverTime, over.had_ball], [TEXTS.halfOverTime, over.ball_in_half]]) {
    if (!parts || !parts.length) continue;
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas"));
    [canvas.width, canvas.height] = [640, 60];
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", name);
    drawShares(canvas, parts);
    const figure = element("figure");
    figure.append(element("figcaption", name), canvas);
    place.append(figure);
  }
  return place;
}

/**
 * A labelled list of choices.
 * @param {string} label
 * @param {string[]} names
 * @param {() => void} changed
 */
function choice(label, names, changed) {
  const list = /** @type {HTMLSelectElement} */ (element("select"));
  list.setAttribute("aria-label", label);
  for (const name of names) list.append(element("option", name));
  list.addEventListener("change", changed);
  return list;
}

/**
 * The parts of a match for which heat maps can be drawn.
 * @param {Match} match
 * @param {MatchClock} clock
 * @returns {{name: string, from: number, to: number}[]}
 */
function spansOf(match, clock) {
  const spans = [{ name: match.isPart ? TEXTS.spans.clip : TEXTS.spans.all, from: match.begin, to: match.end }, { name: TEXTS.spans.soFar, from: match.begin, to: clock.moment },
    { name: TEXTS.spans.minute, from: Math.max(match.begin, clock.moment - 60), to: clock.moment }];
  const second = match.frames.findIndex((frame) => frame.half >= 2);
  if (second > 0) {
    const third = match.frames.findIndex((frame) => frame.half >= 3), end = third > 0 ? match.moments[third - 1] : match.end;
    spans.push({ name: TEXTS.half(1), from: match.begin, to: match.moments[second - 1] }, { name: TEXTS.half(2), from: match.moments[second], to: end });
    if (third > 0) spans.push({ name: TEXTS.extraTime, from: match.moments[third], to: match.end });
  }
  if (clock.part && clock.part.to !== null) spans.push({ name: TEXTS.spans.part, from: clock.part.from, to: clock.part.to });
  return spans;
}

/**
 * Heat maps of the teams, the ball and one player.
 * @param {Match} match
 * @param {MatchClock} clock
 * @param {{left: string, right: string}} teams
 */
function heatMaps(match, clock, teams) {
  const spans = spansOf(match, clock), players = match.report.players, maps = element("div", undefined, "heat");
  const nameOf = (/** @type {any} */ player) => `${player.side === "left" ? teams.left : teams.right} ${player.number}`;
  const draw = () => {
    maps.replaceChildren();
    const player = who.selectedIndex > 0 ? players[who.selectedIndex - 1] : null;
    const shown = [["left", 0, teams.left], ["right", 0, teams.right], ["ball", 0, TEXTS.heatOf.ball]];
    if (player) shown.unshift([player.side, player.number, nameOf(player)]);
    for (const [side, number, name] of /** @type {[string, number, string][]} */ (shown)) {
      const canvas = /** @type {HTMLCanvasElement} */ (element("canvas"));
      [canvas.width, canvas.height] = [330, 216];
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${TEXTS.heat}: ${name}`);
      drawHeat(canvas, match, side, number, spans[when.selectedIndex]);
      const figure = element("figure");
      figure.append(canvas, element("figcaption", name));
      maps.append(figure);
    }
  };
  const when = choice(TEXTS.when, spans.map((span) => span.name), draw);
  const who = choice(TEXTS.who, [TEXTS.noPlayer, ...players.map(nameOf)], draw);
  const controls = element("p", undefined, "choices");
  controls.append(when, who);
  draw();
  const all = element("div");
  all.append(controls, maps);
  return all;
}

/**
 * @param {HTMLElement} place
 * @param {Match} match
 * @param {MatchClock} clock
 */
function showNumbers(place, match, clock) {
  const teams = match.teamsOfReport();
  place.replaceChildren();
  if (!match.report) {
    place.append(element("p", TEXTS.noNumbers));
    return;
  }
  place.append(teamTable(match.report, teams));
  const goals = element("ul", undefined, "goals");
  for (const { event } of match.goals()) goals.append(element("li", `${clockText(event.time)}  ${event.text}`, beganOn(event)));
  for (const event of match.attemptsAt(match.end)) goals.append(element("li", event.text, beganOn(event)));
  place.append(goals, charts(match.report), element("h3", TEXTS.heat), heatMaps(match, clock, teams));
  for (const side of ["left", "right"]) place.append(element("h3", side === "left" ? teams.left : teams.right), playerTable(match.report, side));
}
