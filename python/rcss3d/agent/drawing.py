# SPDX-License-Identifier: Apache-2.0
"""Drawings that show an agent's decisions (docs/write/agents.md)."""

import math

LETTER = "V"
MAX_TEXT = 16 * 1024
MAX_NUMBER = 1e6


def layer_word(layer):
    """Layers are single words: characters that would end a word become `_`."""
    return "".join("_" if letter <= " " or letter in '\x7f()"' else letter for letter in layer) or "_"


def quoted(text):
    plain = "".join(" " if letter < " " or letter == "\x7f" else letter for letter in text)
    return '"' + plain.replace('"', "'").replace("\\", "/") + '"'


class Drawing:
    """Lines, circles and words on the field, grouped by layers ("ball", "pass", "place"), for one cycle. An agent on
    pipes sends them to the server, which writes them into `agentN-draw.log`; the monitor draws them over a replay.
    They do not change the match. Own frame, m.

    Nothing is stored unless drawing is enabled, so the calls may stay in the code."""

    def __init__(self, on=False):
        self.on = on
        self.head, self.body = "", ""

    def begin(self, world):
        """Begins a new cycle and discards the previous one."""
        self.head = f"(by {'left' if world.left else 'right'} {world.number})(time {world.game.time:.2f})"
        self.body = ""

    def line(self, layer, start, end):
        self._add("line", layer, (*start, *end))

    def circle(self, layer, centre, radius):
        self._add("circle", layer, (*centre, radius))

    def words(self, layer, at, text):
        self._add("words", layer, at, " " + quoted(text))

    @property
    def text(self):
        """The drawings of this cycle; empty if nothing was drawn."""
        return self.head + self.body if self.body else ""

    def _add(self, kind, layer, numbers, more=""):
        if not self.on or not all(math.isfinite(number) and abs(number) < MAX_NUMBER for number in numbers):
            return
        item = f"({kind} {layer_word(layer)} {' '.join(f'{number:.2f}' for number in numbers)}{more})"
        if len(self.head) + len(self.body) + len(item) <= MAX_TEXT:
            self.body += item
