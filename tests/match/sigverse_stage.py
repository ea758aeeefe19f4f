# SPDX-License-Identifier: Apache-2.0
"""Worlds of SIGVerse as processes of a test, and clients that use only octets."""

import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in ("support", "support/sigverse", "gateways/sigverse/controller"):
    sys.path.insert(0, os.path.join(TESTS, folder))

import programs  # noqa: E402
from octets import ATTACH, ATTACHED, ENDS, HELLO, Unit, packet, raw, real, text, u16  # noqa: E402
from programs import TIMEOUT, STRICTLY, Program, check  # noqa: E402

TIME, POSITION = 38, 17  # raw requests
STEP = 0.01  # s
GUESTS = 3


class Folder(programs.Folder):
    def make(self, sigmake, name, source):
        self.write(name + ".cpp", source)
        done = subprocess.run([sigmake, name + ".cpp"], cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        check(done.returncode == 0, done.stderr)

    def world(self, name, base=None, controllers=None, guests=GUESTS):
        """A world with further agents besides those of `base`, too far away to meet them: guest_0 … without controllers, and {agent: library}."""
        agents = {**{f"guest_{number}": None for number in range(guests)}, **(controllers or {})}
        lines = [f'<world name="{name}"' + (f' inherit="{base}">' if base else ">")]
        for number, (agent, library) in enumerate(agents.items()):
            lines += ['<instanciate class="Player.xml">', f'<set-attr-value name="name" value="{agent}"/>',
                      f'<set-attr-value name="x" value="{1000 + 100 * number}"/>', '<set-attr-value name="y" value="15"/>']
            if library:
                lines += ['<set-attr-value name="language" value="c++"/>', f'<set-attr-value name="implementation" value="{library}"/>']
            lines.append("</instanciate>")
        return self.write(name + ".xml", "\n".join([*lines, "</world>", ""]))

    def server(self, program, world, *options, speed="1", start="true"):
        return self.stack.enter_context(Server(program, self.path, world, "--speed", speed, "--Sig.AutoStart", start, *options))


class Server(Program):
    def __init__(self, program, folder, world, *options):
        self.logs = tempfile.mkdtemp(prefix="logs.", dir=folder)
        super().__init__([program, *STRICTLY, "--script", "sigverse.rb", "--Sig.World", world, "--Sig.Port", "0", "--seed", "5",
                          "--monitor_port", "off", "--logdir", self.logs, *options], folder)

    def port(self):
        return int(self.wait_for(r"^sigverse port (\d+)")[1])

    def poses(self):
        """The messages to monitors, without the end."""
        with open(os.path.join(self.logs, "monitor.log"), "rb") as file:
            return file.read().removesuffix(b"(Die)\n")

    def pace(self, seconds, client):
        """Simulated time per real time, as this client sees it."""
        begun, first = time.monotonic(), client.time()
        time.sleep(seconds)
        return (client.time() - first) / (time.monotonic() - begun)

    def quit(self):
        with Client(self, "127.0.0.98") as client:
            client.begin_as_viewer()
            client.send(raw(7))
            check(self.wait() == 0, "ends with another status:", self.printed())


class Client:
    """A connection from a chosen address, because clients are counted by address."""

    def __init__(self, server, host="127.0.0.2", patience=TIMEOUT, small_buffer=False):
        self.link = socket.socket()
        if small_buffer:
            self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.link.settimeout(patience)
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.link.bind((host, 0))
        self.link.connect(("127.0.0.1", server if isinstance(server, int) else server.port()))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.me = "%s:%d" % self.link.getsockname()
        self.stream = self.link.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stream.close()
        self.link.close()

    def reset(self):
        """Ends the connection at once without a message, like a process that is killed with unread octets."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def send(self, *octets):
        self.link.sendall(b"".join(octets))
        return self

    def begin_as_viewer(self, name="looker"):
        return self.send(f"SIGViewer,{name},".encode())

    def unit(self, kind=None):
        """The next unit, or the next one of this kind."""
        while (unit := Unit(self.stream)).kind != kind and kind is not None:
            pass
        return unit

    def ask(self, octets, kind):
        self.send(octets)
        return self.unit(kind).body

    def attach(self, agent):
        """Attaches to an agent. Returns (result, text)."""
        body = self.ask(packet(ATTACH, text(agent)), ATTACHED)
        return body.u16(), body.text()

    def attach_with_turns(self, agent):
        result, words = self.attach(agent)
        check(result == 0 and words.startswith("ext1"), agent, "is not attached:", result, words)
        return self.send(packet(HELLO, u16(1)))

    def turn(self):
        """Reads to the end of the next turn. Returns its number and time."""
        body = self.unit(ENDS).body
        return body.u32(), body.real()

    def octets(self, count):
        got = self.stream.read(count)
        if len(got) < count:
            raise EOFError
        return got

    def time(self):
        """SIG time in s; only for clients that get no other messages."""
        return struct.unpack("<d", self.send(raw(TIME)).octets(8))[0]

    def place(self, name):
        found, *place = struct.unpack("<?3d", self.send(raw(POSITION, name.encode() + b",")).octets(25))
        check(found, "there is no", name)
        return place

    def is_closed(self):
        """Whether the server has disconnected it, after all remaining messages."""
        try:
            while self.link.recv(65536):
                pass
        except ConnectionError:
            pass
        except TimeoutError:
            return False
        return True


class Honest(programs.Steady):
    """A well-behaved client that requests the time fifty times per second, from a separate address."""

    PERIOD = 0.02

    def __init__(self, server):
        super().__init__()
        self.times = []
        self.client = Client(server, "127.0.0.99").begin_as_viewer("honest")

    def ask(self, now):
        self.times.append((now, self.client.time()))

    def close(self):
        self.client.close()

    def pace(self, since=0):
        """Simulated time per real time since this answer, which is not the last one."""
        (first, begun), (last, now) = self.times[since], self.times[-1]
        return (now - begun) / (last - first)

    def measure(self, seconds):
        """Simulated time per real time in the next seconds."""
        since = len(self.times)
        time.sleep(seconds)
        programs.wait_until(lambda: len(self.times) > since + 1, "two answers")
        return self.pace(since)


def noise(seed, count):
    return random.Random(seed).randbytes(count)


def raw_message(words, receivers, distance="-1.0"):
    """Raw 8; `receivers`: names, or -1 for all."""
    to = str(receivers) + "," if isinstance(receivers, int) else f"{len(receivers)}," + "".join(name + "," for name in receivers)
    return raw(8, f"{len(words):05d},{words},{distance},{to}".encode())


__all__ = ["GUESTS", "TIMEOUT", "STEP", "TESTS", "Client", "Folder", "Honest", "Server", "check", "noise", "packet", "raw", "raw_message", "real",
           "text"]
