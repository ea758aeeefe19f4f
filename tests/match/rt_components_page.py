#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The light experiment and the user's device of docs/systems/components.md, played as described on the page.

    rt_components_page.py SERVER RTM PAGE [TEST ...]
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import commands, read_page, write_block  # noqa: E402
from programs import TIMEOUT, Program, TemporaryFolder, wait_until  # noqa: E402

SERVER, RTM, PAGE = (os.path.abspath(name) for name in sys.argv[1:4])


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def test_device():
    """The page's figures for the egg."""
    with TemporaryFolder(prefix="rt_components_page.") as folder:
        for name in ("lisp cooker.rsg", "ruby cooker.rb"):
            write_block(PAGE, name, os.path.join(folder, name.split()[1]))
        (words,) = [words for words in commands(PAGE, "rcssserver3D") if "cooker.rb" in words]
        ended = subprocess.run([SERVER, "--strict", "--monitor_port", "off", *words], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
        check(ended.returncode == 0 and "error" not in ended.stderr and "warning" not in ended.stderr, ended.stderr)
        with open(os.path.join(folder, "Logfiles/ports.log"), encoding="utf-8") as log:
            reported = [line.split(",")[3].strip() for line in log if ",Cooker0,celsius," in line]
        (promised,) = re.findall(r"the last `Cooker0,celsius` in `Logfiles/ports.log` is (\d+)", read_page(PAGE))
        check(reported[0] == "23" and reported[-1] == promised, reported[0], reported[-1], promised)


def test_light():
    """The programs of the page, started one by one on ports that the system chooses, and the numbers of the list."""
    with TemporaryFolder(prefix="rt_components_page.") as folder:
        out = open(os.path.join(folder, "names"), "w+", encoding="utf-8")
        # It is killed at the end, and its remaining files are removed with the folder.
        with out, Program([RTM, "names", "--port", "0"], folder, stdout=out, env={**os.environ, "TMPDIR": folder}):
            found = wait_until(lambda: re.search(r"^name server (\S+)\n", open(out.name, encoding="utf-8").read(), re.M), "the name server")
            (script,) = [words for words in commands(PAGE, "rcssserver3D") if "rtm/light.rb" in words]
            with Program([SERVER, *script, "--strict", "--monitor_port", "off", "--Rtm.NameServer", found[1]], folder) as server:
                server.wait_for(r"rtm name Hand0")

                def rtm(*words):
                    ended = subprocess.run([RTM, "--nameserver", found[1], *words], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
                    check(ended.returncode == 0, words, ended.stderr)
                    return ended.stdout.strip()

                listed = [words for words in commands(PAGE, "rtm")
                          if words[0] in ("put", "get") and words[1].split(".")[0] in ("Finger0", "Lamp0", "Motor0")]
                check(listed == [["put", "Finger0.force1", "5"], ["put", "Lamp0.intensity", "100"], ["get", "Motor0.position"]], listed)
                rtm(*listed[0])
                wait_until(lambda: abs(float(rtm("get", "Sensor0.pressure1")) - 5) < 0.1, "the pressure")
                check(abs(float(rtm(*listed[2]))) < 1, "the motor moved in the dark")
                rtm(*listed[1])
                wait_until(lambda: abs(float(rtm(*listed[2])) - 45) < 1, "the angle of 45 degrees")
                rtm("off", "Motor0")
                check("Motor0 (Motor) off" in rtm("list"), rtm("list"))
                rtm("on", "Motor0")
                rtm("disconnect", "Logic0.out", "Motor0.position")
                rtm("put", "Motor0.position", "1")
                wait_until(lambda: abs(float(rtm(*listed[2])) - 9) < 1, "the angle of 9 degrees")
                server.process.send_signal(2)
                check(server.wait() == 130, server.printed())


def main():
    wanted = sys.argv[4:]
    for name, test in list(globals().items()):
        if name.startswith("test_") and (not wanted or name[5:] in wanted):
            print(name[5:], flush=True)
            test()


if __name__ == "__main__":
    main()
