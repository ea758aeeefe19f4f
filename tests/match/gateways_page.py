#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The example of docs/write/gateways.md, built and played as on the page, and a gateway with errors.

    gateways_page.py SERVER PAGE COMPILER [TEST ...]
"""

import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import commands, write_block  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, TemporaryFolder  # noqa: E402

SERVER, PAGE, COMPILER = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def run(folder, *arguments):
    """Returns exit status, standard error and standard output."""
    with open(os.path.join(folder, "out"), "w") as out:
        with Program([SERVER, *STRICTLY, "--monitor_port", "off", *arguments], folder, stdout=out) as server:
            status = server.wait()
            with open(os.path.join(folder, "out")) as text:
                return status, server.printed(), text.read()


def log(folder):
    with open(os.path.join(folder, "Logfiles", "monitor.log")) as file:
        return file.read()


def places(line):
    return {name: tuple(map(float, numbers.split()[:3])) for name, numbers in re.findall(r"\(body (\S+) ([^()]*)\)", line)}


def example_of_the_page():
    """The example is built with the command of the page and drives two carts; the log is the same at every speed."""
    with TemporaryFolder(prefix="gateways_page.") as folder:
        for language, name in (("cpp", "wander.cpp"), ("ruby", "wander.rb")):
            write_block(PAGE, language, os.path.join(folder, name))
        command = [word.replace("-ISRC", f"-I{ROOT}") for word in commands(PAGE, "g++")[0]]
        subprocess.run([COMPILER, *command], cwd=folder, check=True, timeout=TIMEOUT)
        logs = []
        for pace in ("max", "20"):
            status, reported, out = run(folder, "--script", "wander.rb", "--Spades.EndTime", "6", "--speed", pace)
            check(status == 0, reported)
            check("2 started, 0 lost" in out, out)
            logs.append(log(folder))
        check(logs[0] == logs[1], "the log depends on the pace")
        last = places(logs[0].splitlines()[-2])
        for cart, start in (("AgentAspect0/hull", 0.0), ("AgentAspect1/hull", 1.0)):
            x, y, _ = last[cart]
            check(1 < x < 5 and abs(y - start) > 0.1, f"{cart} has not moved as expected: {last[cart]}")


def script(folder, *calls):
    with open(os.path.join(folder, "puppets.rb"), "w", encoding="utf-8") as file:
        file.write("importBundle 'puppets'\npuppets = new('Puppets', '/sys/server/puppets')\n")
        file.writelines(call + "\n" for call in calls)
        file.write("run 'two_robots.rb'\n")
    return ["--script", "puppets.rb", "--Spades.EndTime", "5"]


def typed_acts_are_repeatable():
    """Typed acts in every step without latencies give the same log at every speed, with and without compression, together with agents."""
    with TemporaryFolder(prefix="gateways_page.") as folder:
        arguments = script(folder)
        status, reported, out = run(folder, *arguments)
        check(status == 0 and "2 puppets" in reported, reported)
        first = log(folder)
        rows = re.findall(r"^ +(\d) puppet", out, re.M)
        check("2 started, 0 lost" in out and not rows, out)
        frames = first.splitlines()[1:-1]
        check(len(frames) == 35, len(frames))
        hulls = [places(line).get("AgentAspect1/hull", (0, 0, 0)) for line in frames]
        check(max(x for x, _, _ in hulls) - min(x for x, _, _ in hulls) > 0.2, hulls)
        for more in (["--speed", "10"], ["--sandbox", "off", "--quiet"]):
            check(run(folder, *arguments, *more)[0] == 0 and log(folder) == first, f"the log differs with {more}")
        check(run(folder, *arguments, "--seed", "3")[0] == 0 and log(folder) == first, "the log depends on the seed, but nothing in this match is random")
        status, reported, _ = run(folder, "--trust_scripts", "--parameters", os.path.join(folder, "Logfiles", "parameters.xml"))
        check(status == 0 and log(folder) == first, f"the log differs when played from parameters.xml: {reported}")


def queued_by_the_script():
    """A script may queue agents of a gateway's type; they are created after those that the gateway itself requests."""
    with TemporaryFolder(prefix="gateways_page.") as folder:
        arguments = script(folder, "puppets.setCount(1)")
        with open(os.path.join(folder, "puppets.rb"), "a", encoding="utf-8") as file:
            file.write("queueAgents('puppet', 2)\n")
        status, reported, out = run(folder, *arguments)
        check(status == 0 and "3 started, 0 lost" in out, reported + out)


def bad_gateways():
    """A gateway that cannot be created ends the start. Invalid reports of a gateway are refused line by line, and the world continues."""
    with TemporaryFolder(prefix="gateways_page.") as folder:
        status, reported, _ = run(folder, *script(folder, "puppets.setFault('throws')"))
        check(status == 1 and reported.strip() == "rcssserver3D: the gateway of /sys/server/puppets: the strings are torn", [status, reported])
        check(not os.path.exists(os.path.join(folder, "Logfiles")), "files have been written")
        good = run(folder, *script(folder))
        check(good[0] == 0, good[1])
        first = log(folder)
        for fault, line in (("foreign", "gateways: a report about agent 2, which belongs to another gateway, is refused"),
                            ("past", "agent 0: an act refused: its gateway says that it was sent at step 0, but this is step 1")):  # fmt: skip
            status, reported, _ = run(folder, *script(folder, f"puppets.setFault('{fault}')"))
            check(status == 0 and line in reported and reported.count("\n") < 40, reported)
            check(fault == "foreign" or log(folder) == first, "refused acts have changed something")
        status, reported, _ = run(folder, *script(folder, "puppets.setFault('timing')"))
        check(status == 0 and "agent 0: its gateway requests an impossible timing: interval 0, latencies 0 and 0" in reported, reported)


def logs_are_complete_when_ode_fails():
    """When ODE ends the process, all logs are complete up to that step, and one line states the reason."""
    with TemporaryFolder(prefix="gateways_page.") as folder:
        check(run(folder, *script(folder))[0] == 0, "the match without a fault failed")
        whole = log(folder)
        for form in ("plain", "zst"):
            status, reported, _ = run(folder, *script(folder, "puppets.setFault('ode')"), "--hash", "10", "--monitor_log", form)
            check(status == -signal.SIGABRT, f"ended with {status}: {reported}")
            why = "ODE cannot continue (error): 7 times nothing; the match ends, its logs are complete up to 2.00 s"
            check(reported.count(why) == 1, reported)
            logs = os.path.join(folder, "Logfiles")
            for name in ("server.log", "actions.log"):
                with open(os.path.join(logs, name), encoding="utf-8") as file:
                    check(why in file.read(), name)
            with open(os.path.join(logs, "hashes.log"), encoding="ascii") as file:
                check(len(re.findall(r"^\d+ ", file.read(), re.M)) == 21, "hashes.log")
            if form == "zst":
                unpacked = subprocess.run(["zstd", "-dc", os.path.join(logs, "monitor.log.zst")], capture_output=True, text=True, check=False)
                played = unpacked.stdout
            else:
                played = log(folder)
            # A frame every 15 steps, the first at 0, after a line for the beginning.
            check(played.count("\n") == 1 + 14 and whole.startswith(played), f"{form}: {played[-300:]}")


TESTS = (example_of_the_page, typed_acts_are_repeatable, queued_by_the_script, bad_gateways, logs_are_complete_when_ode_fails)


def main():
    failures = 0
    for test in TESTS:
        if sys.argv[4:] and test.__name__ not in sys.argv[4:]:
            continue
        try:
            test()
            print(f"{test.__name__}: ok", flush=True)
        except (AssertionError, OSError, subprocess.SubprocessError) as failure:
            print(f"{test.__name__}: FAILED: {failure}", flush=True)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
