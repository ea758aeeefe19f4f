#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What pages share, in a browser: sliders, pads and bodies on a page that CMake joins as it joins all pages.

    test_toolkit.py [TEST …]
"""

import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))

import webdriver  # noqa: E402
from skipping import run_tests  # noqa: E402
from webdriver import Browser  # noqa: E402

PAGE = os.path.join(ROOT, "tests/pages/page")
UNTURNED = [1, 0, 0, 0, 1, 0, 0, 0, 1]
RED, GREEN, BLUE = [1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]


def joined_page(folder):
    """The address of the page, which is joined as by rcss_page."""
    output = os.path.join(folder, "page")
    subprocess.run(["cmake", f"-DPAGES={ROOT}/pages", f"-DPAGE={PAGE}", f"-DSHADERS_OF={ROOT}/monitor-lite/view/shaders", "-DNAMESPACE=test",
                    f"-DOUTPUT={output}", "-P", f"{ROOT}/pages/join.cmake"], check=True)
    shutil.copy(os.path.join(PAGE, "index.html"), folder)
    return f"file://{folder}/index.html"


def body(kind, place, size, colour, turn=None, name="thing"):
    shape = {"kind": kind, "place": [0, 0, 0], "turn": UNTURNED, "size": size, "colour": colour}
    return {"name": name, "place": place, "turn": turn or UNTURNED, "shapes": [shape]}


def about_z(degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [c, -s, 0, s, c, 0, 0, 0, 1]


def hue(colour):
    """The channel of red, green and blue that is by far the brightest; "" if none is."""
    order = sorted(range(3), key=lambda i: -colour[i])
    return "rgb"[order[0]] if colour[order[0]] > 1.5 * colour[order[1]] + 10 else ""


@unittest.skipIf(webdriver.missing(), f"there is no {webdriver.missing()}")
class Toolkit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="toolkit.")
        cls.addClassCleanup(folder.cleanup)
        cls.browser = cls.enterClassContext(Browser(1100, 900, draws=True))
        cls.browser.open(joined_page(folder.name))
        cls.browser.wait_for("return window.toolkit", what="the page")

    def run_script(self, script, *arguments):
        return self.browser.run(script, *arguments)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def setUp(self):
        self.run_script("document.activeElement.blur(); toolkit.slider.value = 0; toolkit.springy.release(); toolkit.staying.release(); toolkit.moves = [];")

    def moves(self):
        return self.run_script("return toolkit.moves")

    def test_keys_are_identified_on_every_layout(self):
        """A key is identified by its letter without case, by its position if the layout has no such letter, or by its name."""
        keys = {("c", "KeyC"): "c", ("C", "KeyC"): "c", ("с", "KeyC"): "c", ("Ψ", "KeyC"): "c", ("ㅊ", "KeyC"): "c", ("m", "Semicolon"): "m", (",", "KeyM"): ",",
                ("х", "BracketLeft"): "[", ("ю", "Period"): ".", ("١", "Digit1"): "1", ("é", "Digit2"): "2", ("?", "Slash"): "?", ("+", "Equal"): "+", ("-", "Slash"): "-",
                (" ", "Space"): " ", ("ArrowLeft", "ArrowLeft"): "ArrowLeft", ("F1", "F1"): "F1", ("ö", "Semicolon"): "ö"}
        found = self.run_script("return arguments[0].map(([key, code]) => tools.keyOf(new KeyboardEvent('keydown', {key, code})))", list(keys))
        self.assertEqual(dict(zip(keys, found)), keys)

    def test_clicked_elements_do_not_keep_the_focus(self):
        """A click leaves the focus on a text field but not on a button or a check box. Elements focused without a click keep it."""
        self.run_script("""const box = document.createElement('div');
            box.innerHTML = '<button id="one">1</button><input id="two" type="checkbox"><input id="three"><select id="four"><option>a<option>b</select><textarea id="five"></textarea>';
            document.getElementById('controls').prepend(box);""")
        focused = "return document.activeElement.id"
        for name, keeps in (("one", False), ("two", False), ("three", True), ("five", True)):
            x, y, _ = self.middle(name)
            self.browser.pointer(("move", x, y), ("down",), ("up",))
            self.assertEqual(self.run_script(focused), name if keeps else "", name)
        for name in ("one", "two"):
            self.run_script("document.getElementById(arguments[0]).focus()", name)
            self.browser.keys(" ")
            self.assertEqual(self.run_script(focused), name)
        # A list keeps the focus while it is operated by keys.
        choose = "const list = document.getElementById('four'); list.focus(); list.dispatchEvent(new Event('change', {bubbles: true})); return document.activeElement.id"
        self.assertEqual(self.run_script(choose), "four")
        self.assertEqual(self.run_script("window.dispatchEvent(new Event('pointerdown'));" + choose), "")

    def test_keys_move_a_slider(self):
        self.run_script("document.getElementById('speed').focus()")
        self.browser.keys("Right", "Right", "Up", "Left")
        self.assertEqual([round(value, 6) for value in self.moves()], [0.04, 0.08, 0.12, 0.08])
        self.browser.keys("Shift+Right", "Shift+Right", *["Shift+Left"] * 8)
        self.assertAlmostEqual(self.moves()[-1], -2)
        self.assertEqual(self.run_script("return document.getElementById('speed').getAttribute('aria-valuetext')"), "-2.000 m/s")
        self.browser.keys("End")
        self.assertEqual(self.moves()[-1], 2)

    def test_the_field_of_a_slider_limits_values(self):
        """The field accepts values beyond the ends of the slider, but none beyond the limits of the value."""
        enter = "const f = toolkit.slider.field; f.focus(); f.value = arguments[0]; f.dispatchEvent(new Event('change')); return f.getAttribute('aria-invalid')"
        self.assertEqual(self.run_script(enter, "3.5"), "false")
        for wrong in ("6", "", "-5.01"):
            self.assertEqual(self.run_script(enter, wrong), "true")
        self.assertEqual(self.moves(), [3.5])
        self.run_script("toolkit.slider.field.blur()")
        self.assertEqual(self.run_script("return toolkit.slider.field.value"), "3.5")

    def test_a_program_can_set_a_slider(self):
        self.run_script("toolkit.slider.value = 1.25")
        self.assertEqual(self.moves(), [])
        self.assertEqual(self.run_script("return [toolkit.slider.place.valueAsNumber, toolkit.slider.shown.textContent]"), [1.25, "1.250 m/s"])
        self.run_script("toolkit.slider.place.dispatchEvent(new Event('dblclick'))")
        self.assertEqual(self.moves(), [0])
        self.assertEqual(self.run_script("return toolkit.slider.element.querySelectorAll('b').length"), 0, "markup in a label is text")

    def middle(self, name):
        return self.run_script("const b = document.getElementById(arguments[0]).getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, b.width / 2]",
                               name)

    def test_the_pointer_moves_a_pad(self):
        x, y, half = self.middle("springy")
        self.browser.pointer(("move", x, y), ("down",), ("move", x + half / 2, y - half / 4), ("move", x + 3 * half, y + 3 * half))
        self.assertEqual(self.run_script("return [toolkit.springy.x, toolkit.springy.y]"), [1, -1])
        self.assertTrue(any(0.5 < right < 0.9 and 0.2 < up < 0.5 for right, up in self.moves()), self.moves())
        self.browser.pointer(("up",))
        self.assertEqual(self.moves()[-1], [0, 0])
        x, y, half = self.middle("staying")
        self.browser.pointer(("move", x, y), ("down",), ("move", x, y - 2 * half), ("up",))
        self.assertEqual(self.run_script("return [toolkit.staying.x, toolkit.staying.y]"), [0, 1])
        self.assertIn("up 1.0", self.run_script("return document.getElementById('staying').getAttribute('aria-label')"))

    def test_keys_move_a_pad(self):
        hold = ("const e = document.getElementById(arguments[0]); e.focus(); for (const [type, key] of arguments[1]) "
                "e.dispatchEvent(new KeyboardEvent(type, {key, bubbles: true}));")
        self.run_script(hold, "springy", [["keydown", "ArrowUp"], ["keydown", "ArrowRight"], ["keyup", "ArrowUp"], ["keyup", "ArrowRight"]])
        self.assertEqual(self.moves(), [[0, 1], [1, 1], [1, 0], [0, 0]])
        # The pad is released if it loses the focus while a key is pressed.
        self.run_script(hold, "springy", [["keydown", "ArrowLeft"]])
        self.run_script("document.activeElement.blur()")
        self.assertEqual(self.moves()[-2:], [[-1, 0], [0, 0]])
        self.run_script("document.getElementById('staying').focus()")
        self.browser.keys("Right", "Right", "Down", "Shift+Down")
        self.assertEqual([round(value, 6) for value in self.run_script("return [toolkit.staying.x, toolkit.staying.y]")], [0.2, -0.11])
        self.browser.keys("Home")
        self.assertEqual(self.run_script("return [toolkit.staying.x, toolkit.staying.y]"), [0, 0])

    def test_a_call_of_release_releases_the_pad(self):
        """A call of release() lets go of the knob, although the pointer is still down."""
        x, y, half = self.middle("springy")
        self.browser.pointer(("move", x, y), ("down",), ("move", x, y - half))
        self.assertEqual(self.run_script("toolkit.springy.release(); return toolkit.springy.y"), 0)
        self.browser.pointer(("move", x, y + half / 2))
        self.assertEqual(self.run_script("return toolkit.springy.y"), 0)
        self.browser.pointer(("up",))

    def colours(self, bodies, places):
        return [hue(colour) for colour in self.run_script("return toolkit.colours(arguments[0], arguments[1])", bodies, places)]

    def test_all_kinds_of_shapes_are_drawn(self):
        kinds = {"box": [0.5, 0.5, 0.5], "sphere": [0.3, 0, 0], "cylinder": [0.3, 0.5, 0], "capsule": [0.2, 0.3, 0], "cone": [0.4, 0.6, 0]}
        for kind, size in kinds.items():
            with self.subTest(kind):
                at, beside, above = self.colours([body(kind, [0, 0, 0.3], size, RED)], [[0, 0, 0.35], [0.6, 0, 0.3], [0, 0, 0.75]])
                self.assertEqual((at, beside, above), ("r", "g", "g"))  # the land is green
        # A cone is narrow at its tip.
        wide, narrow = self.colours([body("cone", [0, 0, 0.3], [0.4, 0.6, 0], RED)], [[0.25, 0, 0.05], [0.25, 0, 0.5]])
        self.assertEqual((wide, narrow), ("r", "g"))

    def test_movable_round_shapes_have_marks(self):
        """Round shapes that can move have a dark mark, which makes their rolling visible; fixed ones have none."""
        rounds = [("sphere", [0.3, 0, 0], UNTURNED), ("cylinder", [0.3, 0.5, 0], about_z(-90)), ("capsule", [0.3, 0.5, 0], about_z(-90))]
        for kind, size, turn in rounds:
            with self.subTest(kind):
                thing = body(kind, [0, 0, 0.5], size, RED, turn)
                moving, still = (self.run_script("return toolkit.colours([arguments[0]], [[0, -0.3, 0.5]])[0][0]", {**thing, "isStill": is_still})
                                 for is_still in (False, True))
                self.assertLess(moving, 0.8 * still)

    def test_turned_shapes_are_drawn_turned(self):
        """A long box looks narrow from the front when it is turned by 90 degrees."""
        for degrees, seen in ((0, "r"), (90, "g")):
            self.assertEqual(self.colours([body("box", [0, 0, 0.3], [2, 0.2, 0.5], RED, about_z(degrees))], [[0.7, 0, 0.35]]), [seen])

    def test_near_things_hide_far_ones(self):
        near, far = body("box", [0, -1, 0.3], [0.6, 0.2, 0.6], RED), body("box", [0, 1, 0.3], [0.6, 0.2, 2.2], BLUE)
        for order in ([near, far], [far, near]):
            self.assertEqual(self.colours(order, [[0, -1.1, 0.3], [0, 0.9, 1.3]]), ["r", "b"])

    def test_things_behind_glass_are_visible(self):
        """Things behind glass are visible. The nearer of two panes has a greater share of the colour, in any order of the two."""
        panes = [body("box", [0, -1, 0.5], [1, 0.05, 1], [1, 0, 0, 0.6]), body("box", [0, -0.75, 0.5], [1, 0.05, 1], [0, 0, 1, 0.6])]
        wall = body("box", [0, -0.4, 0.5], [3, 0.2, 1], GREEN)
        pictures = [self.run_script("return toolkit.colours(arguments[0], [[0, -1, 0.5]])[0]", [*order, wall]) for order in (panes, panes[::-1])]
        self.assertEqual(*pictures)
        # 0.6 of the first pane, 0.6 of the second in the rest, and the wall in what then remains.
        red, green, blue = pictures[0]
        self.assertAlmostEqual(blue / red, 0.4, delta=0.03)
        self.assertAlmostEqual(green / red, 0.4 * 0.4 / 0.6, delta=0.03)

    def test_both_sides_of_a_mesh_are_drawn(self):
        """A mesh of one triangle with normals is drawn, and so is its back."""
        script = """const shape = {kind: 'mesh', place: [0, 0, 0], turn: arguments[0], size: [1, 1, 1], colour: [1, 0, 0, 1],
          mesh: {points: new Float32Array([-0.5, 0, 0, 0.5, 0, 0, 0, 0.3, 0.8]), normals: new Float32Array([0, -0.9, 0.4, 0, -0.9, 0.4, 0, -0.9, 0.4])}};
        return toolkit.colours([{name: 'sail', place: [0, 0, 0.1], turn: arguments[0], shapes: [{...shape, turn: [1, 0, 0, 0, 1, 0, 0, 0, 1]}]}], [[0, 0.1, 0.4], [0.6, 0.1, 0.4]])"""
        on, beside = self.run_script(script, UNTURNED)
        self.assertEqual((hue(on), hue(beside)), ("r", "g"))
        # Turned by 180 degrees about the vertical it shows its back, which is not left out.
        back, _ = self.run_script(script.replace("[0, 0.1, 0.4]", "[0, -0.1, 0.4]"), about_z(180))
        self.assertEqual(hue(back), "r")

    def test_things_in_the_air_have_shadows(self):
        """A thing in the air has a shadow on the ground and on a floor."""
        floor = body("box", [0, 0, -0.05], [4, 4, 0.1], [0.8, 0.8, 0.8, 1])
        for more in ([], [floor]):
            clear = self.run_script("return toolkit.colours(arguments[0], [[0, -0.45, 0]])[0]", [*more, body("box", [0, 3, 0], [0.1, 0.1, 0.1], RED)])
            dark = self.run_script("return toolkit.colours(arguments[0], [[0, -0.45, 0]])[0]", [*more, body("sphere", [0, 0, 1.0], [0.5, 0, 0], RED)])
            self.assertLess(sum(dark), 0.9 * sum(clear))

    def test_everything_fits_the_picture(self):
        script = """const {stageOf, worldSubject, CameraRig, matrixOf, projected} = tools, stage = stageOf(arguments[0]), rig = new CameraRig();
        const subject = worldSubject(stage, [0, 0, 0]);
        rig.camera(subject, arguments[2], 0);
        rig.choose(arguments[1]);
        const camera = rig.camera(subject, arguments[2], 0), view = matrixOf(camera, arguments[2]);
        return arguments[3].map(place => projected(view, place).slice(0, 2));"""
        world = [body("box", [10, 0, 0.5], [2, 2, 1], RED), body("sphere", [-30, 4, 1], [1, 0, 0], BLUE)]
        corners = [[11, -1, 0], [11, 1, 1], [9, -1, 1], [-31, 4, 1], [-30, 5, 2]]
        for camera in ("all", "top"):
            for aspect in (16 / 9, 9 / 16, 4.0):
                seen = self.run_script(script, world, camera, aspect, corners)
                reach = [max(abs(place[axis]) for place in seen) for axis in (0, 1)]
                self.assertLess(max(reach), 1, (camera, aspect))
                self.assertGreater(max(reach), 0.75, (camera, aspect))

    def test_overlapping_labels_are_left_out(self):
        """A label that would cover another one is left out. Characters that change the direction of writing are replaced."""
        one = self.run_script("return toolkit.inkOf([{text: 'box', place: [0, 0, 0]}])")
        self.assertGreater(one, 20)
        self.assertEqual(self.run_script("return toolkit.inkOf([{text: 'box', place: [0, 0, 0]}, {text: 'box', place: [0, 0.02, 0.01]}])"), one)
        self.assertGreater(self.run_script("return toolkit.inkOf([{text: 'box', place: [0, 0, 0]}, {text: 'box', place: [1, 0, 0]}])"), 1.8 * one)
        self.assertEqual(self.run_script("return toolkit.inkOf([{text: 'a\\u202eb', place: [0, 0, 0]}])"), self.run_script("return toolkit.inkOf([{text: 'a?b', place: [0, 0, 0]}])"))


if __name__ == "__main__":
    run_tests(sys.argv[1:])
