# SPDX-License-Identifier: Apache-2.0
"""Messages on pipes and ports: their length in four bytes, the first the highest, then the text (docs/write/protocol.md)."""


def frame(text):
    data = text.encode() if isinstance(text, str) else text
    return len(data).to_bytes(4, "big") + data


def receive_bytes(link, count):
    """So many from a socket; EOFError if it ends before."""
    data = b""
    while len(data) < count:
        more = link.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def receive_frame(link):
    """The text of the next message from a socket; EOFError at its end."""
    return receive_bytes(link, int.from_bytes(receive_bytes(link, 4), "big")).decode()
