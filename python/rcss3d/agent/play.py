# SPDX-License-Identifier: Apache-2.0
"""The loop of a player: enters the game, reads every sensation, calls a function for the answer, and handles the
wake-up calls for acts between two sensations."""

import argparse
import re
import sys

from .acts import STEPS, Acts
from .connection import PipeConnection, TcpConnection
from .drawing import LETTER, Drawing
from .world_model import WorldModel

ASK_EVERY = 10  # sensations after which number and team are requested again


class Player:
    """One player on one connection; `play` runs it."""

    def __init__(self, connection, decide, team_name, number, drawing):
        self.connection, self.decide, self.drawing = connection, decide, drawing
        self.entry = f"(init (unum {number})(teamname {team_name}))"
        self.model = WorldModel(team_name)
        self.acts, self.arrival, self.sensations = Acts(), -1, 0

    def answer(self, text, made=-1, arrives=-1):
        """The acts for the moment at which the answer to a sensation takes effect."""
        world = self.model.read(text, made, arrives)
        self.acts = Acts()
        self.drawing.begin(world)
        if world.ready:
            self.decide(world, self.acts, self.drawing)
            self.model.acted(self.acts)
            return self.acts.texts[0]
        # Request a body first and, when that exists, number and team. The server answers with the first game state.
        self.sensations += 1
        if self.sensations == 1:
            return "(create)"
        return self.entry if self.sensations % ASK_EVERY == 2 else ""

    def run_on_pipes(self):
        while text := self.connection.receive():
            kind, text = text[0], text[1:]
            replies = []
            if kind == "X":
                return
            if kind == "D":
                replies = ["I"]
            if kind == "S":
                replies = [*self.sensation(text), "D"]  # S and T open a think cycle; D closes it
            if kind == "T":
                replies = [*self.wake(text), "D"]
            if not self.connection.send(*replies):
                return

    def sensation(self, text):
        made, arrives, percepts = (*text.split(" ", 2), "", "", "")[:3]
        made, self.arrival = integer(made), integer(arrives)
        replies = ["A" + self.answer(percepts, made, self.arrival)]
        if self.drawing.text:
            replies.append(LETTER + self.drawing.text)
        if self.arrival >= 0:
            replies += [f"R{self.arrival + step}" for step in range(1, STEPS) if self.acts.texts[step]]
        return replies

    def wake(self, text):
        """The time of planned acts has come."""
        step = integer(text) - self.arrival
        return ["A" + self.acts.texts[step]] if 0 < step < STEPS else []

    def run_on_tcp(self):
        while (text := self.connection.receive()) is not None:
            if not self.connection.send(self.answer(text)):
                return


def integer(text):
    try:
        return int(text)
    except ValueError:
        return -1


def play(connection, decide, team_name="sample", number=0, drawing=None):
    """Plays until the server ends the match or is gone. `decide(world, acts, drawing)` is called for each sensation.
    Number 0: the server chooses."""
    player = Player(connection, decide, team_name, number, drawing or Drawing())
    if connection.has_letters:
        player.run_on_pipes()
    else:
        player.run_on_tcp()


def whole_number(least, most):
    """A type of command-line arguments."""

    def read(text):
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text}: expects a number from {least} to {most}")
        return int(text)

    return read


def team_name(text):
    """A type of command-line arguments: names that can be sent and that the server accepts."""
    if not re.fullmatch(r"[!-~]{1,64}", text) or set(text) & set("()\"';\\"):
        raise argparse.ArgumentTypeError(f"{text}: expects 1 to 64 printable characters without blanks, brackets, quotes, ; and \\")
    return text


def main(decide, arguments=None):
    """Plays with the options of the command line, as the server or a user starts the program."""
    parser = argparse.ArgumentParser(description="One player of a team. The server starts it, or it connects to a server by itself.")
    parser.add_argument("--teamname", type=team_name, default="sample", metavar="NAME", help="the team that it joins (%(default)s)")
    parser.add_argument("--unum", type=whole_number(0, 11), default=0, metavar="N", help="its uniform number, 1 is the goalkeeper; 0: the server chooses (%(default)s)")
    parser.add_argument("--host", default="127.0.0.1", metavar="NAME", help="where the server is, with --port (%(default)s)")
    parser.add_argument("--port", type=whole_number(1, 65535), metavar="N",
                        help="the server's --agent_port, for which it waits up to 10 s; without it the player uses the pipes of a server that has started it")
    parser.add_argument("--draw", action="store_true", help="send drawings, for agentN-draw.log")
    options = parser.parse_args(arguments)
    try:
        connection = PipeConnection() if options.port is None else TcpConnection(options.host, options.port)
    except OSError as error:
        no_pipes = "there is no server at descriptors 3 and 4; the server starts players with them, or use --port (see --help)"
        sys.exit(f"{parser.prog}: {no_pipes if options.port is None else f'cannot connect to {options.host}, port {options.port}: {error}'}")
    play(connection, decide, options.teamname, options.unum, Drawing(options.draw))
    connection.close()
