# SPDX-License-Identifier: Apache-2.0
"""The data and commands of the page of a slider component."""

import math
import threading

from rtm.page.changes import Changes

PERIOD = 0.1  # seconds between two inspections


class SliderPanel(Changes):
    """The four sliders of a component of this process. Owns its thread."""

    def __init__(self, slider):
        super().__init__()
        self.slider = slider
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self):
        self._ending.set()
        self._thread.join()

    def _inspect(self):
        slider = self.slider
        sliders = [{"name": out.name, "value": slider.value(i), "low": slider.range(i)[0], "high": slider.range(i)[1]}
                   for i, out in enumerate(slider.outs)]
        self.publish("slider", {"name": slider.name, "state": slider.state, "fault": slider.fault, "sliders": sliders})

    def _run(self):
        while not self._ending.wait(PERIOD):
            self._inspect()

    def command(self, given):
        """Carries out {"do": "move", "slider": 0 …, "value"}, {"do": "range", "slider", "low", "high"}, {"do": "on"} or {"do": "off"}."""
        what = given.get("do")
        if what == "move":
            self.slider.move(place(given), number(given, "value"))
        elif what == "range":
            self.slider.set_range(place(given), number(given, "low"), number(given, "high"))
        elif what in ("on", "off"):
            (self.slider.on if what == "on" else self.slider.off)()
        else:
            raise ValueError("there is no such command")
        self._inspect()


def place(given):
    value = given.get("slider")
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("the command has no slider")
    return value


def number(given, key):
    value = given.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) > 1e300 or not math.isfinite(value):
        raise ValueError(f"the command has no number {key}")
    return float(value)
