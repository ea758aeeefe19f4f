#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A match is watched as it is played: test_live.py SERVER MONITOR (stage.py)."""

import signal

from stage import BELOW_THE_BOARD, GRASS, Stage, is_blue, is_orange, is_red, main


def shows_teams(picture):
    """A player is at least 7 pixels in radius in a window that is 720 high; half of three are enough to have seen them."""
    return min(len(picture.find(colour, GRASS)) for colour in (is_blue, is_orange)) > 1.5 * 3.5**2 * 3


def says_no_match(picture):
    return len(picture.find(is_red, BELOW_THE_BOARD)) > 200


class Live(Stage):
    def test_players_are_shown_and_q_ends_the_window(self):
        server = self.serve()
        window = self.open("--port", str(server.port))
        window.look_for(shows_teams, "players of both teams")
        self.assertEqual(window.quit(), 0)
        self.assertEqual(window.words(), "")

    def test_the_end_of_a_server_is_shown_and_the_next_one_found(self):
        server = self.serve()
        window = self.open("--port", str(server.port))
        picture = window.look_for(shows_teams, "players of both teams")
        self.assertFalse(says_no_match(picture))
        server.end(signal.SIGKILL)
        picture = window.look_for(says_no_match, "a red panel")
        self.assertTrue(shows_teams(picture), "the last picture is no longer shown")
        self.serve(port=server.port)
        window.look_for(lambda seen: not says_no_match(seen), "no red panel")
        self.assertEqual(window.quit(), 0)


if __name__ == "__main__":
    main()
