#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Robots that people operate, together with everything else that a world may have: agents of all kinds, robots and scripts of one's own,
pauses, hidden surroundings. The operators are those of the shipped client; operators.py has the octets.

    operated_worlds.py SERVER [TEST ...]
"""

import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

import operators
from operators import PATIENCE, RCTP_PORT, STRICTLY, Program, check, wait_until

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "gateways/rctp/client"))

from agents import ConnectedAgent  # noqa: E402
from rctp import Refused, Robot  # noqa: E402

SERVER = operators.SERVER
RCML = os.path.join(os.path.dirname(SERVER), "rcml")

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
    """With options of its own only."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="operated_worlds.")
        Program.__init__(self, [SERVER, *STRICTLY, "--seed", "4", "--monitor_port", "off", "--rctp_port", "0", *options], self.folder)
        self.port = Program.port(self, RCTP_PORT)

    def operate(self, robot, *objects):
        """A robot with these objects, live."""
        self.await_state(robot, "idle")
        operator = Robot(f"rctp://127.0.0.1:{self.port}/{robot}")
        operator.assign(*objects)
        operator.go()
        return operator

    def description(self, robot):
        """As the program rcml reads it back: (step, {DEF: (x, y, z) in the world})."""
        address = f"http://127.0.0.1:{self.port}/{robot}.wrl"
        told = subprocess.run([RCML, address, "--x3d"], capture_output=True, text=True, timeout=PATIENCE)
        check(told.returncode == 0 and not told.stderr, told.stderr)
        scene = xml.etree.ElementTree.fromstring(told.stdout).find("Scene")
        step = int(re.search(r"step (\d+)", scene.find("WorldInfo").get("info"))[1])
        places = {}
        for node in scene.findall("Transform"):
            x, y, z = map(float, node.get("translation", "0 0 0").split())
            places[node.get("DEF")] = (x, -z, y)
        return step, places

    def again(self, logs, folder):
        """Plays it from its logs in `folder` at full speed, and compares these logs."""
        old = os.path.join(self.folder, "Logfiles")
        replay = ["--parameters", f"{old}/parameters.xml", "--trust_scripts", "--replay_operators", old, "--rctp_port", "off", "--speed", "max"]
        done = subprocess.run([SERVER, *STRICTLY, *replay, "--logdir", "again"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == 0, done.stderr)
        for log in logs:
            with open(os.path.join(folder, "again", log), "rb") as file:
                check(file.read() == self.file(log), f"another {log}")


def soccer(*options):
    return Server(*operators.KICK_OFF, *options)


# ---- tests -----------------------------------------------------------------------------------------------------------


def robots_of_ones_own():
    """A script offers vehicles and an arm in standard forms; what became of them plays again."""
    with tempfile.TemporaryDirectory(prefix="operated_worlds.") as folder:
        script = os.path.join(folder, "garage.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write(GARAGE)
        with Server("--script", script, "--Spades.EndTime", "7", "--speed", "2") as server:
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
            check(abs(place.position[1] - begin[1]) < 0.01 and place.position[0] > begin[0], f"{begin} to {place.position}: not straight on")
            car.send("drive", turn=1.0)  # on the curve of 0.5 m: the other value stays
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
            check(server.wait() == 0, server.told())
            server.again(["monitor.log", "operator-car.log", "operator-arm.log", "operator-cart.log"], folder)


def what_a_script_cannot_have():
    """A translator for an effector that the robot turns out not to have ends a strict server, and names the line."""
    with tempfile.TemporaryDirectory(prefix="operated_worlds.") as folder:
        script = os.path.join(folder, "garage.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write(GARAGE + "operators.translate('cart', 'head', 'AbsolutePanTilt', 'pantilt')\n")
        line = GARAGE.count("\n") + 1
        with Server("--script", script, "--Spades.EndTime", "7") as server:
            check(server.wait() == 1, server.told())
            check(f"garage.rb:{line}: robot cart: nothing to translate: it lacks pantilt" in server.told(), server.told())


def the_same_place_everywhere():
    """Descriptions, as rcml reads them, and states of the world have the poses that monitors get of that step."""
    with soccer("--team", "none", "--Soccer.Operated", "foo:11 bar:0", "--Spades.MonitorInterval", "1") as server:
        player = server.operate("foo_11", "drive", "world")
        told = []  # of (step, name, place)
        for turn in range(30):
            player.send("drive", 100 * math.cos(turn), 100 * math.sin(turn), 0)
            check(player.poll(0.05), "ended")
            told.append((player.step, "foo_11", player.world["foo_11"].position))
            if turn % 3 == 0:
                step, places = server.description(("foo_11", "bar_next", "world")[turn // 3 % 3])
                told += [(step, name, places[name]) for name in ("foo_11", "bar_next", "Ball")]
        player.close()
        server.stop()
        frames = [line for line in server.file("monitor.log").decode().splitlines() if line.startswith("(Info")]
        items = {"foo_11": r"\(P \(s 1\)\(id 11\)", "bar_next": r"\(P \(s 2\)\(id 1\)", "Ball": r"\(B "}
        moved = set()
        for step, name, place in told:
            shown = re.search(items[name] + r"\(pos (\S+) (\S+) ([^)]+)\)", frames[step])
            # Six digits of monitors, and floats of 32 bits.
            check(math.dist(place, map(float, shown.groups())) < 2e-4, f"step {step}: {name} is at {place}, and shown at {shown[0]}")
            moved.add((name, place))
        check(len(moved) > 30, "nothing has moved")


def paused():
    """While the world stands, people read, negotiate, drive and stop; what they order counts when it goes on."""
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
        check(server.description("bar_next")[0] == step, "the world goes on")
        server.send(signal.SIGUSR1)
        wait_until(lambda: b" act drive 0 100 0\n" in server.file("operator-bar_next.log"), "the drive of the second")
        words = server.file("operator-foo_11.log").decode().splitlines()
        check([line.split(" ", 1)[1] for line in words[2:]] == ["stop", "release"], words)
        check(len({line.split(" ")[0] for line in words[2:]}) == 1, f"not in one step: {words}")
        place = second.world and second.world["bar_next"].position
        second.poll(0.1)
        server.send(signal.SIGUSR1)
        check(server.wait_for("paused by SIGUSR1", after=len(server.lines) - 1) and place is not None, "no second pause")
        server.send(signal.SIGINT)
        check(server.wait() == 130, server.told())


def hidden_surroundings():
    """Rctp.World: operators see everything, their own robot, or nothing that moves."""
    for world, seen in (("own", {"foo_11", "foo_11_camera"}), ("none", set())):
        with soccer(*operators.OPERATED, "--Rctp.World", world) as server:
            server.await_state("bar_next", "idle")
            moving = {"Ball", "foo_11", "foo_11_camera", "bar_next", "bar_next_camera"}
            check(set(server.description("foo_11")[1]) & moving == seen, world)
            check(not set(server.description("world")[1]) & moving, f"{world}: the surroundings alone")
            if world == "own":
                with server.operate("foo_11", "drive", "world") as player:
                    player.send("drive", 100, 0, 0)
                    player.poll(0.3)
                    check(set(player.world) == seen, player.world)
            else:
                try:
                    server.operate("foo_11", "world")
                    raise AssertionError("there is a world")
                except Refused as refused:
                    check("has no object 'world'" in str(refused), refused)


class Connected(ConnectedAgent):
    """Joins a team and runs about."""

    def __init__(self, port, team):
        self.acts = iter(("(create)", f"(init (unum 0)(teamname {team}))"))
        super().__init__(port)

    def decide(self, percepts):
        return next(self.acts, "(drive 100 20 0)")


def in_company():
    """Operators among agents that are started and agents that connect, to the end of a short match at full speed of the world."""
    options = ["--team", "foo:2", "--agent_port", "0", "--agents_awaited", "1", "--Soccer.Operated", "foo:11 bar:0", "--monitor_log", "zst"]
    with soccer(*options, "--Soccer.RuleHalfTime", "5", "--Soccer.OmniVision", "true", "--speed", "4") as server:
        check(server.robots()["foo_11"]["state"] == "absent", "before the match")
        check("waiting for 1 agents to connect" in wait_until(lambda: "waiting" in server.told() and server.told()), server.told())
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
        check(server.wait() == 0, server.told())
        check("head" not in player.objects, "a camera that turns, with eyes all around")
        agent.join(PATIENCE)
        words = server.file("operator-foo_11.log").decode()
        check(words.count("act drive 100 0 0") == 1, words)
        packed = os.path.join(server.folder, "Logfiles", "monitor.log.zst")
        unpacked = subprocess.run(["zstd", "-dcq", packed], capture_output=True, check=True, timeout=PATIENCE).stdout
        check(b"(team_left foo)" in unpacked and unpacked.endswith(b"(Die)\n"), "monitor.log.zst")


def a_crowd():
    """22 robots, all driven from one machine, each with the state of the world; the world keeps its time."""
    with soccer("--team", "none", "--Soccer.Operated", "foo:0 " * 11 + "bar:0 " * 11) as server:
        names = list(server.robots())
        check(len(names) == 22, names)
        crowd = [server.operate(name, "drive", "world") for name in names]
        begun, step = time.monotonic(), server.description("world")[0]
        for turn in range(20):
            for player in crowd:
                player.send("drive", 100 * (-1) ** turn, 50, 0)
                check(player.poll(0.002), "ended")
        steps = server.description("world")[0] - step
        check(steps > 50 * (time.monotonic() - begun), f"{steps} steps in {time.monotonic() - begun:.1f} s")
        check(all(player.step > step for player in crowd), "some do not get the world")
        for player in crowd:
            player.close()
        for name in names:
            server.await_state(name, "idle")
        check("refused" not in server.told(), server.told())


def odd_teams():
    """Names of teams that are no names of robots, and players that cannot be."""
    with soccer("--team", "foo:1", "--Soccer.Operated", "<b>&x%20/y:1 <b>&x%20/y:0") as server:
        check(set(server.robots()) == {"team__b__x_20_y_1", "team__b__x_20_y_next"}, server.robots())
        with server.operate("team__b__x_20_y_1", "GameState") as player:
            check("no opponent" not in server.told(), server.told())
            heard = []
            player.on_text = lambda name, text: heard.append(text)
            wait_until(lambda: player.poll(0.1) and heard, "GameState")
        server.stop()
        check(b"<b>&x%20/y)" in server.file("monitor.log"), "the team's name")
    for players, words in (
        ("foo:11 bar:0 foo:11", "foo:11 occurs twice"),
        ("foo:0 bar:0 baz:0", "a match has two teams, and foo, bar, baz are more"),
        ("foo:3 " + "foo:0 " * 11, "more than 11 players of foo"),
        ("f\u00fc:1", "is no player; expected words like foo:11"),
        ("a'b:1", "is no player; expected words like foo:11"),
        ("7:12", "'7:12' is no player"),
    ):
        with tempfile.TemporaryDirectory(prefix="operated_worlds.") as folder:
            options = [*STRICTLY, "--monitor_port", "off", "--team", "none", "--Soccer.Operated", players]
            done = subprocess.run([SERVER, *options], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
            check(done.returncode > 0 and len(done.stderr.splitlines()) == 1 and words in done.stderr, done.stderr)
            check(not os.listdir(folder), "something has been written")


TESTS = [robots_of_ones_own, what_a_script_cannot_have, the_same_place_everywhere, paused, hidden_surroundings, in_company, a_crowd, odd_teams]

if __name__ == "__main__":
    for test in TESTS:
        if not sys.argv[2:] or test.__name__ in sys.argv[2:]:
            began = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - began:.1f} s", flush=True)
