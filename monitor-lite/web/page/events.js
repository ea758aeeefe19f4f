// SPDX-License-Identifier: Apache-2.0
// The events of a match: the latest ones are shown over the picture, all of them in a list that seeks their moments.

/** How long a goal and other events are shown over the picture, as in the window, s. */
const SHOWN = { goal: 3.5, event: 5 };
const MAX_OTHERS = 4;
/** How long before a goal its replay begins, s. */
const BEFORE_GOAL = 3;
const MAX_LISTED = 1000;
/** Kinds that are not listed. */
const UNLISTED = ["playOn", "other"];

/**
 * The team named by an event, by the side on which it began the match; for an offside, the team that was offside.
 * @param {MatchEvent} event
 */
function namedSide(event) {
  return event.kind === "offside" ? otherSide(beganOn(event)) : beganOn(event);
}

/**
 * The events of the last seconds of the timeline; at higher speed the period is longer.
 * @param {Match} match
 * @param {MatchClock} clock
 * @param {number} seconds
 */
function recentEvents(match, clock, seconds) {
  const from = clock.moment - seconds * Math.max(1, clock.speed);
  return match.shown().filter(({ moment }) => moment > from && moment <= clock.moment + 1e-6).map(({ event }) => event);
}

/** Shows a goal in large letters, in the team's colours and on its side; other events are lines below. */
class EventDisplay {
  /**
   * @param {HTMLElement} goal
   * @param {HTMLElement} others
   */
  constructor(goal, others) {
    this.goal = goal;
    this.others = others;
    this.shown = "";
  }

  /**
   * @param {Match} match
   * @param {MatchClock} clock
   */
  show(match, clock) {
    const goal = recentEvents(match, clock, SHOWN.goal).filter((event) => event.kind === "goal").pop();
    const others = recentEvents(match, clock, SHOWN.event).filter((event) => event !== goal).slice(-MAX_OTHERS);
    const shown = [goal, ...others].map((event) => (event ? `${event.time} ${event.text}` : "")).join("\n");
    if (shown === this.shown) return;
    this.shown = shown;
    this.goal.hidden = !goal;
    this.goal.className = goal ? beganOn(goal) : "";
    this.goal.replaceChildren(...(goal ? [element("strong", TEXTS.goal), element("span", goal.text)] : []));
    this.others.replaceChildren(...others.map((event) => element("li", event.text, namedSide(event))));
  }
}

/** Goals and other events as buttons that seek them. */
class EventList {
  /**
   * @param {HTMLElement} place
   * @param {(moment: number) => void} seek
   */
  constructor(place, seek) {
    this.place = place;
    this.seek = seek;
    /** @type {Match | null} */
    this.match = null;
    this.made = "";
    /** @type {{button: HTMLElement, event: MatchEvent}[]} */
    this.rows = [];
    /** @type {HTMLElement | null} */
    this.current = null;
    this.onlyGoals = false;
  }

  /**
   * @param {Match} match
   * @param {MatchClock} clock
   */
  show(match, clock) {
    const made = `${match.events.length} ${match.placings} ${this.onlyGoals}`;
    if (made !== this.made || this.match !== match) this.make(match, made);
    let current = null;
    for (const { button, event } of this.rows) {
      const there = event.frame >= 0 && event.frame < match.moments.length;
      /** @type {HTMLButtonElement} */ (button).disabled = !there;
      if (there && match.moments[event.frame] <= clock.moment + 1e-6) current = button;
    }
    if (current === this.current) return;
    if (this.current) this.current.removeAttribute("aria-current");
    if (current) current.setAttribute("aria-current", "true");
    this.current = current;
    if (current && !this.place.contains(document.activeElement)) current.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Match} match
   * @param {string} made
   */
  make(match, made) {
    [this.match, this.made, this.current] = [match, made, null];
    const listed = match.events.filter((event) => (this.onlyGoals ? event.kind === "goal" : !UNLISTED.includes(event.kind))).slice(-MAX_LISTED);
    this.rows = listed.map((event) => {
      const button = element("button", undefined, `event ${event.kind}`);
      button.append(element("time", clockText(event.time)), element("span", event.text));
      button.addEventListener("click", () => this.seek(Math.max(match.begin, match.moments[event.frame] - (event.kind === "goal" ? BEFORE_GOAL : 0))));
      return { button, event };
    });
    const which = element("button", this.onlyGoals ? TEXTS.allEvents : TEXTS.onlyGoals, "which");
    which.addEventListener("click", () => {
      this.onlyGoals = !this.onlyGoals;
      this.made = "";
    });
    const list = element("ol", undefined, "events");
    for (const { button, event } of this.rows) {
      const row = element("li", undefined, namedSide(event));
      row.append(button);
      list.append(row);
    }
    const close = this.place.querySelector("button.close");
    this.place.replaceChildren(...(close ? [close] : []), element("h2", TEXTS.events), which, list);
    if (!this.rows.length) this.place.append(element("p", TEXTS.noEvents));
  }
}
