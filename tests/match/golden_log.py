#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares some matches with recorded figures: golden_log.py SERVER [OPTIONS OF THE SERVER].

Other tests compare a match with a match of the same build. This one compares the monitor log of a match, and hashes of the whole state of four
scenes, once in 100 steps, with the figures below. So it shows whether a compiler, a library or a change of the code has an unintended effect on
matches. Debian 12 (GCC 12 and Clang 14, ODE 0.16.2, glibc 2.36) and Debian 13 (GCC 14, ODE 0.16.6, glibc 2.41) gave the same figures, with and
without optimisation and sandbox.

The matches are those of the sample team of release 0.1, which does not change. The figures may be changed together with an intended change of a
default match: the physics, a rule, a random draw, the messages to monitors, the set-up script, the scenes; the hashes also with a change of the
hashed data. The message of that commit states which of these has changed, and why.

The test is only for x86-64: on other machines compilers and the mathematical library may round differently.
"""

import hashlib
import os
import platform
import subprocess
import sys
import tempfile

# Two halves of 20 s; nothing is measured, so nothing depends on the machine.
MATCH = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "20", "--timers", "fixed", "0"]
ROBOTS = ["--Spades.EndTime", "20", "--speed", "max"]
GOLDEN = {
    "a match": (
        ["--seed", "4", *MATCH],
        {"monitor.log": "cf08e79a238954979af420c28e23d93a386ab08d252c1e9a3680ffd9857a8875",
         "hashes.log": "300c3c7fb61cf935a9ec34abe73958fcff7cf880d6a2a69e75d8c643a80dbefd"},
    ),
    "five a side": (["--seed", "5", "--script", "five_a_side.rb", *MATCH], {"hashes.log": "1474fa9a600c23cb3b60f0f935469e60156c65a667fa5f721cb1edc72dd34e21"}),
    "two robots": (["--seed", "6", "--script", "two_robots.rb", *ROBOTS], {"hashes.log": "42a5393b224782a511e7779de0a2f96d76d8e4f1ee97a43fddc107035f062bf7"}),
    "an obstacle course": (["--seed", "7", "--script", "obstacle_run.rb", *ROBOTS], {"hashes.log": "42552b76fce6d401376c4efa268e98e72df35712c9de3c35d444a60458d63984"}),
}  # fmt: skip
SKIPPED = 77


def main(server, options):
    if platform.machine() not in ("x86_64", "AMD64"):
        print("skipped: the golden logs are of x86-64, not of", platform.machine())
        return SKIPPED
    status = 0
    for name, (match, golden) in GOLDEN.items():
        with tempfile.TemporaryDirectory(prefix="golden_log.") as folder:
            subprocess.run(
                [server, "--strict", "--home", "off", "--agentdb", "agentdb-0.1.xml", "--hash", "100", *match, "--monitor_port", "off", "--quiet", "--logdir", "logs", *options],
                cwd=folder, check=True, stdin=subprocess.DEVNULL, timeout=240,
            )  # fmt: skip
            for log, expected in golden.items():
                with open(os.path.join(folder, "logs", log), "rb") as file:
                    text = file.read()
                found = hashlib.sha256(text).hexdigest()
                if found != expected:
                    print(f"{name}: {log} is another one than it was: sha256 {found} of {len(text)} bytes, instead of {expected}")
                    status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2:]))
