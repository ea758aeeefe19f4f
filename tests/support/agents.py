# SPDX-License-Identifier: Apache-2.0
"""Agents that run in threads of a test."""

import socket
import threading

from frames import frame
from programs import TIMEOUT


class ConnectedAgent(threading.Thread):
    """An agent that connects (docs/write/protocol.md, section 3.6) and answers each sensation with the result of `decide`, until the server
    disconnects or `decide` returns None. It begins immediately: the data that `decide` needs must exist before this constructor runs. `broke` has
    the error of the connection, if any; `spoken` counts answers."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.broke = None
        self.spoken = 0
        self.link = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.start()

    def run(self):
        try:
            with self.link, self.link.makefile("rb") as stream:
                while length := stream.read(4):
                    answer = self.decide(stream.read(int.from_bytes(length, "big")).decode())
                    if answer is None:
                        return
                    self.say(answer)
                    self.spoken += 1
        except OSError as error:
            self.broke = error

    def say(self, text):
        self.link.sendall(frame(text))

    def decide(self, percepts):
        raise NotImplementedError
