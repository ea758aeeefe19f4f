#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The speed and cost of rctp-camera (docs/house/performance-pictures.md).

    bench/bench_camera.py [--build FOLDER] [--seconds N] [WORLD ...]     worlds: rover, match

Runs in real time, with one viewer that reads the video at full speed. Prints pictures per second, CPU time of the camera
program and octets per picture; then the CPU time without viewers, and the maximum memory.
"""

import argparse
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "gateways", "rctp", "client"))

from measured import cpu_seconds, memory_mb  # noqa: E402
from rctp import Robot  # noqa: E402

SIZES = [(320, 240, 25), (320, 240, 60), (640, 480, 15), (640, 480, 60)]  # width, height and requested pictures per second
TIMEOUT = 60.0
WORLDS = {
    "rover": ("rover", ["--script", "obstacle_run.rb"]),
    "match": ("foo_11", ["--team", "foo:10", "--team", "bar:11", "--Soccer.Operated", "foo:11", "--Soccer.AutomaticKickOff", "true"]),
}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def ask(url, attempts=200):
    """Requests an answer for which the server or the camera program may need some time."""
    for attempt in range(attempts):
        try:
            return urllib.request.urlopen(url, timeout=TIMEOUT)
        except OSError:
            if attempt == attempts - 1:
                raise
            time.sleep(0.1)


def watch(url, seconds):
    """Pictures per second and octets of one picture."""
    stream = ask(url)
    pictures, octets, begun = 0, 0, None
    while begun is None or time.monotonic() - begun < seconds:
        length = None
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            if line == b"\r\n" and length is not None:
                break
        stream.read(length)
        if begun is None:
            begun = time.monotonic()  # the first picture has loaded the world
            continue
        pictures, octets = pictures + 1, octets + length
    stream.close()
    return pictures / (time.monotonic() - begun), octets / max(1, pictures)


def measure(build, name, seconds):
    robot, options = WORLDS[name]
    port = free_port()
    with tempfile.TemporaryDirectory() as logs:
        server = subprocess.Popen([os.path.join(build, "bin", "rcssserver3D"), "--home", "off", "--quiet", "--monitor_port", "off", "--seed", "5",
                                   "--speed", "1", "--logdir", logs, "--rctp_port", str(port), *options], stdout=subprocess.DEVNULL)  # fmt: skip
        camera = None
        try:
            while b'"idle"' not in ask(f"http://127.0.0.1:{port}/robots").read():  # the robot is in the world by then
                time.sleep(0.1)
            camera = subprocess.Popen([os.path.join(build, "bin", "rctp-camera"), "--server", f"127.0.0.1:{port}", "--rate", "100"],
                                      stdout=subprocess.DEVNULL)  # fmt: skip
            driver = Robot(f"rctp://127.0.0.1:{port}/{robot}")
            driver.assign("drive")
            driver.go()
            # The robot drives in circles, so that every picture differs.
            driver.send("drive", *([0.2, 0.5] if robot == "rover" else [60, 40, 0]))
            driver.poll(1.0)
            for width, height, rate in SIZES:
                before, begun = cpu_seconds(camera.pid), time.monotonic()
                cpu_of_server = cpu_seconds(server.pid)
                per_second, octets = watch_driving(driver, f"http://127.0.0.1:{port}/{robot}/camera.mjpg?width={width}&height={height}&rate={rate}", seconds)
                passed = time.monotonic() - begun
                cpu = cpu_seconds(camera.pid) - before
                print(f"{name:6} {width}x{height}, {rate} asked for: {per_second:5.1f} pictures/s, {cpu / passed / max(per_second, 0.01) * 1e3:5.1f} ms CPU "
                      f"and {octets / 1000:4.1f} kB each; server {(cpu_seconds(server.pid) - cpu_of_server) / passed * 100:4.1f} % of a core", flush=True)  # fmt: skip
            driver.poll(4.0)
            before = cpu_seconds(camera.pid)
            driver.poll(seconds)
            print(f"{name:6} no one watches: {(cpu_seconds(camera.pid) - before) / seconds * 100:.2f} % of a core; "
                  f"at most {memory_mb(camera.pid, 'VmHWM'):.0f} MB", flush=True)  # fmt: skip
        finally:
            for process in filter(None, (camera, server)):
                process.terminate()
                process.wait(TIMEOUT)


def watch_driving(driver, url, seconds):
    """Reads the video on a thread while the robot is driven, because a robot stops without commands."""
    result = []
    viewer = threading.Thread(target=lambda: result.append(watch(url, seconds)))
    viewer.start()
    while viewer.is_alive():
        driver.poll(0.2)
    return result[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("worlds", nargs="*", metavar="WORLD")
    options = parser.parse_args()
    for name in options.worlds:
        if name not in WORLDS:
            parser.error(f"there is no world {name}; there are {', '.join(WORLDS)}")
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        model = re.search(r"model name\s*: (.*)", info.read())
    print(f"{len(os.sched_getaffinity(0))} cores, {model[1] if model else 'unknown processor'}, load {os.getloadavg()[0]:.1f}")
    for name in options.worlds or WORLDS:
        measure(options.build, name, options.seconds)


if __name__ == "__main__":
    main()
