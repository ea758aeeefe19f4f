# SPDX-License-Identifier: Apache-2.0
"""Messages to and from the server: four bytes of length, highest byte first, and that many bytes of text (protocol.md, 2 and 3.6)."""

import contextlib
import os
import socket
import time

MAX_MESSAGE = 1 << 20
RETRY_FOR, RETRY_EVERY = 10.0, 0.1  # s for which connecting to the server is retried, and s between two attempts


def framed(text):
    data = text.encode("ascii", "replace")
    return len(data).to_bytes(4, "big") + data


class Connection:
    """Reads and writes messages. Derived classes define how octets are read (`_read`) and written (`_write`)."""

    def __init__(self):
        self._incoming = bytearray()

    def receive(self):
        """The next text; None if the server is gone."""
        length = self._take(4)
        if length is None or (count := int.from_bytes(length, "big")) > MAX_MESSAGE:
            return None
        text = self._take(count)
        return None if text is None else text.decode("ascii", "replace")

    def send(self, *texts):
        """Sends the texts. False if the server is gone."""
        data = b"".join(map(framed, texts))
        while data:
            try:
                data = data[self._write(data):]
            except OSError:
                return False
        return True

    def _take(self, count):
        while len(self._incoming) < count:
            try:
                more = self._read()
            except OSError:
                return None
            if not more:
                return None
            self._incoming += more
        taken = bytes(self._incoming[:count])
        del self._incoming[:count]
        return taken


class PipeConnection(Connection):
    """The connection of an agent that the server has started; `OSError` if it has not. The first letter of a text defines its kind."""

    has_letters = True

    def __init__(self, incoming=3, outgoing=4):
        super().__init__()
        os.fstat(incoming)
        os.fstat(outgoing)
        self._in, self._out = incoming, outgoing

    def close(self):
        """The pipes belong to the process and end with it."""

    def _read(self):
        return os.read(self._in, 1 << 16)

    def _write(self, data):
        return os.write(self._out, data)


class TcpConnection(Connection):
    """A connection to the agent port of a server. The texts are percepts and acts, without letters. Connecting is
    retried for 10 s until the server listens, then raises `OSError`."""

    has_letters = False

    def __init__(self, host, port):
        super().__init__()
        until = time.monotonic() + RETRY_FOR
        while True:
            try:
                self._socket = socket.create_connection((host, port), RETRY_FOR)
                break
            except (ConnectionRefusedError, TimeoutError):
                if time.monotonic() > until:
                    raise
                time.sleep(RETRY_EVERY)
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self):
        with contextlib.suppress(OSError):
            self._socket.close()

    def _read(self):
        return self._socket.recv(1 << 16)

    def _write(self, data):
        return self._socket.send(data)
