#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages in Chromium, with components in other processes and a real name server. Usage: test_browser.py RTM [TEST …]"""

import os
import signal
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../support")]

from stage import Stage, wait_until  # noqa: E402
from omg_stage import OmgStage, connector  # noqa: E402
from webdriver import Browser, missing  # noqa: E402

SAMPLES = """
import rtm

class Source(rtm.Component):
    def __init__(self):
        super().__init__(rate=50)
        self.value, self.count = self.out_port("value", "float"), self.out_port("count", "long")
        self.word = self.out_port("word", "string")

    def on_execute(self):
        self.value.put(2.5)
        self.word.put("<b>bold</b> & more")

class Sink(rtm.Component):
    def __init__(self):
        super().__init__()
        self.first, self.second = self.in_port("first", "double"), self.in_port("second", "string")

    def on_execute(self):
        if self.first.take() == -1:
            raise ValueError("minus one")
"""
# The places of a port's mark, of the middle of a rectangle's head, and of the middle of a connection.
PORT = """const b = portElement(arguments[0], arguments[1]).querySelector('.mark').getBoundingClientRect();
return [b.x + b.width / 2, b.y + b.height / 2]"""
HEAD = "const b = drawn.get(arguments[0]).group.querySelector('.body').getBoundingClientRect(); return [b.x + b.width / 2, b.y + 12]"
WIRE = """const [one] = wires.values(), path = one.curve, b = board.getBoundingClientRect();
const at = path.getPointAtLength(path.getTotalLength() * arguments[0]);
return [b.x + at.x, b.y + at.y]"""
LISTEN = """window.said = [message.textContent];
new MutationObserver(() => said.push(message.textContent)).observe(message, { childList: true });"""  # lines go after some seconds
FILL = "return getComputedStyle(drawn.get(arguments[0]).group.querySelector('.body')).fill"
SHOWN = "const one = drawn.get(arguments[0]); return one && one.word.textContent"


@unittest.skipIf(missing(), f"there is no {missing()}")
class PageStage(Stage):
    def setUp(self):
        super().setUp()
        self.write("samples.py", SAMPLES)
        self.samples = self.start("run", "samples.py")
        self.line(self.samples), self.line(self.samples)

    def browse(self, **more):
        page = self.start("browse", "--port", "0")
        self.address = self.line(page)
        self.browser = self.stack.enter_context(Browser(**more))
        self.browser.open(self.address)
        self.browser.wait_for("return drawn.size >= 2", what="components")
        self.browser.run(LISTEN)
        return self.browser

    def drag(self, start, end, drop=True):
        middle = [(a + b) / 2 for a, b in zip(start, end)]
        self.browser.pointer(("move", *start), ("down",), ("move", start[0] + 12, start[1] + 9), ("move", *middle), ("move", *end),
                             *([("up",)] if drop else []))

    def links(self):
        return [(link["from"], link["to"]) for link in self.component("Source0")["links"]]

    def message(self):
        return self.browser.run("return [message.textContent, message.classList.contains('error')]")

    def press(self, *names):
        self.browser.keys(*names)

    def focus(self):
        return self.browser.run("const d = document.activeElement.dataset; return d.port || d.component || d.wire || ''")



class Pages(PageStage):
    def test_drags_connect_and_clicks_switch(self):
        """A drag connects, a click switches, values are shown beside their ports, a drag away disconnects."""
        browser = self.browse()
        self.assertEqual(browser.run(SHOWN, "Source0"), "off")
        off = browser.run(FILL, "Source0")
        self.drag(browser.run(PORT, "out", "Source0.value"), browser.run(PORT, "in", "Sink0.first"))
        wait_until(lambda: self.links() == [("Source0.value", "Sink0.first")], "the connection")
        browser.wait_for("return wires.size === 1")
        for name in ("Source0", "Sink0"):
            browser.pointer(("move", *browser.run(HEAD, name)), ("down",), ("up",))
            browser.wait_for("return drawn.get(arguments[0]).word.textContent === 'on'", name)
            self.assertEqual(self.component(name)["state"], "on")
        self.assertNotEqual(browser.run(FILL, "Source0"), off)
        browser.wait_for("return drawn.get('Sink0').ports.get('in first').value.textContent === '2.500'")
        self.wait_value("Sink0.first", "2.5")
        # Values from other programs are shown as text, even if they contain HTML.
        browser.wait_for("return findPort('out', 'Source0.word').value === '<b>bold</b> & more'")
        self.assertEqual(browser.run("return document.querySelectorAll('b').length"), 0)
        browser.pointer(("move", *browser.run(HEAD, "Source0")), ("down",), ("up",))
        wait_until(lambda: self.component("Source0")["state"] == "off", "off")
        for start in (lambda: browser.run(WIRE, 0.6), lambda: browser.run(PORT, "in", "Sink0.first")):
            self.drag(start(), (600, 500))
            wait_until(lambda: self.links() == [], "the end of the connection")
            browser.wait_for("return wires.size === 0")
            self.run_rtm("connect", "Source0.value", "Sink0.first")
            browser.wait_for("return wires.size === 1")
        self.assertEqual(browser.complaints(), [])

    def test_unsuitable_connections_are_refused(self):
        """A connection that does not fit snaps back with a reason; during a drag ports that fit light up, and others dim."""
        browser = self.browse()
        self.drag(browser.run(PORT, "out", "Source0.word"), browser.run(PORT, "in", "Sink0.first"), drop=False)
        self.assertEqual(browser.run("return [...document.querySelectorAll('.port.fits')].map(e => e.dataset.port)"), ["Sink0.second"])
        dim = browser.run("return getComputedStyle(portElement('in', 'Sink0.first')).opacity")
        self.assertLess(float(dim), 0.5)
        browser.pointer(("up",))
        self.assertEqual(self.message(), ["Source0.word gives string, Sink0.first takes double: they do not fit.", True])
        browser.wait_for("return draftPath.hasAttribute('hidden') && !draft")
        self.assertEqual(browser.run("return document.querySelectorAll('.fits, .wiring').length"), 0)
        self.drag(browser.run(PORT, "out", "Source0.word"), browser.run(PORT, "out", "Source0.value"))
        self.assertTrue(self.message()[1])
        self.drag(browser.run(PORT, "in", "Sink0.second"), browser.run(PORT, "out", "Source0.word"))
        wait_until(lambda: self.links() == [("Source0.word", "Sink0.second")], "a connection that begins at the InPort")

    def test_components_can_be_operated_by_keyboard(self):
        """Without a mouse a user can switch, connect, disconnect and move components."""
        browser = self.browse()
        for _ in range(40):
            self.press("Tab")
            if self.focus() == "Source0":
                break
        self.press("Enter")
        wait_until(lambda: self.component("Source0")["state"] == "on", "on")
        self.press("Tab")
        self.assertEqual(self.focus(), "Source0.value")
        self.press("Enter")
        self.assertIn("matching port", self.message()[0])
        self.press("Esc")
        self.assertEqual((self.focus(), browser.run("return draft")), ("Source0.value", None))
        self.press("Enter", "Tab", "Enter")
        wait_until(lambda: self.links() == [("Source0.value", "Sink0.first")], "the connection")
        self.assertEqual(self.focus(), "Sink0.first")
        browser.wait_for("return wires.size === 1")
        self.press("Delete")
        wait_until(lambda: self.links() == [], "the end of the connection")
        browser.wait_for("return wires.size === 0")
        browser.run("portElement('out', 'Source0.word').focus()")
        self.press("Enter", "Right", "Enter")
        wait_until(lambda: self.links() == [("Source0.word", "Sink0.second")], "the second connection")
        browser.wait_for("return wires.size === 1")
        browser.run("[...wires.values()][0].handle.focus()")
        self.press("Delete")
        wait_until(lambda: self.links() == [], "the end of the second")
        browser.run("drawn.get('Sink0').group.focus()")
        before = browser.run("return places.get('Sink0')")
        self.press("Shift+Right", "Shift+Down")
        after = browser.run("return places.get('Sink0')")
        self.assertEqual((after["x"] - before["x"], after["y"] - before["y"]), (20, 20))

    def test_moved_components_stay_in_their_places(self):
        browser = self.browse()
        start = browser.run(HEAD, "Sink0")
        self.drag(start, (start[0] + 150, start[1] + 200))
        moved = browser.run("return places.get('Sink0')")
        self.assertEqual(self.component("Sink0")["state"], "off", "a drag was taken for a click")
        browser.open(self.address)
        browser.wait_for("return drawn.size >= 2")
        self.assertEqual(browser.run("return places.get('Sink0')"), moved)
        browser.run("document.getElementById('arrange').click()")
        self.assertNotEqual(browser.run("return places.get('Sink0')"), moved)

    def test_faults_and_ends_of_components_are_shown(self):
        """A component that raises is shown at fault with the reason, a killed one as gone; one that ends disappears, and new ones appear."""
        browser = self.browse()
        self.run_rtm("on", "Sink0")
        self.run_rtm("put", "Sink0.first", "-1")
        browser.wait_for("return drawn.get('Sink0').word.textContent === 'fault'")
        reason = browser.run("return [...drawn.get('Sink0').group.querySelectorAll('.reason')].map(e => e.textContent).join(' ')")
        self.assertIn("ValueError: minus one", reason)
        panel = self.start("slider")
        self.line(panel)
        browser.wait_for("return drawn.has('Slider0')")
        self.end(panel, signal.SIGINT)
        browser.wait_for("return !drawn.has('Slider0')")
        self.end(self.samples, signal.SIGKILL)
        browser.wait_for("return drawn.get('Sink0').word.textContent === 'gone'")
        red, green, blue = browser.run(FILL, "Sink0")[4:-1].split(",")
        self.assertLess(max(map(int, (red, green, blue))) - min(map(int, (red, green, blue))), 20, "grey")

    def test_the_end_of_the_name_server_is_reported(self):
        browser = self.browse()
        self.end(self.names, signal.SIGINT)
        browser.wait_for("return message.classList.contains('error') && message.textContent.includes('name server')")

    def test_sliders_put_values(self):
        """Values set on the page of the slider are put at its ports."""
        panel = self.start("slider", "Panel")
        self.assertEqual(self.line(panel), "Panel0 is on")
        browser = self.stack.enter_context(Browser())
        browser.open(self.line(panel))
        browser.wait_for("return rows.length === 4 && rows[0].value.value === '0'")
        set_value = "const e = rows[arguments[0]][arguments[1]]; e.value = arguments[2]; e.dispatchEvent(new Event('change'))"
        browser.run(set_value, 1, "high", "50")
        browser.wait_for("return rows[1].place.max === '50'")
        browser.run(set_value, 1, "value", "42.5")
        self.wait_value("Panel0.out2", "42.5")
        browser.run(set_value, 1, "value", "99")
        self.wait_value("Panel0.out2", "50")
        box = browser.run("const b = rows[0].place.getBoundingClientRect(); return [b.x, b.y + b.height / 2, b.width]")
        browser.pointer(("move", box[0] + box[2] / 50, box[1]), ("down",), ("move", box[0] + box[2] / 2, box[1]), ("up",))
        wait_until(lambda: abs(float(self.run_rtm("get", "Panel0.out1")) - 5) < 0.2, "the middle")
        browser.run(LISTEN)
        browser.run(set_value, 2, "low", "20")
        browser.wait_for("return said.includes('a range needs two numbers, the second greater than the first')")
        browser.run("document.getElementById('state').click()")
        wait_until(lambda: self.component("Panel0")["state"] == "off", "off")
        self.assertEqual([one for one in browser.complaints() if "409" not in one], [])


class BothWorlds(PageStage, OmgStage):
    """Components of another system together with ours."""

    def test_components_of_another_system_can_be_operated_by_mouse(self):
        out, into = self.sequences()
        browser = self.browse()
        browser.wait_for("return drawn.size === 4")
        self.assertEqual(browser.run(SHOWN, "SeqOut0"), "off")
        off = browser.run(FILL, "Source0")
        self.assertEqual(browser.run(FILL, "SeqOut0"), off)
        self.drag(browser.run(PORT, "out", "SeqOut0.Long"), browser.run(PORT, "in", "SeqIn0.Long"))
        wait_until(lambda: out.ports[0].connectors, "the connection")
        browser.wait_for("return wires.size === 1")
        browser.pointer(("move", *browser.run(HEAD, "SeqIn0")), ("down",), ("up",))
        browser.wait_for("return drawn.get('SeqIn0').word.textContent === 'on'")
        self.assertEqual(into.callbacks.count("on_activated"), 1)
        # A component at fault without a reason; a click tries again.
        into.fails["on_activated"] = "RTC_ERROR"
        browser.pointer(("move", *browser.run(HEAD, "SeqIn0")), ("down",), ("up",))
        browser.wait_for("return drawn.get('SeqIn0').word.textContent === 'off'")
        browser.pointer(("move", *browser.run(HEAD, "SeqIn0")), ("down",), ("up",))
        browser.wait_for("return drawn.get('SeqIn0').word.textContent === 'fault'")
        browser.wait_for("return said.includes('SeqIn0 is at fault: it could not be activated')", what=lambda: browser.run("return said"))
        self.drag(browser.run(PORT, "in", "SeqIn0.Long"), (700, 620))
        wait_until(lambda: not out.ports[0].connectors and not into.ports[0].connectors, "the end of the connection")
        browser.wait_for("return wires.size === 0")
        # Connections made by other programs are drawn, too.
        into.ports[0].connect(connector([into.ports[0].reference, out.ports[0].reference]))
        browser.wait_for("return wires.size === 1")
        into.vanish()
        browser.wait_for("return drawn.get('SeqIn0').word.textContent === 'gone'")

    def test_long_paths_are_shown_and_connections_end_at_the_right_component(self):
        """The rest of a component's path is shown beside its category; the connection ends at the right component."""
        self.sequences()
        _, far = self.sequences(path="pc1.lab.host_cxt/*.rtc")
        browser = self.browse()
        browser.wait_for("return drawn.size === 6")
        name = "pc1\\.lab.host_cxt/SeqIn0.rtc"
        texts = browser.run("return [...drawn.get(arguments[0]).group.querySelectorAll('.name, .category')].map(e => e.textContent)", name)
        self.assertEqual(texts, ["SeqIn0", "test · pc1.lab"])
        self.drag(browser.run(PORT, "out", "SeqOut0.Long"), browser.run(PORT, "in", name + ".Long"))
        wait_until(lambda: far.ports[0].connectors, "the connection")
        browser.wait_for("return wires.size === 1 && [...wires.values()][0].link.to === arguments[0]", name + ".Long")

    def test_components_can_be_operated_by_keyboard(self):
        out, into = self.sequences()
        browser = self.browse()
        browser.wait_for("return drawn.size === 4")
        browser.run("drawn.get('SeqOut0').group.focus()")
        self.press("Enter")
        browser.wait_for("return drawn.get('SeqOut0').word.textContent === 'on'")
        self.press("Tab", "Enter")
        # Numbers are not converted for another system.
        self.assertEqual(browser.run("return [...document.querySelectorAll('.port.fits')].map(e => e.dataset.port).filter(p => p.startsWith('Seq'))"),
                         ["SeqIn0.Long"])
        browser.run("portElement('in', 'SeqIn0.Long').focus()")
        self.press("Enter")
        wait_until(lambda: out.ports[0].connectors, "the connection")
        browser.wait_for("return wires.size === 1")
        browser.run("[...wires.values()][0].handle.focus()")
        self.press("Delete")
        wait_until(lambda: not out.ports[0].connectors and not into.ports[0].connectors, "the end of the connection")


if __name__ == "__main__":
    from skipping import run_tests

    run_tests(sys.argv[1:])
