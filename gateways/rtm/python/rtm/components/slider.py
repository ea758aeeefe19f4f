# SPDX-License-Identifier: Apache-2.0
"""Four sliders in place of a sensor."""

import math
import threading

import rtm

COUNT = 4
LIMIT = 1e9  # of a range, on both sides
RATE = 20.0  # Hz; values are also sent while nothing moves, so that receivers know that the component is alive


class Slider(rtm.Component):
    """Puts the positions of four sliders, 20 times a second while it is on. The parameters low1, high1 … low4, high4
    are their ranges; `move` is called by the user's page, on any thread."""

    def __init__(self, type=None):
        super().__init__(type, rate=RATE)
        self.outs = [self.out_port(f"out{number}", "float") for number in range(1, COUNT + 1)]
        self.lows = [self.parameter(f"low{number}", 0.0) for number in range(1, COUNT + 1)]
        self.highs = [self.parameter(f"high{number}", 10.0) for number in range(1, COUNT + 1)]
        self.lock = threading.Lock()
        self.places = [0.0] * COUNT

    def range(self, index):
        """(low, high), the lower one first."""
        ends = [max(-LIMIT, min(LIMIT, end.value)) for end in (self.lows[index], self.highs[index])]
        return min(ends), max(ends)

    def value(self, index):
        low, high = self.range(index)
        with self.lock:
            return max(low, min(high, self.places[index]))

    def move(self, index, value):
        """Moves a slider, at most to the end of its range. Raises ValueError if there is no such slider or the value is invalid."""
        if not 0 <= index < COUNT or not math.isfinite(value):
            raise ValueError(f"there is no slider {index + 1}" if math.isfinite(value) else "a slider goes to numbers only")
        low, high = self.range(index)
        with self.lock:
            self.places[index] = max(low, min(high, value))

    def set_range(self, index, low, high):
        """Sets a range. Raises ValueError unless low < high, both at most 10^9 from 0."""
        if not 0 <= index < COUNT:
            raise ValueError(f"there is no slider {index + 1}")
        if not (math.isfinite(low) and math.isfinite(high) and -LIMIT <= low < high <= LIMIT):
            raise ValueError("a range needs two numbers, the second greater than the first")
        self.set_parameter(self.lows[index].name, low)
        self.set_parameter(self.highs[index].name, high)

    def on_execute(self):
        for index, out in enumerate(self.outs):
            out.put(self.value(index))
