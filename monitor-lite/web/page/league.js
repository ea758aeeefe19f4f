// SPDX-License-Identifier: Apache-2.0
// The table and the matches of a league, above the tiles. It is updated while the league is played.

class LeagueTable {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.known = "";
    /** The links to the available logs, by the key of the match. */
    this.logs = new Map();
  }

  /**
   * Updates the table if there is a league.
   * @param {any[]} list all listed matches
   */
  async look(list) {
    const answer = await fetch("api/league").catch(() => null);
    if (!answer || !answer.ok || answer.status === 204) return;
    const text = await answer.text(), logs = list.filter((each) => !each.live).map((each) => `${each.id} ${each.name}`).join();
    if (text + logs === this.known) return;
    this.known = text + logs;
    this.logs = new Map(list.map((each) => [(/([^/]+)\/monitor\.log(\.zst)?$/.exec(each.name) || [])[1], linkTo(each)]));
    this.show(JSON.parse(text));
  }

  /** @param {any} results */
  show(results) {
    const elo = new Map((results.elo?.ratings || []).map((/** @type {any} */ one) => [one.team, one]));
    const rows = results.standings.map((/** @type {any} */ row) => {
      const one = elo.get(row.team);
      return [String(row.place), row.team, String(row.played), String(row.won), String(row.drawn), String(row.lost), `${row.goals_for} : ${row.goals_against}`,
        String(row.points), one ? `${one.rating.toFixed(0)} (${one.low.toFixed(0)}\u00a0–\u00a0${one.high.toFixed(0)})` : ""];
    });
    const title = TEXTS.league.title(results.played, results.planned);
    const wasOpen = this.place.querySelector("details")?.open;
    const all = /** @type {HTMLDetailsElement} */ (element("details"));
    all.open = Boolean(wasOpen);
    all.append(element("summary", TEXTS.league.results), this.matches(results.matches));
    const playing = results.matches.filter((/** @type {any} */ match) => match.how === "playing");
    this.place.hidden = false;
    this.place.replaceChildren(element("h2", results.over ? `${title}; ${TEXTS.league.over}` : title), tableOf(rows, TEXTS.league.columns, "standings"));
    if (playing.length) this.place.append(element("h3", TEXTS.league.playing), this.matches(playing));
    this.place.append(all);
  }

  /** @param {any[]} matches */
  matches(matches) {
    const list = element("ul", undefined, "results");
    for (const match of matches) {
      const how = match.how === "playing" ? TEXTS.league.playing : match.how;
      const score = Array.isArray(match.counted) ? `${match.counted[0]} : ${match.counted[1]}` : "– : –";
      const beyond = Array.isArray(match.shoot_out) ? `, ${TEXTS.shootOut(match.shoot_out)}` : match.decided === "extra time" ? `, ${TEXTS.afterExtraTime}` : "";
      const byLot = match.decided === "lot" ? `, ${TEXTS.league.byLot(match.winner === "left" ? match.left : match.right)}` : "";
      const result = `${match.left}  ${score}  ${match.right}${match.how === "played" || match.how === "open" ? "" : ` (${how})`}${beyond}${byLot}`;
      const line = element("li", undefined, Array.isArray(match.counted) ? "done" : "open"), log = this.logs.get(match.match);
      if (log) {
        const link = element("a", result);
        link.setAttribute("href", `#${log}`);
        line.append(link);
      } else {
        line.append(result);
      }
      list.append(line);
    }
    return list;
  }
}
