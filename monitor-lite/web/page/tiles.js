// SPDX-License-Identifier: Apache-2.0
// The page of all matches: a tile for each, with a small board if it is live.

/** ms between two updates of the list of matches. */
const LOOK_AGAIN = 2000;
/** The maximum number of live tiles that show a board. */
const MAX_BOARDS = 24;

/**
 * The link to a match, after the # of an address. A log is named by its name, because its id changes whenever the
 * program starts.
 * @param {{id: string, name: string, live: boolean}} match
 */
function linkTo({ id, name, live }) {
  return live ? `match=${encodeURIComponent(id)}` : `log=${encodeURIComponent(name)}`;
}

class Tiles {
  /**
   * @param {HTMLElement} place
   * @param {(link: string) => void} open
   */
  constructor(place, open) {
    this.place = place;
    this.open = open;
    /** @type {Map<string, {tile: HTMLElement, board: Board | null, shown: string}>} */
    this.tiles = new Map();
    /** @type {Stream | null} */
    this.stream = null;
    this.watched = "";
    /** @type {any[]} */
    this.list = [];
    this.closed = false;
    this.league = new LeagueTable(document.getElementById("league") || place);
  }

  async look() {
    if (this.closed) return;
    if (!document.hidden) {
      try {
        const answer = await fetch("api/matches");
        if (answer.ok) this.show(await answer.json());
        if (!this.closed) await this.league.look(this.list);
      } catch {
        // The program has ended; it may be started again.
      }
    }
    if (!this.closed) this.again = setTimeout(() => this.look(), LOOK_AGAIN);
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    if (this.stream) this.stream.close();
    this.place.replaceChildren();
    this.league.place.hidden = true;
  }

  /** @param {any[]} list */
  show(list) {
    if (this.closed) return;
    this.list = list;
    const empty = this.place.querySelector(".none");
    if (empty) empty.remove();
    if (!list.length) this.place.append(element("p", TEXTS.noMatches, "none"));
    for (const [id, { tile }] of this.tiles) {
      if (list.some((each) => each.id === id)) continue;
      tile.remove();
      this.tiles.delete(id);
    }
    for (const each of list) this.showOne(each);
    const live = list.filter((each) => each.live).slice(0, MAX_BOARDS).map((each) => each.id);
    if (live.join() === this.watched) return;
    this.watched = live.join();
    if (this.stream) this.stream.close();
    this.stream = new Stream(live, true, { match: () => {}, frame: (number) => this.showFrame(number), status: () => {}, lost: () => {} });
  }

  /** @param {any} each */
  showOne(each) {
    let known = this.tiles.get(each.id);
    if (!known) {
      const tile = element("a", undefined, "tile");
      tile.addEventListener("click", (event) => {
        event.preventDefault();
        this.open((tile.getAttribute("href") || "").slice(1));
      });
      const canvas = /** @type {HTMLCanvasElement} */ (element("canvas"));
      [canvas.width, canvas.height] = [360, 250];
      canvas.setAttribute("aria-hidden", "true");
      tile.append(canvas, element("span", undefined, "teams"), element("span", undefined, "what"));
      this.place.append(tile);
      known = { tile, board: each.live ? new Board(canvas) : null, shown: "" };
      if (!each.live) canvas.remove();
      this.tiles.set(each.id, known);
    }
    // If several logs have the same name, they get longer ones.
    known.tile.setAttribute("href", `#${linkTo(each)}`);
    const [left, right] = each.teams;
    if (each.bodies && known.board) {
      known.board.canvas.remove();
      known.board = null;
    }
    const teams = each.bodies ? each.name : each.known ? `${left || TEXTS.left}  ${each.score[0]} : ${each.score[1]}  ${right || TEXTS.right}` : each.name;
    const what = each.problem || `${each.live ? TEXTS.live : TEXTS.log}${each.known ? ` · ${clockText(each.time)}` : ""}${each.bodies ? ` · ${TEXTS.world}` : each.known ? ` · ${each.name}` : ""}`;
    if (known.shown === teams + what) return;
    known.shown = teams + what;
    /** @type {HTMLElement} */ (known.tile.querySelector(".teams")).textContent = teams;
    /** @type {HTMLElement} */ (known.tile.querySelector(".what")).textContent = what;
  }

  /** @param {number} number */
  showFrame(number) {
    const each = this.list.find((match) => match.live && match.match === number);
    const known = each && this.tiles.get(each.id), match = this.stream && this.stream.matches.get(number);
    if (!known || !match || !match.frames.length || document.hidden) return;
    const frame = match.frames[match.frames.length - 1];
    const teams = match.teamsAt(match.end), board = known.board;
    if (board && !match.game.bodies) drawWithSides(teams.changed, () => board.draw(match, frame, match.end, true));
    this.showOne({ ...each, known: true, bodies: Boolean(match.game.bodies), teams: [teams.left, teams.right], score: [frame.left, frame.right], time: frame.time });
  }
}
