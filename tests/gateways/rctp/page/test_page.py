#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page on which a person operates a robot, in a browser: test_page.py SERVER [TEST …]"""

import json
import math
import os
import signal
import sys
import unittest
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
for folder in ("tests/support", "monitor-lite/client"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import webdriver  # noqa: E402
from programs import STRICTLY, Program, TemporaryFolder, wait_for_answer, wait_until  # noqa: E402
from rcss_monitor import LogFile  # noqa: E402
from skipping import run_tests  # noqa: E402
from test_scripts import instance, robot_file  # noqa: E402
from webdriver import NO_CAMERA_PICTURE, Browser  # noqa: E402

SERVER = None
HOSTILE = "<img src=x onerror=window.bad=1><b>"
# Replaces the description that the page requests.
INSTEAD = """{ const real = window.fetch;
  window.fetch = (what, ...more) => String(what).endsWith(".x3d") ? Promise.resolve(new Response(%s)) : real(what, ...more); }"""
TEXT = "return document.getElementById(arguments[0]).textContent"


class Server(Program):
    """A world with an open port, in its own folder."""

    def __init__(self, case, *options):
        folder = TemporaryFolder(prefix="test_page.")
        case.addClassCleanup(folder.cleanup) if isinstance(case, type) else case.addCleanup(folder.cleanup)
        self.folder = folder.name
        super().__init__([SERVER, *STRICTLY, "--seed", "4", "--rctp_port", "0", *options], self.folder)
        case.addClassCleanup(self.close) if isinstance(case, type) else case.addCleanup(self.close)
        self.number = self.port(r"rctp port (\d+)")
        self.address = f"http://127.0.0.1:{self.number}"

    def states(self):
        with urllib.request.urlopen(f"{self.address}/robots") as answer:
            return {robot["name"]: robot for robot in json.load(answer)}

    def await_state(self, robot, state):
        wait_until(lambda: self.states().get(robot, {}).get("state") == state, f"{robot} {state}")


class Case(unittest.TestCase):
    robot = ""

    def browser(self, *arguments, draws=False, **more):
        """A window that is closed after the test; the window of the whole class is `self.shared`."""
        made = Browser(*arguments, draws=draws, **more)
        self.addCleanup(made.close)
        return made

    def open(self, browser, server=None, robot=None, end=""):
        server = server or self.server
        wait_for_answer(f"{server.address}/{robot or self.robot}.x3d")
        browser.open(f"{server.address}/{robot or self.robot}/{end}")
        browser.wait_for("return window.rctp && rctp.page && rctp.page.rcml && !!rctp.page.controls", what="the page with its description")
        return browser

    def state(self, browser, state):
        browser.wait_for("return document.getElementById('state').textContent === arguments[0]", state, what=f"the state {state}")

    def message(self, browser, pattern):
        browser.wait_for("return RegExp(arguments[0]).test(document.getElementById('message').textContent)", pattern, what=f"a message {pattern}")

    def set(self, browser):
        browser.run("document.getElementById('set').click()")
        self.state(browser, "live")

    def by_script(self, browser, name):
        """The object is moved by rctp.device from now on."""
        browser.run("""const select = document.querySelector(`#object-${arguments[0]} select.device`);
          select.value = "script"; select.dispatchEvent(new Event("change", {bubbles: true}));""", name)

    def move(self, browser, name, values):
        browser.run("rctp.device(arguments[0], arguments[1])", name, values)

    def place(self, browser, name):
        """The x and y of an object in the world."""
        x, _, z = browser.run("return rctp.model[arguments[0]].translation", name)
        return x, -z

    def moved(self, browser, name, start, by):
        def is_away():
            now = self.place(browser, name)
            return math.dist(now, start) > by and now

        return wait_until(is_away, f"{name} away from {start}")

    def at_rest(self, browser, name):
        """The place where the object has come to rest, that is, stayed for half a second."""
        return browser.wait_for("""const page = rctp.page, now = JSON.stringify(rctp.model[arguments[0]].translation.map((x) => x.toFixed(3)));
          if (window.restsAt !== now || !(window.restsSince >= 0)) { window.restsAt = now; window.restsSince = performance.now(); }
          return performance.now() - window.restsSince > 500 && rctp.model[arguments[0]].translation;""", name, what=f"{name} at rest")

    def stays(self, browser, name, place):
        """Checks that the object rests at that place, to the millimetre."""
        self.assertLess(math.dist(self.at_rest(browser, name), place), 0.001)

    def agrees_in_window(self, browser):
        """Checks that nothing has to be scrolled, and that important elements are always visible."""
        facts = browser.run("""const page = document.scrollingElement, stop = document.getElementById("stop"), box = stop.getBoundingClientRect();
          const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return {high: page.scrollHeight, wide: page.scrollWidth, height: innerHeight, width: innerWidth, stop: at && (at === stop || stop.contains(at)),
            box: [box.left, box.top, box.right, box.bottom]};""")
        self.assertLessEqual(facts["high"], facts["height"])
        self.assertLessEqual(facts["wide"], facts["width"])
        self.assertTrue(facts["stop"], facts)
        left, top, right, bottom = facts["box"]
        self.assertTrue(left >= 0 and top >= 0 and right <= facts["width"] and bottom <= facts["height"], facts)
        self.assertGreater((right - left) * (bottom - top), 3000)


class Course(Case):
    robot = "rover"

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls, "--script", "obstacle_run.rb", "--Course.TimeLimit", "3000", "--monitor_port", "off")
        cls.shared = Browser(1280, 860)
        cls.addClassCleanup(cls.shared.close)

    def setUp(self):
        self.shared.open("about:blank")
        self.server.await_state("rover", "idle")
        self.open(self.shared)

    def test_the_page_shows_the_robot_and_its_objects(self):
        browser = self.shared
        self.assertEqual([browser.run(TEXT, name) for name in ("robot", "state")], ["rover", "idle"])
        self.message(browser, "^Press Set to operate this robot")
        self.assertEqual(browser.run("return document.querySelector('#object-drive .range').textContent"), "-0.8 … 0.8 m/s")
        self.assertTrue(browser.run("return document.querySelector('#object-drive select.device').options.length") > 4)
        self.agrees_in_window(browser)
        self.set(browser)
        browser.wait_for("return Number(document.getElementById('value-pose-x').textContent) < -1", what="the pose")
        browser.wait_for("return /^round trip [0-9.]+ ms$/.test(document.getElementById('trip').textContent)", what="the round trip")
        browser.wait_for("return /to the target/.test(document.getElementById('judge').textContent)", what="the judge")
        self.assertEqual(browser.complaints(NO_CAMERA_PICTURE), [])

    def test_the_robot_drives_stops_and_is_released(self):
        browser = self.shared
        self.by_script(browser, "drive")
        self.set(browser)
        # Other tests may have left it in front of a wall.
        browser.run("document.getElementById('trigger-again').click()")
        wait_until(lambda: math.dist(self.place(browser, "rover"), (-2, -2)) < 0.05, "the rover at the start")
        x, _, z = self.at_rest(browser, "rover")
        start = (x, -z)
        self.move(browser, "drive", [0.3, 0])
        place = self.moved(browser, "rover", start, 0.2)
        heading = math.radians(float(browser.run(TEXT, "value-pose-heading")))
        self.assertGreater((place[0] - start[0]) * math.cos(heading) + (place[1] - start[1]) * math.sin(heading), 0.1)
        self.assertEqual(browser.run(TEXT, "value-drive-forward"), "0.300")
        browser.keys("Esc")
        self.state(browser, "stopped")
        self.message(browser, "^Stopped. rover is at rest, and nothing moves it until you press Release.$")
        self.server.await_state("rover", "stopped")
        x, y, z = self.at_rest(browser, "rover")
        # Held values and new values have no effect.
        self.move(browser, "drive", [0.8, 0])
        self.stays(browser, "rover", [x, y, z])
        browser.run("rctp.device('drive', null); document.getElementById('release').click()")
        self.state(browser, "live")
        self.stays(browser, "rover", [x, y, z])
        self.move(browser, "drive", [-0.3, 0])
        self.moved(browser, "rover", (x, -z), 0.1)
        browser.run("document.getElementById('leave').click()")
        self.message(browser, "^You have left. rover is at rest and free for others.$")
        self.server.await_state("rover", "idle")

    def test_the_stop_button_works_where_it_is_drawn(self):
        browser = self.shared
        self.set(browser)
        box = browser.run("const box = document.getElementById('stop').getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]")
        browser.pointer(("move", *box), ("down",))
        self.state(browser, "stopped")
        browser.pointer(("up",))
        self.assertEqual(browser.run("return document.getElementById('release').disabled"), False)

    def test_a_reload_stops_the_robot(self):
        browser = self.shared
        self.by_script(browser, "drive")
        self.set(browser)
        start = self.place(browser, "rover")
        self.move(browser, "drive", [0, 1])
        browser.wait_for("return Math.abs(rctp.page.session.objects.get('pose').values[2] - 45) > 20", what="a turn")
        self.open(browser)
        self.server.await_state("rover", "idle")
        self.assertEqual(browser.run(TEXT, "state"), "idle")
        self.at_rest(browser, "rover")
        self.assertLess(math.dist(self.place(browser, "rover"), start), 0.5)

    def test_other_pages_watch_the_robot(self):
        operator, watcher = self.shared, self.browser(1280, 860)
        self.by_script(operator, "drive")
        self.set(operator)
        self.open(watcher)
        self.message(watcher, r"^rover is operated by 127\.0\.0\.1:\d+\. You watch; Set works again when they have left\.$")
        start = self.place(watcher, "rover")
        self.move(operator, "drive", [0, 1.5])
        watcher.wait_for("return Math.abs(rctp.model.rover.rotation[3] - arguments[0]) > 0.5", watcher.run("return rctp.model.rover.rotation[3]"), what="a turn")
        watcher.wait_for("return /collision/.test(document.getElementById('judge').textContent)", what="the judge's line")
        watcher.run("document.getElementById('set').click()")
        # The message above the cards named the operator before the click; the cards do so after the refusal.
        watcher.wait_for("return [...document.querySelectorAll('.refusal')].some((each) => /operated by/.test(each.textContent))", what="a card that names the operator")
        self.message(watcher, "operated by .*\\.")
        self.assertEqual(watcher.run(TEXT, "state"), "idle")
        self.assertEqual(operator.run(TEXT, "state"), "live")
        self.assertLess(math.dist(self.place(watcher, "rover"), start), 0.3)

    def test_the_list_of_robots_shows_their_states(self):
        listed = "return [...document.querySelectorAll('#robot-list td')].slice(0, 3).map((cell) => cell.textContent)"
        viewer = self.browser(800, 600)
        viewer.open(self.server.address + "/")
        self.assertEqual(viewer.run(listed), ["rover", "idle", ""])
        viewer.run("window.isTheSamePage = true")
        self.set(self.shared)
        viewer.wait_for(listed + "[1] === 'live'", what="the operator in the list")
        self.assertRegex(viewer.run(listed)[2], r"^127\.0\.0\.1:\d+$")
        self.shared.run("document.getElementById('leave').click()")
        viewer.wait_for(listed + "[1] === 'idle'", what="the robot free in the list")
        self.assertEqual(viewer.run("return [window.isTheSamePage, document.getElementById('message').textContent]"), [True, ""])
        self.assertEqual(viewer.complaints(NO_CAMERA_PICTURE), [])

    def test_a_hidden_page_stops_the_robot(self):
        browser = self.shared
        self.by_script(browser, "drive")
        self.set(browser)
        self.move(browser, "drive", [0, 1])
        browser.wait_for("return rctp.page.session.objects.get('drive').values[1] === 1", what="the values")
        browser.run("""Object.defineProperty(document, "hidden", {value: true, configurable: true}); document.dispatchEvent(new Event("visibilitychange"));""")
        browser.wait_for("return rctp.page.session.objects.get('drive').values[1] === 0", what="the neutral values, the last that a hidden page sends")
        x, y, z = self.at_rest(browser, "rover")
        self.move(browser, "drive", [0.5, 0])
        self.stays(browser, "rover", [x, y, z])
        browser.run("rctp.device('drive', null); delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));")
        self.message(browser, "^rover was at rest while this page was hidden.$")
        self.assertEqual(browser.run(TEXT, "state"), "live")
        self.move(browser, "drive", [0, -1])
        browser.wait_for("return rctp.page.session.objects.get('drive').values[1] === -1", what="the values")

    def test_views_differ_and_are_drawn_without_pictures(self):
        """Each view differs; the page draws the camera's view itself while the server has no picture."""
        browser = self.open(self.browser(700, 500, draws=True))
        self.assertTrue(browser.run("return rctp.page.picture.isDrawn && !document.getElementById('drawn').hidden"))
        self.assertRegex(browser.run(TEXT, "camera-note"), "This page draws what the camera sees")
        seen = []
        for name in ("overview", "follow", "behind", "camera"):
            browser.run("document.querySelector(`#views button[value=${arguments[0]}]`).click()", name)
            # The picture after the click is the first with the new view.
            seen.append(browser.wait_for("const {last, name} = rctp.page.stage.view, before = JSON.stringify(arguments[1] || null);"
                                         "return name === arguments[0] && last && JSON.stringify(last.eye) !== before && last.eye", name,
                                         seen[-1] if seen else None, what=f"the view {name}"))
        self.assertEqual(len({tuple(round(part, 2) for part in eye) for eye in seen}), 4, seen)
        camera = browser.run("return rctp.page.model.latest('rover_camera').place")
        self.assertLess(math.dist(camera, seen[3]), 0.01)

    def test_pictures_of_a_camera_program_replace_those_of_the_page(self):
        """The page shows the server's picture while there is a camera program, else its own."""
        program = os.path.join(os.path.dirname(SERVER), "rctp-camera")
        if not os.path.exists(program):
            self.skipTest("rctp-camera has not been built")
        browser = self.shared
        self.set(browser)
        shown = "return !document.getElementById('camera').hidden && document.getElementById('camera').naturalWidth"
        self.assertFalse(browser.run(shown))
        with Program([program, "--server", f"127.0.0.1:{self.server.number}"], self.server.folder):
            self.assertEqual(browser.wait_for(shown, what="the picture"), 320)
            self.assertTrue(browser.run("return document.getElementById('camera-note').hidden"))
            browser.run("document.getElementById('swap').click()")
            browser.wait_for("return document.getElementById('camera').naturalWidth === 640", what="the large picture")
            self.agrees_in_window(browser)
        browser.wait_for("return document.getElementById('camera').hidden && !document.getElementById('camera-note').hidden", what="the end of the pictures")
        self.assertEqual(browser.run(TEXT, "state"), "live")

    def test_the_page_fits_windows_of_any_size(self):
        for width, height, dark in ((1280, 860, True), (1920, 1220, False), (360, 640, True)):
            browser = self.browser(width, height, dark=dark)
            self.open(browser)
            self.agrees_in_window(browser)
            self.set(browser)
            self.agrees_in_window(browser)
            self.assertEqual(browser.run("return getComputedStyle(document.body).backgroundColor"), "rgb(16, 23, 29)" if dark else "rgb(238, 242, 244)")
            browser.run("document.getElementById('leave').click()")
            self.server.await_state("rover", "idle")

    def test_the_page_works_without_webgl(self):
        browser = self.shared
        self.assertRegex(browser.run(TEXT, "model-note"), "cannot draw the model: it has no WebGL 2. Everything else works")
        self.assertRegex(browser.run(TEXT, "camera-note"), "There is no picture")
        self.by_script(browser, "drive")
        self.set(browser)
        start = self.place(browser, "rover")
        self.move(browser, "drive", [0.3, 0])
        self.moved(browser, "rover", start, 0.05)
        self.assertEqual(browser.complaints(NO_CAMERA_PICTURE), [])


class Lost(Case):
    """Servers that stop responding, and servers that end."""

    robot = "foo_11"

    def test_a_hanging_and_an_ended_server_are_reported(self):
        server = self.server = Server(self, "--team", "none", "--Soccer.Operated", "foo:11", "--Soccer.AutomaticKickOff", "true", "--monitor_port", "off")
        server.await_state("foo_11", "idle")
        browser = self.open(self.browser(1280, 860))
        viewer = self.browser(800, 600)
        viewer.open(server.address + "/")
        self.set(browser)
        server.send(signal.SIGSTOP)
        self.message(browser, r"^No answer for \d+ s\. If the server no longer receives anything from this page, it has stopped foo_11\.$")
        self.assertTrue(browser.run("return document.getElementById('age').classList.contains('old')"))
        server.send(signal.SIGCONT)
        browser.wait_for("return !document.getElementById('message').textContent", what="an answer")
        self.state(browser, "live")
        server.send(signal.SIGKILL)
        self.state(browser, "gone")
        self.message(browser, r"^The connection to the server was lost\. foo_11 comes to rest by itself\. Press Set to connect again\.$")
        self.message(viewer, "^The server cannot be reached")
        # The page does not connect by itself, and shows the reason if the user connects.
        self.assertEqual(browser.run("return rctp.page.session.socket"), None)
        browser.run("document.getElementById('set').click()")
        self.message(browser, "^The server cannot be reached")


class Logs(Case):
    robot = "rover"

    def test_the_model_agrees_with_the_log(self):
        server = self.server = Server(self, "--script", "obstacle_run.rb", "--Spades.MonitorInterval", "3", "--monitor_port", "off")
        server.await_state("rover", "idle")
        browser = self.open(self.browser(1280, 860))
        self.by_script(browser, "drive")
        self.set(browser)
        browser.run("""window.seen = []; rctp.page.session.on("world", (record) => seen.push([record.step, rctp.model.rover]));""")
        self.move(browser, "drive", [0.4, 0.5])
        self.moved(browser, "rover", self.place(browser, "rover"), 0.5)
        seen = browser.run("return seen")
        browser.close()
        server.send(signal.SIGTERM)
        wait_until(server.ended, "the end")
        frames = {round(frame.time * 100): frame for frame in LogFile(os.path.join(server.folder, "Logfiles", "monitor.log"))}
        places, headings = [], set()
        for step, pose in seen:
            if step not in frames:
                continue
            body = next(each for each in frames[step].bodies if each.name.endswith("/rover"))
            x, y, z = pose["translation"]
            self.assertLess(math.dist((x, -z, y), body.position), 0.002, f"step {step}")
            *axis, angle = pose["rotation"]
            quaternion = [math.cos(angle / 2), *(part * math.sin(angle / 2) for part in (axis[0], -axis[2], axis[1]))]
            self.assertGreater(abs(sum(one * other for one, other in zip(quaternion, body.rotation))), 0.9999, f"step {step}")
            places.append((x, y))
            headings.add(round(angle, 1))
        self.assertGreater(len(places), 10)
        self.assertGreater(len(headings), 3)


class Hostile(Case):
    """Malicious and large descriptions."""

    robot = "foo_11"

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls, "--team", "none", "--Soccer.Operated", "foo:11", "--monitor_port", "off")
        cls.server.await_state("foo_11", "idle")

    def shown(self, text, width=1280, height=860):
        browser = self.browser(width, height)
        browser.run_first(INSTEAD % json.dumps(text))
        return browser

    def test_markup_is_shown_as_text(self):
        escaped = HOSTILE.replace("<", "&lt;").replace(">", "&gt;")
        quoted = f'"{escaped}"'
        output = instance("RCML_ControlOutput", instance("RCML_ControlOutputData", name=escaped, parameters="1", parameterName=quoted, unit=quoted, standard=escaped))
        text = instance("RCML_TextInput", name="hear")
        browser = self.open(self.shown(robot_file(output + text, f"<Transform DEF='{escaped}'><Shape><Sphere radius='1'/></Shape></Transform>", quoted)))
        browser.run("rctp.page.hasText('hear', arguments[0]); rctp.page.hasText('judge', arguments[0]); rctp.page.status.happened(arguments[0]); rctp.page.showStatus();", HOSTILE)
        browser.wait_for("return document.getElementById('text-hear').textContent.includes('<img')", what="the text")
        self.assertEqual(browser.run("return [...document.querySelectorAll('#objects .card b')].map((each) => each.textContent)"), [HOSTILE, "hear"])
        self.assertEqual(browser.run("return Object.keys(rctp.model)"), [HOSTILE])
        browser.run("rctp.page.stage.showsNames = true; rctp.page.stage.redraw()")
        self.assertEqual(browser.run("return [window.bad || 0, document.querySelectorAll('b img, img:not(#camera)').length, document.querySelectorAll('#message b').length]"), [0, 0, 0])

    def test_sixty_objects_without_limits_are_usable(self):
        most = " ".join(["3.4028235e+38"] * 8)
        data = "".join(instance("RCML_ControlOutputData", name=f"joint{i}", parameters="8", parameterName=" ".join(f'"p{k}"' for k in range(8)),
                                minValue=most.replace("3.4", "-3.4"), maxValue=most) for i in range(40))
        inputs = "".join(instance("RCML_ControlInputData", name=f"force{i}", parameters="64") for i in range(20))
        for width, height in ((1280, 860), (360, 640)):
            browser = self.open(self.shown(robot_file(instance("RCML_ControlOutput", data) + instance("RCML_ControlInput", inputs)), width, height))
            self.assertEqual(browser.run("return document.querySelectorAll('#objects .card').length"), 60)
            self.agrees_in_window(browser)
            self.assertEqual(browser.run("return document.querySelector('#object-joint0 .range').textContent"), "any value")
            browser.run("document.querySelector('#object-joint39').open = true; document.querySelector('#object-joint39').scrollIntoView()")
            self.assertTrue(browser.run("const box = document.getElementById('object-joint39').getBoundingClientRect(); return box.top < innerHeight && box.bottom > 0"))
            self.agrees_in_window(browser)

    def test_invalid_descriptions_are_reported(self):
        browser = self.shown("<html/>")
        browser.open(f"{self.server.address}/foo_11/")
        self.message(browser, "^This robot cannot be shown: the description of the robot is not X3D$")


if __name__ == "__main__":
    if lack := webdriver.missing():
        print(f"skipped: there is no {lack}")
        sys.exit(77)
    SERVER = os.path.abspath(sys.argv[1])
    run_tests(sys.argv[2:])
