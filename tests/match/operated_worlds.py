#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operated robots together with everything else that a world may have: agents of all kinds, users' robots and scripts, pauses, hidden
environments. The operators use the supplied client; operators.py tests the octets.

    operated_worlds.py SERVER [TEST ...]
"""

import math
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import xml.etree.ElementTree

import operators
from operators import TIMEOUT, RCTP_PORT, STRICTLY, Program, TemporaryFolder, check, wait_until

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "gateways/rctp/client"))

from agents import ConnectedAgent  # noqa: E402
from rctp import Refused, Robot  # noqa: E402
from skipping import run_side_by_side  # noqa: E402

SERVER = operators.SERVER
RCML = os.path.join(os.path.dirname(SERVER), "rcml")

START = (-2.0, -2.0, 0.09)  # of the obstacle course

GARAGE = """
createVariable('Spades.MonitorInterval', 3)
run 'two_robots.rb'
def addAgent(path)
  get(path).setLocalPos(0.0, $agentY, 0.1)
  $agentY += 1.5
  new('SceneEffector', path + 'SceneEffector')
end
importBundle 'rctp'
operators = new('RctpServer', $serverPath + 'rctp')
operators.addRobot('car', '(scene rover.rsg)')
operators.translate('car', 'drive', 'DifferentialDrive', 'LEFT_WHEEL', 'RIGHT_WHEEL', 0.08, 0.32)
operators.addRobot('arm', '(scene robots/arm.rsg)')
operators.translate('arm', 'tip', 'PlanarArm', '-J2', '-J4', 0.3, 0.35, 90, 0)
operators.addRobot('cart', '(scene cart.rsg)')
operators.translate('cart', 'left', 'Raw')
"""


class Server(operators.Server):
    """A server with only the given options."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="operated_worlds.")
        Program.__init__(self, [SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", "0", *options], self.folder)
        self.port = Program.port(self, RCTP_PORT)

    def operate(self, robot, *objects):
        """An operated robot with these objects, in session."""
        self.await_state(robot, "idle")
        operator = Robot(f"rctp://127.0.0.1:{self.port}/{robot}")
        operator.assign(*objects)
        operator.go()
        return operator

    def description(self, robot):
        """The description of the world, read by the program rcml: (step, {DEF: (x, y, z) in the world})."""
        address = f"http://127.0.0.1:{self.port}/{robot}.wrl"
        reported = subprocess.run([RCML, address, "--x3d"], capture_output=True, text=True, timeout=TIMEOUT)
        check(reported.returncode == 0 and not reported.stderr, reported.stderr)
        scene = xml.etree.ElementTree.fromstring(reported.stdout).find("Scene")
        step = int(re.search(r"step (\d+)", scene.find("WorldInfo").get("info"))[1])
        places = {}
        for node in scene.findall("Transform"):
            x, y, z = map(float, node.get("translation", "0 0 0").split())
            places[node.get("DEF")] = (x, -z, y)
        return step, places

    def again(self, logs, folder):
        """Replays the match from its logs, in `folder` and at full speed, and compares these logs."""
        old = os.path.join(self.folder, "Logfiles")
        replay = ["--parameters", f"{old}/parameters.xml", "--trust_scripts", "--replay_operators", old, "--rctp_port", "off", "--speed", "max"]
        done = subprocess.run([SERVER, *STRICTLY, *replay, "--logdir", "again"], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
        check(done.returncode == 0, done.stderr)
        for log in logs:
            with open(os.path.join(folder, "again", log), "rb") as file:
                check(file.read() == self.file(log), f"{log} differs")


def soccer(*options):
    return Server(*operators.KICK_OFF, *options)


# ---- tests -----------------------------------------------------------------------------------------------------------


def robots_of_a_script():
    """A script offers vehicles and an arm in standard forms, and the match can be replayed."""
    with TemporaryFolder(prefix="operated_worlds.") as folder:
        script = os.path.join(folder, "garage.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write(GARAGE)
        with Server("--script", script, "--Spades.EndTime", "12", "--speed", "1") as server:
            car, arm, cart = server.operate("car", "drive", "world"), server.operate("arm", "tip"), server.operate("cart", "left", "right")
            check("LEFT_WHEEL" not in car.objects and car.objects["drive"].standard == "forward-turn", car.objects)
            check("J2" not in arm.objects and "J1" in arm.objects and "right" in cart.objects, arm.objects)
            begin = car.world["car"].position
            car.send("drive", 0.5, 0)
            arm.send("tip", 0.3, 0.3)
            cart.send("left", 5)
            while math.dist(car.world["car"].position, begin) < 1:
                check(car.poll(0.02) and arm.poll(0.02) and cart.poll(0.02), "ended")
            place = car.world["car"]
            check(abs(place.position[1] - begin[1]) < 0.01 and place.position[0] > begin[0], f"{begin} to {place.position}: not straight ahead")
            car.send("drive", turn=1.0)  # on the curve of 0.5 m: the other value is kept
            while abs(car.world["car"].heading) < 60:
                check(car.poll(0.02) and arm.poll(0.02) and cart.poll(0.02), "ended")
            for operator in (car, arm):
                operator.close()
            server.await_state("arm", "idle")
            with Robot(f"rctp://127.0.0.1:{server.port}/arm") as after:
                after.assign("tip")
                check(math.dist(after.values["tip"], (0.3, 0.3)) < 0.02, after.values)
            while cart.poll(0.1):  # until the world ends
                pass
            check(server.wait() == 0, server.printed())
            server.again(["monitor.log", "operator-car.log", "operator-arm.log", "operator-cart.log"], folder)


def obstacles(robot):
    """The places at which the robot's operator sees them."""
    return {name: pose.position for name, pose in robot.world.items() if name.startswith("obstacle")}


def run_over_the_course(rover, judged):
    """Moves drive, head and arm for a second, then begins another run. Returns the places of the obstacles."""
    while "(state ready)" not in judged[-1] or math.dist(rover.world["rover"].position, START) > 0.01:
        check(rover.poll(0.02), "ended")
    before, begin = obstacles(rover), rover.step
    rover.send("head", 90, 20, 6)
    rover.send("arm", 0.15, 0.05)
    rover.send("drive", 0.2, 0.3)
    while "(state running)" not in judged[-1] or rover.step < begin + 200:
        check(rover.poll(0.02), "ended")
    check(obstacles(rover) == before, "an obstacle has moved by itself")
    check(math.dist(rover.world["rover"].position, START) > 0.2, rover.world["rover"])
    camera, vehicle = rover.world["rover_camera"], rover.world["rover"]
    check(abs(camera.field_of_view - 2 * math.atan(math.tan(0.6559 / 2) / 6)) < 1e-4, camera)
    check(abs(camera.heading - vehicle.heading) > 45, (camera, vehicle))
    rover.send("again")
    while "(state running)" in judged[-1]:
        check(rover.poll(0.02), "ended")
    return before


def obstacle_course():
    """An operator makes three runs on the course, each with other places of the obstacles, and the match can be replayed."""
    with TemporaryFolder(prefix="operated_worlds.") as folder:
        with Server("--script", "obstacle_run.rb", "--Course.Arm", "true", "--Spades.EndTime", "20", "--speed", "1") as server:
            objects = ("drive", "head", "arm", "again", "judge", "world", "pose", "touch")
            rover, judged = server.operate("rover", *objects), [""]
            rover.on_text = lambda name, text: judged.append(text)
            check((rover.objects["head"].standard, rover.objects["drive"].standard) == ("pan-tilt-zoom", "forward-turn"), rover.objects)
            check("LEFT_WHEEL" not in rover.objects and "SHOULDER" not in rover.objects, rover.objects)
            names = server.description("rover")[1]
            wanted = ["floor", "start", "target", "rover", "rover_camera", "head", *(f"wall_{i}" for i in (1, 2, 3, 4)), *(f"obstacle_{i}" for i in (1, 2, 3))]
            check(set(wanted) <= set(names), names)
            courses = [run_over_the_course(rover, judged) for _ in range(3)]
            check(len({str(course) for course in courses}) == 3, f"the obstacles were not rearranged between runs: {courses}")
            # The earlier run has no effect on the next: the rover stands at the start and looks ahead, and its arm is in its initial position.
            place = rover.world["rover"].position
            for _ in range(20):
                check(rover.poll(0.02), "ended")
            check(math.dist(rover.world["rover"].position, place) < 1e-3 and "(state ready)" in judged[-1], judged[-1])
            check(math.dist(place, START) < 0.01, place)
            check(abs(rover.world["rover_camera"].heading - rover.world["rover"].heading) < 0.1, rover.world)
            check(abs(rover.world["lowerArm"].position[2] - 0.27) < 0.005, rover.world["lowerArm"])
            rover.close()
            check(server.wait() == 0, server.printed())
            for number, times in enumerate(re.findall(r"(?m)^run (\d): abandoned, (\S+) s, \d+ collisions?, \S+ m$", server.printed()), 1):
                check(int(times[0]) == number and 1.5 < float(times[1]) < 15, server.printed())
            check(number == 3, server.printed())
            server.again(["monitor.log", "operator-rover.log"], folder)


def heard():
    """The rover makes no sound while it stands, but does while it drives."""
    with Server("--script", "obstacle_run.rb") as server:
        rover = server.operate("rover", "drive")
        check(rover.objects["microphone"].url == f"http://127.0.0.1:{server.port}/rover/microphone.wav", rover.objects)
        with urllib.request.urlopen(rover.objects["microphone"].url, timeout=TIMEOUT) as stream:
            check(stream.headers["Content-Type"] == "audio/wav" and stream.headers["Content-Length"] is None, stream.headers)
            head = stream.read(44)
            check(head[:4] == b"RIFF" and struct.unpack("<HHIIHH", head[20:36]) == (1, 1, 16000, 32000, 2, 16), head)

            def loudest():
                octets = stream.read(6400)
                return max(map(abs, struct.unpack(f"<{len(octets) // 2}h", octets)))

            check(loudest() == 0, "a rover at rest makes a sound")
            rover.send("drive", 0.5, 0)
            while loudest() < 1000:
                rover.poll(0)
            rover.stop()
            while loudest() > 0:
                rover.poll(0)
        rover.close()


def operator_and_program_share_a_run():
    """An operator and a program share the run of one course; the server ends after it."""
    options = ["--Course.Runs", "1", "--Course.TimeLimit", "4", "--agent_port", "0", "--agents_awaited", "1", "--speed", "0.5"]
    with Server("--script", "obstacle_run.rb", *options) as server:
        agent = Backwards(Program.port(server, r"agent port (\d+)"))
        rover = server.operate("rover", "drive", "judge", "world")
        check("again" not in rover.objects, "'again' is offered although there is only one run")
        judged = [""]
        rover.on_text = lambda name, text: judged.append(text)
        rover.send("drive", 0.3, 0)
        while "(state late)" not in judged[-1]:
            check(rover.poll(0.02), "ended")
        while rover.poll(0.1):
            pass
        check(server.wait() == 0, server.printed())
        agent.join(TIMEOUT)
        check(any("(state late)" in percepts for percepts in agent.judged), agent.judged)


class Backwards(ConnectedAgent):
    """An agent that drives backwards slowly."""

    def __init__(self, port):
        self.judged = []
        super().__init__(port)

    def decide(self, percepts):
        self.judged.append(percepts)
        return "(create)" if len(self.judged) == 1 else "(LEFT_WHEEL -1)(RIGHT_WHEEL -1)"


def unknown_effector_of_a_translator():
    """A translator for an effector that the robot does not have ends a strict server, with an error that names the line."""
    with TemporaryFolder(prefix="operated_worlds.") as folder:
        script = os.path.join(folder, "garage.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write(GARAGE + "operators.translate('cart', 'head', 'AbsolutePanTilt', 'pantilt')\n")
        line = GARAGE.count("\n") + 1
        with Server("--script", script, "--Spades.EndTime", "7") as server:
            check(server.wait() == 1, server.printed())
            check(f"garage.rb:{line}: robot cart: nothing to translate: it lacks pantilt" in server.printed(), server.printed())


def poses_agree_everywhere():
    """Descriptions read by rcml and states of the world have the poses that monitors get for the same step."""
    with soccer("--team", "none", "--Soccer.Operated", "foo:11 bar:0", "--Spades.MonitorInterval", "1") as server:
        player = server.operate("foo_11", "drive", "world")
        reported = []  # of (step, name, place)
        for turn in range(30):
            player.send("drive", 100 * math.cos(turn), 100 * math.sin(turn), 0)
            check(player.poll(0.05), "ended")
            reported.append((player.step, "foo_11", player.world["foo_11"].position))
            if turn % 3 == 0:
                step, places = server.description(("foo_11", "bar_next", "world")[turn // 3 % 3])
                reported += [(step, name, places[name]) for name in ("foo_11", "bar_next", "Ball")]
        player.close()
        server.stop()
        frames = [line for line in server.file("monitor.log").decode().splitlines() if line.startswith("(Info")]
        items = {"foo_11": r"\(P \(s 1\)\(id 11\)", "bar_next": r"\(P \(s 2\)\(id 1\)", "Ball": r"\(B "}
        moved = set()
        for step, name, place in reported:
            shown = re.search(items[name] + r"\(pos (\S+) (\S+) ([^)]+)\)", frames[step])
            # The tolerance allows for six digits in messages to monitors, and for floats of 32 bits.
            check(math.dist(place, map(float, shown.groups())) < 2e-4, f"step {step}: {name} is at {place}, and shown at {shown[0]}")
            moved.add((name, place))
        check(len(moved) > 30, "nothing has moved")


def operators_while_paused():
    """While the world is paused, operators read, negotiate, drive and stop; their commands take effect when it continues."""
    with soccer(*operators.OPERATED) as server:
        first = server.operate("foo_11", "drive", "world")
        server.send(signal.SIGUSR1)
        server.wait_for("paused by SIGUSR1")
        step = server.description("foo_11")[0]
        second = server.operate("bar_next", "drive")
        second.send("drive", 0, 100, 0)
        first.send("drive", 100, 0, 0)
        first.stop()
        server.await_state("foo_11", "stopped")
        first.release()
        server.await_state("foo_11", "live")
        check(first.poll(0.1) and second.poll(0.1), "ended")
        check(server.description("bar_next")[0] == step, "the world did not stay stopped")
        server.send(signal.SIGUSR1)
        server.wait_for("running by SIGUSR1")
        wait_until(lambda: b" act drive 0 100 0\n" in server.file("operator-bar_next.log"), "the drive of the second")
        words = server.file("operator-foo_11.log").decode().splitlines()
        check([line.split(" ", 1)[1] for line in words[2:]] == ["stop", "release"], words)
        check(len({line.split(" ")[0] for line in words[2:]}) == 1, f"stop and release are not in the same step: {words}")
        place = second.world and second.world["bar_next"].position
        second.poll(0.1)
        before = len(server.lines)
        server.send(signal.SIGUSR1)
        server.wait_for("paused by SIGUSR1", after=before)
        check(place is not None, "the second operator sees no robot")
        server.send(signal.SIGINT)
        check(server.wait() == 130, server.printed())


def hidden_environment():
    """Rctp.World selects whether operators see everything, their own robot, or no moving objects."""
    for world, seen in (("own", {"foo_11", "foo_11_camera"}), ("none", set())):
        with soccer(*operators.OPERATED, "--Rctp.World", world) as server:
            server.await_state("bar_next", "idle")
            moving = {"Ball", "foo_11", "foo_11_camera", "bar_next", "bar_next_camera"}
            check(set(server.description("foo_11")[1]) & moving == seen, world)
            check(not set(server.description("world")[1]) & moving, f"{world}: the environment shows moving parts")
            if world == "own":
                with server.operate("foo_11", "drive", "world") as player:
                    player.send("drive", 100, 0, 0)
                    player.poll(0.3)
                    check(set(player.world) == seen, player.world)
            else:
                try:
                    server.operate("foo_11", "world")
                    raise AssertionError("a world is offered")
                except Refused as refused:
                    check("has no object 'world'" in str(refused), refused)


class Connected(ConnectedAgent):
    """An agent that joins a team and runs around."""

    def __init__(self, port, team):
        self.acts = iter(("(create)", f"(init (unum 0)(teamname {team}))"))
        super().__init__(port)

    def decide(self, percepts):
        return next(self.acts, "(drive 100 20 0)")


def operators_among_agents():
    """Operators play with started and connected agents until the end of a short match."""
    options = ["--team", "foo:2", "--agent_port", "0", "--agents_awaited", "1", "--Soccer.Operated", "foo:11 bar:0", "--monitor_log", "zst"]
    with soccer(*options, "--Soccer.RuleHalfTime", "5", "--Soccer.OmniVision", "true", "--speed", "0.5") as server:
        check(server.robots()["foo_11"]["state"] == "absent", "foo_11 is not absent before the match")
        check("waiting for 1 agents to connect" in wait_until(lambda: "waiting" in server.printed() and server.printed()), server.printed())
        agent = Connected(Program.port(server, r"agent port (\d+)"), "bar")
        player = server.operate("foo_11", "drive", "GameState", "world")
        modes, errors = set(), []
        player.on_text = lambda name, text: modes.add(re.search(r"\(playmode (\w+)\)", text)[1])
        player.on_error = errors.append
        player.send("drive", 100, 0, 0)
        while player.poll(0.1):
            pass
        check({"KickOff_Left", "GameOver"} <= modes or {"KickOff_Right", "GameOver"} <= modes, modes)
        check(errors == ["the match is over"], errors)
        check(len([name for name in player.world if not name.endswith("_camera")]) == 6, player.world.keys())
        check(server.wait() == 0, server.printed())
        check("head" not in player.objects, "a player with omnidirectional vision has a head that turns")
        agent.join(TIMEOUT)
        words = server.file("operator-foo_11.log").decode()
        check(words.count("act drive 100 0 0") == 1, words)
        packed = os.path.join(server.folder, "Logfiles", "monitor.log.zst")
        unpacked = subprocess.run(["zstd", "-dcq", packed], capture_output=True, check=True, timeout=TIMEOUT).stdout
        check(b"(team_left foo)" in unpacked and unpacked.endswith(b"(Die)\n"), "monitor.log.zst")


def twenty_two_robots():
    """22 robots are driven from one machine, each with the state of the world, and the world continues."""
    with soccer("--team", "none", "--Soccer.Operated", "foo:0 " * 11 + "bar:0 " * 11) as server:
        names = list(server.robots())
        check(len(names) == 22, names)
        crowd = [server.operate(name, "drive", "world") for name in names]
        step = server.description("world")[0]
        for turn in range(20):
            for player in crowd:
                player.send("drive", 100 * (-1) ** turn, 50, 0)
                check(player.poll(0.002), "ended")
        wait_until(lambda: all(player.poll(0.01) and player.step > step for player in crowd), "the world, for each of them")
        for player in crowd:
            player.close()
        for name in names:
            server.await_state(name, "idle")
        check("refused" not in server.printed(), server.printed())


def invalid_team_names():
    """Characters of team names that are invalid in names of robots are replaced; invalid players are refused."""
    with soccer("--team", "foo:1", "--Soccer.Operated", "<b>&x%20/y:1 <b>&x%20/y:0") as server:
        check(set(server.robots()) == {"team__b__x_20_y_1", "team__b__x_20_y_next"}, server.robots())
        with server.operate("team__b__x_20_y_1", "GameState") as player:
            check("no opponent" not in server.printed(), server.printed())
            heard = []
            player.on_text = lambda name, text: heard.append(text)
            wait_until(lambda: player.poll(0.1) and heard, "GameState")
        server.stop()
        check(b"<b>&x%20/y)" in server.file("monitor.log"), "the team's name is not escaped in monitor.log")
    for players, words in (
        ("foo:11 bar:0 foo:11", "foo:11 occurs twice"),
        ("foo:0 bar:0 baz:0", "a match has only two teams, not foo, bar, baz"),
        ("foo:3 " + "foo:0 " * 11, "more than 11 players of foo"),
        ("f\u00fc:1", "is not a player; expected words like foo:11"),
        ("a'b:1", "is not a player; expected words like foo:11"),
        ("7:12", "'7:12' is not a player"),
    ):
        with TemporaryFolder(prefix="operated_worlds.") as folder:
            options = [*STRICTLY, "--monitor_port", "off", "--team", "none", "--Soccer.Operated", players]
            done = subprocess.run([SERVER, *options], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
            check(done.returncode > 0 and len(done.stderr.splitlines()) == 1 and words in done.stderr, done.stderr)
            check(not os.listdir(folder), "files have been written")


TESTS = [robots_of_a_script, obstacle_course, heard, operator_and_program_share_a_run, unknown_effector_of_a_translator, poses_agree_everywhere,
         operators_while_paused, hidden_environment, operators_among_agents, twenty_two_robots, invalid_team_names]

if __name__ == "__main__":
    if not sys.argv[2:]:
        sys.exit(run_side_by_side([test.__name__ for test in TESTS], 3))
    for test in TESTS:
        if not sys.argv[2:] or test.__name__ in sys.argv[2:]:
            began = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - began:.1f} s", flush=True)
