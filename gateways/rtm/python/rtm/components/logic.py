# SPDX-License-Identifier: Apache-2.0
"""A gate that passes the values of one port while another is above a threshold."""

import rtm


class Logic(rtm.Component):
    """While `in2` is above the threshold, `out` is `in1`. Otherwise, and before both ports have had a value, nothing is
    put, so a subscriber of `out` keeps its value. It runs whenever a value arrives, and a hundred times a second."""

    def __init__(self):
        super().__init__()
        self.in1 = self.in_port("in1", "float", signalling=True)
        self.in2 = self.in_port("in2", "float", signalling=True)
        self.out = self.out_port("out", "float")
        self.threshold = self.parameter("threshold", 100.0)

    def on_execute(self):
        value, gate = self.in1.read(), self.in2.read()
        if value is not None and gate is not None and gate > self.threshold.value:
            self.out.put(value)


if __name__ == "__main__":
    rtm.serve(Logic())
