#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The robot of docs/write/robots.md is built, driven and plays soccer as described on the page; also the obstacle course.

    robots_page.py SERVER PAGE [TEST ...]
"""

import contextlib
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from pages import commands, write_files  # noqa: E402
from programs import ROOT, STRICTLY, Program, TemporaryFolder, wait_until  # noqa: E402

sys.path.insert(0, os.path.join(ROOT, "gateways", "rctp", "client"))

import rctp  # noqa: E402

SERVER, PAGE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


FILES = ["my_robot.rsg", "my_world.rb", "my_robot.py", "my_match.rb", "my_player.py", "my_eyes.rsg", "my_operated.rb", "my_servo.py"]


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def server_command(script):
    """The page's arguments for the server, with a port that the system chooses."""
    found = [words for words in commands(PAGE, "rcssserver3D") if script in words]
    check(len(found) == 1, f"the page does not start {script} exactly once")
    words = [word for word in found[0] if word != "&"]
    words[words.index("--agent_port") + 1] = "0"
    return words


def agent_commands(program):
    """The arguments after the port in the page's lines `python3 PROGRAM PORT ...`."""
    with open(PAGE, encoding="utf-8") as file:
        return [words.split() for words in re.findall(rf"python3 (?:\S*/)?{program} 3100 ?([a-z]*)", file.read())]


class Folder(TemporaryFolder):
    def __init__(self):
        super().__init__(prefix="robots_page.")
        self.files = write_files(PAGE, self.name)

    def path(self, name):
        return os.path.join(self.name, name)

    def play(self, script, agent, agents, *more):
        """The server's summary, its standard error, and monitor.log."""
        out = self.path("out")
        with contextlib.ExitStack() as stack:
            printed = stack.enter_context(open(out, "w", encoding="utf-8"))
            server = stack.enter_context(Program([SERVER, *server_command(script), "--monitor_port", "off", *more], self.name, stdout=printed))
            port = server.port(r"agent port (\d+)")
            programs = []
            for arguments in agents:
                programs.append(stack.enter_context(Program([sys.executable, agent, str(port), *arguments], self.name)))
            status = server.wait()
            for program in programs:
                check(program.wait() == 0 and not program.printed(), program.printed())
            check(status == 0, server.printed())
            with open(out, encoding="utf-8") as text, open(self.path("Logfiles/monitor.log"), encoding="utf-8") as log:
                return text.read(), server.printed(), log.read()


def poses(line):
    return {name: tuple(map(float, numbers.split())) for name, numbers in re.findall(r"\(body (\S+) ([^()]*)\)", line)}


def robot_of_the_page():
    """The robot drives to the crate, stops in front of it and lifts its arm, in the same way in two runs."""
    logs = []
    for _ in range(2):
        folder = Folder()
        check(folder.files == FILES, folder.files)
        agents = agent_commands("my_robot.py")
        check(agents == [[]], agents)
        out, reported, log = folder.play("my_world.rb", folder.path("my_robot.py"), agents)
        check("error" not in reported and "1 started, 0 lost" in out, reported + out)
        logs.append(log)
    check(logs[0] == logs[1], "the same agent gives a different log")
    last = poses(logs[0].splitlines()[-2])
    hull, arm, crate = last["AgentAspect0/hull"], last["AgentAspect0/arm/body"], last["crate/body"]
    check(0.85 < hull[0] < 1.1 and abs(hull[1]) < 0.02 and abs(hull[2] - 0.1) < 0.01, hull)
    check(crate[:3] == (1.5, 0.0, 0.15) or max(abs(a - b) for a, b in zip(crate, (1.5, 0, 0.15))) < 0.002, crate)
    # The arm is lifted by 60 degrees about a shoulder 0.12 m behind its centre.
    check(abs(arm[2] - (0.16 + 0.12 * 0.866)) < 0.02 and abs(arm[0] - hull[0] - 0.13 - 0.06) < 0.02, (hull, arm))


def match_of_the_page():
    """Two of these robots play: they join, have the positions that monitors show, and move the ball."""
    folder = Folder()
    agents = agent_commands("my_player.py")
    check(agents == [["red"], ["blue"]], agents)
    out, reported, log = folder.play("my_match.rb", folder.path("my_player.py"), agents, "--seed", "3")
    check("error" not in reported and "2 started, 0 lost" in out, reported + out)
    teams = re.search(r"teams +(\w+) - (\w+)", out)
    check(teams and set(teams.groups()) == {"red", "blue"}, out)
    # After the first second each robot stands, never at the origin, far above the ground or far away.
    lines = [line for line in log.splitlines() if "(P (s 1)(id 1)" in line and "(P (s 2)(id 1)" in line]
    check(len(lines) > 100, len(lines))
    for line in lines:
        for x, y, z in re.findall(r"\(P \(s \d\)\(id 1\)\(pos (\S+) (\S+) ([^)]+)\)", line):
            check(abs(float(x)) < 60 and abs(float(y)) < 45 and 0 < float(z) < 1.2, line)
            check((x, y, z) != ("0", "0", "0"), line)
    balls = {match[1] for match in re.finditer(r"\(B \(pos (\S+) ", log)}
    check(len(balls) > 10, "no player has touched the ball")


def operated_robot_of_the_page():
    """An operator drives it to the crate, looks around and lifts the arm with its standard objects."""
    folder = Folder()
    (words,) = [words for words in commands(PAGE, "rcssserver3D") if "my_operated.rb" in words]
    words[words.index("--rctp_port") + 1] = "0"
    with Program([SERVER, *STRICTLY, *words, "--monitor_port", "off"], folder.name) as server:
        port = server.port(r"rctp port (\d+)")
        address = f"rctp://127.0.0.1:{port}/my_robot"
        wait_until(lambda: rctp.robots(address)[0]["state"] == "idle", "the robot")
        with rctp.Robot(address) as robot:
            control = {name for name, thing in robot.objects.items() if thing.is_output}
            check(control == {"drive", "head", "arm"} and {"pose", "HJ", "world"} <= set(robot.objects), robot.objects.keys())
            check(robot.objects["drive"].standard == "forward-turn" and robot.objects["head"].standard == "pan-tilt-zoom", robot.objects)
            check(robot.objects["drive"].parameters[1].most == 2.0 and robot.objects["head"].parameters[1].least == -40, robot.objects)
            robot.assign("drive", "head", "arm", "pose", "world")
            robot.go()
            robot.send("drive", 0.3, 0)
            robot.send("head", 45, -40, 3)
            robot.send("arm", -0.5)
            while "my_robot" not in robot.world or robot.world["my_robot"].position[0] < 0.8:
                check(robot.poll(0.05), "ended")
            robot.send("drive", 0, 0)
            robot.send("arm", 0)
            robot.poll(0.5)
            hull, camera = robot.world["my_robot"], robot.world["my_robot_camera"]
            check(abs(hull.position[1]) < 0.05 and abs(robot.values["pose"][0] - hull.position[0]) < 0.01, (hull, robot.values["pose"]))
            check(abs(camera.heading - 45) < 2 and 0.25 < camera.position[2] < 0.35, camera)
            check(abs(math.tan(camera.field_of_view / 2) - math.tan(math.radians(20)) / 3) < 1e-3, camera)
            check(robot.world["arm"].position[2] > 0.18, robot.world["arm"])
        server.stop()
        check("error" not in server.printed() and "warning" not in server.printed(), server.printed())


def servo_of_the_page():
    """It stands at the place given on the page, and its agent's percepts are those printed on the page."""
    folder = Folder()
    agents = agent_commands("my_servo.py")
    check(agents == [[]], agents)
    agent = folder.path("printing.py")
    with open(agent, "w", encoding="utf-8") as file:
        file.write("import runpy, sys\nsys.stdout = open('printed', 'w')\nrunpy.run_path('my_servo.py')\n")
    out, reported, log = folder.play("world.rb", agent, agents)
    check("error" not in reported and "1 started, 0 lost" in out, reported + out)
    with open(folder.path("printed"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    with open(PAGE, encoding="utf-8") as page:
        promised = re.search(r"It ends with `(.*?)`", page.read())[1]
    check(len(lines) > 10 and lines[-1] == promised, lines[-3:])
    last = poses(log.splitlines()[-2])
    foot, arm = last["AgentAspect0/foot"], last["AgentAspect0/arm/body"]
    angle = math.degrees(math.atan2(arm[1] - foot[1], arm[0] - foot[0]))
    check(abs(angle - 91.146) < 0.1, angle)


def sample_agent_reaches_the_target():
    """The sample agent reaches the target, the judge counts, and everything follows from the seed."""
    agent = os.path.join(ROOT, "agent-sample", "rover_agent.py")
    check(agent_commands("rover_agent.py") == [[]], "the page does not run the rover's agent exactly once")
    seen = []
    for seed in ("1", "1", "2"):
        folder = Folder()
        out, reported, log = folder.play("obstacle_run.rb", agent, [[]], "--seed", seed)
        check("error" not in reported, reported)
        check(re.search(r"^ +result +reached$", out, re.M), out)
        time, path = (float(re.search(rf"^ +{name} +(\S+)", out, re.M)[1]) for name in ("time", "path"))
        check(7 < time < 300 and path > 5.2, out)
        check(re.search(r"^ +collisions +\d+$", out, re.M), out)
        last = poses(log.splitlines()[-2])
        x, y, z = last["AgentAspect0/rover"][:3]
        check((x - 2) ** 2 + (y - 2) ** 2 < 0.6**2 and abs(z - 0.09) < 0.02, last)
        first = poses(log.splitlines()[1])
        check({f"obstacle_{i}/body" for i in (1, 2, 3)} | {f"wall_{i}/body" for i in (1, 2, 3, 4)} <= set(first), first.keys())
        for name, pose in first.items():
            check(last[name] == pose, f"{name} has moved")
        seen.append((log, first))
    check(seen[0] == seen[1], "the same seed gives a different run")
    check(seen[0][1] != seen[2][1], "different seeds give the same course")


TESTS = (robot_of_the_page, match_of_the_page, operated_robot_of_the_page, servo_of_the_page, sample_agent_reaches_the_target)


def main():
    failures = 0
    for test in TESTS:
        if sys.argv[3:] and test.__name__ not in sys.argv[3:]:
            continue
        try:
            test()
            print(f"{test.__name__}: ok", flush=True)
        except (AssertionError, OSError) as failure:
            print(f"{test.__name__}: FAILED: {failure}", flush=True)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
