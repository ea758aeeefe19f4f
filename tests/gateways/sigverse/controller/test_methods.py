# SPDX-License-Identifier: Apache-2.0
"""Every method that a controller may call: the octets that it sends, and its result from the answer.
Usage: test_methods.py FOLDER-OF-PROGRAMS"""

import os
import pathlib
import subprocess
import sys
import unittest
import unittest.mock

from octets import (ADD_FORCE, ADD_FORCE_AT, ADD_TORQUE, ANGULAR, CONNECT_JOINT, DISPLAY_TEXT, DYNAMICS, FORCE_PART, FORWARD, GET_ANGULAR,
                    GET_GRAVITY, GET_JOINT_ANGLE, GET_LINEAR, GRAVITY, JOINT_ANGLE, JOINT_ANGLE_RESULT, JOINT_FORCE, JOINT_FORCE_RESULT,
                    JOINT_QUATERNION, JOINT_TORQUE, JOINT_VELOCITY, LINEAR, LOG, NAMES, NAMES_RESULT, ON_INIT, ON_MESSAGE, ON_SOUND,
                    ON_TEXT, PART_VELOCITY, POINTED, POINTED_RESULT, REACH, RELEASE_JOINT, SET_GRAVITY, SET_LINEAR, SET_MASS, UPDATE, packet,
                    raw, real, text, texts, u16)
from stage import TIMEOUT, LibraryCase, Stage, changes

HERE = pathlib.Path(__file__).parent


def angles(*pairs):
    body = b"".join(f"{name},{angle:.3f},".encode() for name, angle in pairs)
    return u16(len(body) + 4) + u16(len(pairs)) + body


class Methods(LibraryCase):
    NAME = HERE / "Methods.cpp"

    def setUp(self):
        self.stage = Stage(self.built, self.library)
        self.addCleanup(self.stage.__exit__)
        self.time = 0.0
        self.stage.begin(self.time, packet(ON_INIT))
        self.stage.give()
        self.stage.end()

    def tearDown(self):
        self.stage.finish()

    def call(self, what, loads=True):
        """Begins a turn in which the controller calls this method of `ball`, which it loads first."""
        self.time += 0.01
        body = f"a,{len(what):05},{what},-1.0,1,robot,".encode()
        self.stage.begin(self.time, raw(1, body))
        if loads:
            self.stage.give()

    def expect(self, kind, data, *answer):
        unit = self.stage.link.read()
        self.assertEqual(unit.kind, ("raw", kind[1]) if isinstance(kind, tuple) else kind, unit.octets.hex())
        self.assertEqual(unit.body.data.hex(" ", 4), data.hex(" ", 4))
        if answer:
            self.stage.link.send(*answer)
        return unit

    def expect_log(self, line):
        unit = self.stage.link.expect(LOG)
        unit.body.s16()
        self.assertEqual(unit.body.text(), line)

    def expect_update(self, operations, **attributes):
        self.assertEqual(changes(self.stage.link.expect(UPDATE)), {"ball": (operations, attributes)})

    def end_turn(self):
        self.stage.end()

    def test_positions_and_rotations_are_sent_and_read(self):
        self.call("setPosition")
        self.expect_update(1, x=4.0, y=5.0, z=6.0)
        self.end_turn()
        self.call("setPositionVector")
        self.expect_update(1, x=4.5, y=5.5, z=6.5)
        self.end_turn()
        self.call("getPosition")
        self.expect((0, 17), b"ball,", b"\1" + real(7, 8, 9))
        self.expect_log("7 8 9, copy 7")
        self.end_turn()
        self.call("setThenGet")
        self.expect_update(1, x=4.0, y=5.0, z=6.0)
        self.expect((0, 17), b"ball,", b"\1" + real(4, 5, 6))
        self.expect_log("4 5 6")
        self.end_turn()
        self.call("getPosition")
        self.expect((0, 17), b"ball,", b"\0" + real(0, 0, 0))
        self.expect_log("1 2 3, copy 1")
        self.end_turn()
        self.call("getRotation")
        self.expect((0, 19), b"ball,", b"\1" + real(0, 0.6, 0, 0.8))
        self.expect_log("0 0.6 0 0.8")
        self.end_turn()
        self.call("setRotation")
        self.expect_update(2, qw=0.0, qx=0.6, qy=0.0, qz=0.8)
        self.end_turn()
        self.call("setAxisAndAngle")
        self.expect_update(2, qw=6.123233995736766e-17, qx=0.0, qy=1.0, qz=0.0)
        self.end_turn()
        self.call("setAxisAndAngleRelative")
        self.expect((0, 19), b"ball,", b"\1" + real(0, 1, 0, 0))
        self.expect_update(2, qw=0.0, qx=0.0, qy=0.0, qz=1.0)
        self.end_turn()
        self.call("setEntityQuaternion")
        self.expect_update(2, qw=0.0, qx=0.0, qy=0.0, qz=1.0)
        self.end_turn()
        self.call("setEntityQuaternionRelative")
        self.expect((0, 19), b"ball,", b"\1" + real(0, 0, 1, 0))
        self.expect_update(2, qw=0.0, qx=1.0, qy=0.0, qz=0.0)
        self.end_turn()

    def test_forces_and_torques_are_sent(self):
        for what, kind, data in (
                ("addForce", ADD_FORCE, text("ball") + real(1, 2, 3) + b"\0"),
                ("addRelForce", ADD_FORCE, text("ball") + real(1, 2, 3) + b"\1"),
                ("addForceAtPos", ADD_FORCE_AT, text("ball") + real(1, 2, 3, 4, 5, 6) + b"\0\0"),
                ("addForceAtRelPos", ADD_FORCE_AT, text("ball") + real(1, 2, 3, 4, 5, 6) + b"\1\0"),
                ("addRelForceAtPos", ADD_FORCE_AT, text("ball") + real(1, 2, 3, 4, 5, 6) + b"\0\1"),
                ("addRelForceAtRelPos", ADD_FORCE_AT, text("ball") + real(1, 2, 3, 4, 5, 6) + b"\1\1"),
                ("addForceToParts", FORCE_PART, texts("ball", "box") + real(1, 2, 3)),
                ("addTorque", ADD_TORQUE, text("ball") + real(1, 2, 3) + b"\0"),
                ("addRelTorque", ADD_TORQUE, text("ball") + real(1, 2, 3) + b"\1")):
            self.call(what)
            self.expect(kind, data)
            self.end_turn()
        self.call("setForce")
        self.expect_log("3 2 1")
        self.expect_update(4, fx=3.0, fy=2.0, fz=1.0)
        self.end_turn()
        self.call("setTorque")
        self.expect_log("1 2 3")
        self.expect_update(0x10, tqx=1.0, tqy=2.0, tqz=3.0)
        self.end_turn()
        self.call("setAccel")
        self.expect_log("1 2 3")
        self.expect_update(8, ax=1.0, ay=2.0, az=3.0)
        self.end_turn()

    def test_motion_and_state_are_read(self):
        self.call("setLinearVelocity")
        self.expect(SET_LINEAR, text("ball") + real(1, 2, 3))
        self.expect(SET_LINEAR, text("ball") + real(4, 5, 6))
        self.end_turn()
        for what in ("getLinearVelocity", "getVelocity"):
            self.call(what)
            self.expect(GET_LINEAR, text("ball"), packet(LINEAR, text("ball") + real(1, 2, 3)))
            self.expect_log("1 2 3")
            self.end_turn()
        self.call("setAngularVelocity")
        self.expect_update(0x40, avx=1.0, avy=2.0, avz=3.0)
        self.end_turn()
        self.call("getAngularVelocity")
        self.expect(GET_ANGULAR, text("ball"), packet(ANGULAR, text("ball") + real(1, 2, 3)))
        self.expect_log("1 2 3")
        self.end_turn()
        self.call("mass")
        self.expect(SET_MASS, text("ball") + real(4.5))
        self.expect_log("2.5 4.5")
        self.end_turn()
        self.call("gravity")
        self.expect(SET_GRAVITY, text("ball") + b"\0")
        self.expect(GET_GRAVITY, text("ball"), packet(GRAVITY, text("ball") + b"\0"))
        self.expect_log("0")
        self.end_turn()
        self.call("dynamics")
        self.expect(DYNAMICS, text("ball") + b"\0")
        self.expect_log("1 0")
        self.end_turn()
        self.call("collision")
        self.expect((0, 37), b"\0ball,")
        self.end_turn()
        self.call("grasped")
        self.expect((0, 36), b"ball,", b"\1")
        self.expect_log("1")
        self.end_turn()

    def test_attributes_are_read_and_set(self):
        self.call("attributes")
        self.expect_log("ball Ball 7 0 agent 0 mass 2.5 shape ball.x3d attribute 1 0 switch off group visState")
        self.expect_log("z 3 of 3 in the map")
        self.expect_update(0x01 | 0x02, dynamics=False, mass=3.5, shapeFile="cube.x3d", switch="on", x=9.0, y=2.0, z=3.0, qw=0.5, qx=0.0,
                           qy=0.0, qz=0.0, FOV=60.0)
        self.end_turn()

    def test_attributes_are_set_from_texts(self):
        self.call("texts")
        self.expect_log('attribute FOV is a double, not "nan"')
        self.expect_update(1, x=52.5, y=2.0, z=3.0, mass=30.0, dynamics=False, collision=True)
        self.end_turn()

    def test_objects_print_their_attributes(self):
        self.call("dump")
        self.expect_update(1, x=7.0, y=2.0, z=3.0)
        self.end_turn()
        self.stage.link.close()
        printed = self.stage.program.communicate(timeout=TIMEOUT)[0]
        lines = [line.rstrip() for line in printed.splitlines()]
        self.assertEqual(lines[0], "ball: class Ball, id 7, no controller; at 0.01 s")
        self.assertEqual(lines[:len(lines) // 2], lines[len(lines) // 2:])
        self.assertIn("position  x 7  y 2  z 3", lines)
        self.assertIn('visState  switch "off"', lines)
        self.assertEqual(lines[-3:], ["  body        at (1, 2, 3)  turned (1, 0, 0, 0)  sphere of radius 10",
                                      "  box         at (4, 5, 6)  turned (1, 0, 0, 0)  box 7 x 8 x 9",
                                      "  RARM_LINK7  at (0, 0, 0)  turned (1, 0, 0, 0)  cylinder of radius 2, length 30"])

    def test_null_names_are_sent_as_empty_texts(self):
        self.call("namesThatAreNone")
        self.expect(JOINT_ANGLE, texts("ball", "") + real(0.5))
        self.expect(RELEASE_JOINT, texts("ball", ""))
        self.expect(FORCE_PART, texts("ball", "") + real(1, 2, 3))
        self.expect_log("0")
        self.end_turn()

    def test_joints_are_read_and_moved(self):
        for what, kind, data in (
                ("setJointAngle", JOINT_ANGLE, texts("ball", "J") + real(0.5)),
                ("setJointQuaternion", JOINT_QUATERNION, texts("ball", "J") + real(1, 2, 3, 4) + b"\1"),
                ("addJointTorque", JOINT_TORQUE, texts("ball", "J") + real(0.5)),
                ("setJointVelocity", JOINT_VELOCITY, texts("ball", "J") + real(0.5, 20)),
                ("setAngularVelocityToJoint", JOINT_VELOCITY, texts("ball", "J") + real(0.5, 20)),
                ("setAngularVelocityToParts", PART_VELOCITY, texts("ball", "box") + real(0.5, 20)),
                ("connectJoint", CONNECT_JOINT, texts("J", "ball", "", "can", "")),
                ("connectJointParts", CONNECT_JOINT, texts("J", "ball", "box", "can", "lid")),
                ("releaseJoint", RELEASE_JOINT, texts("ball", "J"))):
            self.call(what)
            self.expect(kind, data)
            self.end_turn()
        self.call("getJointAngle")
        self.expect(GET_JOINT_ANGLE, texts("ball", "J"), packet(JOINT_ANGLE_RESULT, real(0.75)))
        self.expect_log("0.75")
        self.end_turn()
        self.call("getAllJointAngles")
        self.expect((0, 33), b"ball,", angles(("J1", 0.5), ("J2", -1.25)))
        self.expect_log("2: J1 0.5 J2 -1.25")
        self.end_turn()
        self.call("getAllJointAngles")
        self.expect((0, 33), b"ball,", angles())
        self.expect_log("0:")
        self.end_turn()
        for what, code in (("getJointPosition", 11), ("getPartsPosition", 14)):
            self.call(what)
            self.expect((0, code), b"ball,P,", real(1, 2, 3) + b"\1")
            self.expect_log("1: 1 2 3")
            self.end_turn()
            self.call(what)
            self.expect((0, code), b"ball,P,", real(0, 0, 0) + b"\0")
            self.expect_log("0: 0 0 0")
            self.end_turn()
        self.call("getPartsQuaternion")
        self.expect((0, 40), b"ball,P,", real(0.5, 0.5, -0.5, 0.5) + b"\1")
        self.expect_log("1: 0.5 0.5 -0.5 0.5")
        self.end_turn()
        self.call("getJointForce")
        self.expect(JOINT_FORCE, texts("ball", "J"), packet(JOINT_FORCE_RESULT, u16(1) + text("box") + real(1, 2, 3, 4, 5, 6) + text("lid")
                                                            + real(-1, -2, -3, -4, -5, -6)))
        self.expect_log("1: box 3 6 lid -3 -6")
        self.end_turn()
        self.call("getJointForce")
        self.expect(JOINT_FORCE, texts("ball", "J"), packet(JOINT_FORCE_RESULT, u16(0)))
        self.expect_log("0:  0 0  0 0")
        self.end_turn()

    def test_cameras_are_read_and_set(self):
        self.call("setCameras")
        for camera, code in ((1, 21), (2, 21), (1, 23), (2, 23)):
            self.expect((0, code), u16(camera) + real(1, 2, 3) + b"ball,")
        for camera, code in ((1, 21), (3, 21), (1, 23), (3, 23)):
            self.expect((0, code), u16(camera) + real(4, 5, 6) + b"ball,")
        self.expect((0, 25), u16(2) + real(60) + b"ball,")
        self.expect((0, 26), u16(1) + real(1.25) + b"ball,")
        for code, data in ((21, real(1, 2, 3)), (23, real(1, 2, 3)), (25, real(45)), (26, real(1))):
            self.expect((0, code), u16(9) + data + b"ball,")
        self.expect_update(0, elnk1="HEAD")
        self.end_turn()
        self.call("getCameras")
        for camera, code in ((1, 22), (2, 24), (1, 22), (9, 24)):
            self.expect((0, code), u16(camera) + b"ball,", b"\1" + real(1, 2, camera))
            self.expect_log(f"1 2 {camera}")
        for line in ("45", "60", "1.5", "HEAD body"):
            self.stage.give(FOV2=("eye", 60.0))
            if line.startswith("HEAD"):
                self.stage.give()
            self.expect_log(line)
        self.end_turn()
        self.call("knownCameras", loads=False)
        views = {name: ("eye", float(number)) for number, name in enumerate(
            f"{vector}{axis}{camera}" for vector, camera in (("vp", ""), ("vv", ""), ("ep", 2), ("ev", 2), ("ep", 1)) for axis in "xyz")}
        self.stage.give(**views)
        self.expect_log("0 1 2, 3 4 5")
        self.expect_log("6 7 8, 9 10 11 HEAD")
        self.end_turn()
        self.call("knownCameras", loads=False)
        self.stage.give(elnk1=("eye", "body"), **views)
        self.expect_log("12 13 14, 4 5 6")
        self.expect_log("6 7 8, 9 10 11 HEAD")
        self.end_turn()
        self.call("cameraLink")
        for _ in range(2):
            self.stage.give(elnk3=("eye", "box"))
        self.expect_log("box none")
        self.end_turn()
        turned = {f"qu{axis}2": ("eye", value) for axis, value in zip("wxyz", (0.0, 0.0, 1.0, 0.0))}
        self.call("camQuaternion")
        self.stage.give(**turned)
        self.expect_log("1: 0 0 1 0")
        self.stage.give(**turned)
        self.stage.give()
        self.expect((0, 40), b"ball,HEAD,", real(0, 1, 0, 0) + b"\1")
        self.expect_log("1: 0 0 0 1")
        self.end_turn()
        self.call("camQuaternionOfDirection")
        self.stage.give()
        self.expect((0, 24), u16(1) + b"ball,", b"\1" + real(5, 0, 0))
        self.expect_log("1: 0.707 0 0.707 0")
        self.end_turn()

    def test_cameras_of_an_object_with_one_part(self):
        """Cameras are at the only part, whatever the world file says, as existing sources expect."""
        self.stage.finish()
        self.stage = Stage(self.built, self.library)
        self.addCleanup(self.stage.__exit__)
        self.stage.begin(self.time, packet(ON_INIT))
        self.stage.give(parts=1)
        self.stage.end()
        self.call("cameraLink", loads=False)
        for _ in range(3):
            self.stage.give(elnk3=("eye", "HAND"), parts=1)
        self.expect_log("body body")
        self.end_turn()

    def test_pointing_vectors_are_requested_by_joints(self):
        for what, joints in (("getPointingVector", b"A,B,"), ("getPointingLeft", b"LARM_JOINT4,LARM_JOINT7,"),
                             ("getPointingRight", b"RARM_JOINT4,RARM_JOINT7,")):
            self.call(what)
            self.expect((0, 13), b"ball," + joints, real(0, 0, 1) + b"\1")
            self.expect_log("1: 0 0 1")
            self.end_turn()
        self.call("getPointedObject")
        self.expect(POINTED, texts("man", "REYE_LINK", "RARM_LINK7", "2"), packet(POINTED_RESULT, u16(2) + texts("cup", "can")))
        self.expect_log("2 cup can")
        self.expect(POINTED, texts("man", "LARM_LINK4", "LARM_LINK7", "1"), packet(POINTED_RESULT, u16(0)))
        self.expect_log("0")
        self.end_turn()

    def test_parts_are_read_and_moved(self):
        self.call("parts")
        self.expect_log("body 1 2 1 0 10, box 2 0 7 8 9, RARM_LINK7 3 1 2 30, 3 parts, first RARM_LINK7, none 0")
        self.end_turn()
        self.call("partsKnown")
        self.expect_log("box 0 4 5 6, 1 1 1, 1 0")
        self.expect((0, 14), b"ball,RARM_LINK7,", real(7, 8, 9) + b"\1")
        self.expect_log("7 8 9")
        self.expect_log("RARM_LINK7 body box 312 1")
        self.end_turn()
        self.call("partPose")
        self.expect((0, 14), b"ball,RARM_LINK7,", real(1, 2, 3) + b"\1")
        self.expect((0, 40), b"ball,RARM_LINK7,", real(0, 1, 0, 0) + b"\1")
        self.expect((0, 40), b"ball,RARM_LINK7,", real(0, 0, 0, 0) + b"\0")
        self.expect_log("1 2 3, 0 1 0 0, 0: 0 1 0 0")
        self.end_turn()
        for answer, line in ((0, "1"), (1, "0"), (5, "0")):
            self.call("grasp")
            self.expect((0, 31), b"ball,RARM_LINK7,can,", u16(answer))
            self.expect_log(line)
            self.end_turn()
        self.call("release")
        self.expect((0, 32), b"ball,RARM_LINK7,")
        self.end_turn()
        self.call("touching")
        self.expect((0, 39), b"ball,RARM_LINK7,", b"\1")
        self.expect_log("1")
        self.end_turn()

    def test_wheels_set_motors(self):
        self.call("wheels")
        self.expect((0, 27), real(10, 20) + b"ball,")
        self.expect((0, 28), real(1.5, -1.5) + b"ball,")
        self.end_turn()
        # The place of `body` is (1, 2, 3) and that of the other (0, 0, 0).
        self.call("driveWheels")
        self.expect_log("0 3.74166 10 2 0, own 00")
        for left, right in ((0.55, -3.0), (-1.0, 0.3), (0.0, -0.3)):
            self.assertEqual(self.wheel("body"), (left, 100))
            speed, torque = self.wheel("RARM_LINK7")
            self.assertEqual((round(speed, 12), torque), (right, 200))
        self.end_turn()

    def wheel(self, part):
        """The velocity and the maximum torque that are sent for the motor of this part."""
        body = self.stage.link.expect(PART_VELOCITY).body
        self.assertEqual((body.text(), body.text()), ("ball", part))
        return body.real(2)

    def test_noise_of_wheels_is_repeatable(self):
        """Noise comes from the controller's random numbers, so it is the same in each run."""
        runs = []
        for _ in range(2):
            self.call("noisyWheels")
            speeds = [(self.wheel("body")[0], self.wheel("RARM_LINK7")[0]) for _ in range(20)]
            self.expect_log("1 1")
            self.end_turn()
            runs.append(speeds)
            self.assertTrue(all(1 <= left <= 3 and right == 2 for left, right in speeds))
            self.assertTrue(min(speeds)[0] < 1.6 and max(speeds)[0] > 2.4, speeds)
            self.stage.finish()
            self.setUp()
        self.assertEqual(*runs)

    def test_invalid_wheels_are_logged(self):
        self.call("wrongWheels")
        for line in ("wheel L of ball: the largest speed has to be 0 or more", "wheel R of ball: the slip noise has to be from 0 to 1",
                     "wheel L of ball: the largest torque has to be 0 or more"):
            self.expect(LOG, u16(0) + text(f"setWheelProperty: {line}"))
        self.expect_log("00")
        self.end_turn()

    def test_properties_of_the_world_are_read(self):
        self.call("getAllEntities", loads=False)
        self.expect(NAMES, u16(3), packet(NAMES_RESULT, u16(2) + texts("a", "b"), 2, 0), packet(NAMES_RESULT, u16(1) + text("c"), 2, 1))
        self.expect_log("1: mine a b c")
        self.end_turn()
        self.call("time", loads=False)
        self.expect((0, 38), b"", real(0.625))
        self.expect_log("0.625")
        self.end_turn()
        self.call("worldStep", loads=False)
        self.expect((0, 34), real(0.01))
        self.expect((0, 35), real(0.02))
        self.end_turn()
        self.call("myself", loads=False)
        self.expect_log("robot  0 1 1 1")
        self.end_turn()

    def test_messages_and_sounds_are_sent(self):
        one = dict(flags=FORWARD, target="you")
        self.call("sendText", loads=False)
        data = real(1.5) + texts("robot", "you", "hi") + u16(0)
        unit = self.expect(ON_TEXT, data)
        self.assertEqual((unit.flags, unit.target, unit.reach), (FORWARD, "you", -1.0))
        unit = self.expect(ON_TEXT, data)
        self.assertEqual((unit.flags, unit.target, unit.reach), (FORWARD | REACH, "you", 10.0))
        unit = self.expect(ON_TEXT, real(1.5) + texts("robot", "", "hi") + u16(0))
        self.assertEqual((unit.flags, unit.target), (FORWARD, ""))
        self.end_turn()
        self.call("sendMessage", loads=False)
        unit = self.expect(ON_MESSAGE, text("robot") + b"\0\0\0\2" + texts("go", "left"))
        self.assertEqual(unit.octets, packet(ON_MESSAGE, unit.body.data, **one))
        unit = self.expect(ON_MESSAGE, text("robot") + b"\0\0\0\1" + texts("go"))
        self.assertEqual(unit.octets, packet(ON_MESSAGE, unit.body.data, flags=FORWARD))
        self.end_turn()
        self.call("sendMsg", loads=False)
        for body in (b"00005,hello,-1.0,1,you,", b"00005,hello,12.500,2,a,b,", b"00002,to,-1.0,-1,", b"00002,to,-1.0,-3,", b"00002,to,-1.0,-2,"):
            self.expect((0, 8), body)
        self.end_turn()
        self.call("sendSound", loads=False)
        header = real(1.5) + text("robot") + u16(1) + u16(16000) + u16(16) + u16(0)
        unit = self.expect(ON_SOUND, header + b"\0\0\x2e\xe0")
        self.assertEqual((unit.flags, unit.target, unit.count, unit.number), (FORWARD, "you", 3, 0))
        self.assertEqual(len(self.stage.link.expect(ON_SOUND).body.data), 10002)
        self.assertEqual(len(self.stage.link.expect(ON_SOUND).body.data), 2002)
        self.expect_log("1")
        self.end_turn()
        self.call("display", loads=False)
        self.expect(DISPLAY_TEXT, u16(20) + u16(3) + text("shown"))
        self.expect(DISPLAY_TEXT, u16(12) + u16(0) + text("hi"))
        self.expect(ON_TEXT, real(1.5) + texts("robot", "you", "hi") + u16(0))
        self.expect(DISPLAY_TEXT, u16(12) + u16(0) + text("go left"))
        self.expect(ON_MESSAGE, text("robot") + b"\0\0\0\2" + texts("go", "left"))
        self.expect(DISPLAY_TEXT, u16(12) + u16(0) + text("go left"))
        self.expect(ON_MESSAGE, text("robot") + b"\0\0\0\2" + texts("go", "left"))
        for number in range(9):
            self.expect(DISPLAY_TEXT, u16(32767 if number else 64) + u16((number + 1) % 8 if number < 8 else 0) + text("c"))
        self.expect(DISPLAY_TEXT, u16(24) + u16(3) + text("hi"))
        self.assertEqual(self.expect(ON_TEXT, real(1.5) + texts("robot", "you", "hi") + u16(0)).reach, -1.0)
        self.expect(DISPLAY_TEXT, u16(64) + u16(6) + text("hi"))
        self.assertEqual(self.expect(ON_TEXT, real(1.5) + texts("robot", "you", "hi") + u16(0)).reach, 10.0)
        self.expect(DISPLAY_TEXT, u16(30) + u16(2) + text("go left"))
        self.assertEqual(self.expect(ON_MESSAGE, text("robot") + b"\0\0\0\2" + texts("go", "left")).target, "you")
        self.expect(DISPLAY_TEXT, u16(64) + u16(0) + text("go left"))
        self.assertEqual(self.expect(ON_MESSAGE, text("robot") + b"\0\0\0\2" + texts("go", "left")).target, "")
        self.end_turn()

    def test_a_locale_with_a_decimal_comma_has_no_effect(self):
        """Numbers are sent and read with a decimal point, whatever the controller's locale."""
        self.stage.finish()
        folder = self.built.path / "locales"
        folder.mkdir()
        (folder / "comma").write_text('LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3\nEND LC_NUMERIC\n')
        letters = "".join(f"<U{code:04X}> /x{code:02x} C{code}\n" for code in range(128))
        (folder / "ascii").write_text(f"<code_set_name> ANSI_X3.4-1968\n<mb_cur_max> 1\nCHARMAP\n{letters}END CHARMAP\n")
        # localedef warns about all omitted categories.
        subprocess.run(["localedef", "--quiet", "-c", "-f", folder / "ascii", "-i", folder / "comma", folder / "xx_XX"], check=False,
                       capture_output=True)
        with unittest.mock.patch.dict(os.environ, LOCPATH=str(folder), LC_ALL="", LC_NUMERIC="xx_XX"):
            self.stage = Stage(self.built, self.library)
        self.addCleanup(self.stage.__exit__)
        self.stage.begin(self.time, packet(ON_INIT))
        self.stage.give()
        self.stage.end()
        self.call("locale", loads=False)
        self.stage.give(width=("mine", "2.75"))
        self.expect_log("1 2.75 -15 3 0 0.25")
        self.expect_update(0, mass=3.5)
        self.end_turn()
        self.call("getAllJointAngles")
        self.expect((0, 33), b"ball,", angles(("J1", 0.5), ("J2", -1.25)))
        self.expect_log("2: J1 0.5 J2 -1.25")
        self.end_turn()

    def test_every_level_of_the_log_is_sent(self):
        self.call("log", loads=False)
        for level, line in ((0, "error"), (0, "error 2"), (1, "system"), (1, "system 2"), (2, "message 1"), (6, "display"), (3, "debug 1"),
                            (4, "debug 2"), (5, "debug 3"), (2, "not printed"), (2, "one of two")):
            self.expect(LOG, u16(level) + text(line))
        self.end_turn()
        self.assertEqual((self.built.path / "log.txt").read_text(), "[DEBUG1]  debug 1\n[DEBUG2]  debug 2\n[DEBUG3]  debug 3\n[MSG]  not printed\n[MSG]  one of two\n")

    def test_geometry_and_files_work_without_the_server(self):
        self.call("values", loads=False)
        self.expect_log("loadWaveFile: no such file: No such file or directory")
        self.expect_log("all is well")
        self.end_turn()


if __name__ == "__main__":
    LibraryCase.BIN = pathlib.Path(sys.argv.pop(1))
    unittest.main()
