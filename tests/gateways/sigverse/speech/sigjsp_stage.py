# SPDX-License-Identifier: Apache-2.0
"""The environment of sigjsp: a stand-in for a server, at which it registers, and a controller that sends requests to it. Octets are packed here,
not by the code under test."""

import os
import socket
import struct
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../tools"), os.path.join(HERE, "../../../support")]

from programs import TIMEOUT, Program  # noqa: E402
from stand_in import packet, text  # noqa: E402

PROVIDE_SERVICE, PROVIDE_SERVICE_RESULT, SOUND_RECOG, SOUND_RECOG_RESULT = 16, 17, 22, 23
PIECE = 10_000


def read_unit(stream):
    """A complete packet; empty at the end of the stream."""
    head = stream.read(4)
    return head + stream.read(struct.unpack(">H", head[2:])[0] - 4) if len(head) == 4 else b""


def data_of(unit):
    """Type and data of a packet to no target."""
    return struct.unpack(">H", unit[4:6])[0], unit[24:-2]


def take_text(octets):
    (size,) = struct.unpack(">I", octets[:4])
    return octets[4:4 + size], octets[4 + (4 * (1 + size // 4) if size else 0):]


class Server:
    """Accepts registrations, and closes its connections when the test closes it."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.registrations, self.connections, self.ending = [], [], False
        self.thread = threading.Thread(target=self.accept, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.ending = True
        for connection in [*self.connections, self.listener]:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.thread.join(TIMEOUT)
        self.listener.close()

    def accept(self):
        while not self.ending:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, connection.makefile("rb") as stream:
            while unit := read_unit(stream):
                kind, data = data_of(unit)
                if kind != PROVIDE_SERVICE:
                    continue
                name, data = take_text(data)
                (service,) = struct.unpack(">I", data[:4])
                host, data = take_text(data[4:])
                (port,) = struct.unpack(">I", data)
                self.registrations.append((name.decode(), service, host.decode(), port))
                connection.sendall(packet(PROVIDE_SERVICE_RESULT, struct.pack(">H", 0), text("")))


class Sigjsp(Program):
    """A sigjsp that is registered at the server."""

    def __init__(self, program, server, *arguments):
        self.output = tempfile.TemporaryFile()
        super().__init__([program, "-p", str(server.port), *arguments], ".", stdout=self.output)
        try:
            self.port = super().port(r"recognises speech for .* on port (\d+)")
        except AssertionError:
            self.close()
            raise

    def lines_about_sounds(self):
        """The lines that sigjsp has printed about sounds."""
        self.output.seek(0)
        return self.output.read().decode()

    def wait_for(self, pattern, number=0):
        """The line that matches the pattern, after `number` earlier ones."""
        after = 0
        for _ in range(number + 1):
            found = super().wait_for(pattern, after)
            with self.updated:
                after = next(at for at in range(after, len(self.lines)) if self.lines[at] == found.string) + 1
        return found

    def close(self):
        super().close()
        self.output.close()


def ask(port, samples, rate=16000, channels=1, bits=16, endian=0):
    """Returns the encoding and the recognised text."""
    pieces = [samples[at:at + PIECE] for at in range(0, len(samples), PIECE)]
    header = struct.pack(">hHHHI", channels, rate, bits, endian, len(samples))
    request = packet(SOUND_RECOG, header, count=len(pieces) + 1) + b"".join(
        packet(SOUND_RECOG, struct.pack(">H", len(piece)), piece, count=len(pieces) + 1, number=number + 1)
        for number, piece in enumerate(pieces)
    )
    with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as connection, connection.makefile("rb") as stream:
        connection.sendall(request)
        kind, data = data_of(read_unit(stream))
        if kind != SOUND_RECOG_RESULT or stream.read(1):
            raise AssertionError(f"an answer of type {kind}, or more data after it")
    (encoding,) = struct.unpack(">H", data[:2])
    return encoding, take_text(data[2:])[0]
