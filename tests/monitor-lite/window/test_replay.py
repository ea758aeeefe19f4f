#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A log is watched again: test_replay.py SERVER MONITOR (stage.py). A trainer has made the match, with a goal in it."""

import os
import shutil

from stage import BELOW_THE_BOARD, TIMEOUT, SIZE, Stage, is_amber, is_bright, main

from rcss_monitor import Client, Event, LogFile, Point, move_ball, play_mode

WIDTH = 491 / SIZE[0]  # of the bar that shows the place in the log, as a share of the window
PIXEL = 1 / 491


def place(picture):
    """The place in the log, from 0 to 1: the highest bright column among the lowest pixels is the bar's handle."""
    bar = (91 / SIZE[0], 1 - 25 / SIZE[1], 582 / SIZE[0], 1)  # left and right of it are numbers
    columns = [x for x, _ in picture.find(is_bright, bar)]
    highest = max(columns.count(x) for x in columns)
    return (min(x for x in columns if columns.count(x) == highest) + 1 - bar[0] * SIZE[0]) * PIXEL


class Replays(Stage):
    def setUp(self):
        super().setUp()
        server = self.serve("--speed", "1", players=1)
        with Client("127.0.0.1", server.port) as trainer:

            def advance(commands, frames):
                self.assertTrue(trainer.advance(commands, frames, TIMEOUT))

            advance(play_mode("PlayOn"), 150)
            advance(play_mode("PlayOn") + move_ball(Point(48, 2.5, 0.2), Point(30, 0, 0)), 100)
        server.end()
        self.file = os.path.join(self.folder, "monitor.log")
        shutil.move(os.path.join(self.folder, "Logfiles", "monitor.log"), self.file)
        with LogFile(self.file) as log:
            self.frames = len(log)
            (self.goal,) = (mark.frame for mark in log.marks if mark.event.kind == Event.Kind.GOAL)

    def seen_after(self, *keys):
        self.window.press(*keys)
        self.picture = self.window.look()
        return place(self.picture) * (self.frames - 1)

    def test_keys_navigate_in_a_log(self):
        self.window = self.open("--logfile", self.file)
        begin = self.seen_after("space", "Home")
        self.assertTrue(self.picture.find(is_amber, BELOW_THE_BOARD), "no amber panel")
        pixel = PIXEL * (self.frames - 1)  # frames in a pixel: less than one
        near = {"delta": 3 * pixel}
        self.assertLess(pixel, 1)
        self.assertAlmostEqual(begin, 0, **near)
        five_seconds = 5 / 0.15  # frames (behaviour 8.2)
        self.assertAlmostEqual(self.seen_after("Right"), five_seconds, **near)
        self.assertAlmostEqual(self.seen_after("shift+Right"), 7 * five_seconds, **near)
        self.assertAlmostEqual(self.seen_after("Left"), 6 * five_seconds, **near)
        here = self.seen_after("Home", "Right")
        self.assertAlmostEqual(self.seen_after("period", "period", "period") - here, 3, **near)
        self.assertAlmostEqual(self.seen_after("comma", "comma", "comma"), here, **near)
        self.assertAlmostEqual(self.seen_after("n"), self.goal - 4 / 0.15, **near)
        self.assertAlmostEqual(self.seen_after("End"), self.frames - 1, **near)
        self.assertFalse(self.picture.find(is_amber, BELOW_THE_BOARD), "the end is shown as a pause")
        self.assertTrue(self.picture.find(is_bright, BELOW_THE_BOARD), "no white panel")
        self.seen_after("space")  # at the end, playing begins anew
        self.window.look_for(lambda seen: PIXEL * 3 < place(seen) < 0.5, "a replay that plays")
        self.assertEqual(self.window.quit(), 0)
        self.assertEqual(self.window.words(), "")

    def test_a_cut_log_opens_and_is_reported(self):
        with open(self.file, "rb") as file:
            data = file.read()
        with open(self.file, "wb") as file:
            file.write(data[: data.rfind(b"\n", 0, len(data) // 2) + 20])
        self.window = self.open("--logfile", self.file)
        self.assertAlmostEqual(self.seen_after("End") / (self.frames - 1), 1, delta=3 * PIXEL)
        self.assertEqual(self.window.quit(), 0)
        lines = self.window.words().splitlines()
        self.assertEqual(len(lines), 1)
        self.assertIn("monitor.log: 1 line could not be read completely", lines[0])


if __name__ == "__main__":
    main()
