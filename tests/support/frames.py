# SPDX-License-Identifier: Apache-2.0
"""Messages on pipes and ports: the length in four bytes, most significant first, then the text (docs/write/protocol.md)."""


def frame(text):
    data = text.encode() if isinstance(text, str) else text
    return len(data).to_bytes(4, "big") + data


def receive_bytes(link, count):
    """Reads `count` bytes from a socket; EOFError if it ends first."""
    data = b""
    while len(data) < count:
        more = link.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def receive_frame(link):
    """Reads the text of the next message from a socket; EOFError at its end."""
    return receive_bytes(link, int.from_bytes(receive_bytes(link, 4), "big")).decode()
