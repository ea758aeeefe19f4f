#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of pictures of SIGVerse, and of viewers for a server (docs/house/performance-pictures.md).

    bench/bench_sigviewer.py [--build FOLDER] [--seconds N] [--pictures N] [PART ...]     parts: pictures, window, polled

pictures: the demo room, drawn by sigviewer without a screen for one controller in the sandbox, which asks for a picture in each step, in lock-step
as fast as they come; then the most memory of sigviewer. window: the same room with 60 objects in a window (needs Xvfb): CPU time and memory; in
the window the key r shows its rate. polled: what a client that asks for all objects 60 times a second adds to the CPU time of a server in real
time, by turns with none.
"""

import argparse
import contextlib
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from measured import ROOT, cpu_seconds, median, memory_mb

sys.path.insert(0, os.path.join(ROOT, "tests", "gateways", "sigverse", "controller"))

from octets import ALL, ALL_RESULT, Unit, packet  # noqa: E402

TIMEOUT = 60.0
SCENES = os.path.join(ROOT, "scenes", "sigverse")
LOOKER = """<instanciate class="Player.xml"><set-attr-value name="name" value="looker"/><set-attr-value name="language" value="c++"/>
<set-attr-value name="implementation" value="./picture.so"/><set-attr-value name="x" value="-280"/><set-attr-value name="y" value="150"/>
<set-attr-value name="z" value="-180"/><set-attr-value name="dynamics" value="false"/>
<camera id="1" link="body" direction="1 -0.4 0.7" fov="60"/></instanciate>"""


def room(more=""):
    """The world of the demo without its controllers."""
    text = pathlib.Path(SCENES, "demo.xml").read_text(encoding="utf-8")
    text = re.sub(r'\s*<set-attr-value name="(language|implementation)"[^>]*/>', "", text)
    return text.replace("</world>", more + "</world>")


def toys(count):
    """That many free toys, which fall, roll and come to rest."""
    return "".join(f'<instanciate class="Toy.xml"><set-attr-value name="name" value="more_{number}"/><set-attr-value name="x" '
                   f'value="{number % 10 * 50 - 225}"/><set-attr-value name="y" value="{30 + number // 10 * 30}"/><set-attr-value name="z" '
                   f'value="{number % 7 * 40 - 120}"/></instanciate>' for number in range(count))  # fmt: skip


class Server:
    """A server in a folder with `world.xml`, which is ended with the block."""

    def __init__(self, build, folder, *options):
        self.folder = folder
        self.out = open(os.path.join(folder, "server.out"), "w+b")
        self.process = subprocess.Popen(
            [os.path.join(build, "bin", "rcssserver3D"), "--home", "off", "--script", "sigverse.rb", "--Sig.World", os.path.join(folder, "world.xml"),
             "--Sig.Port", "0", "--seed", "5", "--monitor_port", "off", "--logdir", os.path.join(folder, "logs"), *options],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.STDOUT)  # fmt: skip
        self.port = int(self.wait_for(rb"sigverse port (\d+)")[1])

    def wait_for(self, pattern):
        return wait(lambda: re.search(pattern, pathlib.Path(self.out.name).read_bytes()), self.process, pathlib.Path(self.out.name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        stop(self.process)
        self.out.close()


def wait(condition, process, log):
    deadline = time.monotonic() + TIMEOUT
    while not (found := condition()):
        if process.poll() is not None or time.monotonic() > deadline:
            sys.exit(log.read_text(errors="replace"))
        time.sleep(0.02)
    return found


def stop(process):
    process.terminate()
    try:
        process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def viewer_of(build, server, *options, **environment):
    log = pathlib.Path(server.folder, "viewer.out")
    with open(log, "w+b") as out:
        process = subprocess.Popen([os.path.join(build, "bin", "sigviewer"), "--port", str(server.port), *options], cwd=server.folder,
                                   stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, **environment})  # fmt: skip
        try:
            yield process, log
        finally:
            stop(process)


def measure_pictures(options, folder):
    subprocess.run([os.path.join(options.build, "bin", "sigmake"), os.path.join(ROOT, "bench", "sigverse", "Load.cpp"), "-o", "picture.so",
                    '-DLOAD="picture"', f"-DPICTURES={options.pictures}"], cwd=folder, check=True)  # fmt: skip
    pathlib.Path(folder, "world.xml").write_text(room(LOOKER), encoding="utf-8")
    with Server(options.build, folder, "--speed", "max") as server, \
            viewer_of(options.build, server, "--offscreen", "--viewer_port", "off") as (viewer, log):  # fmt: skip
        services = [os.path.join(options.build, "bin", "sigctl"), "-p", str(server.port), "services"]
        wait(lambda: b"pictures" in subprocess.run(services, capture_output=True).stdout, viewer, log)
        subprocess.run([*services[:-1], "start"], check=True)
        printed = pathlib.Path(folder, "logs", "agent0-stdout.log")
        wait(lambda: printed.exists() and b"p50" in printed.read_bytes(), server.process, pathlib.Path(server.out.name))
        cpu = [1e3 * cpu_seconds(process.pid) / options.pictures for process in (viewer, server.process)]
        print(f"pictures: {printed.read_text().strip()}; CPU time of each: sigviewer {cpu[0]:.1f} ms, server {cpu[1]:.1f} ms; "
              f"sigviewer at most {memory_mb(viewer.pid, 'VmHWM'):.0f} MB", flush=True)  # fmt: skip


def measure_window(options, folder):
    if not shutil.which("Xvfb"):
        print("window: skipped, there is no Xvfb")
        return
    pathlib.Path(folder, "world.xml").write_text(room(toys(60 - 10)), encoding="utf-8")
    read, write = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-noreset"], pass_fds=[write],
                              stderr=subprocess.DEVNULL)  # fmt: skip
    os.close(write)
    with open(read, encoding="ascii") as pipe:
        display = pipe.readline().strip()
    try:
        with Server(options.build, folder, "--speed", "1", "--Sig.AutoStart", "true") as server, \
                viewer_of(options.build, server, DISPLAY=":" + display) as (viewer, log):  # fmt: skip
            time.sleep(3)
            before, begun, of_server = cpu_seconds(viewer.pid), time.monotonic(), cpu_seconds(server.process.pid)
            time.sleep(options.seconds)
            if viewer.poll() is not None:
                sys.exit(log.read_text(errors="replace"))
            passed = time.monotonic() - begun
            print(f"window, 60 objects: {(cpu_seconds(viewer.pid) - before) / passed * 100:.0f} % of a core, server "
                  f"{(cpu_seconds(server.process.pid) - of_server) / passed * 100:.1f} %; sigviewer at most {memory_mb(viewer.pid, 'VmHWM'):.0f} MB")
    finally:
        stop(screen)


class Poller:
    """Requests all objects 60 times per second."""

    def __init__(self, port, rate):
        self.link = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.stream, self.rate, self.count, self.ending = self.link.makefile("rb"), rate, 0, threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        begun = time.monotonic()
        while not self.ending.is_set():
            self.link.sendall(packet(ALL))
            while True:
                unit = Unit(self.stream)
                if unit.kind == ALL_RESULT and unit.number + 1 == unit.count:
                    break
            self.count += 1
            time.sleep(max(0, begun + self.count / self.rate - time.monotonic()))

    def close(self):
        self.ending.set()
        self.thread.join(TIMEOUT)
        self.link.close()


def measure_polled(options, folder):
    for count, what in ((0, "the demo room"), (50, "60 objects")):
        pathlib.Path(folder, "world.xml").write_text(room(toys(count)), encoding="utf-8")
        results = {False: [], True: []}
        with Server(options.build, folder, "--speed", "1", "--Sig.AutoStart", "true") as server:
            time.sleep(3)  # until the toys are at rest
            for is_polled in [False, True] * 3:
                poller = Poller(server.port, 60) if is_polled else None
                begun, before = time.monotonic(), cpu_seconds(server.process.pid)
                time.sleep(options.seconds / 3)
                results[is_polled].append((cpu_seconds(server.process.pid) - before) / (time.monotonic() - begun))
                if poller:
                    polls = poller.count / (time.monotonic() - begun)
                    poller.close()
        alone, polled = median(results[False]), median(results[True])
        print(f"polled {polls:.0f} times a second, {what}: {100 * (polled - alone):.2f} % of a core more ({100 * alone:.2f} % without), "
              f"{1e6 * (polled - alone) / polls:.0f} us each time", flush=True)  # fmt: skip


PARTS = {"pictures": measure_pictures, "window": measure_window, "polled": measure_polled}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), type=os.path.abspath)
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--pictures", type=int, default=500)
    parser.add_argument("parts", nargs="*", metavar="PART")
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}; there are {', '.join(PARTS)}")
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")
    for part in options.parts or PARTS:
        with tempfile.TemporaryDirectory(prefix="rooms-bench.") as folder:
            PARTS[part](options, folder)


if __name__ == "__main__":
    main()
