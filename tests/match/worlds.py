#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Worlds without soccer, started in the usual ways.

    worlds.py SERVER [TEST ...]
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from agents import ConnectedAgent  # noqa: E402
from frames import frame  # noqa: E402
from programs import STRICTLY, SYNC, TIMEOUT, Program, TemporaryFolder  # noqa: E402

BARE = """
new('oxygen/SceneServer', '/sys/server/scene').createScene('/usr/scene')
new('oxygen/World', '/usr/scene/world').setGravity(0, 0, -10)
new('oxygen/Space', '/usr/scene/space')
new('oxygen/Transform', '/usr/scene/a (falling) thing').setLocalPos(0, 0, 10)
new('oxygen/Body', '/usr/scene/a (falling) thing/body')
"""


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Folder(TemporaryFolder):
    def __init__(self):
        super().__init__(prefix="worlds.")

    def write(self, name, text):
        with open(os.path.join(self.name, name), "w") as file:
            file.write(text)

    def log(self):
        with open(os.path.join(self.name, "logs", "monitor.log"), "rb") as file:
            return file.read().decode()

    def serve(self, *arguments):
        out = open(os.path.join(self.name, "out"), "w")
        with out:
            return Program([PROGRAM, *STRICTLY, "--logdir", "logs", *arguments], self.name, stdout=out)

    def run(self, *arguments):
        """Makes a whole run. Returns exit status, standard error and standard output."""
        with self.serve("--monitor_port", "off", *arguments) as server:
            status = server.wait()
            with open(os.path.join(self.name, "out")) as out:
                return status, server.printed(), out.read()


class Driver(ConnectedAgent):
    """Drives its cart at these speeds; `pause` is the duration of its thinking."""

    def __init__(self, port, left, right, pause):
        self.left, self.right, self.pause = left, right, pause
        self.received = []
        super().__init__(port)

    def decide(self, percepts):
        self.received.append(percepts)
        time.sleep(self.pause)
        return "(create)" if len(self.received) == 1 else f"(left {self.left})(right {self.right})"


def drive(*arguments, pause=0.0):
    """Runs two carts. Returns monitor.log and the percepts of the first driver."""
    folder = Folder()
    with folder.serve("--script", "two_robots.rb", "--agent_port", "0", "--agents_awaited", "2", *SYNC, "--monitor_port", "off",
                      "--Spades.EndTime", "4", *arguments) as server:  # fmt: skip
        port = server.port(r"agent port (\d+)")
        # Their numbers are in the order in which they connect.
        drivers = [Driver(port, 8, 8, pause), Driver(port, 9, 6, 0.0)]
        check(server.wait() == 0, server.printed())
        for driver in drivers:
            driver.join(TIMEOUT)
            check(driver.broke is None and not driver.is_alive(), driver.broke)
    return folder.log(), drivers[0].received


def poses(line):
    """Name → (x, y, z, qw, qx, qy, qz), of names without blanks."""
    return {name: tuple(map(float, numbers.split())) for name, numbers in re.findall(r"\(body (\S+) ([^()]*)\)", line)}


# ---- tests -----------------------------------------------------------------------------------------------------------


def two_robots():
    """Two robots are driven in a world without soccer; the log is the same at every speed, and with slow drivers."""
    log, received = drive()
    lines = log.splitlines()
    check(lines[0] == "(Init (TimePerStep 0.01)(bodies crate/body)(shape crate/body (box 0.3 0.3 0.3 0 0 0))(scenery (plane 0 0 0)))", lines[0])
    check(lines[1] == "(Info (time 0)(body crate/body 2 0.5 0.15 1 0 0 0))" and lines[-1] == "(Die)", lines[1] + lines[-1])
    check([f"{0.15 * i:g}" for i in range(27)] + ["4"] == [re.search(r"\(time ([^)]*)", line)[1] for line in lines[1:-1]], "the frame rate is wrong")
    check(log.count("(shape AgentAspect0/hull (box ") == 2, "shapes must be sent once, when each agent joined")
    check(log.count("(hinge AgentAspect0/leftWheel/body AgentAspect0/hull 0 0 0 0 1 0)") == 2, "joints must be sent once, when each agent joined")
    last = poses(lines[-2])
    check(len(last) == 11, last.keys())
    straight, curved = last["AgentAspect0/hull"], last["AgentAspect1/hull"]
    check(2.5 < straight[0] < 3.2 and abs(straight[1]) < 0.01 and abs(straight[2] - 0.12) < 0.01, straight)
    check(curved[0] > 0.3 and curved[1] < 0.9, curved)
    check(abs(last["AgentAspect0/leftWheel/body"][0] - straight[0]) < 0.01, "the wheel is not at its place")
    check(re.fullmatch(r"\(HJ \(name left\) \(axis \S+\) \(rate 458\.\d+\)\)\(HJ .*\)\(time \(now 3\.\d+\) \(step 0\.01\)\)", received[-1]),
          received[-1])
    check(drive("--speed", "10")[0] == log, "the world differs at ten times real time")
    check(drive("--speed", "100000", pause=0.01)[0] == log, "the world differs with a slow driver")
    check(drive("--Spades.MonitorInterval", "30")[0].splitlines()[2] == lines[3], "the state in every second frame differs")


def bare_script_is_sufficient():
    """Scene, world and space are sufficient; the server creates the rest."""
    folder = Folder()
    folder.write("bare.rb", BARE)
    status, err, out = folder.run("--script", "bare.rb", "--Spades.EndTime", "0.5", "--seed", "1")
    check(status == 0 and "warning" not in err and "error" not in err, err)
    check(re.search(r"^  time limit +0\.5 s$", out, re.MULTILINE) and re.search(r"^  simulated +0\.5 s$", out, re.MULTILINE), out)
    name = '"a (falling) thing/body"'
    lines = folder.log().splitlines()
    check(lines[0] == f"(Init (TimePerStep 0.01)(bodies {name}))" and lines[-1] == "(Die)", lines)
    # After n steps of h: z = 10 - g h² n (n + 1) / 2.
    heights = {0: "10", 15: "9.88", 30: "9.535", 45: "8.965", 50: "8.725"}
    check(lines[1:-1] == [f"(Info (time {n / 100:g})(body {name} 0 0 {z} 1 0 0 0))" for n, z in heights.items()], lines)
    parameters = os.path.join(folder.name, "logs", "parameters.xml")
    again = Folder()
    check(again.run("--parameters", parameters, "--trust_scripts", "--logdir", "logs")[0] == 0 and again.log() == folder.log(), "the replay from parameters.xml differs")


def empty_world():
    """world.rb runs with agents of the database; no effector knows (init ...), which is not an error."""
    folder = Folder()
    status, err, out = folder.run("--script", "world.rb", "--Spades.EndTime", "3", "--team", "foo:2", "--timers", "fixed", "0")
    check(status == 0 and "agent 0: no effector 'init'" in err, err)
    check("2 started, 0 lost" in out and "us per sense-act cycle" in out, out)
    check(folder.log().splitlines()[-2] == "(Info (time 3))", folder.log())


def agents_choose_their_bodies():
    """With world.rb alone an agent chooses its body by (scene FILE), only once, and only from the scene folders."""

    class Chooser(Driver):
        def decide(self, percepts):
            self.received.append(percepts)
            acts = {1: "(create)", 2: "(scene ../scripts/world.rb)", 3: "(scene cart.rsg)", 4: "(scene cart.rsg)"}
            return acts.get(len(self.received), "(left 8)(right 8)")

    folder = Folder()
    with folder.serve("--script", "world.rb", "--agent_port", "0", "--agents_awaited", "1", *SYNC, "--monitor_port", "off",
                      "--Spades.EndTime", "4") as server:  # fmt: skip
        agent = Chooser(server.port(r"agent port (\d+)"), 0, 0, 0)
        check(server.wait() == 0, server.printed())
        agent.join(TIMEOUT)
    check("there is no such file in the scene folders: ../scripts/world.rb" in server.printed(), server.printed())
    check("the agent already has its scene" in server.printed(), server.printed())
    last = poses(folder.log().splitlines()[-2])
    check(len(last) == 5 and last["AgentAspect0/hull"][0] > 1, last)


def functions_for_own_scripts():
    """The functions of world.rb for scripts that run it."""
    folder = Folder()
    folder.write("pillar.rsg", "(RubySceneGraph 0 1)\n((template $radius) (node Body (setName body) (setSphereTotal 1 $radius)))\n")
    folder.write("mine.rb", """
createVariable('Spades.EndTime', 0.3)
createVariable('Spades.MonitorInterval', 30)
run 'world.rb'
get('/sys/server/file').mount('FileSystemSTD', __dir__)
addThing('p', 'pillar.rsg', 1, 2, 3, 0.5)
""")
    status, err, out = folder.run("--script", "mine.rb")
    check(status == 0 and re.search(r"^  time limit +0\.3 s$", out, re.MULTILINE), err + out)
    check(folder.log().count("(Info") == 2 and "(time 0)(body p/body 1 2 3 1 0 0 0)" in folder.log(), folder.log())
    folder.write("wrong.rb", "run 'world.rb'\naddThing('p', 'nowhere.rsg', 0, 0, 0)\n")
    status, err, _ = folder.run("--script", "wrong.rb", "--logdir", "none")
    check(status == 1 and "the scene file nowhere.rsg cannot be imported below /usr/scene/p" in err, err)


def scene_by_itself():
    """--scene loads a file without logs, ports and agents, and reports errors."""
    folder = Folder()
    folder.write("thing.rsg", "(RubySceneGraph 0 1)\n((template $mass) (node Body (setName body) (setSphereTotal $mass 0.5))"
                              " (node SphereCollider (setRadius 0.5) (node ContactJointHandler)))\n")  # fmt: skip

    def look(*arguments):
        done = subprocess.run([PROGRAM, "--scene", *arguments], cwd=folder.name, capture_output=True, text=True,
                              timeout=TIMEOUT, stdin=subprocess.DEVNULL)  # fmt: skip
        check(os.listdir(folder.name) == ["thing.rsg"], os.listdir(folder.name))
        return done.returncode, done.stdout, done.stderr

    status, out, err = look("thing.rsg", "2.5", "--dump")
    check(status == 0 and err == "" and "  oxygen/AgentAspect thing (position 0 0 0.5)\n    oxygen/Body body (mass 2.5)\n" in out, out + err)
    status, out, err = look("thing.rsg", "2.5", "--dump", "--format", "json", "--steps", "20", "--scene_height", "5")
    dump = json.loads(out)
    check((status, dump["step"], dump["time"]) == (0, 20, 0.2), out)
    thing = [node for node in dump["tree"]["children"] if node["name"] == "thing"][0]
    # After n steps of h: z = 5 - g h^2 n (n + 1) / 2.
    check(abs(thing["position"][2] - (5 - 9.81e-4 * 210)) < 1e-6 and thing["children"][0]["mass"] == 2.5, thing)
    check([look["class"] for look in dump["looks"]] == ["mover", "scenery"], dump["looks"])
    check(look("thing.rsg", "1") == (0, "thing.rsg: 1 body, 0 joints, 2 shapes after 0 s\n", ""), look("thing.rsg", "1"))
    status, out, err = look("thing.rsg")
    check(status == 1 and "thing.rsg:2: the import passes no argument for $mass" in err and "it cannot be imported" in err, err)
    check(look("nothing.rsg")[0] == 1 and look("thing.rsg", "1", "--dump", "--format", "md")[0] == 2, "wrong usage")
    # A scene of the server, as an agent gets it.
    status, out, err = look("cart.rsg", "--steps", "200", "--dump")
    check(status == 0 and err == "" and out.count("HingeEffector") == 2, err)
    check(look("cart.rsg", "--steps", "200", "--dump")[1] == out, "the world differs on the second run")


def end_time_ends_any_match():
    """--Spades.EndTime ends any match, and does not change it before that time."""
    logs = []
    for more in ([], ["--Spades.EndTime", "6.001"]):
        folder = Folder()
        status, err, out = folder.run("--seed", "4", "--team", "foo:2", "--team", "bar:2", "--timers", "fixed", "0",
                                      "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "4", *more)  # fmt: skip
        check(status == 0, err)
        logs.append(folder.log())
    check(re.search(r"^  time limit +6\.001 s$", out, re.MULTILINE) and re.search(r"^  simulated +6\.0 s$", out, re.MULTILINE), out)
    check(logs[0].startswith(logs[1]) and logs[1].count("\n") == 1 + 1 + 601 // 15, "the match differs")


def invalid_limits_are_refused():
    """Invalid limits cause one line with the range, and no logs are written."""
    folder = Folder()
    for script in ("world.rb", "rcssserver3D.rb", "two_robots.rb"):
        for value in ("-1", "nan", "-inf", "1e300", "1e999", "soon", "", "0x"):
            status, err, out = folder.run("--script", script, "--Spades.EndTime", value)
            check(status == 2 and out == "", f"{script} {value}: {status}")
            check(re.fullmatch(r"rcssserver3D: --Spades\.EndTime .*: expected a number from 0 to 1000000000 s", err), err)
    folder.write("script.rb", "run 'world.rb'\nSpades.EndTime = -3\n")
    status, err, _ = folder.run("--script", "script.rb")
    check(status == 1 and re.fullmatch(r"rcssserver3D: \S*script\.rb:2: Spades\.EndTime -3: expected a number from 0 to 1000000000 s \(\w+\)", err), err)
    folder.write("aspect.rb", """
run 'world.rb'
get('/sys/server/gamecontrol').initControlAspect('oxygen/TimeLimitAspect')
get('/sys/server/gamecontrol/TimeLimitAspect').setSeconds(2e9)
""")
    status, err, _ = folder.run("--script", "aspect.rb")
    check(status == 1 and re.fullmatch(r"rcssserver3D: \S*aspect\.rb:4: .*setSeconds 2000000000: expected a number from 0 to 1000000000 s.*", err), err)
    check(not os.path.exists(os.path.join(folder.name, "logs")), "the match began")


def missing_objects_are_named():
    """A missing object that only a script can create is named in one line."""
    folder = Folder()
    scene = "new('oxygen/SceneServer', '/sys/server/scene')"
    for script, missing in (
        ("", "oxygen/SceneServer"),
        (scene, "active scene"),
        (scene + ".createScene('/usr/scene')", "oxygen/World in the active scene"),
    ):
        folder.write("script.rb", script + "\n")
        status, err, _ = folder.run("--script", "script.rb", "--Spades.EndTime", "1")
        check(status == 1 and err == f"rcssserver3D: the script created no {missing}", err)
    check(not os.path.exists(os.path.join(folder.name, "logs", "monitor.log")), "the match began")


def endless_world_runs_until_stopped():
    """A world without an end reports this, runs until it is stopped, and its log is complete."""
    folder = Folder()
    with folder.serve("--script", "world.rb", "--monitor_port", "off", "--speed", "50") as server:
        server.wait_for("nothing ends this world: it runs until it is stopped, or until --Spades.EndTime")
        with open(f"/proc/{server.pid}/maps") as maps:
            check("soccer.so" not in maps.read(), "the module of the game is loaded")
        server.send(signal.SIGINT)
        check(server.wait() == 130, server.printed())
    check(folder.log().endswith("(Die)\n"), folder.log()[-100:])


def without_pauses(lines):
    """The lines without the reports of a stopped clock, which are separate lines or the last item of a header."""
    return re.sub(r"\(Info \(time [^)]*\)\(paused [01]\)\)\n|\(paused [01]\)", "", lines)


def monitors_get_the_data_of_the_log():
    """A monitor gets the same data as the log, except pauses; its connection does not change the log, and its commands have no effect."""
    folder = Folder()
    with folder.serve("--script", "two_robots.rb", "--agent_port", "0", "--agents_awaited", "2", *SYNC, "--monitor_port", "0",
                      "--Spades.EndTime", "2") as server:  # fmt: skip
        monitor = socket.create_connection(("127.0.0.1", server.port(r"monitor port (\d+)")), timeout=TIMEOUT)
        with monitor, monitor.makefile("rb") as stream:
            seen = stream.readline().decode()
            monitor.sendall(frame("P") + frame("W(ho)"))
            server.wait_for("this world knows no command 'ho'")
            port = server.port(r"agent port (\d+)")
            drivers = [Driver(port, 8, 8, 0), Driver(port, 9, 6, 0)]
            monitor.sendall(frame("S100"))
            while "(time 0.9)" not in seen:
                seen += stream.readline().decode()
            # In the middle, while the clock is stopped.
            with socket.create_connection(monitor.getpeername(), timeout=TIMEOUT) as late, late.makefile("rb") as later:
                header = later.readline().decode()
                check("(shape AgentAspect1/hull (box " in header, header)
                monitor.sendall(frame("R"))
                rest = without_pauses(later.read().decode())
            seen = without_pauses(seen + stream.read().decode())
            check(seen.endswith(rest) and rest.startswith("(Info (time 1.05)(body "), rest[:200])
        check(server.wait() == 0, server.printed())
        for driver in drivers:
            driver.join(TIMEOUT)
    check(seen == folder.log(), "the received frames differ from the log")
    unwatched = drive()[0].splitlines()
    check(folder.log().splitlines()[:13] == unwatched[:13], "watching has changed the log")


TESTS = (two_robots, bare_script_is_sufficient, empty_world, agents_choose_their_bodies, functions_for_own_scripts, scene_by_itself,
         end_time_ends_any_match, invalid_limits_are_refused, missing_objects_are_named, endless_world_runs_until_stopped,
         monitors_get_the_data_of_the_log)
PROGRAM = os.path.abspath(sys.argv[1])


def main():
    failures = 0
    for test in TESTS:
        if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
            continue
        began = time.monotonic()
        try:
            test()
            result = "ok"
        except (AssertionError, OSError) as failure:
            result = f"FAILED: {failure}"
            failures += 1
        print(f"{test.__name__}: {result} ({time.monotonic() - began:.1f} s)", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
