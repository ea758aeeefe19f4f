# SPDX-License-Identifier: Apache-2.0
"""For tests of the whole window: a virtual screen, functions that press keys, and functions that read pictures.

Each test file is `test_NAME.py SERVER MONITOR [unittest's arguments]`. The window's own F12 key makes the pictures. If no screen is
available the file ends with status 77 and the reason.
"""

import contextlib
import glob
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
sys.path[:0] = [os.path.join(ROOT, "monitor-lite", "client"), os.path.join(ROOT, "tests", "support")]

from programs import TIMEOUT, remove_folder  # noqa: E402

PROGRAMS = []
SIZE = (640, 360)
SKIPPED = 77


def wait_for(condition, what):
    """Waits for the first true result of `condition`, and returns it."""
    deadline = time.monotonic() + TIMEOUT
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {TIMEOUT:.0f} s")
        time.sleep(0.02)


# ---- pictures -------------------------------------------------------------------------------------------------------


def is_blue(r, g, b):
    """The left team's #409eff, in light and shadow."""
    return b > 90 and b > 1.3 * g and g > 1.5 * r


def is_orange(r, g, b):
    """The right team's #ffa614."""
    return r > 90 and r > 1.25 * g and g > 2 * b


def is_red(r, g, b):
    """The panel that says there is no match."""
    return 180 < r < 225 and 35 < g < 75 and 30 < b < 75


def is_amber(r, g, b):
    """The panel that says the match is paused."""
    return r > 235 and 180 < g < 220 and 45 < b < 90


def is_bright(r, g, b):
    return min(r, g, b) > 225


class Picture:
    """A PNG of 8-bit RGB."""

    def __init__(self, data):
        self.width, self.height, depth, colours = struct.unpack(">IIBB", data[16:26])
        if (data[:8], depth, colours, data[28]) != (b"\x89PNG\r\n\x1a\n", 8, 2, 0):
            raise ValueError("not a picture of 8-bit RGB")
        packed, place = b"", 8
        while place < len(data):
            (length,) = struct.unpack_from(">I", data, place)
            if data[place + 4 : place + 8] == b"IDAT":
                packed += data[place + 8 : place + 8 + length]
            place += length + 12
        self.rows = self._unfiltered(zlib.decompress(packed))

    def _unfiltered(self, data):
        rows, size = [], 3 * self.width
        above = bytes(size)
        for begin in range(0, len(data), size + 1):
            row = bytearray(data[begin + 1 : begin + 1 + size])
            predict = self._PREDICT[data[begin]]
            if predict:
                for i in range(size):
                    left, corner = (row[i - 3], above[i - 3]) if i > 2 else (0, 0)
                    row[i] = (row[i] + predict(left, above[i], corner)) & 255
            rows.append(row)
            above = row
        return rows

    @staticmethod
    def _paeth(left, up, corner):
        guess = left + up - corner
        return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]

    _PREDICT = (None, lambda l, u, c: l, lambda l, u, c: u, lambda l, u, c: (l + u) // 2, _paeth.__func__)

    def pixel(self, x, y):
        return tuple(self.rows[y][3 * x : 3 * x + 3])

    def find(self, is_it, area=(0, 0, 1, 1)):
        """The pixels of that colour within an area: left, top, right, bottom, as shares of the picture."""
        left, right = int(area[0] * self.width), int(area[2] * self.width)
        top, bottom = int(area[1] * self.height), int(area[3] * self.height)
        return [(x, y) for y in range(top, bottom) for x in range(left, right) if is_it(*self.pixel(x, y))]


BELOW_THE_BOARD = (0.2, 0.11, 0.8, 0.28)  # the place of the panels with the state of the match
GRASS = (0.15, 0.35, 0.85, 0.9)  # without the goals, in the view from the side


# ---- processes ------------------------------------------------------------------------------------------------------


def memory(pid):
    """The most memory a process has had so far, MB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmHWM:\s+(\d+) kB", file.read())[1]) / 1024


class Process:
    """A program whose output goes to files in its folder."""

    def __init__(self, name, arguments, folder, **more):
        self.error_file = os.path.join(folder, f"{name}.stderr")
        with open(self.error_file, "wb") as errors, open(os.path.join(folder, f"{name}.stdout"), "wb") as out:
            self.process = subprocess.Popen(
                arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, **more
            )
        self.pid = self.process.pid

    def words(self):
        with open(self.error_file, encoding="utf-8", errors="replace") as file:
            return file.read()

    def ended(self):
        return self.process.poll() is not None

    def status(self):
        """Waits for its end."""
        return self.process.wait(TIMEOUT)

    def end(self, number=signal.SIGTERM):
        """Ends it, if it has not ended yet."""
        if not self.ended():
            self.process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.status()
        self.process.kill()
        raise AssertionError("the program did not end after the signal: " + self.words())


class Server(Process):
    """Plays a match of two teams in real time, unless the options say otherwise."""

    def __init__(self, folder, *options, players=3, port=0):
        database = os.path.join(ROOT, "scripts", "agentdb-0.1.xml")
        super().__init__(
            "server",
            [PROGRAMS[0], "--agentdb", database, "--team", f"foo:{players}", "--team", f"bar:{players}", "--seed", "1"]
            + ["--speed", "1", "--monitor_port", str(port), *options],
            folder,
        )
        self.port = port
        if port == 0:
            found = wait_for(lambda: re.search(r"monitor port (\d+)", self.words()) or self.ended(), "the server's port")
            if found is True:
                raise AssertionError("the server has ended: " + self.words())
            self.port = int(found[1])


class Window(Process):
    """The program's window on a virtual screen."""

    TITLE = "rcssmonitor3D-lite"  # or a part of it
    KEY_TIMEOUT = 10.0  # seconds until a window that has not answered is asked again
    id, asked_at, pictures_before = None, 0.0, 0

    def __init__(self, folder, *options):
        size = "{}x{}".format(*SIZE)
        self.folder = folder
        self.pictures_before = len(self.pictures())
        super().__init__("window", [PROGRAMS[1], "--size", size, *options], folder)

    def wait_until_open(self):
        wait_for(self._answers, "the window")

    def _answers(self):
        """With software OpenGL the first window is closed again, and a key is lost with it, so the next window is asked, too.

        One window is asked once: the picture of a second key could be taken for that of a later one.
        """
        if self.ended():
            words = self.words()
            if "there is no OpenGL" in words or "there is no screen" in words:
                raise unittest.SkipTest(words.strip())
            raise AssertionError("the window has ended: " + words)
        found = find_window(self.TITLE)
        if found and (found != self.id or time.monotonic() > self.asked_at + self.KEY_TIMEOUT):
            self.id, self.asked_at = found, time.monotonic()
            self.press("F12")
        return len(self.pictures()) > self.pictures_before

    def pictures(self):
        return sorted(glob.glob(os.path.join(self.folder, "picture-*.png")))

    def press(self, *keys):
        """Keys by their names in X; several are pressed one after another."""
        xdotool("windowfocus", self.id, "key", *keys)

    def move_mouse(self, x, y):
        xdotool("mousemove", "--window", self.id, x, y)

    def drag(self, begin, end):
        self.move_mouse(*begin)
        xdotool("mousedown", 1)
        for i in range(1, 5):
            self.move_mouse(*(a + (b - a) * i // 4 for a, b in zip(begin, end)))
        xdotool("mouseup", 1)

    def look(self):
        """The current picture."""
        before = self.pictures()
        self.press("F12")

        def whole():
            if self.ended():
                raise AssertionError(f"the window has ended with status {self.status()}: {self.words()}")
            now = self.pictures()
            if len(now) == len(before):
                return None
            with open(now[-1], "rb") as picture:
                data = picture.read()
            return data[-8:-4] == b"IEND" and data

        return Picture(wait_for(whole, "a picture"))

    def look_for(self, condition, what):
        """The first picture that fulfils the condition."""
        found = None

        def fits():
            nonlocal found
            found = self.look()
            return condition(found)

        wait_for(fits, what)
        return found

    def quit(self):
        self.press("q")
        return self.status()


def find_window(title=Window.TITLE):
    search = ["xdotool", "search", "--onlyvisible", "--name", title]
    done = subprocess.run(search, capture_output=True, text=True, timeout=TIMEOUT)
    return done.stdout.split()[0] if done.stdout else None


def xdotool(*words):
    subprocess.run(["xdotool", *map(str, words)], check=True, stdout=subprocess.DEVNULL, timeout=TIMEOUT)


class Stage(unittest.TestCase):
    """A screen for all tests of a class, a folder for each."""

    @classmethod
    def setUpClass(cls):
        for program in ("Xvfb", "xdotool"):
            if not shutil.which(program):
                raise unittest.SkipTest(f"there is no {program}")
        reading, writing = os.pipe()
        # Without -noreset Xvfb resets itself whenever its last client has left, and the window of the next one may get lost.
        cls.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-noreset", "-nolisten", "tcp"],
            pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        cls.addClassCleanup(cls.screen.wait)
        cls.addClassCleanup(cls.screen.terminate)
        os.close(writing)
        with open(reading, encoding="ascii") as pipe:
            display = pipe.readline().strip()
        if not display:
            raise unittest.SkipTest("Xvfb does not start")
        os.environ.pop("WAYLAND_DISPLAY", None)
        os.environ.pop("SDL_VIDEODRIVER", None)
        os.environ["DISPLAY"] = f":{display}"

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="monitor_window.")
        self.addCleanup(remove_folder, self.folder)

    def serve(self, *options, **more):
        server = Server(self.folder, *options, **more)
        self.addCleanup(server.end)
        return server

    def open(self, *options):
        window = Window(self.folder, *options)
        self.addCleanup(window.end)
        window.wait_until_open()
        return window


def main():
    PROGRAMS[:] = [os.path.abspath(program) for program in sys.argv[1:3]]
    del sys.argv[1:3]
    result = unittest.main(module="__main__", exit=False).result
    if result.skipped and len(result.skipped) >= result.testsRun and result.wasSuccessful():
        print("skipped:", result.skipped[0][1])
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
