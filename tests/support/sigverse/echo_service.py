#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A service of SIGVerse 2 from docs/systems/sigverse-protocol.md alone: echo_service.py HOST PORT NAME. It answers each message with its
process number and the message, on the same path: through the server, or on the connection that a controller requested. It prints which other
services connect and leave."""

import os
import select
import socket
import struct
import sys

MESSAGE, CAME, CONNECT, LEFT = 1, 2, 3, 8          # from the server
TO_SERVICE, TO_CONTROLLER, END = 1, 2, 4           # on a connection with a controller
HOST, PORT, NAME = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def octets(link, count):
    return link.recv(count, socket.MSG_WAITALL) if count else b""


def unit(link):
    """(code, body) of the next unit; None at the end."""
    head = octets(link, 4)
    if len(head) < 4:
        return None
    code, size = struct.unpack(">HH", head)
    return code, octets(link, size - 4)


def answer(text):
    return f"{os.getpid()} {text}"


class Server:
    def __init__(self):
        self.link = socket.create_connection((HOST, PORT))
        self.link.sendall(f"SIGMESSAGE,{NAME},".encode())
        if octets(self.link, 4) != b"SUCC":
            sys.exit(f"the name {NAME} is taken")
        print("there", flush=True)

    def read(self, links):
        got = unit(self.link)
        if got is None:
            sys.exit(0)
        code, body = got
        if code == MESSAGE:
            sender, size, rest = body.decode().split(",", 2)
            text = answer(rest[:int(size)])
            message = f"{len(text):05},{text},-1.0,1,{sender},"
            self.link.sendall(f"{len(message) + 5:05}{message}".encode())
        elif code == CONNECT:
            links.append(Controller(struct.unpack(">H", body[:2])[0]))
        elif code in (CAME, LEFT):
            print("came" if code == CAME else "left", body.decode(), flush=True)


class Controller:
    """A connection with a controller."""

    def __init__(self, port):
        self.link = socket.create_connection((HOST, port))
        self.link.sendall(struct.pack(">HH", 1, 4))

    def read(self, links):
        got = unit(self.link)
        if got is None or got[0] == END:
            links.remove(self)
            self.link.close()
        elif got[0] == TO_SERVICE:
            _, size, rest = got[1].decode().split(",", 2)
            text = answer(rest[:int(size)])
            body = f"{NAME},{len(text)},{text}".encode()
            self.link.sendall(struct.pack(">HH", TO_CONTROLLER, len(body) + 4) + body)


def main():
    links = [Server()]
    while True:
        ready, _, _ = select.select([each.link for each in links], [], [])
        for each in list(links):
            if each.link in ready:
                each.read(links)


main()
