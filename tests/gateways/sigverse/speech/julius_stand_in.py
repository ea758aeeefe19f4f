#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for julius in module mode with adinnet: its two ports, without recognition.

As a program, julius_stand_in.py MODULE_PORT ADINNET_PORT FOLDER, it adds a line to FOLDER/starts, and answers sound number n, counted over all
starts, with line n of FOLDER/answers: words, `(dies)` or `(hangs)`. A sound without a line is answered with `stop`.
"""

import os
import pathlib
import random
import select
import signal
import socket
import struct
import sys
import threading

TIMEOUT = 100.0  # seconds; only reached in case of an error


def free_ports(count):
    """Ports on which no program listens, and which the system does not assign to others meanwhile."""
    found = []
    while len(found) < count:
        port = random.randrange(12000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in found:
            found.append(port)
    return found


def result(*words, encoding="utf-8"):
    """The octets that julius sends for a recognised sentence."""
    lines = ["<RECOGOUT>", '  <SHYPO RANK="1" SCORE="-2888.218750" GRAM="0">']
    for number, word in enumerate(["&lt;s&gt;", *words, "&lt;/s&gt;"]):
        lines.append(f'    <WHYPO WORD="{word}" CLASSID="{number}" PHONE="a b" CM="0.950"/>')
    lines += ["  </SHYPO>", '  <SHYPO RANK="2" SCORE="-3000.0" GRAM="0">', '    <WHYPO WORD="wrong" CLASSID="1" PHONE="a" CM="0.1"/>',
              "  </SHYPO>", "</RECOGOUT>", ".", ""]  # fmt: skip
    return ended_input() + "\n".join(lines).encode(encoding)


def ended_input():
    return b'<INPUT STATUS="STARTREC" TIME="994675055"/>\n.\n<INPUT STATUS="ENDREC" TIME="994675059"/>\n.\n<INPUTPARAM FRAMES="9" MSEC="90"/>\n.\n'


class Julius:
    """Listens at the ports. For each received sound `answer(samples)` returns the octets for the module port; None closes both connections.
    `early` is sent at the beginning of a sound. `sounds` lists the received sounds: the octets of each, and the sizes of its blocks."""

    def __init__(self, answer, ports=None, early=b""):
        self.answer, self.early, self.sounds, self.connections = answer, early, [], 0
        self.module_port, self.adinnet_port = ports or free_ports(2)
        self.ending = threading.Event()
        self.open = []
        self.module = self.listen(self.module_port)
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    @staticmethod
    def listen(port):
        return socket.create_server(("127.0.0.1", port))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.close()
        self.module.close()
        self.thread.join(TIMEOUT)

    def close(self):
        for connection in self.open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def serve(self):
        self.module.settimeout(0.1)
        while not self.ending.is_set():
            try:
                self.client, _ = self.module.accept()
            except OSError:
                continue
            self.connections += 1
            with self.client:
                self.open = [self.client]
                self.client.sendall(b'<STARTPROC/>\n.\n<INPUT STATUS="LISTEN" TIME="994675053"/>\n.\n')
                # Julius listens here once it has a client at the other port.
                with self.listen(self.adinnet_port) as adinnet:
                    self.audio = self.accept_while_client_waits(adinnet)
                if not self.audio:
                    continue
                with self.audio:
                    self.open.append(self.audio)
                    try:
                        self.hear()
                    except OSError:
                        pass

    def accept_while_client_waits(self, adinnet):
        """Accepts the client's second connection. The client sends nothing to the module port, so anything to read there is its end."""
        ready, _, _ = select.select([adinnet, self.client], [], [], TIMEOUT)
        return adinnet.accept()[0] if adinnet in ready else None

    def hear(self):
        with self.audio.makefile("rb") as stream:
            samples, sizes = b"", []
            while len(head := stream.read(4)) == 4:
                (size,) = struct.unpack("<I", head)
                if not sizes and self.early:
                    self.client.sendall(self.early)
                block = stream.read(size)
                if len(block) != size:
                    return
                sizes.append(size)
                samples += block
                if size:
                    continue
                self.sounds.append((samples, sizes))
                answer = self.answer(samples)
                if answer is None:
                    return
                self.client.sendall(answer)
                samples, sizes = b"", []


def main(module_port, adinnet_port, folder):
    folder = pathlib.Path(folder)
    starts, heard = folder / "starts", folder / "heard"
    with open(starts, "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    if (folder / "broken").exists():
        print("there is no main.jconf", flush=True)
        return 3

    def answer(samples):
        with open(heard, "a", encoding="utf-8") as file:
            file.write(f"{len(samples)}\n")
        number = len(heard.read_text(encoding="utf-8").splitlines()) - 1
        lines = (folder / "answers").read_text(encoding="utf-8").splitlines()
        order = lines[number] if number < len(lines) else "stop"
        if order == "(dies)":
            os.kill(os.getpid(), signal.SIGKILL)
        if order == "(hangs)":
            threading.Event().wait()
        return result(*order.split())

    with Julius(answer, (int(module_port), int(adinnet_port))) as julius:
        print("listening", flush=True)
        julius.thread.join()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
