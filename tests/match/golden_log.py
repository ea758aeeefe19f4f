#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bytes of one match, for all time: golden_log.py SERVER [OPTIONS OF THE SERVER].

Other tests compare a match with a match of the same build. This one compares it with what it was when the figure below was written
down, so that compilers, libraries and changes that should change nothing do not. Debian 12 (GCC 12, ODE 0.16.2, glibc 2.36) and Debian 13
(GCC 14, ODE 0.16.6, glibc 2.41) gave it alike.

It may be changed by whoever changes on purpose what happens in a default match: the physics, a rule, a random draw, what is sent to
monitors, the set-up script, the scenes, the sample team. The message of that commit says which of these, and why.

Only on x86-64: elsewhere compilers and the mathematical library may round otherwise.
"""

import hashlib
import os
import platform
import subprocess
import sys
import tempfile

SEED = 4
GOLDEN = "cf08e79a238954979af420c28e23d93a386ab08d252c1e9a3680ffd9857a8875"
SKIPPED = 77


def main(server, options):
    if platform.machine() not in ("x86_64", "AMD64"):
        print("skipped: the golden log is of x86-64, not of", platform.machine())
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="golden_log.") as folder:
        # Two halves of 20 s; nothing is measured, so nothing depends on the machine.
        match = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "20", "--timers", "fixed", "0"]
        subprocess.run(
            [server, "--strict", "--home", "off", "--seed", str(SEED), *match, "--monitor_port", "off", "--quiet", "--logdir", "logs", *options],
            cwd=folder, check=True, stdin=subprocess.DEVNULL, timeout=240,
        )  # fmt: skip
        with open(os.path.join(folder, "logs", "monitor.log"), "rb") as log:
            text = log.read()
    found = hashlib.sha256(text).hexdigest()
    if found == GOLDEN:
        return 0
    print(f"seed {SEED} gives another match than it did: sha256 {found} of {len(text)} bytes, instead of {GOLDEN}")
    return 1


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2:]))
