#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of SIGVerse, from a world file to the pixels for a controller: in the pictures of nine cameras, six boxes at known places are where
docs/systems/sigverse.md states, and a person is where its parts are in the server.

    sigverse_pictures.py SERVER SIGVIEWER [unittest's arguments]
"""

import math
import os
import random
import socket
import struct
import sys
import tempfile
import unittest

from sigverse_stage import TESTS, TIMEOUT, Client, Folder

from octets import CAPTURE, JOINT_ANGLE, NS_QUERY, NS_RESULT, PICTURE, Unit, packet, raw, real, text, u16  # noqa: E402
from programs import Program, wait_until  # noqa: E402
from scripted_server import ATTACH_VIEW, VIEW_ATTACHED  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, SIGVIEWER = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(2)))
WIDTH, HEIGHT = 320, 240
BACKGROUND = (153, 204, 255)
SCENES = os.path.join(os.path.dirname(TESTS), "scenes/sigverse")
ALL_ANGLES = 33  # raw request


# ---- the cameras as described on the page ----------------------------------------------------------------------------


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(v):
    size = math.sqrt(dot(v, v))
    return tuple(x / size for x in v)


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return (math.cos(half), *(math.sin(half) * x for x in unit(axis)))


def times(p, q):
    """The rotation by q, and then by p."""
    u, v = p[1:], q[1:]
    return (p[0] * q[0] - dot(u, v), *(p[0] * b + q[0] * a + c for a, b, c in zip(u, v, cross(u, v))))


def turned(q, v):
    """The vector, turned by a quaternion of length 1."""
    u = q[1:]
    across = add(cross(u, v), tuple(q[0] * x for x in v))
    return add(v, tuple(2 * x for x in cross(u, across)))


class Camera:
    def __init__(self, link, position=(0, 0, 0), direction=(0, 0, 1), quaternion=None, fov=45.0, aspect=1.5):
        self.link, self.position, self.direction, self.quaternion, self.fov, self.aspect = link, position, direction, quaternion, fov, aspect

    def element(self, number):
        where = f'quaternion="{words(self.quaternion)}"' if self.quaternion else f'direction="{words(self.direction)}"'
        return (f'<camera id="{number}" link="{self.link}" position="{words(self.position)}" {where} fov="{self.fov!r}" '
                f'aspectRatio="{self.aspect!r}"/>')  # fmt: skip

    def project(self, place, part):
        """(column, row) of a place in the world, None if it is not in front of the camera on a part at (place, turn)."""
        if self.quaternion:
            left, up, ahead = (turned(self.quaternion, axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
        else:
            ahead = unit(self.direction)
            left = unit((ahead[2], 0, -ahead[0]))
            up = cross(ahead, left)
        eye = add(part[0], turned(part[1], self.position))
        to = tuple(a - b for a, b in zip(place, eye))
        depth = dot(to, turned(part[1], ahead))
        if depth <= 1:
            return None
        tall = depth * math.tan(math.radians(self.fov) / 2)
        return ((1 - dot(to, turned(part[1], left)) / (tall * self.aspect)) / 2 * WIDTH, (1 - dot(to, turned(part[1], up)) / tall) / 2 * HEIGHT)


def words(numbers):
    return " ".join(repr(float(number)) for number in numbers)


# ---- the scene -------------------------------------------------------------------------------------------------------

PLACE, TURN = (30.0, 60.0, -20.0), about((1, 3, 0.5), 40)
HEAD = (5.0, 20.0, 3.0)  # in the frame of the robot
PARTS = {"body": (PLACE, TURN), "HEAD": (add(PLACE, turned(TURN, HEAD)), TURN)}
CAMERAS = [
    Camera("body"),
    Camera("body", fov=80.0, aspect=1.0),
    Camera("HEAD", (0, 4, 6), (0.3, -0.2, 1)),
    Camera("HEAD", (-3, 6, -3), (-1, 0.1, 0.4), fov=60.0, aspect=2.0),
    Camera("body", (0, 15, 0), (1, -0.4, 0.2), fov=100.0),
    Camera("HEAD", (0, 0, 0), (0.1, 0.2, -1), fov=70.0, aspect=4 / 3),
    Camera("body", (1, 2, 3), quaternion=about((0, 0, 1), 30), fov=75.0),  # it rolls
    Camera("HEAD", (-4, 1, 2), quaternion=times(about((0, 1, 0), -75), about((0, 0, 1), -75)), fov=90.0, aspect=0.75),
    Camera("body", (0, 0, 8), quaternion=times(about((1, 0, 0), 20), about((0, 0, 1), 180)), fov=65.0),  # upside down
]
SIDE = 12.0  # cm, of the boxes
BOXES = {  # name: place in the frame of the robot, colour
    "ahead": ((15, 10, 180), (255, 0, 0)),
    "beside": ((-60, -15, 150), (0, 255, 0)),
    "left": ((150, -40, 40), (0, 0, 255)),
    "right": ((-170, 25, 60), (255, 255, 0)),
    "behind": ((-20, 45, -160), (255, 0, 255)),
    "low": ((50, -30, 140), (0, 255, 255)),
}


def world(folder):
    folder.write("Eyes-body.xml", """<body><joint name="ROOT"><type>fixed</type><children><segment name="body"><children><transform><children>
<shape><geometry type="box"><size>4 4 4</size></geometry></shape></children></transform></children></segment><joint name="NECK"><type>hinge</type>
<axis>0 1 0</axis><translation>{} {} {}</translation><children><segment name="HEAD"><children><transform><children><shape><geometry type="box">
<size>2 2 2</size></geometry></shape></children></transform></children></segment></children></joint></children></joint></body>""".format(*HEAD))
    folder.write("Eyes.xml", '<define-class name="Eyes" inherit="Agent.xml"><set-attr-value name="dynamics" value="false"/>'
                             '<body filename="Eyes-body.xml"/></define-class>')  # fmt: skip
    lines = ['<world name="measured"><gravity x="0" y="0" z="0"/>', '<instanciate class="Eyes.xml"><set-attr-value name="name" value="robot"/>',
             pose(PLACE, TURN), *(camera.element(number) for number, camera in enumerate(CAMERAS, 1)), "</instanciate>"]  # fmt: skip
    for name, (place, colour) in BOXES.items():
        folder.write(f"{name}.wrl", "#VRML V2.0 utf8\nShape { appearance Appearance { material Material { diffuseColor 0 0 0 emissiveColor %s } }\n"
                                    "geometry Box { size %s } }\n" % (words(c / 255 for c in colour), words([SIDE] * 3)))  # fmt: skip
        folder.write(f"{name}.xml", f'<define-class name="{name}" inherit="Entity.xml"><set-attr-value name="dynamics" value="false"/>'
                                    f'<x3d><filename>{name}.wrl</filename></x3d></define-class>')  # fmt: skip
        lines += [f'<instanciate class="{name}.xml"><set-attr-value name="name" value="{name}"/>', pose(add(PLACE, turned(TURN, place)), TURN),
                  "</instanciate>"]  # fmt: skip
    return folder.write("measured.xml", "\n".join([*lines, "</world>\n"]))


def pose(place, turn):
    values = dict(zip(("x", "y", "z", "qw", "qx", "qy", "qz"), (*place, *turn)))
    return "".join(f'<set-attr-value name="{name}" value="{value!r}"/>' for name, value in values.items())


def extent(camera, place):
    """(left, right, top, bottom) of a box, None if a corner is not in front of the camera."""
    corners = [add(place, turned(TURN, tuple(SIDE / 2 * (1 if number >> axis & 1 else -1) for axis in range(3)))) for number in range(8)]
    spots = [camera.project(corner, PARTS[camera.link]) for corner in corners]
    if None in spots:
        return None
    columns, rows = zip(*spots)
    return min(columns), max(columns), min(rows), max(rows)


class Picture:
    def __init__(self, port, agent, camera):
        with socket.create_connection(("127.0.0.1", port), TIMEOUT) as link:
            link.sendall(packet(CAPTURE, text(agent) + u16(0) + u16(1) + u16(WIDTH) + u16(HEIGHT) + struct.pack(">h", camera)))
            stream = link.makefile("rb")
            unit_ = Unit(stream)
            assert unit_.kind == PICTURE, unit_.kind
            self.header = tuple(unit_.body.u16() for _ in range(4))
            length = unit_.body.u32()
            self.pixels = b"".join(Unit(stream).body.rest()[2:] for _ in range(1, unit_.count))
            assert len(self.pixels) == length, (len(self.pixels), length)

    def at(self, column, row):
        """Red, green, blue."""
        begin = 3 * (WIDTH * row + column)
        return tuple(reversed(self.pixels[begin:begin + 3]))

    def extent_of(self, colour):
        """(left, right, top, bottom) of the pixels of that colour, the last ones excluded; None if there is none."""
        wanted = bytes(reversed(colour))
        columns, rows = [], []
        for row in range(HEIGHT):
            line = self.pixels[3 * WIDTH * row:3 * WIDTH * (row + 1)]
            found = [column for column in range(WIDTH) if line[3 * column:3 * column + 3] == wanted]
            if found:
                columns += found[0], found[-1]
                rows.append(row)
        return (min(columns), max(columns) + 1, rows[0], rows[-1] + 1) if rows else None


class Viewer:
    """sigviewer without a screen; `data` is a folder of shapes besides the supplied ones."""

    def __init__(self, folder, server, data=None):
        working = tempfile.mkdtemp(dir=folder.path)
        options = ["--data_path", data] if data else []
        self.program = folder.stack.enter_context(
            Program([SIGVIEWER, "--offscreen", "--port", str(server.port()), "--viewer_port", "off", *options], working))
        with Client(server) as client:
            client.begin_as_viewer()
            self.port = wait_until(lambda: self.find(client), "a provider of pictures")

    def find(self, client):
        if self.program.ended():
            if self.program.lines_of("there is no"):
                raise unittest.SkipTest(self.program.printed())
            raise AssertionError(self.program.printed())
        answer = client.ask(packet(NS_QUERY, u16(1)), NS_RESULT)
        if not answer.u16():
            return None
        answer.text(), answer.u16(), answer.text()
        return answer.u32()

    def stop(self):
        """Ends it, so that another viewer can use its name."""
        assert self.program.stop() == 0, self.program.printed()


class Measured(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(Folder())
        cls.server = cls.folder.server(SERVER, world(cls.folder), start="false")
        cls.viewer = Viewer(cls.folder, cls.server, cls.folder.path)
        cls.port = cls.viewer.port

    def test_boxes_are_at_their_places_in_the_pictures_of_nine_cameras(self):
        whole = 0
        for number, camera in enumerate(CAMERAS, 1):
            picture = Picture(self.port, "robot", number)
            self.assertEqual(picture.header, (1, 1, WIDTH, HEIGHT))
            self.assertEqual(len(picture.pixels), 230_400)
            for name, (place, colour) in BOXES.items():
                there = add(PLACE, turned(TURN, place))
                expected, spot, found = extent(camera, there), camera.project(there, PARTS[camera.link]), picture.extent_of(colour)
                what = f"camera {number}, box {name}: expected {expected}, found {found}"
                is_outside = not expected or expected[1] < -1 or expected[0] > WIDTH + 1 or expected[3] < -1 or expected[2] > HEIGHT + 1
                if is_outside:
                    self.assertIsNone(found, what)
                elif min(expected[0], expected[2]) > 1 and expected[1] < WIDTH - 1 and expected[3] < HEIGHT - 1:
                    self.assertIsNotNone(found, what)
                    for one, other in zip(expected, found):
                        self.assertLess(abs(one - other), 1, what)
                    self.assertEqual(picture.at(int(spot[0]), int(spot[1])), colour, what)
                    whole += 1
        self.assertGreater(whole, 14, "the cameras see too little for a comparison")

    def test_pixels_beside_the_boxes_are_background(self):
        """All pixels beside the boxes have the colour of the background."""
        picture = Picture(self.port, "robot", 1)
        colours = {picture.at(column, row) for column in range(WIDTH) for row in range(HEIGHT)}
        self.assertEqual({colour for colour in colours if colour not in [colour for _, colour in BOXES.values()]}, {BACKGROUND})

    def test_missing_cameras_and_agents_give_no_picture(self):
        for agent, camera in (("robot", 10), ("robot", 0), ("robot", -1), ("no_one", 1)):
            self.assertEqual(Picture(self.port, agent, camera).pixels, b"")


class Person(unittest.TestCase):
    """A person that one viewer draws with its shape, and another viewer, which does not find the file, with its collision shapes."""

    POSES = 4

    def test_parts_are_drawn_at_their_places_in_the_server(self):
        folder = self.enterContext(Folder())
        shapes = os.path.join(folder.path, "shapes")
        os.mkdir(shapes)
        for name, new in (("Humanoid.x3d", "Folk.x3d"), ("Humanoid.xml", "Folk.xml")):
            with open(os.path.join(SCENES, name), encoding="utf-8") as file:
                text_ = file.read()
            folder.write(os.path.join("shapes", new), text_.replace("Humanoid.x3d", "Folk.x3d").replace('name="Humanoid" inherit', 'name="Folk" inherit'))
        path = folder.write("folk.xml", """<world name="folk"><gravity x="0" y="0" z="0"/><instanciate class="Folk.xml">
<set-attr-value name="name" value="folk"/><set-attr-value name="y" value="92"/></instanciate><instanciate class="Person.xml">
<set-attr-value name="name" value="eye"/><set-attr-value name="y" value="90"/><set-attr-value name="z" value="320"/>
<camera id="1" link="body" position="0 0 -25" direction="0 0 -1" fov="50"/></instanciate></world>""")  # fmt: skip
        server = folder.server(SERVER, path, "--Sig.DataPath", shapes, start="false")
        client = self.enterContext(Client(server))
        client.send(packet(ATTACH_VIEW, text("poser") + u16(1)))
        client.unit(VIEW_ATTACHED)
        client.send(raw(ALL_ANGLES, b"folk,"))
        size = int.from_bytes(client.octets(2), "big")
        joints = client.octets(size - 2)[2:].decode().split(",")[:-1:2]
        self.assertGreater(len(joints), 20, joints)
        masks = []
        for data in (shapes, None):
            viewer = Viewer(folder, server, data)
            masks.append([self.mask_of_pose(client, viewer, joints, pose) for pose in range(self.POSES)])
            viewer.stop()
        for drawn, collision in zip(*masks):
            self.assertGreater(len(drawn), 2000)
            self.assertLess(self.outside(drawn, collision), 0.03)
            # The collision shapes around the shapes are larger than these, but not by much.
            self.assertGreater(len(drawn & collision), 0.4 * len(collision))
        # Another pose gives a greater difference.
        for pose, drawn in enumerate(masks[0]):
            self.assertGreater(self.outside(drawn, masks[1][(pose + 1) % self.POSES]), 0.06)

    @staticmethod
    def mask_of_pose(client, viewer, joints, pose):
        draws = random.Random(pose)
        client.send(*(packet(JOINT_ANGLE, text("folk") + text(joint) + real(draws.uniform(-0.9, 0.9))) for joint in joints))
        client.send(raw(38)).octets(8)  # all requests have been carried out
        picture = Picture(viewer.port, "eye", 1)
        sky = bytes(reversed(BACKGROUND))
        return {at for at in range(WIDTH * HEIGHT) if picture.pixels[3 * at:3 * at + 3] != sky}

    @staticmethod
    def outside(mask, other):
        """The share of a mask that is more than a pixel outside another mask."""
        near = {at + step for at in other for step in (-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 0, 1, WIDTH - 1, WIDTH, WIDTH + 1)}
        return len(mask - near) / len(mask)


if __name__ == "__main__":
    run_tests(sys.argv[1:])
