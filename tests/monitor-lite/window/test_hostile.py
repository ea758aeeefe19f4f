#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile servers: test_hostile.py SERVER MONITOR (stage.py). The window stays open, answers keys, and takes little memory."""

import contextlib
import itertools
import os
import random
import socket
import threading

from stage import BELOW_THE_BOARD, GRASS, Stage, is_amber, is_blue, is_orange, main, memory, wait_for

MEGABYTE = 1 << 20
# MB; a software OpenGL has a good hundred of it, a sanitizer another two.
MAX_MEMORY = 800 if "RCSS_SANITIZED" in os.environ else 400
INIT = b"(Init (FieldLength 104)(FieldWidth 68)(GoalWidth 7.32)(play_modes BeforeKickOff PlayOn))\n"
PLAYER = b"(P (s %d)(id %d)(pos %s %s 0.22))"


def info(time, players, ball=b"0 0 0.1"):
    return b"(Info (time %d)(play_mode 1)" % time + b"".join(players) + b"(B (pos " + ball + b")))\n"


class HostileServer:
    """Sends the bytes of a new `speech()` to every connection; then it closes the connection, or sends nothing more until the end."""

    def __init__(self, speech, closes):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.speech, self.closes = speech, closes
        self.visits = self.bytes_sent = 0
        self.links = []
        self.thread = threading.Thread(target=self._serve)
        self.thread.start()

    def _serve(self):
        with contextlib.suppress(OSError):  # the end of the test closes the sockets
            while True:
                link = self.listener.accept()[0]
                self.links.append(link)
                self.visits += 1
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    for piece in self.speech():
                        link.sendall(piece)
                        self.bytes_sent += len(piece)
                if self.closes:
                    link.close()

    def close(self):
        for link in [self.listener, *self.links]:
            with contextlib.suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        for link in [self.listener, *self.links]:
            link.close()


class Hostile(Stage):
    def watch(self, speech, closes=False):
        self.server = HostileServer(speech, closes)
        self.addCleanup(self.server.close)
        self.window = self.open("--port", str(self.server.port))

    def wait_for_bytes(self, count):
        wait_for(lambda: self.server.bytes_sent >= count, f"{count} bytes to be read")

    def check_alive(self):
        self.window.look()
        self.assertLess(memory(self.window.pid), MAX_MEMORY)
        self.assertEqual(self.window.quit(), 0)
        self.assertEqual(self.window.words(), "")

    def test_garbage_is_survived(self):
        draw = random.Random(1)
        self.watch(lambda: (draw.randbytes(64 << 10) for _ in itertools.count()))
        self.wait_for_bytes(8 * MEGABYTE)
        self.check_alive()

    def test_lines_of_a_megabyte_are_survived(self):
        line = INIT[:-2] + b"(junk " + b"x" * MEGABYTE + b"))\n"
        self.watch(lambda: itertools.repeat(line))
        self.wait_for_bytes(8 * MEGABYTE)
        self.check_alive()

    def test_an_endless_line_is_survived(self):
        self.watch(lambda: itertools.repeat(b"(" * (64 << 10)))
        self.wait_for_bytes(16 * MEGABYTE)
        self.check_alive()

    def test_players_at_invalid_places_are_not_shown(self):
        wrong = [b"nan", b"-nan", b"inf", b"1e308", b"-1e6", b"", b"(", b"x"]
        frames = [
            info(time, [PLAYER % (side, number, a, b) for side, number in ((1, 1), (2, 2), (9, -7))], a + b" 0 " + b)
            for time, (a, b) in enumerate(itertools.product(wrong, wrong))
        ]
        good = info(1000, [PLAYER % (1, 1, b"-10", b"0"), PLAYER % (2, 1, b"10", b"0")])
        self.watch(lambda: [INIT, *frames, good])
        # The data after the invalid one is shown.
        self.window.look_for(lambda seen: seen.find(is_blue, GRASS) and seen.find(is_orange, GRASS), "two players")
        self.check_alive()

    def test_a_thousand_players_are_survived(self):
        players = [
            PLAYER % (1 + i % 2, i, b"%d" % (i % 40 * 2 - 40), b"%d" % (i // 40 * 2 - 25)) for i in range(1000)
        ]
        self.watch(lambda: itertools.chain([INIT], (info(time, players) for time in itertools.count())))
        self.window.look_for(lambda seen: len(seen.find(is_blue, GRASS)) > 2000, "a crowd")
        self.wait_for_bytes(4 * MEGABYTE)
        self.check_alive()

    def test_a_server_that_disconnects_at_once_is_tried_again(self):
        self.watch(lambda: [], closes=True)
        wait_for(lambda: self.server.visits >= 3, "three visits")
        self.check_alive()

    def test_silence_after_init_is_shown_as_a_pause(self):
        self.watch(lambda: [INIT])
        self.window.look_for(lambda seen: len(seen.find(is_amber, BELOW_THE_BOARD)) > 200, "an amber panel")
        self.check_alive()


if __name__ == "__main__":
    main()
