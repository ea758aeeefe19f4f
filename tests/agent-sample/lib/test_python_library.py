#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rcss3d.agent, the library of agents in Python, without a server: test_python_library.py SOURCE_FOLDER [unittest's arguments]"""

import contextlib
import io
import itertools
import math
import os
import random
import socket
import sys
import threading
import time
import unittest

ROOT = os.path.abspath(sys.argv.pop(1))
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "tests", "support")]

from programs import lasting_port  # noqa: E402
from rcss3d import agent  # noqa: E402
from rcss3d.agent import Acts, BallMotion, BallState, Drawing, Field, KickTable, Percepts, Vector, World, WorldModel, player_motion  # noqa: E402
from rcss3d.agent.vector import distance, towards  # noqa: E402

VECTORS = os.path.join(ROOT, "tests/agent-sample/lib/motion_vectors.txt")
FIRST = ("(GameState (unum 3) (team right) (FieldLength 40) (FieldWidth 20) (FieldHeight 40) (GoalWidth 4) (GoalDepth 2) (GoalHeight 1.5)"
         " (BorderSize 10) (AgentMass 75) (AgentRadius 0.22) (AgentMaxSpeed 10) (BallRadius 0.111) (BallMass 0.43) (time 0) (playmode BeforeKickOff))")


def numbers_of(ball):
    return [*ball.position, *ball.velocity, ball.height, ball.climb, *ball.spin]


class Motions(unittest.TestCase):
    def worked_out(self, what, n):
        place, velocity, target = Vector(*n[:2]), Vector(*n[2:4]), Vector(*n[4:6])
        if what == "drive":
            return [*itertools.chain(*player_motion.drive(place, velocity, target, n[6]))]
        if what == "time":
            return [player_motion.time_to(place, velocity, target, n[6])]
        if what == "command":
            return [*player_motion.command_to(place, velocity, target, n[6])]
        if what == "rest":
            return [*player_motion.command_to_rest(place, velocity, target, n[6])]
        if what == "ball":
            return numbers_of(self.motion.after(BallState(place, velocity, n[4], n[5], Vector(*n[6:8])), n[8]))
        if what == "kick":
            return numbers_of(self.motion.kicked(self.motion.rolling(Vector(), place), velocity, n[4], n[5]))
        if what == "table":
            return [*self.table.at(*n)[2:]]
        self.assertEqual(what, "for")
        return [*self.table.kick_for(*n)]

    def test_motions_are_those_of_the_cpp_library(self):
        self.motion = BallMotion(Field(ball_mass=0.43, ball_radius=0.111))
        self.table = KickTable(self.motion)
        with open(VECTORS, encoding="utf-8") as file:
            lines = [line.split() for line in file if not line.startswith("#")]
        self.assertGreater(len(lines), 50)
        for what, *words in lines:
            middle = words.index("=")
            expected = list(map(float, words[middle + 1:]))
            found = self.worked_out(what, list(map(float, words[:middle])))
            self.assertEqual(len(found), len(expected))
            for one, other in zip(found, expected):
                self.assertAlmostEqual(one, other, delta=1e-6 * max(1, abs(other)), msg=f"{what} {words}")

    def test_impossible_motions_have_no_result(self):
        table = KickTable(BallMotion(Field(ball_mass=0.43, ball_radius=0.111)))
        self.assertIsNone(table.kick_for(34.5))
        self.assertIsNone(table.kick_for(10, below=0.05))
        self.assertIsNone(table.at(math.nan, 100, 5))
        self.assertEqual(player_motion.time_to(Vector(), Vector(), Vector(math.nan, 0)), math.inf)


class Texts(unittest.TestCase):
    def test_percepts_are_parsed(self):
        percepts = Percepts.read("(Vision (Flag (id 1_l) (pol 20.5 -45 1.5)) (Ball (pol 3 90 -2)) (Player (team red) (id 4) (pol 5 0 0))"
                                 " (Goal (id 2_r) (pol 1 nan 0)))" + FIRST + "(AgentState (pan_tilt 30 -5) (battery 99.5) (temp 23))(hear 1.5 -30 hello)(hear 1.5 self me)")
        self.assertTrue(percepts.vision)
        self.assertEqual([(s.kind, s.id, s.team, s.distance) for s in percepts.seen], [("flag", "1_l", "", 20.5), ("ball", "", "", 3), ("player", "4", "red", 5)])
        self.assertAlmostEqual(percepts.seen[1].azimuth, math.pi / 2)
        self.assertEqual((percepts.number, percepts.left, percepts.lengths["length"], percepts.play_mode), (3, False, 40, "BeforeKickOff"))
        self.assertAlmostEqual(percepts.pan_tilt[0], math.radians(30))
        self.assertEqual((percepts.battery, percepts.heard), (99.5, [("-30", "hello"), ("self", "me")]))
        self.assertEqual(Percepts.read("(time (now 1.25))").simulated_time, 1.25)

    def test_damaged_percepts_are_survived(self):
        whole = FIRST + "(Vision (Flag (id 1_l) (pol 20.5 -45 1.5)) (Ball (pol 3 90 -2)) (Player (team red) (id 4) (pol 5 0 0)))(hear 1 2 x)"
        chance = random.Random(1)
        for length in range(len(whole)):
            Percepts.read(whole[:length])
        model = WorldModel("red")
        for _ in range(500):
            letters = list(whole)
            for _ in range(chance.randrange(1, 30)):
                letters[chance.randrange(len(letters))] = chance.choice("()( )0-.en\u00e9\x00x")
            world = model.read("".join(letters), chance.choice([-1, 1, 2**40, 30]), chance.choice([-1, 11, 5, 40]))
            self.assertTrue(math.isfinite(world.me.position.x))
        world = WorldModel("red").read("(GameState (unum 3) (team left) (FieldLength 40))")
        self.assertEqual((world.ready, world.field.width), (True, 26))
        Percepts.read("(" * 100000 + ")" * 100000)

    def test_acts_have_the_form_of_the_protocol(self):
        acts = Acts().drive((3, 4)).kick(70, 0.1).after(7).kick(20, 80).say("hello").say("no (brackets)").catch_ball()
        acts.after(0).drive((math.nan, 0)).beam((-3, 1.234)).turn_camera(100, -20)
        self.assertEqual(acts.texts[0], "(drive 60.00 80.00 0.00)(kick 50.00 1.00)(beam -3.00 1.23 0.00)(pantilt 90.00 -10.00)")
        self.assertEqual(acts.texts[7], "(kick 20.00 80.00)(say hello)(catch)")

    def test_drawings_have_the_form_of_the_protocol(self):
        drawing, world = Drawing(True), World(number=4, left=False)
        drawing.begin(world)
        self.assertEqual(drawing.text, "")
        drawing.line("a pass", (0, 0), (1, 2.5))
        drawing.words("x", (1, 1), 'he "said" \\')
        drawing.circle("x", (math.inf, 1), 1)
        self.assertEqual(drawing.text, "(by right 4)(time 0.00)(line a_pass 0.00 0.00 1.00 2.50)(words x 1.00 1.00 \"he 'said' /\")")
        for _ in range(5000):
            drawing.circle("x", (1, 1), 1)
        self.assertLessEqual(len(drawing.text), 16 * 1024)
        off = Drawing()
        off.begin(world)
        off.circle("x", (1, 1), 1)
        self.assertEqual(off.text, "")


class Truth:
    """A player of the left team that runs around, and its percepts: with the server's noise, of all directions or of its camera only."""

    def __init__(self, seed, camera):
        self.chance, self.camera = random.Random(seed), camera
        self.place, self.velocity, self.pan = Vector(-5, 2), Vector(), 0.0
        self.motion = BallMotion(Field(ball_mass=0.43, ball_radius=0.111))
        self.ball = self.motion.rolling(Vector(0, 1), Vector(4, -1))
        self.mate, self.mate_velocity = Vector(-8, -3), Vector(0.8, 0.4)

    def pol(self, place, height):
        line, up = place - self.place, height - 0.22
        range_ = math.hypot(line.length, up)
        noise = self.chance.gauss
        return (range_ * (1 + noise(0, 0.000965)), math.degrees(math.remainder(line.angle - self.pan, 2 * math.pi)) + noise(0, 0.148),
                math.degrees(math.asin(up / range_)) + noise(0, 0.1225))

    def percepts(self, step):
        shown = []
        marks = {("Flag", f"{n}_{s}"): Vector(x, y) for n, y in ((1, -10), (2, 10)) for s, x in (("l", -20), ("r", 20))}
        marks.update({("Goal", f"{n}_{s}"): Vector(x, y) for n, y in ((1, -2), (2, 2)) for s, x in (("l", -20), ("r", 20))})
        things = [(f"{name} (id {id})", place, 0.0) for (name, id), place in marks.items()]
        things += [("Ball", self.ball.position, self.ball.height), ("Player (team red) (id 2)", self.mate, 0.22)]
        for name, place, height in things:
            d, a, e = self.pol(place, height)
            if not self.camera or abs(a) < 90:
                shown.append(f"({name} (pol {d:.4f} {a:.3f} {e:.3f}))")
        state = f"(AgentState (pan_tilt {math.degrees(self.pan):.0f} 0) (battery 100) (temp 23))" if self.camera and step % 200 == 1 else ""
        return f"(Vision {''.join(shown)})(GameState (time {step / 100}) (playmode PlayOn)){state}"

    def move(self, command):
        self.place, self.velocity = player_motion.drive(self.place, self.velocity, command, 0.01)
        self.motion.step(self.ball)
        self.mate += self.mate_velocity * 0.01


class Model(unittest.TestCase):
    def errors(self, camera):
        """Root mean squares of the errors of own place and velocity, ball and team mate, after the first second. The team
        mate counts only while it is visible, because its movement is unknown otherwise."""
        truth, model = Truth(3, camera), WorldModel("red")
        model.read(FIRST.replace("right", "left"), 1, 11)
        sums, count, planned, pictures = [0.0] * 5, 0, {}, {}
        command = Vector()
        for step in range(2, 1000):
            if step % 20 == 1:
                world = model.read(truth.percepts(step), step, step + 10)
                acts = Acts().drive(towards(step * 0.01, 0.9))
                if camera and step % 200 == 1:
                    acts.turn_camera(20, 0)
                model.acted(acts)
                planned[step + 20] = acts
                pictures[step + 20] = world.me, world.ball, world.mates.get(2), world.pan
            if step in planned:
                told = planned[step]
                if step in pictures and step > 120:
                    me, ball, mate, _ = pictures[step]
                    found = (distance(me.position, truth.place), distance(me.velocity, truth.velocity), distance(ball.position, truth.ball.position),
                             distance(ball.velocity, truth.ball.velocity), distance(mate.position, truth.mate) if mate and mate.age < 0.1 else 0.0)
                    sums = [total + error * error for total, error in zip(sums, found)]
                    count += 1
                command = told.drives[0]
                truth.pan += math.radians(told.pans.get(0, 0.0))
            truth.move(command)
        self.assertGreater(count, 30)
        return [math.sqrt(total / count) for total in sums]

    def test_errors_with_unrestricted_vision_are_small(self):
        place, speed, ball, ball_speed, mate = self.errors(False)
        self.assertLess(place, 0.02)
        self.assertLess(speed, 0.02)
        self.assertLess(ball, 0.05)
        self.assertLess(ball_speed, 0.05)
        self.assertLess(mate, 0.08)

    def test_errors_with_a_camera_are_small(self):
        place, speed, ball, ball_speed, mate = self.errors(True)
        self.assertLess(place, 0.03)
        self.assertLess(speed, 0.02)
        self.assertLess(ball, 0.08)
        self.assertLess(ball_speed, 0.06)
        self.assertLess(mate, 0.08)

    def test_unseen_objects_become_uncertain_and_a_new_episode_resets_the_model(self):
        truth, model = Truth(1, False), WorldModel("red")
        model.read(FIRST.replace("right", "left"), 1, 11)
        world = model.read(truth.percepts(21), 21, 31)
        self.assertTrue(world.ball.known and world.mates[2].known and world.team_size == 3)
        errors = [world.ball.error]
        for step in (41, 61):
            world = model.read("(Vision (Flag (id 1_l) (pol 19.2 -141.3 0)))", step, step + 10)
            errors.append(world.ball.error)
        self.assertEqual(errors, sorted(errors))
        world = model.read("(Vision (Flag (id 1_l) (pol 19.2 -141.3 0)))", 81, 91)
        self.assertFalse(world.ball.known)
        self.assertEqual(model.read(FIRST, 1, 11).episode, 2)
        self.assertEqual((model.world.left, model.world.mates, model.world.me.known), (False, {}, False))

    def test_the_state_of_the_game_is_read(self):
        model = WorldModel("red")
        model.read(FIRST, 1, 11)
        for text, mode, whose, is_ours in (("KickOff_Left", "kick_off", "theirs", False), ("free_kick_right", "free_kick", "ours", True),
                                           ("Unheard_Of", "unknown", "", False), ("GameOver", "game_over", "", False)):
            game = model.read(f"(GameState (time 3)(playmode {text}))").game
            self.assertEqual((game.mode, game.whose, game.our_restart), (mode, whose, is_ours))
        game = model.read("(GameState (time 9)(playmode PenaltyShoot_Left)(half 4)(shoot_out_left 2)(shoot_out_right 3)(shooter 7))").game
        self.assertEqual((game.mode, game.play_on, game.whose, game.half, game.shooter, game.shots_ours, game.shots_theirs), ("penalty", True, "theirs", 4, 7, 3, 2))
        game = model.read("(GameState (half x)(shooter -3)(shoot_out_left 1e9))").game
        self.assertEqual((game.half, game.shooter, game.shots_theirs), (4, 7, 2))
        world = model.read("(hear 1 30 one)(hear 1 self own)(hear 1 -60 two)")
        self.assertEqual([(heard.text, heard.from_mate) for heard in world.heard], [("one", True), ("two", False)])


class Links(unittest.TestCase):
    def test_messages_pass_over_pipes(self):
        to_agent, from_agent = os.pipe(), os.pipe()
        decide = lambda world, acts, drawing: (acts.drive((1, 0)).after(3).kick(20, 100), drawing.circle("x", (0, 0), 1))  # noqa: E731
        player = threading.Thread(target=agent.play, args=(agent.PipeConnection(to_agent[0], from_agent[1]), decide, "red", 5, Drawing(True)))
        player.start()
        server = agent.PipeConnection(from_agent[0], to_agent[1])

        def replies(count, *texts):
            server.send(*texts)
            return [server.receive() for _ in range(count)]

        self.assertEqual(replies(1, "D"), ["I"])
        self.assertEqual(replies(2, "S1 11 "), ["A(create)", "D"])
        self.assertEqual(replies(2, "S21 31 "), ["A(init (unum 5)(teamname red))", "D"])
        drawn = "V(by right 3)(time 0.00)(circle x 0.00 0.00 1.00)"
        self.assertEqual(replies(4, "S41 51 " + FIRST), ["A(drive 100.00 0.00 0.00)", drawn, "R54", "D"])
        self.assertEqual(replies(2, "T54"), ["A(kick 20.00 100.00)", "D"])
        server.send("X")
        player.join(100)
        self.assertFalse(player.is_alive())
        for end in (*to_agent, *from_agent):
            os.close(end)

    def test_wrong_usage_is_reported(self):
        for arguments, line in ((["--unum", "12"], "argument --unum: 12: expects a number from 0 to 11"),
                                (["--port", "65536"], "argument --port: 65536: expects a number from 1 to 65535"),
                                (["--teamname", "a(b"], "argument --teamname: a(b: expects 1 to 64 printable characters")):  # fmt: skip
            with self.assertRaises(SystemExit) as end, contextlib.redirect_stderr(io.StringIO()) as printed:
                agent.main(None, arguments)
            self.assertEqual(end.exception.code, 2)
            self.assertIn(line, printed.getvalue())
        with self.assertRaises(OSError):
            agent.PipeConnection(10**6, 10**6)

    def test_tcp_waits_for_the_server(self):
        port = lasting_port()
        arguments = ["--port", str(port), "--teamname", "red", "--unum", "4"]
        player = threading.Thread(target=agent.main, args=(lambda world, acts, drawing: acts.drive((1, 0)), arguments))
        player.start()
        time.sleep(0.3)  # by now it has probably tried to connect; otherwise it connects later
        with socket.create_server(("127.0.0.1", port)) as listener:
            link = listener.accept()[0]
        with link, link.makefile("rb") as stream:
            got = []
            for text in ("(time (now 0))", "(time (now 0.2))", FIRST):
                link.sendall(len(text).to_bytes(4, "big") + text.encode())
                got.append(stream.read(int.from_bytes(stream.read(4), "big")).decode())
        self.assertEqual(got, ["(create)", "(init (unum 4)(teamname red))", "(drive 100.00 0.00 0.00)"])
        player.join(100)
        self.assertFalse(player.is_alive())


if __name__ == "__main__":
    unittest.main()
