#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rate of pictures of robots' cameras for controllers in lock-step (docs/house/performance-pictures.md).

    bench/bench_pictures.py [--build FOLDER] [--pictures N]

A camera beside the arm, whose pictures are ports of a bridge: one in each control period of 10 ms, at full speed. Prints, for each size and
property, pictures per second of real time, and CPU time of server and camera program together, including the start.
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PERIOD = 0.01  # s
SCENE = """(RubySceneGraph 0 1)
    ((node Transform (setLocalPos 0 -2 0.6) (node Camera (setName eye) (setFOV 60) (setViewport 0 0 {0} {1}) (setZFar 50))))"""
SCRIPT = """
run 'rtm/base.rb'
get('/sys/server/file').mount('FileSystemSTD', __dir__)
rtm = get('/sys/server/rtm')
rtm.addRobot('arm', 'robots/arm_torque.rsg')
rtm.addRobot('eye', 'eye.rsg')
rtm.bridge('eye', 'eye.conf', '', {0})
"""


def measure(build, width, height, words, pictures):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("eye.rsg", SCENE.format(width, height)), ("world.rb", SCRIPT.format(PERIOD)),
                           ("eye.conf", "".join(f"out-port = {word}:0:{word}_IMAGE\n" for word in words))):  # fmt: skip
            pathlib.Path(folder, name).write_text(text)
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run([os.path.join(build, "bin", "rcssserver3D"), "--home", "off", "--monitor_port", "off", "--logdir", os.path.join(folder, "logs"),
                               "--script", os.path.join(folder, "world.rb"), "--Rtm.NameServer", "none", "--Rtm.Sync", "true",
                               "--Spades.EndTime", str(pictures * PERIOD)], capture_output=True, text=True)  # fmt: skip
        passed, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    drawn = re.search(r"rtm: (\d+) pictures of cameras drawn, (\d+) missed", done.stdout)
    if done.returncode != 0 or not drawn:
        sys.exit(done.stdout + done.stderr)
    count, missed = int(drawn[1]), int(drawn[2])
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{width}x{height} {' '.join(words):24} {count / passed:6.1f} pictures/s, {1e3 * cpu / count:5.1f} ms CPU each, {missed} missed", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--pictures", type=int, default=2000)
    options = parser.parse_args()
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")
    for width, height in ((320, 240), (640, 480)):
        for words in (("COLOR",), ("DEPTH",), ("COLOR", "DEPTH", "GRAYSCALE")):
            measure(options.build, width, height, words, options.pictures)


if __name__ == "__main__":
    main()
