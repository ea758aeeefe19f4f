// SPDX-License-Identifier: Apache-2.0
// The page that lists all robots with their present operators.

const LIST_AGAIN = 2000; // ms

class RobotList {
  /**
   * @param {HTMLTableElement} table a row for each robot, as the server wrote it: name, state, operator
   * @param {HTMLElement} message shows when the server does not answer
   */
  constructor(table, message) {
    this.message = message;
    /** @type {Map<string, HTMLTableRowElement>} */
    this.rows = new Map([...table.rows].slice(1).map((row) => [row.cells[0].textContent || "", row]));
    void this.renew();
  }

  async renew() {
    try {
      const answer = await fetch("/robots");
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      this.show(await answer.json());
      this.message.textContent = "";
    } catch {
      this.message.textContent = SEAT_TEXTS.lost;
    }
    setTimeout(() => this.renew(), LIST_AGAIN);
  }

  /** @param {RobotState[]} robots */
  show(robots) {
    // A restarted server may have other robots.
    if (robots.map((robot) => robot.name).join() !== [...this.rows.keys()].join()) return location.reload();
    for (const { name, state, operator } of robots) {
      const row = this.rows.get(name);
      if (!row) continue;
      row.cells[1].textContent = state;
      row.cells[2].textContent = operator;
    }
  }
}
