#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of operated robots for a match, and the delay of commands (docs/house/performance-systems.md).

    bench/bench_operators.py build/bin/rcssserver3D [--seconds N] [PART ...]     parts: cost, watchers, delay, many, speed, memory, course, reaction;
        parts for the operator's page in a browser, and for viewers: keys, pictures, connect, viewers
    bench/bench_operators.py build/bin/rcssserver3D growth [--minutes N]
"""

import argparse
import contextlib
import math
import os
import re
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests", "match"), os.path.join(ROOT, "tests", "support")]

import bench_camera  # noqa: E402
from measured import cpu_seconds, median, memory_mb  # noqa: E402
from operated_worlds import Server as World  # noqa: E402
from operators import BYE, KICK_OFF, SERVER, Peer, Server, WebSocket  # noqa: E402
from operator_floods import Watcher  # noqa: E402
from programs import STRICTLY, Program  # noqa: E402
from webdriver import Browser  # noqa: E402

TEAMS = ["--team", "foo:10", "--team", "bar:11", "--speed", "1"]
SO_TIMESTAMPNS = 35  # Linux: the time at which the system received the data that is read
CAMERA = os.path.join(os.path.dirname(SERVER), "rctp-camera")
WARM_UP = 60  # s, in which caches are filled and the page finds out how many pixels it can draw
# The page's drawing, and the displayed camera picture, are compared with those before a key was pressed; readPixels also waits until a
# picture has been drawn. Smaller differences of a pixel may come from the codec.
COUNTER = """
const stage = rctp.page.stage, painter = stage.painter, draw = painter.draw.bind(painter), gl = stage.canvas.getContext("webgl2");
const img = document.getElementById("camera"), video = new OffscreenCanvas(320, 240).getContext("2d", {willReadFrequently: true});
const BOX = 160, CHANGE = 24, PIXELS = 8;
const differ = (one, other) => {
  let count = 0;
  for (let i = 0; i < one.length; i += 4)
    if (Math.max(...[0, 1, 2].map((part) => Math.abs(one[i + part] - other[i + part]))) > CHANGE) ++count;
  return one.length !== other.length || count >= PIXELS;
};
const counter = window.counter = {pictures: 0, drawnAt: 0, from: 0, drawn: 0, shown: 0, box: null, before: null, videoBefore: null, isWaiting: false,
  look() {  // notes what there is to see; called at rest
    Object.assign(counter, {from: 0, drawn: 0, shown: 0, before: null, videoBefore: counter.video(), isWaiting: true});
    stage.redraw();
  },
  video() {
    video.drawImage(img, 0, 0, 320, 240);
    return video.getImageData(0, 0, 320, 240).data;
  },
  tick() {
    if (counter.from && !counter.shown && differ(counter.video(), counter.videoBefore)) counter.shown = performance.now();
    requestAnimationFrame(counter.tick);
  }};
painter.draw = (...all) => {
  const view = draw(...all), {width, height} = stage.canvas;
  ++counter.pictures;
  counter.drawnAt = performance.now();
  if (!counter.isWaiting || counter.drawn) return view;
  const isFirst = !counter.before || counter.box[2] !== width;
  if (isFirst) {
    const [x, y] = projected(view, rctp.page.model.pose(rctp.page.robot).place);
    counter.box = [Math.round((x + 1) / 2 * width - BOX / 2), Math.round((y + 1) / 2 * height - BOX / 2), width];
  }
  const pixels = new Uint8Array(4 * BOX * BOX);
  gl.readPixels(counter.box[0], counter.box[1], BOX, BOX, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  if (isFirst) counter.before = pixels;
  else if (counter.from && differ(pixels, counter.before)) counter.drawn = performance.now();
  return view;
};
addEventListener("keydown", (event) => { if (!counter.from && !event.repeat) counter.from = event.timeStamp; }, {capture: true});
counter.tick();
"""
# Runs before the page's own scripts and records, in ms since the address was opened, when the robot could be operated and when the first
# picture had been drawn.
ARRIVAL = """
window.arrival = {listed: 0, drawn: 0};
setInterval(() => {
  const page = window.rctp && rctp.page, now = performance.now();
  if (!page) return;
  if (page.stage.view.last) arrival.drawn = arrival.drawn || now;
  if (page.controls && page.robotState && page.robotState.state === "idle" && !document.getElementById("set").disabled) arrival.listed = arrival.listed || now;
}, 5);
"""


class Driver:
    """Drives a robot with `rate` commands per second, each with a different value, on a thread; ignores messages from the server."""

    def __init__(self, server, robot, rate, number=1):
        self.link = socket.create_connection(("127.0.0.1", server.port), source_address=(f"127.0.0.{10 + number // 8}", 0))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent = []  # the time of each command, in order
        self.states = None  # by step, the arrival time of its state of the world; None if not requested
        self.interval = 1 / rate
        self.robot = robot

    def begin(self, *objects):
        peer = Peer.__new__(Peer)
        peer.link, peer.got = self.link, b""
        peer.go("drive", *objects, robot=self.robot)
        self.over = False
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._send, self._read)]
        for thread in self.threads:
            thread.start()

    def _send(self):
        due = time.monotonic()
        while not self.over:
            value = len(self.sent) % 20000 / 100 - 100
            self.sent.append(time.time())
            self.link.sendall(struct.pack(">BIBfff", 1, 0, 7, value, 0, 0))
            due += self.interval
            time.sleep(max(0.0, due - time.monotonic()))
        self.link.sendall(BYE)

    def _read(self):
        """Records when the system received each state of the world (object 2)."""
        self.link.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        got = b""
        while True:
            octets, notes, _, _ = self.link.recvmsg(1 << 16, 256)
            if not octets:
                return
            if self.states is None:
                continue
            stamps = [struct.unpack("qq", data[:16]) for level, kind, data in notes if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS]
            at = stamps[0][0] + stamps[0][1] / 1e9 if stamps else time.time()
            got += octets
            while len(got) > 2:
                if got[0] == 0:
                    got = got[2:]  # the model has changed
                    continue
                length = 7 + struct.unpack(">H", got[5:7])[0] if len(got) > 6 else 7
                if len(got) < max(length, 11):
                    break
                self.states[struct.unpack(">I", got[7:11])[0]] = at
                got = got[length:]

    def end(self):
        self.over = True
        for thread in self.threads:
            thread.join()
        self.link.close()

    def in_time(self, log):
        """The number of commands that can be judged, and the number of those that entered the match in the step in which they arrived or in
        the next one: those that were sent after the last step but one before their step."""
        steps, at = [], 0
        for line in log.decode().splitlines():
            if found := re.match(r"(\d+) act drive (\S+) ", line):
                number = round((float(found[2]) + 100) * 100)
                while len(steps) <= at + (number - at) % 20000:  # it has replaced earlier commands
                    steps.append(int(found[1]))
                at = len(steps) - 1
        known = [(self.states[step - 2], sent) for step, sent in zip(steps, self.sent) if step - 2 in self.states]
        return len(known), sum(sent >= made for made, sent in known)


class Load:
    """Another process, which uses a whole core."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, "-c", "while True: pass"])

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def operated(*options):
    server = Server(*TEAMS, "--Soccer.Operated", "foo:11", *options)
    server.await_state("foo_11", "idle")
    return server


def cost(seconds):
    """Compares, in the same match, no operator with one who sends 100 commands per second and gets all inputs, the world, and one
    description per second."""
    idle, busy = [], []
    with operated() as server:
        for _ in range(3):
            begun, used = time.monotonic(), cpu_seconds(server.pid)
            time.sleep(seconds / 3)
            idle.append((cpu_seconds(server.pid) - used) / (time.monotonic() - begun))
            driver = Driver(server, "foo_11", 100)
            driver.begin("AgentState", "GameState", "Vision", "hear", "world")
            begun, used = time.monotonic(), cpu_seconds(server.pid)
            for _ in range(max(1, round(seconds / 3))):
                server.get("/foo_11.wrl")
                time.sleep(1)
            busy.append((cpu_seconds(server.pid) - used) / (time.monotonic() - begun))
            driver.end()
            server.await_state("foo_11", "idle")
    more = median(b - i for b, i in zip(busy, idle))
    print(f"cost: {100 * more:.2f} % of a core more than without an operator ({100 * median(busy):.2f} and {100 * median(idle):.2f} %)", flush=True)


class Viewers:
    """A number of viewers of the world that read all messages, on one thread."""

    def __init__(self, server, count):
        self.peers = [WebSocket(server, "/world/live") for _ in range(count)]
        self.octets, self.over = 0, False
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        links = [peer.link for peer in self.peers]
        while not self.over:
            for link in select.select(links, [], [], 0.1)[0]:
                octets = link.recv(1 << 18)
                if not octets:
                    return
                self.octets += len(octets)

    def close(self):
        self.over = True
        self.thread.join()
        for peer in self.peers:
            peer.link.close()


def watchers(seconds):
    """Compares no viewer, one and ten viewers of the world of a match with 21 agents, in turns."""
    used, octets = {0: [], 1: [], 10: []}, 0
    with operated() as server:
        for _ in range(3):
            for count, shares in used.items():
                viewers = Viewers(server, count)
                time.sleep(0.5)
                begun, before, octets = time.monotonic(), cpu_seconds(server.pid), viewers.octets
                time.sleep(seconds / 9)
                shares.append((cpu_seconds(server.pid) - before) / (time.monotonic() - begun))
                octets = (viewers.octets - octets) / (time.monotonic() - begun)
                viewers.close()
    none, one, ten = (100 * median(shares) for shares in used.values())
    print(f"watchers: one costs {one - none:.2f} % of a core, ten {ten - none:.2f} % ({none:.2f} % without); {octets / 10240:.1f} KiB per second each", flush=True)


def delay(seconds, load=True):
    """Plays without agents, because they would be a different kind of load. Commands are also late if other programs run on the machine."""
    with Server("--team", "none", "--Soccer.Operated", "foo:11", "--speed", "1") as server, Load() if load else contextlib.nullcontext():
        server.await_state("foo_11", "idle")
        driver = Driver(server, "foo_11", 100)
        driver.states = {}
        driver.begin("world")
        time.sleep(seconds)
        driver.end()
        server.await_state("foo_11", "idle")
        time.sleep(1.5)  # the log is written once per second
        count, good = driver.in_time(server.file("operator-foo_11.log"))
    sent = len(driver.sent)
    print(f"delay: {sent} commands; of {count} that can be judged {100 * good / count:.3f} % in the step in which they came or the next, {'one core loaded' if load else 'no load'}", flush=True)
    if load:
        delay(seconds, False)


def many(seconds):
    names = [f"{team}:{number}" for team in ("foo", "bar") for number in range(1, 12)]
    with Server("--team", "none", "--Soccer.Operated", " ".join(names), "--speed", "1") as server:
        robots = [name.replace(":", "_") for name in names]
        for robot in robots:
            server.await_state(robot, "idle")
        drivers = [Driver(server, robot, 50, number) for number, robot in enumerate(robots)]
        for driver in drivers:
            driver.begin("AgentState", "world")
        used = cpu_seconds(server.pid)
        pace = Watcher(server).pace(seconds)
        used = (cpu_seconds(server.pid) - used) / seconds
        for driver in drivers:
            driver.end()
    print(f"many: 22 robots at 50 commands per second: {pace:.3f} of real time, {100 * used:.1f} % of a core", flush=True)


def speed(seconds):
    """Compares, at full speed and in turns, a match without a robot and one with an idle robot and its port."""
    took = {False: [], True: []}
    for _ in range(5):
        for has_robot in took:
            options = ["--rctp_port", "0", "--Soccer.Operated", "foo:11"] if has_robot else []
            with tempfile.TemporaryDirectory() as folder:
                begun = time.monotonic()
                subprocess.run([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", *KICK_OFF, *TEAMS[:4], "--speed", "max",
                                "--Soccer.RuleHalfTime", str(seconds), *options], cwd=folder, check=True, capture_output=True)  # fmt: skip
                took[has_robot].append(time.monotonic() - begun)
    plain, robot = (median(times) for times in took.values())
    print(f"speed: an idle robot and an open port keep {plain / robot:.3f} of the speed ({plain:.2f} and {robot:.2f} s, medians of 5)", flush=True)


def memory(seconds):
    sizes = []
    for has_robot in (False, True):
        options = ["--Soccer.Operated", "foo:11"]
        with Server(*TEAMS, *options) if has_robot else Plain(*TEAMS) as server:
            time.sleep(3)
            driver = Driver(server, "foo_11", 100) if has_robot else None
            if driver:
                driver.begin("AgentState", "GameState", "Vision", "hear", "world")
            for _ in range(round(seconds)):
                if driver:
                    server.get("/foo_11.x3d")
                time.sleep(1)
            sizes.append(memory_mb(server.pid))
            if driver:
                driver.end()
    print(f"memory: {sizes[1] - sizes[0]:+.1f} MiB ({sizes[0]:.1f} without a robot, {sizes[1]:.1f} with one that is driven)", flush=True)


def course(seconds):
    """Compares, for the vehicle of the obstacle run, no operator with one who gets the world and sends 50 commands per second each to drive
    and head."""
    used = {}
    with World("--script", "obstacle_run.rb", "--speed", "1", "--Course.Arm", "true") as server:
        server.await_state("rover", "idle")
        for is_driven in (False, True, False, True):
            if is_driven:
                rover = server.operate("rover", "drive", "head", "arm", "pose", "judge", "world")
            begun, before = time.monotonic(), cpu_seconds(server.pid)
            while time.monotonic() < begun + seconds / 4:
                if not is_driven:
                    time.sleep(0.1)
                    continue
                now = time.monotonic() - begun
                rover.send("drive", 0.1, 1.5 * math.sin(now))
                rover.send("head", 90 * math.sin(now), 20 * math.cos(now), 1 + now % 10)
                rover.poll(0.02)
            used.setdefault(is_driven, []).append((cpu_seconds(server.pid) - before) / (time.monotonic() - begun))
            if is_driven:
                rover.close()
                server.await_state("rover", "idle")
        size = memory_mb(server.pid)
    idle, driven = (100 * median(used[is_driven]) for is_driven in (False, True))
    print(f"course: {driven:.2f} % of a core with an operator, {idle:.2f} % without, {size:.1f} MiB", flush=True)


def reaction(seconds):
    """Measures the time from sending a command to the state of the world that shows its effect: the vehicle moves, or its camera turns."""
    with World("--script", "obstacle_run.rb", "--speed", "1") as server:
        rover = server.operate("rover", "drive", "head", "again", "world")
        while "rover_camera" not in rover.world:
            rover.poll(0.02)
        took = {"drive": [], "head": []}
        begun, side = time.monotonic(), 1
        while time.monotonic() < begun + seconds:
            side = -side
            for name, mover, values in (("drive", "rover", (0, 1.5 * side)), ("head", "rover_camera", (60 * side, 0, 1))):
                before, sent = rover.world[mover].heading, time.monotonic()
                rover.send(name, *values)
                while abs(rover.world[mover].heading - before) < 0.1:
                    rover.poll(0.001)
                took[name].append(time.monotonic() - sent)
                if name == "drive":
                    rover.send("drive", 0, 0)
                rover.poll(1.8)
    for name, times in took.items():
        print(f"reaction: {name} is seen after {1000 * median(times):.0f} ms, {1000 * max(times):.0f} at most, of {len(times)}", flush=True)


class OperatedPage(contextlib.ExitStack):
    """A robot's page in a browser with a software renderer, the camera program and their server, in real time."""

    def __init__(self, world, *options):
        super().__init__()
        self.robot, of_world = bench_camera.WORLDS[world]
        try:
            self.server = self.enter_context(World(*of_world, "--speed", "1", *options))
            self.server.await_state(self.robot, "idle")
            self.camera = self.enter_context(Program([CAMERA, "--server", f"127.0.0.1:{self.server.port}"], self.server.folder))
            self.browser = self.enter_context(Browser(1280, 860, draws=True))
        except BaseException:
            self.close()
            raise

    def open(self):
        self.browser.open(f"http://127.0.0.1:{self.server.port}/{self.robot}/")
        self.browser.wait_for("return window.rctp && rctp.page && rctp.page.controls && rctp.page.stage.view.last", what="the page")

    def set(self, before=""):
        self.browser.run(f"{before} document.getElementById('set').click()")
        self.browser.wait_for("return rctp.page.session.state === 'live'", what="the session")

    def operate(self):
        """Opens the page and its session, and waits for the camera's picture."""
        self.open()
        self.set()
        self.browser.wait_for("const img = document.getElementById('camera'); return !img.hidden && img.naturalWidth", what="the camera's picture")
        self.browser.run(COUNTER)

    def rest(self):
        self.browser.wait_for("return performance.now() - counter.drawnAt > 800", what="rest")

    def turn(self):
        """Moves the robot without interruption: the vehicle turns on the spot, a player drives in circles."""
        values = {"rover": [0, 0.8], "foo_11": [60, 40, 0]}[self.robot]
        self.browser.run("""const select = document.querySelector("#object-drive select.device");
          select.value = "script"; select.dispatchEvent(new Event("change", {bubbles: true})); rctp.device("drive", arguments[0]);""", values)

    def leave(self):
        self.browser.run("document.getElementById('leave').click()")
        self.server.await_state(self.robot, "idle")


def in_ms(name, times):
    print(f"{name} {median(times):4.0f} ms, {max(times):.0f} at most, of {len(times)}", flush=True)


def keys(_, count=20):
    """Measures the time from a key's event to the page's picture in which the vehicle has moved, and to the camera's picture that shows it."""
    drawn, shown = [], []
    with OperatedPage("rover", "--Course.TimeLimit", "3000") as page:
        page.operate()
        for number in range(count + 1):
            page.rest()
            page.browser.run("counter.look()")
            page.browser.wait_for("return !!counter.before", what="a picture")
            page.browser.hold("ad"[number % 2])
            seen = page.browser.wait_for("return counter.drawn && counter.shown && [counter.drawn - counter.from, counter.shown - counter.from]", what="the movement")
            page.browser.let_go()
            if number:  # the first measurement is skipped, because scripts are compiled then
                drawn.append(seen[0])
                shown.append(seen[1])
    in_ms("keys: the page's model moves after", drawn)
    in_ms("keys: the camera's video shows it after", shown)


def pictures(seconds):
    """Measures the page's pictures of the model per second, while the robot moves and the camera's video is shown."""
    for world in bench_camera.WORLDS:
        with OperatedPage(world) as page:
            page.operate()
            page.turn()
            time.sleep(10)  # the page determines meanwhile how many pixels it can draw
            before, begun = page.browser.run("return [counter.pictures, performance.now()]")
            time.sleep(seconds)
            after, now, *size = page.browser.run("return [counter.pictures, performance.now(), rctp.page.stage.canvas.width, rctp.page.stage.canvas.height]")
        print(f"pictures: {world}: the page draws {1000 * (after - before) / (now - begun):.1f} pictures/s of the model, {size[0]}x{size[1]}", flush=True)


def connect(_, count=10):
    """Measures the time from opening the address to a robot that can be operated and to a drawn model, and from Set to the session."""
    for world in bench_camera.WORLDS:
        took = {"listed": [], "drawn": [], "live": []}
        with OperatedPage(world) as page:
            page.browser.call("POST", "/goog/cdp/execute", {"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": {"source": ARRIVAL}})
            for _ in range(count):
                page.open()
                arrival = page.browser.wait_for("return arrival.listed && arrival.drawn && arrival", what="the robot")
                page.set("const now = performance.now(); rctp.page.session.on('state', (state) => { if (state === 'live') arrival.live = performance.now() - now; });")
                arrival = page.browser.run("return arrival")
                for name, times in took.items():
                    times.append(arrival[name])
                page.leave()
        in_ms(f"connect: {world}: the robot can be operated after", took["listed"])
        in_ms(f"connect: {world}: the model is drawn after", took["drawn"])
        in_ms(f"connect: {world}: the session is live after Set within", took["live"])


def viewers(seconds):
    """Compares the monitor.log of the same match without and with ten viewers of the world and ten of the video; measures the pictures per viewer."""
    robot, options = bench_camera.WORLDS["match"]
    logs = []
    for count in (0, 10):
        with World(*options, "--timers", "fixed 0", "--speed", "1", "--Spades.EndTime", str(seconds + 15)) as server:
            if count:
                server.await_state(robot, "idle")
                with Program([CAMERA, "--server", f"127.0.0.1:{server.port}"], server.folder):
                    world = Viewers(server, count)
                    rates = []
                    url = f"http://127.0.0.1:{server.port}/{robot}/camera.mjpg?width=320&height=240&rate=30"
                    watching = [threading.Thread(target=lambda: rates.append(bench_camera.watch(url, seconds)[0])) for _ in range(count)]
                    for thread in watching:
                        thread.start()
                    for thread in watching:
                        thread.join()
                    world.close()
            server.wait()
            logs.append(server.file("monitor.log"))
    print(f"viewers: monitor.log of {len(logs[0])} octets is {'the same' if logs[0] == logs[1] else 'ANOTHER'} with ten viewers of the world and of the video, "
          f"who get {median(rates):.1f} pictures/s, {min(rates):.1f} at least", flush=True)  # fmt: skip


def growth(minutes):
    """Measures the memory of the server, the camera program and the page while the robot moves without interruption."""
    with OperatedPage("rover", "--Course.TimeLimit", "1000000") as page:
        page.operate()
        page.turn()
        time.sleep(WARM_UP)
        rows = []
        for minute in range(round(minutes) + 1):
            for command in ("HeapProfiler.enable", "HeapProfiler.collectGarbage"):
                page.browser.call("POST", "/goog/cdp/execute", {"cmd": command, "params": {}})
            script_memory = page.browser.call("POST", "/goog/cdp/execute", {"cmd": "Runtime.getHeapUsage", "params": {}})["usedSize"] / (1 << 20)
            rows.append((memory_mb(page.server.pid), memory_mb(page.camera.pid), script_memory))
            print("growth: minute %d: server %.1f, camera %.1f, page %.2f MiB" % (minute, *rows[-1]), flush=True)
            if minute < round(minutes):
                time.sleep(60)
        state = page.browser.run("return rctp.page.session.state")
    print(f"growth: in {minutes:.0f} minutes server %+.1f, camera %+.1f, page %+.2f MiB; the session is {state}" % tuple(b - a for a, b in zip(rows[0], rows[-1])), flush=True)


class Plain(Server):
    """A server without robots and without their port."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="operators.")
        super(Server, self).__init__([SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", *KICK_OFF, *options], self.folder)


PARTS = [cost, watchers, delay, many, speed, memory, course, reaction, keys, pictures, connect, viewers]

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--minutes", type=float, default=30, help="duration of the part growth, which runs only if it is named")
    arguments = parser.parse_args()
    for part in PARTS:
        if not arguments.parts or part.__name__ in arguments.parts:
            part(arguments.seconds)
    if "growth" in arguments.parts:
        growth(arguments.minutes)
