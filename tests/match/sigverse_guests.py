#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers and worlds in the style of SIGVerse's users between 2011 and 2016 are built as at that time, and played: their messages, the
movements of things, and their files.

    sigverse_guests.py BUILD_FOLDER [unittest's arguments]
"""

import math
import os
import sys
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in ("support", "support/sigverse", "gateways/sigverse/controller"):
    sys.path.insert(0, os.path.join(TESTS, folder))

from guests import Guests, Runs  # noqa: E402

GUESTS = Guests(sys.argv.pop(1), "cleanup", "lab", "seminar")


def setUpModule():
    unittest.addModuleCleanup(GUESTS.close)
    GUESTS.make()


class Building(unittest.TestCase):
    def test_sources_compile_unchanged_and_without_warnings(self):
        GUESTS.look_at()
        self.assertEqual(GUESTS.complaints, [])


class GuestTest(unittest.TestCase):
    def setUp(self):
        self.runs = Runs(GUESTS, self)
        self.play = self.runs.play


class CleaningUp(GuestTest):
    """A robot with wheels and an arm, a moderator and a person in a room with rubbish."""

    def setUp(self):
        super().setUp()
        self.run_ = self.play("cleanup", "CleanUpRoom.xml", 20)

    def test_the_robot_takes_the_can_twice(self):
        moves = self.run_.messages(0)
        # Half a second at -90 degrees/s has lifted the arm; its hand is 15 cm from the can when the robot touches the can.
        self.assertEqual([line for line in moves if not line.startswith("target")],
                         ["robot_000: 6 entities", "start from moderator_0, speed 20", "joint -0.79", "man_000 says Hello",
                          "try 1 with RARM_LINK7: grasped", "start from moderator_0, speed 60", "joint -0.79",
                          "try 1 with RARM_LINK7: grasped", "moderator_0 says Task_end"])
        self.assertEqual([line.split()[1] for line in moves if line.startswith("target")], ["trash_1", "trash_1"])
        self.assertEqual(self.run_.messages(1), ["robot_000: Task_finished trash_1 after 1"] * 2)

    def test_wheels_and_arm_move_as_commanded(self):
        places = {round(time, 2): objects for time, objects in self.run_.frames()}
        robot, hand = places[1.6]["robot_000"], places[1.6]["robot_000/RARM_LINK7"]
        # The robot drives straight on, at 5 rad/s on wheels of 10 cm; the arm of 12 cm hangs on a shoulder 5 cm above the centre.
        self.assertAlmostEqual(places[1.6]["robot_000"][2] - places[1.2]["robot_000"][2], 20, 6)
        angle = math.atan2(hand[1] - robot[1] - 5, hand[2] - robot[2])
        self.assertAlmostEqual(math.hypot(hand[1] - robot[1] - 5, hand[2] - robot[2]), 12, 6)
        self.assertTrue(0.7 < angle < math.pi / 4 + 1e-6, angle)

    def test_results_are_written_to_files(self):
        head, slow, fast = self.run_.file(1, "result.txt")
        self.assertEqual(head, "# trial what time")
        self.assertRegex(slow, r"^slow Task_finished \d\.\d$")
        self.assertRegex(fast, r"^fast Task_finished \d\.\d$")
        self.assertLess(float(fast.split()[2]), float(slow.split()[2]))
        # Broadcasts reach him, messages to others do not.
        self.assertEqual(self.run_.file(2, "heard.txt"), [f"moderator_0: {what}" for what in ("Task_start 20", "Task_start 60", "Task_end")])

    def test_the_person_plays_motions_and_walks_in_simulated_time(self):
        self.assertEqual(self.run_.agent_lines(2), ["motions: 4", "0.5 LARM_JOINT1", "1.0 RARM_JOINT1", "1.5 RARM_JOINT4", "2.0 HEAD_JOINT0",
                                                    "walked to 50 in 1"])
        steps = []
        for _, x, y, z in self.run_.way("man_000"):
            self.assertEqual((y, z), (54, -100))
            if not steps or steps[-1] != x:
                steps.append(x)
        # The moderator moves everything back.
        self.assertEqual(steps, [150, 130, 110, 90, 70, 50, 150])

    def test_the_can_is_pushed_taken_and_returned(self):
        frames = self.run_.frames()
        way = self.run_.way("trash_1")
        self.assertTrue(-5 <= way[0][1] <= 5)
        pushed = next(number for number, (_, _, _, z) in enumerate(way) if z > -38.5)
        restored = next(number for number in range(pushed, len(way)) if abs(way[number][3] + 40) < 0.001)
        self.assertLess(frames[restored][0] - frames[pushed][0], 1)

        # A held thing keeps its place relative to the hand while the robot walks on.
        def from_hand(objects):
            return [can - hand for can, hand in zip(objects["trash_1"][:3], objects["robot_000/RARM_LINK7"][:3])]

        taken = [objects for time, objects in frames if 4.36 < time < 4.52]
        self.assertGreater(taken[-1]["trash_1"][2] - taken[0]["trash_1"][2], 3)
        for objects in taken:
            for first, now in zip(from_hand(taken[0]), from_hand(objects)):
                self.assertAlmostEqual(first, now, 1)
        # A dropped thing falls to the ground.
        self.assertAlmostEqual(way[-1][2], 3, 2)
        self.assertEqual({place[1:] for place in self.run_.way("trashbox_0")}, {(100, 20, 100)})


class InTheLab(GuestTest):
    def test_shots_hit_each_ball_once(self):
        one = self.play("lab", "billiards.xml", 12)
        shots = [line for line in one.agent_lines(0) if line.startswith("[MSG]")]
        self.assertEqual(shots[0], "[MSG]  mass 0.40 kg, radius 3.0 cm")
        self.assertEqual([line.split()[4].strip(",") for line in shots if " shot " in line], ["ball_1", "ball_2", "ball_3"])
        hits = [line.split()[2] for line in shots if " hit " in line]
        self.assertIn("ball_1", hits)
        self.assertEqual(len(hits), len(set(hits)))
        self.assertTrue(all(line.endswith("(body) with body") for line in shots if " hit " in line))
        first, last = one.way("ball_1")[0], one.way("ball_1")[-1]
        self.assertGreater(abs(last[1] - first[1]) + abs(last[3] - first[3]), 20)
        for ball in ("ball_1", "ball_2", "ball_3", "cue"):
            for _, x, y, z in one.way(ball):
                self.assertTrue(abs(x) < 50 and abs(z) < 80 and 73 < y < 78, (ball, x, y, z))
        # He reports a hit thing to another agent, which writes it to a file.
        self.assertEqual([line.split()[3] for line in one.file(2, "dice.csv") if line.startswith("#")], hits)

    def test_attitudes_and_cameras_have_the_expected_values(self):
        self.assertEqual(self.play("lab", "billiards.xml", 3).messages(1),
                         ["camera 1 at (0.0, 20.0, 5.0) on body, camera 2 to (0.0, -1.0, 1.0), fov 60",
                          "yaw 30.0, front (0.50, 0.00, 0.87), dot 0.87", "yaw 60.0, front (0.87, 0.00, 0.50), dot 0.50",
                          "yaw 90.0, front (1.00, 0.00, 0.00), dot 0.00", "yaw 120.0, front (0.87, 0.00, -0.50), dot -0.50",
                          "looks back yes, fov 60"])

    def test_random_numbers_clocks_and_exceptions_are_logged(self):
        one = self.play("lab", "billiards.xml", 3)
        self.assertEqual(one.agent_lines(2), ["[MSG]  no attribute: lamp has no attribute colour",
                                              "[MSG]  read only: attribute name of lamp is read-only",
                                              '[MSG]  not a number: attribute mass is a double, not "heavy"', "[MSG]  switch was off, is on",
                                              "[ERR]  onAction: std::runtime_error: fell from the table"])
        head, *rows = one.file(2, "dice.csv")
        self.assertEqual(head, "time,rand,getRand")
        rows = [row.split(",") for row in rows if not row.startswith("#")]
        self.assertEqual([row[0] for row in rows], [f"{0.01 + 0.25 * number:.3f}" for number in range(12)])
        self.assertGreater(len({row[1] for row in rows}), 2)
        self.assertTrue(all(0 <= float(row[2]) < 1 for row in rows))

    def test_things_fall_upwards_with_reversed_gravity(self):
        one = self.play("lab", "upward.xml", 5)
        touched, off = one.messages(0)
        self.assertEqual(touched, "touched ceiling at 1.01")
        self.assertEqual(off, "gravity off, mass 2.0")
        head, *rows = one.file(0, "height.csv")
        self.assertEqual(head, "time,y,vy")
        rows = [[float(number) for number in row.split(",")] for row in rows]
        for time, y, vy in rows[:10]:
            steps = round(time / 0.01)
            self.assertAlmostEqual(vy, 490 * time, 2)
            self.assertAlmostEqual(y, 52 + 490 * 1e-4 * steps * (steps + 1) / 2, 2)
        still = [row for row in rows if 1.5 < row[0] < 2]
        self.assertTrue(all(abs(y - 297) < 0.1 and abs(vy) < 0.1 for _, y, vy in still), still)
        down = [row for row in rows if row[0] > 2.2]
        self.assertTrue(all(abs(vy + 50) < 1e-3 for _, _, vy in down), down)
        # Things that are not held hang from the ceiling.
        self.assertAlmostEqual(one.way("stone")[-1][2], 297, 1)

    def test_a_world_without_autostart_advances_on_request(self):
        one = self.runs.begin("lab", "byhand.xml", "--Spades.EndTime", "2").end()
        fallen = [1000 - 980 * 1e-4 * n * (n + 1) / 2 for n in (10, 20, 30, 40, 50)]
        self.assertEqual(one.messages(0), [f"{number}: 0.10 s, stone at {y:.2f}" for number, y in enumerate(fallen)])


class InTheSeminar(GuestTest):
    def test_messages_arrive_within_reach_only(self):
        one = self.play("seminar", "talk.xml", 5)
        self.assertEqual(one.agent_lines(0), ["talker said 3 words, the first is near, at 0.02",
                                              "talker said 1 words, the first is everybody, at 0.52",
                                              "talker said 2 words, the first is you, at 1.02", "talker sent 3: [turn] [left] []",
                                              "talker sent 2: [turn] [left]", "talker called こんにちは (0) at 2.01", "talker called shout (0) at 2.01",
                                              "talker sounded 160 samples, the loudest 9998", "no one understands it"])
        self.assertEqual(one.agent_lines(2), ["talker said 1 words, the first is everybody, at 0.51",
                                              "talker said 2 words, the first is you, at 1.01",
                                              "talker sent 2: [turn] [left]", "talker called shout (0) at 2.01"])
        self.assertEqual(one.messages(1), ["near answers 1", "far answers 1", "near answers 2", "far answers 2", "near answers 3",
                                           "far calls I heard shout", "near calls I heard こんにちは", "near calls I heard shout"])
        self.assertEqual(one.agent_lines(3)[0], "[SYS]  tv_0 is a TV, states by switch")
        self.assertEqual(one.messages(3)[1:], ["channel 1, off", "1. change, by talker", "channel 1, on", "channel 2, on", "channel 3, on",
                                               "channel 4, on"])
        # It has turned by 0.5 rad after the message "left".
        self.assertAlmostEqual(one.frames()[-1][1]["tv_0"][5], 0.247404, 5)

    def test_sleeping_does_not_stop_others_and_missing_objects_are_reported(self):
        one = self.play("seminar", "sleep.xml", 9)
        self.assertEqual(one.messages(0), ["1: from 0.01 to 3.01, clock 3 s", *["woken by runner at 3.02"] * 2,
                                           "2: from 3.02 to 6.02, clock 3 s", *["woken by runner at 6.03"] * 2])
        self.assertEqual(one.file(1, "laps.txt"), [f"lap {number} at {0.01 + 2 * number:g}" for number in range(5)])
        self.assertEqual(one.messages(2), ["joints 0, angle 0.00, position 0, quaternion 0, parts 0", "pointing 0", "joint force 0",
                                           "hand missing, body body", "grasp 0, nothing 0", "grasped 0, collision 0",
                                           "[ERR]  setWheelProperty: wheel LEFT of watcher: there is no such part", "wheels 0",
                                           "[ERR]  captureView returns NULL: there is no service that takes pictures",
                                           "seen 1 (1), picture no, service yes", "told 1",
                                           "[ERR]  loadWaveFile: voice.wav: No such file or directory", "wave missing",
                                           "still at (0.0, 51.0, 12.6)"])
        way = {time: x for time, x, _, _ in one.way("sleeper")}
        self.assertEqual([way[time] for time in (0.04, 2.0, 2.04, 3.0, 3.04, 5.04)], [-90, -90, -80, -80, -70, -60])


if __name__ == "__main__":
    unittest.main()
