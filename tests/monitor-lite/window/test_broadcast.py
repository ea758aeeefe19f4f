#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A match is broadcast without a user: test_broadcast.py SERVER MONITOR (stage.py). A trainer makes the goals."""

import os
import shutil
import signal
import subprocess

from stage import TIMEOUT, PROGRAMS, Stage, is_bright, main, wait_for

from rcss_monitor import Client, Point, move_ball, play_mode

REPLAY_TAG = (0.03, 0.04, 0.13, 0.08)
GOAL = play_mode("PlayOn") + move_ball(Point(48, 2.5, 0.2), Point(30, 0, 0))


def says_replay(picture):
    return len(picture.find(is_bright, REPLAY_TAG)) > 200


class Broadcasts(Stage):
    def title(self, window):
        done = subprocess.run(["xdotool", "getwindowname", window.id], capture_output=True, text=True, timeout=TIMEOUT)
        return done.stdout.strip()

    def test_a_live_goal_is_replayed_and_the_next_match_follows(self):
        server = self.serve(players=1)
        window = self.open("--broadcast", "--text", "--port", str(server.port), "--right_name", "Blue Town")
        wait_for(lambda: self.title(window).startswith("foo 0 : 0 Blue Town"), "the title with teams and score")
        self.assertFalse(says_replay(window.look()))
        with Client("127.0.0.1", server.port) as trainer:
            self.assertTrue(trainer.command(GOAL, TIMEOUT))
        window.look_for(says_replay, "a replay")
        wait_for(lambda: self.title(window).startswith("foo 1 : 0 Blue Town"), "the new score in the title")
        server.end(signal.SIGKILL)
        self.serve(players=1, port=server.port)
        wait_for(lambda: self.title(window).startswith("foo 0 : 0 Blue Town"), "the next match")
        self.assertEqual(window.quit(), 0)
        self.assertEqual(window.words(), "")
        with open(os.path.join(self.folder, "window.stdout"), encoding="utf-8") as file:
            reported = [line.split("s  ", 1)[1].strip() for line in file]
        self.assertEqual(len([line for line in reported if line.startswith("goal for foo")]), 1)
        self.assertEqual(reported.count("before kick-off"), 2)

    def test_pictures_without_a_screen_are_repeatable(self):
        server = self.serve("--speed", "1", players=1)
        with Client("127.0.0.1", server.port) as trainer:
            self.assertTrue(trainer.advance(play_mode("PlayOn"), 40, TIMEOUT))
            self.assertTrue(trainer.advance(GOAL, 40, TIMEOUT))
        server.end()
        log = os.path.join(self.folder, "monitor.log")
        shutil.move(os.path.join(self.folder, "Logfiles", "monitor.log"), log)
        screenless = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        seen = []
        for name in ("once", "again"):
            folder = os.path.join(self.folder, name)
            done = subprocess.run(
                [PROGRAMS[1], "--broadcast", "--logfile", log, "--frames", folder, "--fps", "1", "--size", "320x180"],
                capture_output=True, text=True, timeout=TIMEOUT, env=screenless,
            )  # fmt: skip
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            pictures = []
            for file in sorted(os.listdir(folder)):
                with open(os.path.join(folder, file), "rb") as picture:
                    pictures.append(picture.read())
            seen.append(pictures)
            self.assertEqual(done.stdout, f"{len(pictures)} pictures in {folder}\n")
        # 12 s of match, as much of replays, and the card.
        self.assertGreater(len(seen[0]), 30)
        self.assertEqual(seen[0], seen[1])

    def test_wrong_usage_is_reported_in_one_line(self):
        for options, words in (
            (["--broadcast", "--camera", "ball"], "--broadcast and --camera: expected one of them"),
            (["--broadcast", "--frames", "x", "--from", "3", "a"], "--broadcast and --from: expected one of them"),
            (["--broadcast", "--trainer"], "--trainer and --broadcast: expected one of them"),
            (["--broadcast", "--frames", "x"], "expected a log with them"),
            (["--logfile", "a", "--logfile", "b"], "only --broadcast shows several"),
            (["--logfile", "a", "--server", "h"], "--server and --logfile: expected one of them"),
            (["a", "--port", "12001", "--text"], "--port and --logfile: expected one of them"),
            (["a", "--trainer"], "--trainer and --logfile: expected one of them"),
            (["--text", "--full_screen"], "--full_screen: has no effect with --text"),
            (["--stats", "--camera", "side"], "--camera: has no effect with --stats"),
            (["--text", "--json"], "--text and --json: expected one of them"),
            (["a", "--frames", "x", "--at", "3"], "--at: has no effect with --frames"),
            (["--fps", "25"], "--fps: expected --frames with it"),
            (["--trainer_secret_file", "x"], "--trainer_secret_file: expected --trainer with it"),
            (["--left_color", "#12345"], "--left_color #12345: expected a color like #3fa0ff"),
            (["--left_color", "red", "--right_color", "red"], "--right_color red: expected a color distinct from that of the other team"),
            (["--left_name", "\x1b[31m"], "expected 1 to 64 printable"),
        ):
            with self.subTest(options=options):
                done = subprocess.run([PROGRAMS[1], *options], capture_output=True, text=True, timeout=TIMEOUT)
                self.assertEqual(done.returncode, 2)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    main()
