#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keys and mouse control a match: test_trainer.py SERVER MONITOR (stage.py). A second connection sees their effect."""

import os
import time

from stage import BELOW_THE_BOARD, TIMEOUT, Stage, is_amber, is_blue, main, wait_for

from rcss_monitor import Client, Side, play_mode_text

FIELD = (0.172, 0.2, 0.82, 0.95)  # on the map, without the goals and the score board
SILENCE = 1.0  # s; a server that runs in real time sends six frames then (behaviour 8.2)


def says_paused(picture):
    return len(picture.find(is_amber, BELOW_THE_BOARD)) > 200


def middle(pixels):
    return tuple(sum(values) / len(pixels) for values in zip(*pixels))


class Trainer(Stage):
    def setUp(self):
        super().setUp()
        server = self.serve(players=1)
        self.watcher = Client("127.0.0.1", server.port)
        self.addCleanup(self.watcher.close)
        self.window = self.open("--trainer", "--port", str(server.port))
        self.see(lambda now: len(now.players) == 2 and all(map(self.is_at_home, now.players)))

    def see(self, condition):
        self.assertTrue(self.watcher.wait_until(condition, TIMEOUT))

    def is_at_home(self, player):
        """Number 1 of the sample team beams in front of the goal."""
        return player.created and abs(player.position.x) > 45 and abs(player.position.y) < 5

    def stands(self):
        """Whether no frame comes for `SILENCE` seconds."""
        before, deadline = self.watcher.frames, time.monotonic() + SILENCE
        while time.monotonic() < deadline:
            self.watcher.poll(deadline - time.monotonic())
        return self.watcher.frames == before

    def pause(self):
        self.window.press("space")
        self.window.look_for(says_paused, "an amber panel")
        wait_for(self.stands, "a paused server")

    def is_kick_off(self, now):
        return play_mode_text(self.watcher.game, now.play_mode).startswith("KickOff_")

    def test_space_pauses_and_resumes_the_server(self):
        self.window.press("5")  # the map, where the keeper is not behind the buttons
        self.assertFalse(says_paused(self.window.look_for(lambda seen: seen.find(is_blue, FIELD), "a player")))
        self.pause()
        stood = self.watcher.snapshot.time, self.watcher.frames
        self.window.press("space")
        self.see(lambda now: self.watcher.frames > stood[1] + 3)
        self.assertGreaterEqual(self.watcher.snapshot.time, stood[0])
        self.window.look_for(lambda seen: not says_paused(seen), "no amber panel")
        self.assertEqual(self.window.quit(), 0)

    def test_k_gives_a_kick_off(self):
        self.assertEqual(self.watcher.snapshot.play_mode, 0)
        self.window.press("k")
        self.see(self.is_kick_off)

    def test_a_player_can_be_dragged_to_another_place(self):
        self.window.press("5", "k")  # the map; after the kick-off players cannot beam back
        self.see(self.is_kick_off)
        self.pause()
        # While the match is paused only the mouse moves the player.
        blue = self.window.look().find(is_blue, FIELD)
        self.assertTrue(blue, "the player is not seen")
        begin, before = middle(blue), self.watcher.snapshot.player(Side.LEFT, 1).position
        end = begin[0] + 60, begin[1] - 40
        self.window.drag([round(value) for value in begin], [round(value) for value in end])
        shown = middle(self.window.look().find(is_blue, FIELD))
        for got, wanted in zip(shown, end):
            self.assertAlmostEqual(got, wanted, delta=3)  # pixels
        self.window.press("period")  # one frame, with the command carried out in it
        self.see(lambda now: now.player(Side.LEFT, 1).position.x > before.x + 5)
        after = self.watcher.snapshot.player(Side.LEFT, 1).position
        # A map: so many metres per pixel, the same in both directions, y up.
        scale = (after.x - before.x) / 60
        # The mouse is exact to a pixel at each end, which is a quarter of a metre here.
        self.assertAlmostEqual(after.y - before.y, 40 * scale, delta=1.0)
        self.assertAlmostEqual(after.z, self.watcher.game.agent_radius, delta=0.05)


class Referee(Stage):
    """In a competition keys control a match only with the referee's secret."""

    def secret(self, name, words):
        path = os.path.join(self.folder, name)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(words + "\n")
        return path

    def test_k_gives_a_kick_off_only_with_the_right_secret(self):
        right, wrong = self.secret("right", "what the referee knows"), self.secret("wrong", "what others think it is")
        server = self.serve("--competition", "1", "--trainer_secret_file", right, players=1)
        watcher = Client("127.0.0.1", server.port)
        self.addCleanup(watcher.close)
        self.assertTrue(watcher.wait_until(lambda now: len(now.players) == 2, TIMEOUT))
        for secret in (None, wrong):
            window = self.open("--trainer", "--port", str(server.port), *(["--trainer_secret_file", secret] if secret else []))
            window.press("k")
            before = watcher.frames
            self.assertTrue(watcher.wait_until(lambda now: watcher.frames > before + 10, TIMEOUT))
            self.assertEqual(watcher.snapshot.play_mode, 0)
            window.end()
        window = self.open("--trainer", "--port", str(server.port), "--trainer_secret_file", right)
        # Nothing is sent until the server has accepted the proof.
        kicked_off = lambda now: play_mode_text(watcher.game, now.play_mode).startswith("KickOff_")
        deadline = time.monotonic() + TIMEOUT
        while not watcher.wait_until(kicked_off, 0.5):
            self.assertLess(time.monotonic(), deadline)
            window.press("k")
        self.assertEqual(window.quit(), 0)


if __name__ == "__main__":
    main()
