#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Matches in a browser: live, as logs, as exported pages; and hostile clients at the page's port.

    test_web.py SERVER WEB [TEST …]
"""

import base64
import contextlib
import gzip
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
for folder in ("tests/support", "monitor-lite/client"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import webdriver  # noqa: E402
from programs import TIMEOUT, STRICTLY, Folder, Program, wait_until  # noqa: E402
from rcss_monitor import Client, LogFile, Side, draw, drawn_circle, drawn_words  # noqa: E402
from skipping import run_tests  # noqa: E402
from webdriver import Browser  # noqa: E402

SERVER = WEB = None
HOSTILE = "<img src=x onerror=window.bad=1><b>"
KICK_OFF = ["--Soccer.AutomaticKickOff", "true", "--team", "foo:11", "--team", "bar:11", "--seed", "3"]
# Colours at places of the 3D picture, which is drawn again, as pixels on the screen cannot be read otherwise.
SEEN = """const page = rcss.shown, gl = page.scene.gl, out = [];
page.density = 1; page.draw(page.match.at(page.clock.moment), null, 0);
const view = page.picture.view, size = [page.painter.canvas.width, page.painter.canvas.height];
for (const place of arguments[0]) {
  const at = projected(view, place), pixel = new Uint8Array(4);
  gl.readPixels(Math.round((at[0] + 1) / 2 * size[0]), Math.round((at[1] + 1) / 2 * size[1]), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  out.push([...pixel]);
}
return out;"""
# The brightness across the halfway line, at places along it.
ACROSS = """const page = rcss.shown, gl = page.scene.gl;
page.density = 1; page.draw(page.match.at(page.clock.moment), null, 0);
const view = page.picture.view, size = [page.painter.canvas.width, page.painter.canvas.height];
return arguments[0].map(y => {
  const at = projected(view, [0, y, 0]), row = new Uint8Array(4 * 13);
  gl.readPixels(Math.round((at[0] + 1) / 2 * size[0]) - 6, Math.round((at[1] + 1) / 2 * size[1]), 13, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
  return [...Array(13).keys()].reduce((sum, i) => sum + Math.max(0, row[4 * i] - 60), 0);
});"""
FRAME = "const p = rcss.shown, f = p && p.match.at(p.clock.moment); return f && {time: f.time, ball: f.ball, men: f.men, left: f.left, right: f.right}"


def log_of_a_match(folder, *more, seconds=60):
    done = subprocess.run([SERVER, *STRICTLY, *KICK_OFF, "--monitor_port", "off", "--logdir", "logs", "--Spades.EndTime", str(seconds), *more], cwd=folder,
                          capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0, done.stderr
    return os.path.join(folder, "logs", "monitor.log")


class Web(Program):
    """The program, with the address that it prints."""

    def __init__(self, folder, *arguments, port=0):
        super().__init__([WEB, "--port", str(port), *arguments], folder, stdout=subprocess.PIPE)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.printed()
        self.port_number = int(self.address.rstrip("/").rpartition(":")[2])

    def get(self, path, **headers):
        """Status, type and octets."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port_number, timeout=TIMEOUT)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.getheader("Content-Type"), answer.read()

    def json(self, path):
        return json.loads(self.get(path)[2])


class Viewer:
    """The WebSocket of a page, without a page."""

    def __init__(self, web, origin=None, host=None):
        self.link = socket.create_connection(("127.0.0.1", web.port_number), timeout=TIMEOUT)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET /api/stream HTTP/1.1\r\nHost: {host or f'127.0.0.1:{web.port_number}'}\r\nUpgrade: websocket\r\nConnection: Upgrade",
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}", *([f"Origin: {origin}"] if origin else [])]
        self.link.sendall("\r\n".join(head).encode() + b"\r\n\r\n")
        self.stream = self.link.makefile("rb")
        self.status = self.stream.readline().split()[1].decode()
        accepted = None
        while (line := self.stream.readline().strip()):
            if line.lower().startswith(b"sec-websocket-accept:"):
                accepted = line.split()[1]
        if self.status == "101":
            assert accepted == base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())

    def say(self, text, kind=1):
        octets, mask = text.encode() if isinstance(text, str) else text, os.urandom(4)
        head = bytes([0x80 | kind, 0x80 | len(octets)]) if len(octets) < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, len(octets))
        self.link.sendall(head + mask + bytes(octet ^ mask[i % 4] for i, octet in enumerate(octets)))

    def hear(self):
        """The next message: text, octets, or None at the end."""
        head = self.stream.read(2)
        if len(head) < 2 or head[0] & 0xF == 8:
            return None
        size = head[1]
        if size == 126:
            size = struct.unpack(">H", self.stream.read(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.stream.read(8))[0]
        octets = self.stream.read(size)
        return octets.decode() if head[0] & 0xF == 1 else octets

    def may_control(self):
        """The answer to a token, after the messages about the match."""
        while True:
            message = self.hear()
            assert message is not None, "the stream has ended"
            if isinstance(message, str) and "trainer" in json.loads(message):
                return json.loads(message)["trainer"]

    def frame(self):
        while True:
            message = self.hear()
            assert message is not None, "the stream has ended"
            if isinstance(message, bytes):
                return message

    def close(self):
        self.stream.close()
        self.link.close()


def read_frame(octets):
    """Time, score, ball and players of a frame of the stream, in m, as documented in docs/play/web.md."""
    kind, _, _, _, left, right, _, count, when = struct.unpack_from("<8Bf", octets)
    assert kind == 1 and len(octets) == 22 + 8 * count
    ball = [value * 0.002 for value in struct.unpack_from("<3h", octets, 12)]
    men = {}
    for i in range(count):
        who, _, x, y, z = struct.unpack_from("<BB3h", octets, 18 + 8 * i)
        men[(Side.RIGHT if who & 0x80 else Side.LEFT, who & 0x7F)] = (x * 0.002, y * 0.002, z * 0.002)
    return when, (left, right), ball, men


class WebTest(unittest.TestCase):
    def setUp(self):
        self.folder = self._enter(Folder())
        self.path = self.folder.path

    def _enter(self, context):
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def web(self, *arguments):
        return self._enter(Web(self.path, *arguments))

    def viewer(self, web, **more):
        viewer = Viewer(web, **more)
        self.addCleanup(viewer.close)
        return viewer

    def browser(self, *size):
        if what := webdriver.missing():
            self.skipTest(f"there is no {what}")
        return self._enter(Browser(*size, draws=True))

    def live_server(self, *more):
        """Starts a match that does not end before the test."""
        server = self._enter(Program([SERVER, *STRICTLY, *KICK_OFF, "--monitor_port", "0", "--logdir", "live", "--speed", "1",
                                      "--Soccer.RuleHalfTime", "100000", *more], self.path))  # fmt: skip
        return server, server.port(r"monitor port (\d+)")

    def assert_quiet(self, browser):
        """Checks that there was no complaint, and no request to another server."""
        self.assertEqual(browser.complaints(), [])
        others = browser.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith(location.origin) && !n.startsWith('data:'))")
        self.assertEqual(others, [])


class Logs(WebTest):
    def assert_shows(self, browser, log, time_of_game):
        browser.wait_for("return rcss.shown && rcss.shown.match.frames.length > 0")
        browser.run("const p = rcss.shown; p.clock.playing = false; p.clock.seek(p.match.momentOf(arguments[0])); p.drawn = ''", time_of_game)
        now = next(frame for frame in log if frame.time >= time_of_game - 1e-6)
        shown = browser.run(FRAME)
        self.assertAlmostEqual(shown["time"], now.time, delta=1e-3)
        self.assertEqual(len(shown["men"]), len(now.players))
        for man in shown["men"]:
            there = now.player(Side.LEFT if man["side"] == "left" else Side.RIGHT, man["number"]).position
            self.assertLess(abs(man["x"] - there.x) + abs(man["y"] - there.y), 0.0025)
        self.assertLess(abs(shown["ball"][0] - now.ball.x) + abs(shown["ball"][1] - now.ball.y), 0.0025)
        # Players are drawn at their places.
        men = [man for man in shown["men"] if abs(man["x"]) < 45][:8]
        pixels = browser.run(SEEN, [[man["x"], man["y"], 0.25] for man in men] + [[shown["ball"][0], shown["ball"][1], 0.12]])
        seen = 0
        for man, (red, _, blue, _) in zip(men, pixels):
            seen += blue > red + 40 if man["side"] == "left" else red > blue + 40
        self.assertGreaterEqual(seen, len(men) - 2, pixels)  # one may hide another

    def test_a_log_is_shown_in_the_page(self):
        file = log_of_a_match(self.path)
        log = LogFile(file)
        web = self.web("--logfile", file)
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=20")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        self.assertAlmostEqual(browser.run(FRAME)["time"], 20, delta=0.2)
        for moment in (5, 30.3, 55):
            self.assert_shows(browser, log, moment)
        self.assert_crisp_lines(browser)
        self.assertEqual(browser.run("return document.getElementById('left-name').textContent"), "foo")
        browser.run("rcss.shown.clock.seek(10)")
        browser.keys("Right")
        self.assertAlmostEqual(browser.run("return rcss.shown.clock.moment"), 15, delta=0.01)
        browser.keys(".")
        self.assertAlmostEqual(browser.run("return rcss.shown.clock.moment"), 15.15, delta=0.16)
        browser.keys(" ")
        browser.wait_for("return rcss.shown.clock.playing && rcss.shown.clock.moment > 15.3")
        browser.keys(" ", "Home")
        self.assertEqual(browser.run("return rcss.shown.clock.moment"), browser.run("return rcss.shown.match.begin"))
        browser.keys("End")
        self.assertEqual(browser.run("return rcss.shown.clock.moment"), browser.run("return rcss.shown.match.end"))
        browser.run("window.dispatchEvent(new KeyboardEvent('keydown', {key: 'w'}))")
        browser.wait_for("return rcss.shown.rig.shownName === 'free' && rcss.shown.rig.pose.target[1] > 2", what="the camera that walks")
        browser.run("window.dispatchEvent(new KeyboardEvent('keyup', {key: 'w'})); rcss.shown.rig.choose('side'); rcss.shown.clock.seek(20)")
        # The numbers are those of the server's report.
        browser.keys("m")
        subprocess.run([SERVER, "--report", file, "--json", "report.json", "--html", "report.html"], capture_output=True, cwd=self.path, timeout=TIMEOUT, check=True)
        with open(os.path.join(self.path, "report.json"), encoding="utf-8") as text:
            report = json.load(text)
        self.assertEqual(web.json("/api/match/log-1.json"), report)
        self.assert_numbers(browser, report)
        self.assert_over_time(browser, report["over_time"])
        self.assert_maps(browser, report["field"])
        self.assertEqual(browser.run("return ['left', 'right'].map(s => rcss.shown.match.passes.filter(p => p.side === s).length)"), [team["passes"] for team in report["teams"]])
        self.assertGreater(sum(team["passes"] for team in report["teams"]), 0)
        # Keys that are pressed in a list operate the list.
        browser.run("document.querySelector('.choices select').focus()")
        before = browser.run("return [rcss.shown.clock.moment, rcss.shown.clock.speed]")
        browser.keys("Down", "Right", "Up", "Up", "n", "End")
        self.assertEqual(browser.run("return [rcss.shown.clock.moment, rcss.shown.clock.speed]"), before)
        browser.run("const list = document.querySelector('.choices select'); list.selectedIndex = 0; list.dispatchEvent(new Event('change')); list.blur()")
        # Maps of one player and of a part of the match differ.
        maps = "return [...document.querySelectorAll('.heat canvas')].map(c => c.toDataURL())"
        choose = "const list = document.querySelectorAll('.choices select')[arguments[0]]; list.selectedIndex = arguments[1]; list.dispatchEvent(new Event('change'))"
        whole = browser.run(maps)
        self.assertEqual(len(set(whole)), 3)
        browser.run(choose, 1, 4)
        of_one = browser.run(maps)
        self.assertEqual((len(set(of_one)), of_one[1:]), (4, whole))
        self.assertEqual(browser.run("return document.querySelector('.heat figcaption').textContent"), "foo 4")
        browser.run(choose, 0, 1)
        self.assertFalse(set(browser.run(maps)) & set(of_one))
        self.assert_quiet(browser)

    def assert_crisp_lines(self, browser):
        """The halfway line is as wide and bright far away as near the camera, also without a graphics card; players may stand on it."""
        lights = browser.run(ACROSS, list(range(-32, 33)))
        usual = sorted(lights)[len(lights) // 2]
        self.assertGreater(usual, 100)
        self.assertGreater(sum(abs(light / usual - 1) < 0.12 for light in lights), 0.75 * len(lights), lights)

    def assert_numbers(self, browser, report):
        """Each cell of the page's tables."""
        share = lambda value: "–" if value is None else f"{value * 100:.1f} %"
        cells = lambda table: browser.run("return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(r => [...r.cells].map(c => c.textContent))", table)
        digits = lambda values: ", ".join(f"{value:.1f}" for value in values)
        rows = [("possession", share), ("ball_in_own_half", share), *((name, str) for name in ("shots", "shots_on_target", "passes")), ("speeds", digits),
                ("forward_kicks", share), ("foremost", digits), *((name, str) for name in ("interceptions", "touches", "restarts", "offsides")),
                ("distance", lambda value: f"{value / 1000:.2f}")]  # fmt: skip
        teams = [{**team, "speeds": (team["kick_speed"], team["fast_kick_speed"])} for team in report["teams"]]
        self.assertEqual([row[1:] for row in cells("table.teams")], [[shown(team[name]) for team in teams] for name, shown in rows])
        for side in ("left", "right"):
            self.assertEqual(cells(f"table.players.{side}"), [
                [str(one["number"]), f"{one['distance']:.0f}", f"{one['top_speed']:.1f}", *(str(one[name]) for name in ("touches", "passes", "shots", "goals"))]
                for one in report["players"] if one["side"] == side])  # fmt: skip

    def assert_over_time(self, browser, over_time):
        """The blue share of each bar of the page's charts."""
        bars = browser.run("""return [...document.querySelectorAll('.charts canvas')].map(c => { const n = arguments[0];
            return [...Array(n).keys()].map(i => { const d = c.getContext('2d').getImageData(Math.floor((i + 0.4) * c.width / n), 0, 1, c.height).data, p = [...Array(c.height).keys()];
                return [p.filter(y => d[4 * y + 2] > d[4 * y]).length, p.filter(y => d[4 * y] > d[4 * y + 2]).length]; }); })""", len(over_time["had_ball"]))
        self.assertGreater(len(over_time["had_ball"]), 3)
        for shown, seconds in zip(bars, (over_time["had_ball"], over_time["ball_in_half"]), strict=True):
            for (left, right), (of_left, of_right) in zip(shown, seconds, strict=True):
                if of_left + of_right > 0:
                    self.assertAlmostEqual(left / (left + right), of_left / (of_left + of_right), delta=0.04)

    def assert_maps(self, browser, field):
        """The page's seconds in each part of the field are those of the report's picture."""
        with open(os.path.join(self.path, "report.html"), encoding="utf-8") as page:
            pictures = re.findall(r"<svg role=\"img\" aria-label=\"where the [^>]*>.*?</svg>", page.read(), re.S)
        for who, picture in zip(("ball", "left", "right"), pictures, strict=True):
            cells = browser.run("const p = rcss.shown, m = p.match; return [...heatOf(m, arguments[0], 0, {from: m.begin, to: m.end})]", who)
            spots = {}
            for x, y, shade in re.findall(r'<rect class="[lrb]" x="([-\d.]+)" y="([-\d.]+)" [^>]*opacity="([\d.]+)"', picture):
                spots[round((float(y) / field[1] + 0.5) * 28) * 44 + round((float(x) / field[0] + 0.5) * 44)] = float(shade)
            self.assertGreater(len(spots), 5)
            # Places are rounded, so one near the edge of two parts may be counted in the other; shades have two digits.
            shades = browser.run("const g = rcss.shown.match.game; return [...shadesOf(new Float64Array(arguments[0]), g.heat.full)]", cells)
            others = 0
            for i, shade in enumerate(shades):
                self.assertLess(abs(shade - spots.get(i, 0)), 0.5 if cells[i] < 1 else 0.2, (who, i))
                others += abs(shade - spots.get(i, 0)) > 0.06
            self.assertLess(others, 5, who)

    def test_an_exported_page_works_as_a_single_file(self):
        file = log_of_a_match(self.path, "--monitor_log", "zst") + ".zst"
        done = subprocess.run([WEB, "--logfile", file, "--export", "match.html", "--from", "10", "--to", "40"], cwd=self.path, capture_output=True, text=True,
                              timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertLess(os.path.getsize(os.path.join(self.path, "match.html")), 600_000)
        browser = self.browser(1280, 720)
        browser.open("file://" + os.path.join(self.path, "match.html"))
        for moment in (12, 39.9):
            self.assert_shows(browser, LogFile(file), moment)
        # It is not a whole match: its last frame is no full time, and its figures are those of the part.
        self.assertEqual(browser.run("rcss.shown.clock.seek(rcss.shown.match.end); rcss.shown.tick(performance.now()); return document.getElementById('status').textContent"), "")
        browser.keys("m")
        self.assertEqual(browser.run("return document.querySelector('.choices option').textContent"), "all of this part")
        in_part = sum(10 <= frame.time <= 40 for frame in LogFile(file))
        self.assertEqual(browser.run("return rcss.shown.match.frames.length"), in_part)
        self.assertLess(browser.run("return Math.max(...rcss.shown.match.report.players.map(p => p.distance))"), 30 * 11)
        self.assertEqual(browser.complaints(), [])
        self.assertEqual(browser.run("return performance.getEntriesByType('resource').filter(e => e.name.startsWith('http')).length"), 0)

    def test_keys_work_on_every_layout_and_after_clicks(self):
        web = self.web("--logfile", log_of_a_match(self.path, seconds=30))
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=5")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        for text, code, camera in (("c", "KeyC", "ball"), ("C", "KeyC", "left"), ("с", "KeyC", "right"), ("ψ", "KeyC", "top"), ("١", "Digit1", "side")):
            browser.type_on_layout((text, code))
            self.assertEqual(browser.run("return rcss.shown.rig.name"), camera, text)
        # A key that goes up under another keyboard layout is released, too.
        browser.run("""const press = (type, key) => window.dispatchEvent(new KeyboardEvent(type, {key, code: 'KeyW'}));
            press('keydown', 'ц'); window.walked = [...rcss.shown.held.values()]; press('keyup', 'w');""")
        self.assertEqual(browser.run("return [walked, rcss.shown.held.size]"), [["w"], 0])
        click = "const b = rcss.shown.buttons[arguments[0]].getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]"
        for button, clicks in (("forward", 1), ("events", 1), ("speed", 1)):
            x, y = browser.run(click, button)
            browser.run("rcss.shown.clock.playing = false; rcss.shown.clock.seek(5)")
            browser.pointer(("move", x, y), *[("down",), ("up",)] * clicks)
            at = browser.run("return rcss.shown.clock.moment")
            browser.keys("Left")
            self.assertAlmostEqual(browser.run("return rcss.shown.clock.moment"), max(0, at - 5), delta=0.01)
            browser.keys(" ")
            self.assertTrue(browser.run("return rcss.shown.clock.playing"), button)
            self.assertEqual(browser.run("return rcss.shown.clock.speed"), 2 if button == "speed" else 1)
        self.assertFalse(browser.run("return document.getElementById('events').hidden"))
        self.assert_quiet(browser)

    def test_sizes_are_the_same_on_every_screen(self):
        """Players have a size in pixels of the page at any density; on large screens they and the texts grow."""
        web = self.web("--logfile", log_of_a_match(self.path, seconds=30))
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=20")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        width_of_a_man = """const page = rcss.shown, gl = page.scene.gl, canvas = page.painter.canvas;
            page.density = arguments[0]; page.draw(page.match.at(page.clock.moment), null, 0);
            const men = page.picture.frame.men, alone = m => Math.min(...men.filter(o => o !== m).map(o => Math.hypot(o.x - m.x, o.y - m.y)));
            const man = men.filter(m => m.side === 'left' && m.number > 1).sort((a, b) => alone(b) - alone(a))[0], at = projected(page.picture.view, [man.x, man.y, page.match.game.agentRadius]);
            const side = Math.round(50 * page.density), pixels = new Uint8Array(4 * side * side);
            gl.readPixels(Math.round((at[0] + 1) / 2 * canvas.width - side / 2), Math.round((at[1] + 1) / 2 * canvas.height - side / 2), side, side, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            let count = 0;
            for (let i = 0; i < pixels.length; i += 4) count += pixels[i + 2] > pixels[i] + 60 && pixels[i + 2] > pixels[i + 1] + 20;
            return 2 * Math.sqrt(count / Math.PI) / page.density;"""
        sizes, fonts = {}, {}
        for name, wide, high in (("phone", 400, 800), ("desk", 1280, 720), ("wall", 3840, 2160)):
            browser.cdp("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=1, mobile=name == "phone")
            browser.wait_for("return document.getElementById('stage').clientWidth === arguments[0]", wide)
            sizes[name] = [browser.run(width_of_a_man, density) for density in (0.6, 1, 2)]
            fonts[name] = browser.run("return ['body', 'button', '.team', '#clock'].map(e => parseFloat(getComputedStyle(document.querySelector(e)).fontSize))")
        # Those at the ball are 14 wide; others are nearer or farther away.
        for name, least, most in (("phone", 10, 22), ("desk", 10, 22), ("wall", 25, 50)):
            self.assertTrue(least < min(sizes[name]) <= max(sizes[name]) < most, sizes)
            self.assertLess(max(sizes[name]) / min(sizes[name]), 1.4, sizes)  # pixels at the rim are counted whole
        self.assertEqual(fonts["wall"], [2 * size for size in fonts["desk"]])
        self.assertEqual(min(fonts["phone"]), 16)
        # Each field fills at least half of its part.
        part = browser.run("const b = rcss.shown.board, c = b.canvas, g = rcss.shown.match.game; return b.scale ** 2 * (g.length + 10) * (g.width + 10) / (c.width * c.height)")
        self.assertGreater(part, 0.6)
        self.assert_quiet(browser)

    def test_a_link_opens_the_log_with_its_name(self):
        for name, seconds in (("b", 8), ("c", 5)):
            log_of_a_match(self.path, "--logdir", f"all/{name}", seconds=seconds)
        web = self.web("--logs", "all")
        browser = self.browser(640, 480)
        browser.open(web.address)
        browser.wait_for("return document.querySelectorAll('.tile').length == 2")
        browser.run("[...document.querySelectorAll('.tile')].find(t => t.textContent.includes('b/monitor.log')).click()")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        link = browser.run("rcss.shown.clock.playing = false; rcss.shown.clock.seek(3); rcss.shown.copyLink(); return location.hash")
        self.assertTrue(link.startswith("#log=b%2Fmonitor.log&t="), link)
        # When the program is started again, another log is the first one.
        os.rename(os.path.join(self.path, "all", "c"), os.path.join(self.path, "all", "a"))
        again = self.web("--logs", "all")
        self.assertEqual(again.json("/api/matches")[0]["name"], "a/monitor.log")
        browser.open(again.address + link)
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        shown, end = browser.run("return [rcss.shown.id, rcss.shown.match.frames.at(-1).time]")
        self.assertEqual(shown, "log-2")
        self.assertAlmostEqual(end, list(LogFile(os.path.join(self.path, "all", "b", "monitor.log")))[-1].time, delta=1e-3)
        self.assertAlmostEqual(browser.run(FRAME)["time"], float(link.partition("&t=")[2]), delta=0.2)
        browser.run("location.hash = 'log=c%2Fmonitor.log'")
        browser.wait_for("return document.getElementById('tiles').textContent.includes('there is no log c/monitor.log here')")
        self.assertIsNone(browser.run("return rcss.shown"))

    def test_goals_and_events_are_shown_and_listed(self):
        line = '(Info (time {:.2f})(half {})(team_left foo)(team_right bar)(score_left {})(score_right {})(play_mode {})(P (s 2)(id 9)(pos -50 0 0.22)(last))(B (pos {} 0 0.1)))'
        scenes = [(60, 1, 0, 0, 1), (40, 1, 0, 1, 3), (60, 1, 0, 1, 4), (60, 1, 0, 1, 1), (20, 1, 0, 1, 2)]
        text, time_of_game = ["(Init (FieldLength 104)(FieldWidth 68)(GoalWidth 7.32)(play_modes BeforeKickOff PlayOn GameOver Goal_Right KickOff_Left))"], 0.0
        for frames, half, left, right, mode in scenes:
            for _ in range(frames):
                text.append(line.format(time_of_game, half, left, right, mode, -53 if mode == 3 else time_of_game / 10))
                time_of_game += 0.15
        web = self.web("--logfile", self.folder.write("monitor.log", "\n".join(text) + "\n"))
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=8")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        shown = "return ['goal', 'status', 'left-mode', 'right-mode'].map(id => [document.getElementById(id).className, document.getElementById(id).textContent])"
        seek = "rcss.shown.clock.playing = false; rcss.shown.clock.seek(arguments[0]); rcss.shown.tick(performance.now()); "
        self.assertTrue(browser.run("return document.getElementById('goal').hidden"))
        (kind, goal), _, (_, left), (_, right) = browser.run(seek + shown, 10)
        self.assertEqual((kind, left, right), ("right", "", "goal for bar"))
        self.assertRegex(goal, r"^GOALgoal for bar( by 9)?, 0 : 1$")
        browser.keys("g")
        rows = browser.wait_for("return [...document.querySelectorAll('ol.events li')].map(r => [r.className, r.textContent])")
        self.assertIn(["right", f"00:09{goal[4:]}"], rows)
        boxes = browser.run("return ['stage', 'events'].map(id => document.getElementById(id).getBoundingClientRect()).map(b => [b.left, b.right])")
        self.assertLessEqual(boxes[0][1], boxes[1][0] + 1)  # beside the match
        browser.run("[...document.querySelectorAll('ol.events button')].find(b => b.textContent.includes('goal for')).click()")
        self.assertAlmostEqual(browser.run("return rcss.shown.clock.moment"), 9 - 3, delta=0.2)
        browser.keys("End")
        browser.wait_for("return document.getElementById('status').dataset.kind === 'over'")
        self.assertEqual(browser.run("return document.getElementById('status').textContent"), "FULL TIMEfoo 0 : 1 bar")
        self.assert_quiet(browser)

    def log_of_a_goal(self):
        """A log with a player who runs at 4 m/s, one who stands, and a goal after 9 s."""
        text = ["(Init (FieldLength 104)(FieldWidth 68)(GoalWidth 7.32)(play_modes BeforeKickOff PlayOn GameOver Goal_Right KickOff_Left))"]
        for i in range(200):
            mode, score = (3, 1) if 60 <= i < 100 else (1, int(i >= 60))
            text.append(f"(Info (time {i * 0.15:.2f})(half 1)(team_left foo)(team_right bar)(score_left 0)(score_right {score})(play_mode {mode})"
                        f"(P (s 1)(id 7)(pos {-40 + 0.6 * (i % 120):.2f} 10 0.22))(P (s 2)(id 9)(pos 20 -10 0.22))(B (pos {-53 if mode == 3 else -20} 0 0.1)))")
        return self.folder.write("monitor.log", "\n".join(text) + "\n")

    def test_a_click_on_a_player_follows_the_player(self):
        web = self.web("--logfile", self.log_of_a_goal())
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=4")
        browser.wait_for("return rcss.shown && rcss.shown.picture && rcss.shown.picture.view")
        seen = """const p = rcss.shown, man = p.picture.frame.men[arguments[0]], box = document.getElementById(arguments[1]).getBoundingClientRect();
            if (arguments[1] === 'board') { const [x, y] = p.board.pixel(man.x, man.y).map(v => v / p.board.density); return [box.left + x, box.top + y]; }
            const at = projected(p.picture.view, [man.x, man.y, man.z]);
            return [box.left + (at[0] + 1) / 2 * box.width, box.top + (1 - at[1]) / 2 * box.height];"""
        card = "const c = document.getElementById('player'); return c.hidden ? null : [c.className, c.querySelector('strong').textContent, c.querySelector('.speed').textContent]"
        self.assertIsNone(browser.run(card))
        x, y = browser.run(seen, 0, "scene")
        browser.pointer(("move", x + 3, y - 3), ("down",), ("up",))
        browser.wait_for("return !document.getElementById('player').hidden && document.getElementById('player').textContent.includes('m/s')")
        self.assertEqual(browser.run(card), ["left", "foo 7", "4.0 m/s"])
        pixel = browser.run("const p = rcss.shown, m = p.picture.frame.men[0]; window.ringed = p.scene.rings(p.picture.frame, [{place: [m.x, m.y, 0], radius: 1}], 1, [], m);"
                            "return ringed.filter(r => String(r.slice(7)) === String(COLOURS.chosen)).map(r => [r[0], r[1]])")
        self.assertEqual(pixel, [browser.run("const m = rcss.shown.picture.frame.men[0]; return [m.x, m.y]")])
        browser.keys("6")
        browser.wait_for("const p = rcss.shown, m = p.picture.frame.men[0], at = projected(p.picture.view, [m.x, m.y, 0.5]); return p.rig.name === 'player' && Math.hypot(at[0], at[1]) < 0.05")
        browser.keys("7")
        browser.wait_for("""const p = rcss.shown, { ball, men } = p.picture.frame, at = projected(p.picture.view, ball), eye = p.rig.last.eye;
            return p.rig.name === 'own' && Math.hypot(eye[0] - men[0].x, eye[1] - men[0].y) < 0.01 && Math.abs(at[0]) < 0.05 && Math.abs(at[1]) < 0.5""")
        # A click on the map chooses, too, and a click beside players changes nothing; the player stays chosen after seeking.
        x, y = browser.run(seen, 1, "board")
        browser.pointer(("move", x, y), ("down",), ("up",))
        browser.wait_for("return document.getElementById('player').textContent.includes('bar 9')")
        browser.pointer(("move", x, y - 60), ("down",), ("up",))
        browser.run("rcss.shown.clock.seek(9)")
        browser.wait_for("return rcss.shown.picture.frame.time > 8.9")
        self.assertEqual(browser.run(card), ["right", "bar 9", "0.0 m/s"])
        browser.keys("Esc")
        browser.wait_for("return document.getElementById('player').hidden && rcss.shown.rig.name === 'side'")
        self.assert_quiet(browser)

    def log_with_drawings(self):
        """Drawings beside a log: of a player who follows the rules, and of a hostile one."""
        file = self.log_of_a_goal()
        self.folder.write("agent0-draw.log", "".join(
            f"{step} (by left 7)(line run -40 10 {step / 100:.2f} 0)(circle spot 10 5 2)(words note 0 20 \"{HOSTILE}\")\n" for step in range(90, 2000, 20)))
        flood = "(circle flood 1 2 3)(words flood 0 0 \"many\")" * 1000
        self.folder.write("agent1-draw.log", "".join(f"{step} (by right 9){flood}\n" for step in [1000] * 100 + [1020]))
        return file

    def test_drawings_of_agents_are_layers(self):
        file = self.log_with_drawings()
        web = self.web("--logs", self.path)
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=4")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        self.assertFalse(any(browser.run("return performance.getEntriesByType('resource').map(e => e.name.includes('.drawings'))")))
        self.check_drawings(browser)
        # Their number is limited, and the page reports this.
        browser.run("rcss.shown.drawings.who = ''; rcss.shown.clock.seek(10.3)")
        browser.wait_for("return document.getElementById('status').textContent.includes('are not shown') || rcss.shown.drawings.leftOut === 0")
        self.assertLessEqual(browser.run("const d = rcss.shown.drawings; return d.at(rcss.shown.match.placeOf(10.3)).reduce((sum, each) => sum + each.shapes.length, 0)"), 1000)
        self.assert_quiet(browser)
        # An exported page has the drawings if that was requested, and otherwise no button.
        for name, more, has in (("x.html", [], False), ("y.html", ["--drawings"], True)):
            subprocess.run([WEB, file, "--export", name, *more], cwd=self.path, capture_output=True, timeout=TIMEOUT, check=True)
            browser.open("file://" + os.path.join(self.path, f"{name}#t=4"))
            browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
            self.assertEqual(browser.run("return !!rcss.shown.buttons.drawings"), has)
        self.check_drawings(browser)
        self.assert_quiet(browser)

    def check_drawings(self, browser):
        """Drawings are shown in the view and on the board, by layer and player, and words only as text."""
        yellow = """const { board, drawings, match, clock } = rcss.shown; rcss.shown.drawn = ''; rcss.shown.tick(performance.now());
            const [x, y] = board.pixel(...arguments[0]), p = board.context.getImageData(Math.round(x), Math.round(y), 1, 1).data; return [...p].slice(0, 3)"""
        browser.run("rcss.shown.clock.playing = false; rcss.shown.clock.seek(4)")
        bare = browser.run(yellow, [12, 5])
        browser.keys("v")
        browser.wait_for("return rcss.shown.drawings.known && !document.getElementById('drawings').hidden")
        names = browser.run("return [...document.querySelectorAll('#drawings button')].map(b => b.textContent)")
        self.assertEqual((names[0], names[2:]), ("all players", ["note", "run", "spot"]))
        circle = browser.run(yellow, [12, 5])
        self.assertNotEqual(circle, bare)
        self.assertEqual(browser.run("return rcss.shown.drawings.at(rcss.shown.match.placeOf(4)).map(d => [d.side, d.number, d.shapes.map(s => s[0])])"),
                         [["left", 7, ["line", "circle", "words"]]])
        browser.run("[...document.querySelectorAll('#drawings button')].find(b => b.textContent === 'spot').click()")
        self.assertEqual(browser.run(yellow, [12, 5]), bare)
        browser.run("[...document.querySelectorAll('#drawings button')].find(b => b.textContent === 'spot').click()")
        self.assertEqual(browser.run(yellow, [12, 5]), circle)
        # All, the left team, the right team, each player.
        browser.keys("u", "u")
        browser.wait_for("return document.querySelector('#drawings button').textContent === 'the right team'")
        self.assertEqual(browser.run(yellow, [12, 5]), bare)
        browser.keys("u")
        browser.wait_for("return document.querySelector('#drawings button').textContent === 'left 7'")
        self.assertEqual(browser.run(yellow, [12, 5]), circle)
        self.assertIsNone(browser.run("return window.bad || null"))
        self.assertEqual(browser.run("return document.querySelectorAll('img, b').length"), 0)
        browser.keys("v")
        browser.wait_for("return document.getElementById('drawings').hidden")
        self.assertEqual(browser.run(yellow, [12, 5]), bare)
        browser.keys("v")
        browser.wait_for("return !document.getElementById('drawings').hidden")

    def test_missing_drawings_are_reported(self):
        os.makedirs(os.path.join(self.path, "cup", "matches", "a"))
        os.rename(self.log_with_drawings(), os.path.join(self.path, "cup", "matches", "a", "monitor.log"))
        os.rename(os.path.join(self.path, "agent0-draw.log"), os.path.join(self.path, "cup", "matches", "a", "agent0-draw.log"))
        self.folder.write("cup/league.json", "{}")
        web = self.web("--league", "cup")
        wait_until(lambda: web.json("/api/matches"), "the league's log")
        self.assertEqual(web.get("/api/match/log-1.drawings")[::2], (404, b"its agents have drawn nothing\n"))
        browser = self.browser(360, 640)
        browser.open(web.address + "#match=log-1")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        browser.keys("v")
        browser.wait_for("return document.getElementById('status').textContent.includes('have drawn nothing')")
        self.assertTrue(browser.run("return document.getElementById('drawings').hidden"))

    def test_a_goal_is_replayed_as_in_broadcasts(self):
        web = self.web("--logfile", self.log_of_a_goal())
        browser = self.browser(1280, 720)
        browser.open(web.address + "#t=8")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        browser.run("rcss.shown.buttons.replay.click()")
        self.assertIn("no goal before this", browser.wait_for("return document.getElementById('status').textContent"))
        browser.run("rcss.shown.rig.choose('top'); rcss.shown.clock.seek(12)")
        # The test advances the clock: each call is a twentieth of a second.
        angles = browser.run("""const p = rcss.shown, { clock, rig } = p, angles = [];
            cancelAnimationFrame(p.request); p.toldUntil = 0; p.replayGoal();
            for (let i = 0; i < 400 && p.replay.running; ++i) {
              const last = angles[angles.length - 1];
              if (!last || last.camera !== rig.name) angles.push({ camera: rig.name, speed: clock.speed, from: clock.moment, status: p.state(p.match.at(clock.moment)).heading });
              else last.to = clock.moment;
              clock.advance(0.05); p.replay.advance();
            }
            return [...angles, { camera: rig.name, speed: clock.speed, from: clock.moment, playing: clock.playing }];""")
        self.assertEqual([(angle["camera"], angle["speed"]) for angle in angles], [("left", 0.6), ("ball", 0.4), ("top", 1)])
        for angle, begin, end in zip(angles, (6, 7.3), (9.7, 9.7)):
            self.assertAlmostEqual(angle["from"], begin, delta=0.05)
            self.assertAlmostEqual(angle["to"], end, delta=0.05)
            self.assertEqual(angle["status"], "REPLAY")
        self.assertEqual((angles[2]["from"], angles[2]["playing"]), (12, False))
        # A user who moves the clock ends the replay; in a live match it starts by itself, and the match is live afterwards.
        again = browser.run("""const p = rcss.shown, { clock, rig } = p;
            p.replayGoal(); clock.seek(20); p.replay.advance();
            const sought = [p.replay.running, clock.moment, clock.speed, rig.name];
            p.match.live = true; clock.toLive(); clock.seek = (m) => { clock.live = false; clock.moment = m; };
            const at = (m) => { clock.live = true; clock.moment = m; p.replay.advance(); return Boolean(p.replay.running); };
            const found = [at(9), at(11.7), at(11.9)];
            while (p.replay.running) { clock.moment += 0.02; p.replay.advance(); }
            const live = clock.live;
            p.toggleReplays();
            return [sought, found, live, [at(9), at(12)]];""")
        self.assertEqual(again, [[None, 20, 1, "top"], [False, False, True], True, [False, False]])
        self.assert_quiet(browser)

    def test_the_last_chosen_log_is_shown(self):
        files = [os.path.relpath(log_of_a_match(self.path, "--logdir", name, seconds=seconds), self.path).replace("logs", name) for name, seconds in (("a", 8), ("b", 5))]
        web = self.web("--logfile", *files)
        browser = self.browser(640, 480)
        browser.open(web.address)
        browser.wait_for("return document.querySelectorAll('.tile').length == 2")
        self.assertEqual(sorted(each["name"] for each in web.json("/api/matches")), ["a/monitor.log", "b/monitor.log"])
        shown = browser.run("""const tick = MatchPage.prototype.tick; window.ticked = new Set();
            MatchPage.prototype.tick = function (now) { ticked.add(this.id); return tick.call(this, now); };
            rcss.open('log-1'); rcss.open('log-2'); return document.getElementById('tiles').textContent""")
        self.assertEqual(shown, "loading the match")
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 2")
        self.assertEqual(browser.run("return [rcss.shown.id, [...ticked]]"), ["log-2", ["log-2"]])
        self.assertEqual(browser.run("return document.querySelectorAll('.loading').length"), 0)
        browser.run("rcss.open('log-1'); rcss.route()")
        browser.wait_for("return document.querySelectorAll('.tile').length == 2")
        self.assertIsNone(browser.run("return rcss.shown"))
        self.assert_quiet(browser)

    def test_names_are_shown_only_as_text(self):
        path = self.folder.write("monitor.log", '(Init (FieldLength 104)(FieldWidth 68)(play_modes BeforeKickOff PlayOn))\n' + "".join(
            f'(Info (time {i * 0.15:.2f})(team_left "{HOSTILE}")(team_right "</script>")(play_mode 1)(P (s 1)(id 1)(pos 0 0 0.22)(say "{HOSTILE}"))(B (pos 1 0 0.1)))\n'
            for i in range(40)))
        web = self.web("--logs", self.path)
        browser = self.browser(360, 640)
        browser.open(web.address + "#match=log-1")
        browser.wait_for("return window.rcss && document.body.innerText.length > 0")
        if browser.run("return !!rcss.shown"):
            browser.keys("m")
        self.assertIsNone(browser.run("return window.bad || null"))
        self.assertEqual(browser.run("return document.querySelectorAll('img, b').length"), 0)
        self.assertEqual(web.get("/api/matches")[0], 200)
        subprocess.run([WEB, "--logfile", path, "--export", "x.html"], cwd=self.path, capture_output=True, timeout=TIMEOUT, check=True)
        browser.open("file://" + os.path.join(self.path, "x.html"))
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        self.assertIsNone(browser.run("return window.bad || null"))

    def test_a_phone_shows_score_board_and_bar_at_once(self):
        web = self.web("--logfile", log_of_a_match(self.path, seconds=20))
        browser = self.browser(360, 640)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        boxes = browser.run("return ['score', 'board', 'bar', 'position'].map(id => document.getElementById(id).getBoundingClientRect()).map(b => [b.top, b.bottom, b.left, b.right])")
        for top, bottom, left, right in boxes:
            self.assertGreaterEqual(top, 0)
            self.assertLessEqual(bottom, 641)
            self.assertGreaterEqual(left, 0)
            self.assertLessEqual(right, 361)
        # When the phone is turned, the field has most of the height.
        browser.cdp("Emulation.setDeviceMetricsOverride", width=640, height=360, deviceScaleFactor=1, mobile=True)
        browser.wait_for("return document.getElementById('stage').clientWidth == 640")
        self.assertGreaterEqual(browser.run("return document.getElementById('stage').clientHeight"), 280)
        small = browser.run("return [...document.querySelectorAll('button')].map(b => b.getBoundingClientRect()).filter(b => b.width && (b.width < 44 || b.height < 44)).length")
        self.assertEqual(small, 0)
        self.assert_quiet(browser)

    def test_logs_that_cannot_be_shown_are_reported(self):
        os.mkdir(os.path.join(self.path, "a"))
        self.folder.write("a/monitor.log", "nonsense\n")
        done = subprocess.run([WEB, "--port", "0", "missing.log", "a/monitor.log"], cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "rcssmonitor3D-web: cannot read missing.log: No such file or directory\n"
                                      "rcssmonitor3D-web: a/monitor.log: there is no frame of a match in it\n")  # fmt: skip
        web = self.web("--logs", self.path, "--logfile", "missing.log")
        self.assertEqual([each["id"] for each in web.json("/api/matches")], ["log-1", "log-2"])
        for name in ("log-1", "log-2"):
            status, _, words = web.get(f"/api/match/{name}.packed")
            self.assertEqual(status, 404)
            self.assertTrue(words)
        wait_until(lambda: all(each.get("problem") for each in web.json("/api/matches")), "the reasons")
        # A new log is listed, and a growing one is packed again.
        log_of_a_match(self.path, seconds=5)
        wait_until(lambda: len(web.json("/api/matches")) == 3, "the new log")
        first = web.get("/api/match/log-3.packed")[2]
        log_of_a_match(self.path, seconds=9)
        wait_until(lambda: web.get("/api/match/log-3.packed")[2] != first, "the log that was written anew")
        os.remove(os.path.join(self.path, "logs", "monitor.log"))
        wait_until(lambda: "log-3" not in [each["id"] for each in web.json("/api/matches")], "the end of the log that has gone")

    def test_unchanged_data_are_not_sent_again(self):
        web = self.web(os.path.dirname(log_of_a_match(self.path, seconds=5)))
        wait_until(lambda: web.json("/api/matches")[0]["known"], "the teams")
        for path in ("/api/matches", "/api/match/log-1.packed", "/api/match/log-1.json"):
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", web.port_number, timeout=TIMEOUT)) as connection:
                connection.request("GET", path)
                answer = connection.getresponse()
                whole, tag = answer.read(), answer.getheader("ETag")
            self.assertEqual(web.get(path, **{"If-None-Match": tag})[::2], (304, b""), path)
            self.assertEqual(web.get(path, **{"If-None-Match": '"another"'})[::2], (200, whole), path)

    def test_the_page_is_sent_compressed_and_once(self):
        web = self.web("--logs", self.path)
        for path in ("/", "/page.js", "/page.css"):
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", web.port_number, timeout=TIMEOUT)) as connection:
                connection.request("GET", path, headers={"Accept-Encoding": "gzip, br"})
                answer = connection.getresponse()
                packed, tag = answer.read(), answer.getheader("ETag")
            self.assertEqual((answer.getheader("Content-Encoding"), answer.getheader("Vary")), ("gzip", "Accept-Encoding"))
            whole = web.get(path)[2]
            self.assertEqual(gzip.decompress(packed), whole, path)
            self.assertLess(len(packed), 0.7 * len(whole), path)
            self.assertEqual(web.get(path, **{"If-None-Match": tag, "Accept-Encoding": "gzip"})[::2], (304, b""), path)
            self.assertEqual(web.get(path, **{"If-None-Match": '"another"'})[::2], (200, whole), path)

    def test_a_growing_log_continues_in_the_page(self):
        file = log_of_a_match(self.path, seconds=20)
        with open(file, encoding="utf-8") as text:
            lines = text.readlines()
        os.remove(os.path.join(self.path, "logs", "match.json"))
        growing = self.folder.write("monitor.log", "".join(lines[: len(lines) // 2]))
        web = self.web("--logfile", growing)
        browser = self.browser(640, 480)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0")
        browser.run("rcss.shown.clock.seek(2); rcss.shown.clock.playing = false")
        half = browser.run("return rcss.shown.match.end")
        with open(growing, "a", encoding="utf-8") as log:
            log.write("".join(lines[len(lines) // 2 :]))
        browser.wait_for("return rcss.shown.match.end > arguments[0] + 5", half)
        self.assertEqual(browser.run("return rcss.shown.clock.moment"), 2)
        self.assert_quiet(browser)

    def test_a_league_is_listed_with_its_matches(self):
        file = log_of_a_match(self.path, seconds=10)
        os.makedirs(os.path.join(self.path, "L", "matches"))
        os.rename(os.path.dirname(file), os.path.join(self.path, "L", "matches", "r01-foo-bar-1"))
        team = {"played": 1, "won": 0, "drawn": 1, "lost": 0, "goals_for": 1, "goals_against": 1, "points": 1}
        match = {"left": "foo", "right": HOSTILE, "how": "playing"}

        def write(played):
            how = {"how": "played", "counted": [1, 1]} if played else {}
            results = {"over": played, "played": int(played), "planned": 2, "standings": [{**team, "place": 1, "team": HOSTILE}, {**team, "place": 2, "team": "foo"}],
                       "elo": {"ratings": [{"team": "foo", "rating": 1500, "low": 1400, "high": 1600}]},
                       "matches": [{**match, **how, "match": "r01-foo-bar-1"}, {**match, "how": "open", "match": "r01-foo-bar-2"}]}  # fmt: skip
            self.folder.write("L/results.json.new", json.dumps(results))
            os.rename(os.path.join(self.path, "L", "results.json.new"), os.path.join(self.path, "L", "results.json"))

        done = subprocess.run([WEB, "--port", "0", "--league", "L"], cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "rcssmonitor3D-web: --league L: there is no league in it\n"))
        self.folder.write("L/league.json", "{}")
        web = self.web("--league", "L", "--logfile", "missing.log")
        self.assertEqual(web.get("/api/league")[0], 204)
        write(False)
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return document.querySelectorAll('.standings tbody tr').length == 2")
        self.assertIn("being played", browser.run("return document.getElementById('league').textContent"))
        browser.wait_for("return document.querySelector('.results a')", what="the link to the log")
        write(True)
        browser.wait_for("return document.querySelector('.results a')?.textContent.includes('1 : 1')")
        self.assertEqual(browser.run("return document.querySelectorAll('img, b').length"), 0)
        self.folder.write("L/results.json", "nonsense")
        web.wait_for("results.json is not a results file of rcssleague3D")
        browser.run("document.querySelector('details').open = true; document.querySelector('.results a').click()")
        browser.wait_for("return rcss.shown && rcss.shown.match.end > 5")
        self.assertTrue(browser.run("return document.getElementById('league').hidden"))
        self.assert_quiet(browser)


    def test_a_received_league_shows_no_file_of_this_machine(self):
        os.makedirs(os.path.join(self.path, "L"))
        self.folder.write("L/league.json", "{}")
        results, mine = os.path.join(self.path, "L", "results.json"), self.folder.write("mine.json", '{"key": "mine"}')
        os.symlink(mine, results)
        web = self.web("--league", "L")
        self.assertEqual(web.get("/api/league")[0], 204)
        web.wait_for("results.json: it is a link")
        os.unlink(results)
        self.folder.write("L/results.json", '{"over": true}')
        wait_until(lambda: web.get("/api/league")[2] == b'{"over": true}', "the results")
        os.unlink(results)
        os.mkfifo(results)
        web = self.web("--league", "L")
        self.assertEqual(web.get("/api/league")[0], 204)
        web.wait_for("results.json: it is not a regular file")
        os.symlink(self.path, os.path.join(self.path, "L", "matches"))
        done = subprocess.run([WEB, "--port", "0", "--league", "L"], cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "rcssmonitor3D-web: --league L: L/matches is a link\n"))


class Live(WebTest):
    def test_a_live_match_is_shown(self):
        server, port = self.live_server()
        web = self.web("--server", f"localhost:{port}")
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.match.frames.length > 20")
        begin = browser.run(FRAME)["time"]
        browser.wait_for("const f = rcss.shown.match.at(rcss.shown.clock.moment); return f.time > arguments[0] + 1", begin)
        browser.keys(" ")
        moment = browser.run("return rcss.shown.clock.moment")
        browser.wait_for("return rcss.shown.match.end > arguments[0] + 1", moment)
        self.assertEqual(browser.run("return rcss.shown.clock.moment"), moment)
        browser.keys("Left", "l")
        browser.wait_for("return rcss.shown.clock.live && rcss.shown.clock.moment > arguments[0] + 1", moment)
        browser.wait_for("return rcss.shown.match.frames.at(-1).men.length == 22")
        # The picture lags by a little more than the longest of the last gaps between frames, without pauses, so that there is a frame to move to.
        gaps, lag, shown, wanted = browser.run("""const { match, clock } = rcss.shown, moments = match.moments.slice(-11), now = match.end + match.lag / 2;
            performance.now = () => 1000 * now;  // the clock is the test's
            clock.moment = match.begin;
            clock.advance(0);
            delete performance.now;
            return [moments.map((m, i) => m - moments[i - 1]).slice(1), match.lag, clock.moment, now - match.lag];""")
        self.assertAlmostEqual(lag, 1.15 * max(0.04, *(gap for gap in gaps if gap < 0.5)))
        self.assertAlmostEqual(shown, wanted)
        steady = "const m = new Match(rcss.shown.match.game, true); for (const at of arguments[0]) m.add({}, at, m.frames.length); return m.lag"
        self.assertAlmostEqual(browser.run(steady, [9, 9.4, 10] + [10 + 0.15 * i for i in range(1, 11)]), 1.15 * 0.15)
        self.assertAlmostEqual(browser.run(steady, [10, 10.15, 10.75, 10.85]), 1.15 * 0.15)
        self.assertAlmostEqual(browser.run(steady, [10, 10.01, 10.02]), 1.15 * 0.04)
        server.stop()
        browser.wait_for("return document.getElementById('status').textContent.length > 0", what="the words at the end")
        self.assert_quiet(browser)

    def test_a_page_opened_late_has_the_past(self):
        server, port = self.live_server("--speed", "20")
        web = self.web("--server", f"localhost:{port}")
        before = wait_until(lambda: (time := web.json("/api/matches")[0]["time"]) > 25 and time, "half a minute of the match")
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.match.numbers[0] === 0", what="the beginning")
        # The match is complete and in order, and events are between the previous frame and their own, even if the machine had to skip many frames.
        self.assertEqual(browser.run("""const m = rcss.shown.match, n = m.numbers;
            return [n.filter((x, i) => i && x < n[i - 1]).length, m.moments.filter((x, i) => i && x < m.moments[i - 1]).length,
                    n.filter((x, i) => i && x > n[i - 1] + 1 && m.frames[i].time < arguments[0]).length]""", before), [0, 0, 0])
        self.assertEqual(browser.run("""const m = rcss.shown.match; return m.shown().map(({ event }) => [m.frames[event.frame - 1]?.time ?? 0, event.time, m.frames[event.frame].time])
            .filter(([before, at, own]) => before > at + TIME_ERROR || at > own + TIME_ERROR)"""), [])
        self.assertGreater(browser.run("return rcss.shown.match.shown().length"), 0)
        self.assertGreater(browser.run("return rcss.shown.match.passes.length"), 0)
        browser.keys(" ", "Home")
        self.assertEqual(browser.run(FRAME)["time"], browser.run("return rcss.shown.match.frames[0].time"))
        browser.keys("End")
        browser.wait_for("return rcss.shown.clock.live")
        # A lost connection leaves no gap.
        last = browser.run("rcss.stream.socket.close(); return rcss.shown.match.numbers.at(-1)")
        browser.wait_for("return rcss.shown.match.numbers.at(-1) > arguments[0] + 10", last)
        browser.wait_for("const m = rcss.shown.match, n = m.numbers.slice(m.from(arguments[0]), m.from(arguments[0] + 10)); return n.length >= 10", last)
        for path in ("/api/match/live-1.before-0", "/api/match/live-1.before-x", "/api/match/live-2.before-5", "/api/match/live-1.before--1", "/api/match/log-1.before-5"):
            self.assertEqual(web.get(path)[0], 404, path)
        self.assertEqual(web.get("/api/match/live-1.before-99999999999")[0], 200)
        server.stop()
        browser.wait_for("return document.getElementById('status').dataset.kind === 'none' || document.getElementById('status').dataset.kind === 'over'")
        self.assert_quiet(browser)

    def test_drawings_of_a_trainer_are_shown_live(self):
        _, port = self.live_server()
        web = self.web("--server", f"localhost:{port}")
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.match.frames.length > 20")
        browser.keys("v")
        shown = "const p = rcss.shown; return p.drawings.shownAt(p.match, p.clock.moment).map(d => [d.side, d.number, d.shapes])"
        self.assertEqual(browser.run(shown), [])
        with Client("127.0.0.1", port) as client:
            self.assertTrue(client.command(draw(drawn_circle("spot", (5, 6), 2), drawn_words("note", (0, 20), HOSTILE), side=Side.RIGHT, number=7, seconds=60), TIMEOUT))
            browser.wait_for("const p = rcss.shown; return p.drawings.shownAt(p.match, p.clock.moment).length")
            self.assertEqual(browser.run(shown), [["right", 7, [["circle", "spot", -5, -6, 2], ["words", "note", 0, -20, HOSTILE]]]])
            browser.wait_for("return [...document.querySelectorAll('#drawings button')].map(b => b.textContent).join() === 'all players,note,spot'")
            # Drawings are shown while the match is paused, too; the next one of the same name replaces it, and an empty one ends it.
            client.pause()
            browser.wait_for("return document.getElementById('status').dataset.kind === 'paused'")
            client.send(draw(drawn_circle("place", (1, 1), 1), side=Side.RIGHT, number=7, seconds=60))
            browser.wait_for("return [...document.querySelectorAll('#drawings button')].map(b => b.textContent).join() === 'all players,note,place,spot'")
            self.assertEqual(browser.run(shown), [["right", 7, [["circle", "place", -1, -1, 1]]]])
            client.send(draw(side=Side.RIGHT, number=7))
            browser.wait_for("const p = rcss.shown; return p.drawings.shownAt(p.match, p.clock.moment).every(d => d.shapes.length === 0)")
            self.assertTrue(client.run())
        self.assertIsNone(browser.run("return window.bad || null"))
        self.assert_quiet(browser)

    def test_all_matches_have_tiles(self):
        os.mkdir(os.path.join(self.path, "more"))
        ports = [self.live_server("--logdir", f"live{i}")[1] for i in range(2)]
        web = self.web(*[word for port in ports for word in ("--server", f"localhost:{port}")], "--logfile", log_of_a_match(self.path, seconds=10),
                       "--logs", "more")
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return document.querySelectorAll('.tile').length == 3")
        browser.wait_for("return [...document.querySelectorAll('.tile .teams')].every(t => t.textContent.includes('foo'))")
        browser.wait_for("""return [...document.querySelectorAll('.tile canvas')].length == 2 && [...document.querySelectorAll('.tile canvas')].every(c =>
            c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v, i) => i % 4 == 2 && v > 200))""", what="boards with players")
        os.makedirs(os.path.join(self.path, "more", "gone"))
        os.rename(os.path.join(self.path, "logs", "monitor.log"), os.path.join(self.path, "more", "gone", "monitor.log"))
        browser.wait_for("return [...document.querySelectorAll('.tile')].some(t => t.textContent.includes('gone/monitor.log'))")
        os.rename(os.path.join(self.path, "more", "gone", "monitor.log"), os.path.join(self.path, "logs", "monitor.log"))
        browser.wait_for("return document.querySelectorAll('.tile').length == 3", what="the end of the tile of a log that has gone")
        browser.run("document.querySelectorAll('.tile')[2].click()")
        browser.wait_for("return rcss.shown && !rcss.shown.match.live")
        self.assert_quiet(browser)

    def test_a_viewer_without_a_request_gets_the_first_match(self):
        port = self.live_server()[1]
        web = self.web("--server", f"localhost:{port}", "--server", "localhost:1")
        viewer = self.viewer(web)
        about = {}
        while "about" not in about:
            about = json.loads(viewer.hear())
        self.assertEqual((about["match"], about["about"]["name"]), (0, f"localhost:{port}"))
        self.assertEqual(viewer.frame()[1], 0)
        # A page that watches another match shows no drawing of this one.
        browser = self.browser(640, 480)
        browser.open(web.address + "#match=live-2")
        browser.wait_for("return document.getElementById('tiles').textContent.includes('localhost port 1')")
        self.assertTrue(browser.run("return rcss.shown === null && rcss.stream.matches.size === 0"))

    def test_a_link_opens_a_moment_of_a_live_match(self):
        port = self.live_server("--speed", "20")[1]
        web = self.web("--server", f"localhost:{port}")
        wait_until(lambda: web.json("/api/matches")[0]["time"] > 25, "half a minute of the match")
        browser = self.browser(640, 480)
        browser.open(web.address + "#match=live-1&t=12.5")
        browser.wait_for("return rcss.shown && rcss.shown.match.frames.length && !rcss.shown.clock.live", what="the moment")
        shown = browser.run(FRAME)["time"]
        self.assertEqual(browser.run("const m = rcss.shown.match, at = m.frames.findIndex(f => f.time >= 12.5); return [m.frames[at - 1].time < 12.5, m.frames[at].time]"), [True, shown])
        # What is not there is shown as it is now.
        browser.run("location.hash = 'match=live-1&t=99999'")
        browser.wait_for("return document.getElementById('status').textContent.startsWith('1666:39 of this match')")
        browser.wait_for("return rcss.shown.clock.live", what="the newest picture")

    def test_a_page_keeps_its_past_when_the_program_is_restarted(self):
        server, port = self.live_server()
        web = self.web("--server", f"localhost:{port}")
        browser = self.browser(640, 480)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.match.frames.length > 30")
        browser.run("rcss.shown.clock.toggle(); rcss.shown.clock.seek(rcss.shown.match.begin)")
        before = browser.run("const m = rcss.shown.match; window.before = m; return [m.frames[0].time, m.end, rcss.shown.clock.moment, m.events.length]")
        web.send(signal.SIGKILL)
        web.wait()
        self._enter(Web(self.path, "--server", f"localhost:{port}", port=web.port_number))
        browser.wait_for("const m = rcss.shown.match; return m.numbers[0] < 0 && m.numbers.at(-1) > 10", what="frames of the other run")
        after = browser.run("const m = rcss.shown.match; return [m.frames[0].time, m === before, rcss.shown.clock.moment, rcss.shown.clock.live]")
        self.assertEqual(after, [before[0], True, before[2], False])
        self.assertEqual(browser.run("const m = rcss.shown.match; return [m.moments, m.numbers, m.frames.map(f => f.time)].map(l => l.filter((x, i) => i && x < l[i - 1]).length)"), [0, 0, 0])
        # The numbers are also right if the last frame of the first run came late, just before a later one of the other run.
        inserted = browser.run("""const { match, id } = rcss.shown, late = new Match(match.game, true), at = match.from(5);
            late.add(match.frames[at - 6], 1000, -1);
            late.add(match.frames[at], 1000.001, 5);
            return fetchPast(id, late, 5, -1, new AbortController().signal).then(() => [late.numbers, late.moments]);""")
        self.assertEqual(inserted, [list(range(-1, 6)), [1000] * 6 + [1000.001]])
        self.assertFalse(server.ended())

    def test_the_match_continues_when_the_program_is_killed(self):
        server, port = self.live_server()
        web = self.web("--server", f"localhost:{port}")
        viewer = self.viewer(web)
        viewer.say('{"watch":["live-1"]}')
        viewer.frame()
        web.send(signal.SIGKILL)
        web.wait()
        again = self.web("--server", f"localhost:{port}")
        other = self.viewer(again)
        other.say('{"watch":["live-1"]}')
        first = read_frame(other.frame())
        wait_until(lambda: read_frame(other.frame())[0] > first[0] + 0.5, "later frames")
        self.assertEqual(len(read_frame(other.frame())[3]), 22)
        self.assertFalse(server.ended())


# A crate that falls, another one that stands, and a wall without an end.
WORLD = """run 'world.rb'
addThing('<b>crate', 'crate.rsg', 2.0, 0.5, 3.0, 2.0, 0.3)
addThing('chest', 'crate.rsg', -2.0, 0.0, 0.3, 5.0, 0.6)
addScene($scenePath, 'wall.rsg', 'wall', 1, 0, 0, -5)
"""
# By name of the body: its place in the picture of a world, and the colour there.
BODIES = """const page = rcss.shown, gl = page.painter.gl, canvas = page.painter.canvas, out = {};
page.density = 1; page.draw(page.match.at(page.clock.moment), null, 0);
for (const body of page.world.moving) {
  const at = projected(page.picture.view, body.place), pixel = new Uint8Array(4);
  gl.readPixels(Math.round((at[0] + 1) / 2 * canvas.width), Math.round((at[1] + 1) / 2 * canvas.height), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  out[body.name] = [body.place, [...pixel.slice(0, 3)], at.slice(0, 2)];
}
return out;"""


class Worlds(WebTest):
    """Worlds without a game."""

    def world(self, *more):
        self.folder.write("bodies.rb", WORLD)
        return [SERVER, "--script", "bodies.rb", "--logdir", "logs", *more]

    def log_of_a_world(self):
        done = subprocess.run(self.world("--monitor_port", "off", "--Spades.EndTime", "6"), cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return os.path.join(self.path, "logs", "monitor.log")

    def assert_shows(self, browser, log, time_of_game):
        """Bodies are in the picture at their places of the log, and differ from the ground."""
        browser.run("const p = rcss.shown; p.clock.playing = false; p.clock.seek(p.match.momentOf(arguments[0]))", time_of_game)
        now = next(frame for frame in log if frame.time >= time_of_game - 1e-6)
        shown = browser.run(BODIES)
        self.assertEqual(set(shown), {body.name for body in now.bodies})
        for body in now.bodies:
            place, colour, at = shown[body.name]
            self.assertLess(sum(abs(a - b) for a, b in zip(place, (body.position.x, body.position.y, body.position.z))), 0.001)
            self.assertLess(max(map(abs, at)), 1)
            self.assertGreater(max(colour[0], colour[2]), colour[1] + 10, (body.name, colour))  # orange and blue on green

    def test_logs_and_exported_pages_of_worlds_are_shown(self):
        file = self.log_of_a_world()
        log = LogFile(file)
        web = self.web("--logfile", file)
        wait_until(lambda: web.json("/api/matches")[0]["known"], "the log")
        self.assertTrue(web.json("/api/matches")[0]["bodies"])
        self.assertEqual(web.get("/api/match/log-1.json")[::2], (404, b"a world without a game has no report\n"))
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0 && rcss.shown.world.moving.length")
        for moment in (0.3, 4.5):
            self.assert_shows(browser, log, moment)
        seen = lambda: browser.run("return [...document.querySelectorAll('#score *, #board-place, #buttons *')].filter(e => e.checkVisibility()).map(e => e.textContent || e.id)")
        self.assertIn("00:04 · 2 bodies", seen())
        for gone in ("board-place", "numbers", "0 : 0", "▸|"):
            self.assertNotIn(gone, seen())
        browser.keys("m", "b", "n")
        self.assertEqual(browser.run("return [rcss.shown.view, document.getElementById('numbers').hidden, document.querySelectorAll('#view b, #buttons b').length]"),
                         ["view", True, 0])
        # From above the crate is at its place on the ground; a click on it makes the camera follow.
        browser.keys("3")
        x, y = browser.run(BODIES)["<b>crate/body"][2]
        box = browser.run("const b = document.getElementById('scene').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
        browser.pointer(("move", box[0] + (x + 1) / 2 * box[2], box[1] + (1 - y) / 2 * box[3]), ("down",), ("up",))
        self.assertEqual(browser.run("return [rcss.shown.rig.name, rcss.shown.world.followed]"), ["follow", "<b>crate"])
        browser.wait_for("return document.getElementById('followed').value === '<b>crate'", what="the choice in the list")
        self.assertLess(max(map(abs, browser.run(BODIES)["<b>crate/body"][2])), 0.05)
        browser.run("const list = document.getElementById('followed'); list.value = 'chest'; list.dispatchEvent(new Event('change'))")
        self.assertLess(max(map(abs, browser.run(BODIES)["chest/body"][2])), 0.05)
        self.assert_quiet(browser)
        # The same as an exported page.
        subprocess.run([WEB, "--logfile", file, "--export", "world.html", "--from", "1"], cwd=self.path, timeout=TIMEOUT, check=True)
        browser.open("file://" + os.path.join(self.path, "world.html"))
        browser.wait_for("return rcss.shown && rcss.shown.pictures > 0 && rcss.shown.world.moving.length")
        self.assert_shows(browser, log, 4.5)
        self.assertEqual(browser.complaints(), [])

    def test_a_live_world_is_shown(self):
        log_of_a_match(self.path, "--logdir", "match", seconds=3)
        server = self._enter(Program(self.world("--monitor_port", "0", "--speed", "1"), self.path))
        port = server.port(r"monitor port (\d+)")
        web = self.web("--server", f"localhost:{port}", "--logfile", os.path.join(self.path, "match", "monitor.log"))
        wait_until(lambda: web.json("/api/matches")[0]["time"] > 3, "some seconds of it")
        browser = self.browser(1280, 720)
        browser.open(web.address)
        browser.wait_for("return [...document.querySelectorAll('.tile')].some(t => t.textContent.includes('without a game') && !t.querySelector('canvas'))", what="its tile")
        browser.run("document.querySelector('.tile').click()")
        browser.wait_for("return rcss.shown && rcss.shown.match.numbers[0] === 0 && rcss.shown.world.moving.length", what="the part before the page was opened")
        # Until then the crate, which falls from 3 m, bounces.
        browser.wait_for("const {clock, match} = rcss.shown; return clock.live && match.frames.at(-1).time > 5.6 && clock.moment >= match.momentOf(5.6)")
        self.assertAlmostEqual(browser.run(BODIES)["<b>crate/body"][0][2], 0.15, delta=0.01)
        self.assertGreater(browser.run("return rcss.shown.match.looks.length"), 0)
        frames = browser.run("return rcss.shown.match.frames.map(f => [f.time, [...f.bodies.places]])")
        # A page that changes to a match, and back, shows match and world correctly.
        for name, world in (("log-1", False), ("live-1", True)):
            browser.run("location.hash = 'match=' + arguments[0]", name)
            browser.wait_for("return rcss.shown && rcss.shown.id === arguments[0] && rcss.shown.pictures > 0 && !!rcss.shown.world === arguments[1]", name, world)
            self.assertEqual(browser.run("return document.getElementById('goals').checkVisibility()"), not world)
        server.stop()
        browser.wait_for("return ['none', 'over'].includes(document.getElementById('status').dataset.kind)")
        self.assert_quiet(browser)
        # Each frame had the bodies where the server's log has them.
        log = {round(frame.time, 3): frame for frame in LogFile(os.path.join(self.path, "logs", "monitor.log"))}
        known = [(log[round(when, 3)], places) for when, places in frames if round(when, 3) in log]
        self.assertGreater(len(known), 10)
        for frame, places in known:
            for i, body in enumerate(frame.bodies):
                there = (body.position.x, body.position.y, body.position.z)
                self.assertLess(max(abs(a - b) for a, b in zip(places[3 * i:3 * i + 3], there)), 0.0005, body.name)


class Trainers(WebTest):
    def controlled_match(self, *more, web=()):
        """A match before kick-off, the program and the token."""
        server = self._enter(Program([SERVER, *STRICTLY, "--team", "foo:2", "--team", "bar:2", "--seed", "3", "--monitor_port", "0", "--logdir", "live", "--speed", "1",
                                      *more], self.path))
        web = self.web("--server", "localhost:%d" % server.port(r"monitor port (\d+)"), "--trainer", *web)
        address = web.process.stdout.readline().strip()
        return server, web, address

    def test_a_page_with_the_token_controls_the_match(self):
        server, web, address = self.controlled_match()
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/#trainer=[0-9a-f]{32}$")
        browser = self.browser(1280, 720)
        browser.open(address)
        browser.wait_for("return rcss.shown && rcss.shown.trainer && rcss.shown.match.frames.at(-1).men.length == 4")
        self.assertNotIn("trainer", browser.run("return location.href"))
        press = "[...document.querySelectorAll('#trainer button')].find(b => b.textContent == arguments[0]).click()"
        browser.run(press, "play on")
        browser.wait_for("const m = rcss.shown.match, f = m.frames.at(-1); return m.game.modes[f.mode].name == 'PlayOn' && f.time > 0.3")
        browser.run(press, "stop the match")
        browser.wait_for("return document.getElementById('status').textContent.startsWith('PAUSED') && document.getElementById('status').dataset.kind === 'paused'")
        # The ball is dragged; steps show its place.
        place = "const b = rcss.shown.board, r = b.canvas.getBoundingClientRect(), d = b.density, p = b.pixel(arguments[0], arguments[1]); return [r.left + p[0] / d, r.top + p[1] / d]"
        ball = browser.run("return rcss.shown.match.frames.at(-1).ball")
        browser.run("rcss.shown.clock.toLive()")
        browser.pointer(("move", *browser.run(place, *ball[:2])), ("down",), ("move", *browser.run(place, 10, 5)), ("move", *browser.run(place, 20, 10)), ("up",))
        browser.run(press, "one frame")
        browser.wait_for("const b = rcss.shown.match.frames.at(-1).ball; return Math.hypot(b[0] - 20, b[1] - 10) < 1")
        browser.run(press, "run")
        browser.wait_for("return rcss.shown.match.frames.at(-1).time > arguments[0] + 1", browser.run(FRAME)["time"])
        self.assert_quiet(browser)
        server.stop()
        with open(os.path.join(self.path, "live", "server.log"), encoding="utf-8") as log:
            text = log.read()
        self.assertIn("(playMode PlayOn)", text)
        for trace in (web.printed(), text):
            self.assertNotIn(address.rpartition("=")[2], trace)

    def test_pages_without_the_token_cannot_control_the_match(self):
        server, web, address = self.controlled_match()
        token = address.rpartition("=")[2]
        right, wrong, silent = self.viewer(web), self.viewer(web), self.viewer(web)
        wrong.say(json.dumps({"trainer": token[:-1] + ("0" if token[-1] != "0" else "1")}))
        self.assertIs(wrong.may_control(), False)
        for viewer in (wrong, silent):
            viewer.say('{"match":"live-1","order":"mode","mode":"GameOver"}')
            viewer.say('{"watch":["live-1"]}')
        web.wait_for("is not a trainer: the token is wrong")
        web.wait_for("an unexpected message is dropped")
        right.say(json.dumps({"trainer": token}))
        self.assertIs(right.may_control(), True)
        right.say('{"watch":["live-1"]}')
        right.frame()  # the program is connected to the server, which takes its commands from now on
        for nonsense in ({"order": "mode", "mode": "A)(kill"}, {"order": "ball", "x": 1e9, "y": 0}, {"order": "player", "side": "left", "number": 12, "x": 0, "y": 0},
                         {"order": "step", "steps": 0}, {"order": "ball", "x": "1", "y": 2}, {"order": "dance"}):  # fmt: skip
            right.say(json.dumps({"match": "live-1", **nonsense}))
        right.say('{"match":"live-1","order":"mode","mode":"PlayOn"}')
        wait_until(lambda: struct.unpack_from("<8B", right.frame())[2] == 3, "the play mode")
        server.stop()
        with open(os.path.join(self.path, "live", "server.log"), encoding="utf-8") as log:
            self.assertEqual(log.read().count("(playMode "), 1)

    def test_a_page_behind_a_proxy_controls_the_match_if_its_origin_is_trusted(self):
        _, web, address = self.controlled_match(web=["--trusted_origin", "https://cup.example"])
        token = address.rpartition("=")[2]
        self.assertEqual(web.process.stdout.readline().strip(), f"https://cup.example/#trainer={token}")
        hello = json.dumps({"trainer": token})
        trusted = self.viewer(web, origin="https://cup.example")
        trusted.say(hello)
        self.assertIs(trusted.may_control(), True)
        # A page behind a proxy without TLS has our Host, but anyone on the way has read the token.
        plain = self.viewer(web, origin="http://192.0.2.7", host="192.0.2.7")
        self.assertEqual(plain.status, "101")
        plain.say(hello)
        self.assertIs(plain.may_control(), False)
        for origin in ("http://cup.example", "https://cup.example.evil.example"):
            self.assertEqual(self.viewer(web, origin=origin).status, "403")
        done = subprocess.run([WEB, "--trusted_origin", "http://cup.example"], cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--trusted_origin: 'http://cup.example' is not an origin such as https://", done.stderr)

    def test_no_page_controls_the_match_without_the_option(self):
        _, port = self.live_server()
        web = self.web("--server", f"localhost:{port}")
        viewer = self.viewer(web)
        viewer.say('{"trainer":""}')
        self.assertIs(viewer.may_control(), False)
        web.wait_for("is not a trainer: there are none without --trainer")


class UntrustedPages(WebTest):
    def test_pages_of_other_origins_and_invalid_requests_are_refused(self):
        web = self.web("--logfile", log_of_a_match(self.path, seconds=5))
        host = f"127.0.0.1:{web.port_number}"
        self.assertEqual(web.get("/")[0], 200)
        self.assertEqual(web.get("/", Host="evil.example")[0], 403)
        self.assertEqual(web.get("/api/matches", Host=host, Origin="https://evil.example")[0], 403)
        self.assertEqual(self.viewer(web, origin="https://evil.example").status, "403")
        self.assertEqual(self.viewer(web, origin=f"http://{host}").status, "101")
        for path in ("/nothing", "/api/match/live-1.packed", "/api/match/log-2.json", "/api/match/..%2f..%2fetc%2fpasswd.packed", "/page/index.html", "/../main.cpp"):
            self.assertEqual(web.get(path)[0], 404, path)
        self.assertEqual(web.get("/api/stream")[0], 426)
        viewer = self.viewer(web)
        for text in ("", "nonsense", "[]", "{}", '{"watch":3}', '{"kickOff":1}', '{"watch":[1,"live-9",null]}', "[" * 4000):
            viewer.say(text)
        viewer.say(b"\x00\xff", kind=2)
        web.wait_for("an unexpected message is dropped")
        self.assertLess(len(web.lines_of("an unexpected message")), 8)
        huge = self.viewer(web)
        huge.say("x" * 5000)
        self.assertIsNone(huge.hear())
        self.assertEqual(web.get("/")[0], 200)

    def test_half_open_connections_do_not_exclude_viewers(self):
        _, port = self.live_server()
        web = self.web("--server", f"localhost:{port}", "--max_viewers", "10")
        viewer = self.viewer(web)
        viewer.say('{"watch":["live-1"]}')
        viewer.frame()
        for i in range(300):
            link = self._enter(socket.create_connection(("127.0.0.1", web.port_number), timeout=TIMEOUT))
            link.sendall((b"", b"G", b"GET / HTTP/1.1\r\nHo")[i % 3])
        self.assertEqual(web.get("/api/matches")[0], 200)
        other = self.viewer(web)
        for each in (other, viewer):
            each.say('{"watch":["live-1"]}')
            read_frame(each.frame())
        self.assertLess(len(web.lines_of("which is waiting, to make room for others")), 12)

    def test_viewers_that_do_not_read_do_not_delay_others(self):
        _, port = self.live_server("--speed", "20")
        web = self.web("--server", f"localhost:{port}")
        unread = [self.viewer(web) for _ in range(30)]
        good = [self.viewer(web) for _ in range(10)]
        begun, last, count = time.monotonic(), 0.0, 0
        for viewer in unread + good:
            viewer.say('{"watch":["live-1"]}')
        while count < 60 or last < 5:
            count += 1
            for viewer in good:
                last = read_frame(viewer.frame())[0]
        # At most 33 frames per second, although the match has 133, regardless of other load on the machine.
        self.assertLess(count, 33 * (time.monotonic() - begun) + 5)
        self.assertLess(web.memory(), 100)


if __name__ == "__main__":
    SERVER, WEB = (os.path.abspath(program) for program in sys.argv[1:3])
    run_tests(sys.argv[3:], side_by_side=3)
