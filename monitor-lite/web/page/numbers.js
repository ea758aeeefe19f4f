// SPDX-License-Identifier: Apache-2.0
// The numbers of a match: those of the report, which the server's --report and the window's --stats print, too.

/**
 * An element with text, which is never markup.
 * @param {string} tag
 * @param {string} [text]
 * @param {string} [kind]
 */
function element(tag, text, kind) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/**
 * @param {string[][]} rows
 * @param {string[]} heads
 * @param {string} kind
 */
function tableOf(rows, heads, kind) {
  const table = element("table", undefined, kind), head = element("tr");
  for (const text of heads) {
    const cell = element("th", text);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const top = element("thead"), body = element("tbody");
  top.append(head);
  for (const row of rows) {
    const line = element("tr");
    row.forEach((text, i) => {
      const cell = element(i === 0 ? "th" : "td", text);
      if (i === 0) cell.setAttribute("scope", "row");
      line.append(cell);
    });
    body.append(line);
  }
  table.append(top, body);
  return table;
}

const percent = (/** @type {number | null | undefined} */ share) => (typeof share === "number" ? `${(share * 100).toFixed(1)} %` : "–");

/**
 * @param {any} report
 * @param {{left: string, right: string}} teams
 */
function teamTable(report, teams) {
  const [left, right] = report.teams, rows = TEXTS.rows;
  const plain = (/** @type {string} */ text, /** @type {string} */ name) => [text, String(left[name] ?? "–"), String(right[name] ?? "–")];
  return tableOf([
    [rows.possession, percent(left.touched_last), percent(right.touched_last)],
    [rows.ballInHalf, percent(left.ball_in_own_half), percent(right.ball_in_own_half)],
    plain(rows.shots, "shots"), plain(rows.onTarget, "shots_on_target"), plain(rows.passes, "passes"),
    plain(rows.interceptions, "interceptions"), plain(rows.touches, "touches"), plain(rows.restarts, "restarts"), plain(rows.offsides, "offsides"),
    [rows.distance, (left.distance / 1000).toFixed(2), (right.distance / 1000).toFixed(2)],
  ], ["", teams.left, teams.right], "teams");
}

/**
 * @param {any} report
 * @param {string} side
 */
function playerTable(report, side) {
  const columns = TEXTS.columns;
  const rows = report.players.filter((/** @type {any} */ player) => player.side === side).map((/** @type {any} */ player) => [
    String(player.number), player.distance.toFixed(0), player.top_speed.toFixed(1), String(player.touches), String(player.passes),
    String(player.shots), String(player.goals),
  ]);
  return tableOf(rows, [columns.number, columns.distance, columns.top, columns.touches, columns.passes, columns.shots, columns.goals], `players ${side}`);
}

/**
 * Where somebody was, over the part of the match up to a moment.
 * @param {HTMLCanvasElement} canvas
 * @param {Match} match
 * @param {string} who "left", "right", "ball"
 * @param {number} from moment
 * @param {number} to
 */
function drawHeat(canvas, match, who, from, to) {
  const context = canvas.getContext("2d"), game = match.game;
  if (!context) return;
  paintField(context, game, canvas.width, canvas.height, 2);
  const columns = 44, rows = 28, cells = new Float64Array(columns * rows);
  const add = (/** @type {number} */ x, /** @type {number} */ y) => {
    const column = Math.floor((x / game.length + 0.5) * columns), row = Math.floor((y / game.width + 0.5) * rows);
    if (column >= 0 && column < columns && row >= 0 && row < rows) cells[row * columns + column] += 1;
  };
  const last = match.index(to);
  for (let i = match.index(from); i <= last; ++i) {
    const frame = match.frames[i];
    if (who === "ball") add(frame.ball[0], frame.ball[1]);
    else for (const man of frame.men) if (man.side === who) add(man.x, man.y);
  }
  // The hottest twentieth counts as one: a goalkeeper who stands is no news.
  const sorted = [...cells].filter((value) => value > 0).sort((a, b) => a - b);
  const most = sorted.length ? sorted[Math.floor(sorted.length * 0.95)] : 1;
  const colour = who === "ball" ? COLOURS.halo : COLOURS[who];
  cells.forEach((value, i) => {
    if (!value) return;
    context.fillStyle = cssColour(colour, 0.85 * Math.min(1, Math.sqrt(value / most)));
    context.fillRect(((i % columns) / columns - 0.5) * game.length, (Math.floor(i / columns) / rows - 0.5) * game.width, game.length / columns, game.width / rows);
  });
}

/**
 * @param {HTMLElement} place
 * @param {Match} match
 * @param {MatchClock} clock
 */
function showNumbers(place, match, clock) {
  const teams = match.teamsAt(clock.moment);
  place.replaceChildren();
  if (!match.report) {
    place.append(element("p", TEXTS.noNumbers));
    return;
  }
  place.append(teamTable(match.report, teams));
  const goals = element("ul", undefined, "goals");
  for (const { event } of match.goals()) goals.append(element("li", `${clockText(event.time)}  ${event.text}`, event.side));
  place.append(goals, element("h3", TEXTS.heat));
  const maps = element("div", undefined, "heat");
  for (const who of ["left", "right", "ball"]) {
    const canvas = /** @type {HTMLCanvasElement} */ (element("canvas"));
    [canvas.width, canvas.height] = [330, 216];
    canvas.setAttribute("role", "img");
    const name = who === "left" ? teams.left : who === "right" ? teams.right : TEXTS.heatOf.ball;
    canvas.setAttribute("aria-label", `${TEXTS.heat}: ${name}`);
    drawHeat(canvas, match, who, match.begin, match.end);
    const figure = element("figure");
    figure.append(canvas, element("figcaption", name));
    maps.append(figure);
  }
  place.append(maps);
  for (const side of ["left", "right"]) place.append(element("h3", side === "left" ? teams.left : teams.right), playerTable(match.report, side));
}
