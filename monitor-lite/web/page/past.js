// SPDX-License-Identifier: Apache-2.0
// Loads the part of a live match from before this page was opened, or while its connection was lost. It comes in
// pieces, the newest first.

/**
 * @param {ArrayBuffer} packed
 */
async function readPiece(packed) {
  const { about, columns } = await unpacked(packed), frames = readColumns(columns, about.unit);
  let sum = 0;
  /** @type {number[]} */
  const moments = about.moments.map((/** @type {number} */ gap) => (sum += gap) / 1000);
  return { frames, moments, numbers: frames.map((_, i) => about.first + i), teams: about.teams, looks: about.looks || [], messages: about.messages };
}

/**
 * Requests the frames between two others, until they have arrived or are no longer wanted.
 * @param {string} id of the match
 * @param {Match} match
 * @param {number} number of the later frame, which has arrived
 * @param {number} stop number of the earlier frame; -1 for the first of the match
 * @param {AbortSignal} signal
 */
async function fetchPast(id, match, number, stop, signal) {
  const own = match.moments[match.from(number)];
  let before = number + 1, shift = NaN;
  while (before > stop + 1 && match.frames.length < 0.9 * match.most) {
    const answer = await fetch(`api/match/${encodeURIComponent(id)}.before-${before}`, { signal });
    if (!answer.ok) return;
    const piece = await readPiece(await answer.arrayBuffer()), first = piece.numbers[0];
    if (signal.aborted || first >= before) return;
    // The clocks of program and page differ; the later frame, which is in both, gives the offset.
    if (Number.isNaN(shift)) shift = own - piece.moments[number - first];
    if (Number.isNaN(shift)) return;
    const keep = (/** @type {any} */ _, /** @type {number} */ i) => first + i > stop && first + i < Math.min(number, before);
    // On a busy machine the earlier frame may have arrived late; no later frame may be shown before it.
    const earliest = match.moments[match.from(stop + 1) - 1] ?? -Infinity;
    for (const each of piece.teams) match.teams.push({ ...each, of: each.number });
    for (const each of piece.looks) match.looks.push({ ...each, of: each.number });
    match.insert(piece.frames.filter(keep), piece.moments.map((moment) => Math.max(earliest, moment + shift)).filter(keep), piece.numbers.filter(keep));
    for (const message of piece.messages) match.hear(message);
    before = first;
  }
}

/**
 * Loads the present appearance of a world without a game.
 * @param {string} id of the match
 * @param {Match} match
 * @param {number} number of the first frame with this appearance
 * @param {AbortSignal} signal
 */
async function fetchLook(id, match, number, signal) {
  const answer = await fetch(`api/match/${encodeURIComponent(id)}.look`, { signal });
  if (!answer.ok) return;
  const { look } = await answer.json();
  if (!signal.aborted) match.setLook(number, look);
}
