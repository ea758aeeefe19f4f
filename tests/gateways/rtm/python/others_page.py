#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands in "Components of other systems" in docs/systems/components.md work as described.  others_page.py RTM PAGE

Stand-ins with the names, ports and types of the page replace the programs of another system.
"""

import os
import re
import sys

PAGE = os.path.abspath(sys.argv.pop(2))

from stage import Stage, wait_until  # noqa: E402

import omg_peer  # noqa: E402
from pages import read_page  # noqa: E402
from skipping import run_tests  # noqa: E402


class Counter(omg_peer.Component):
    """SeqOut0: while it is active its ports count up by one in each pass."""

    def on_execute(self, handle):
        self.count = self.count + 1
        for port in self.ports:
            port.write(self.count)
        return omg_peer.OK


class Page(Stage):
    def setUp(self):
        super().setUp()
        self.orb = omg_peer.Orb()
        self.addCleanup(self.orb.close)
        self.naming = omg_peer.Naming(self.server)
        self.addCleanup(self.naming.close)

    def stand_in(self, component, port):
        component.add(port)
        omg_peer.Context(self.orb).own(component)
        self.naming.rebind(f"{component.name}.rtc", component.reference)
        return port

    def test_the_commands_of_the_page_work(self):
        counter = Counter(self.orb, "SeqOut0")
        counter.count = 0
        self.stand_in(counter, omg_peer.OutPort(self.orb, "SeqOut0.Float", "TimedFloat"))
        shown = self.stand_in(omg_peer.Component(self.orb, "SeqIn0"), omg_peer.InPort(self.orb, "SeqIn0.Float", "TimedFloat"))
        section = re.search(r"^### Connect components of OpenRTM-aist\n(.*?)^##", read_page(PAGE), re.M | re.S)[1]
        lines = re.findall(r"^    (.*)$", section, re.M)
        self.assertEqual(2, sum("corba.nameservers:127.0.0.1:2809 -o naming.formats:%n.rtc" in line for line in lines))
        commands = [line.split()[1:] for line in lines if line.startswith("rtm ")]
        self.assertEqual(["names"], commands.pop(0))
        self.assertEqual("run", commands[0][0])
        self.start(*commands.pop(0))
        wait_until(lambda: self.component("Logic0"))
        for command in commands:
            printed = self.run_rtm(*command)
            if command[0] == "watch":
                self.assertTrue(printed.splitlines())
                (end,) = shown.ends.values()
                self.assertTrue(end.wait_for(3))
                numbers = [value.data for value in shown.values(next(iter(shown.ends)))]
                self.assertEqual(sorted(numbers), numbers)  # the gate passes the last one on a hundred times a second
        self.assertEqual({}, shown.ends)


if __name__ == "__main__":
    run_tests()
