#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every command of the program rtm, against components in other processes and a real name server. Usage: test_commands.py RTM [TEST …]"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from stage import TIMEOUT, RTM, Stage, is_alive, wait_until  # noqa: E402
from omg_stage import OmgStage, OutPort, connector  # noqa: E402

EVERYTHING = """
import rtm

class Everything(rtm.Component):
    def __init__(self):
        super().__init__(category="Sample")
        self.ins = [self.in_port("in_" + kind, kind) for kind in ("float", "double", "long", "boolean", "string", "floats", "doubles")]
        self.outs = [self.out_port("out_" + kind, kind) for kind in ("float", "string", "doubles")]
        self.both = self.in_port("both"), self.out_port("both")

    def on_activated(self):
        self.both[1].put(7)
"""


class Commands(Stage):
    def everything(self):
        self.write("everything.py", EVERYTHING)
        process = self.start("run", "everything.py")
        self.assertEqual(self.line(process), "Everything0 is off")
        return process

    def test_list_prints_components(self):
        self.assertEqual(self.run_rtm("list"), "there are no components\n")
        self.assertEqual(json.loads(self.run_rtm("list", "--json")), [])
        self.everything()
        self.run_rtm("put", "Everything0.in_float", "0.1")
        self.run_rtm("put", "Everything0.in_boolean", "true")
        self.run_rtm("put", "Everything0.in_doubles", "1", "-2.5", "1e300")
        self.run_rtm("put", "Everything0.in_string", "two words")
        one = self.component("Everything0")
        self.assertEqual(sorted(one), ["category", "in", "links", "name", "out", "state"])
        self.assertEqual((one["category"], one["state"], one["links"]), ("Sample", "off", []))
        values = {port["name"]: (port["type"], port["value"]) for port in one["in"]}
        self.assertEqual(list(values), ["in_float", "in_double", "in_long", "in_boolean", "in_string", "in_floats", "in_doubles", "both"])
        self.assertEqual(values["in_float"], ("float", 0.1))
        self.assertEqual(values["in_boolean"], ("boolean", True))
        self.assertEqual(values["in_string"], ("string", "two words"))
        self.assertEqual(values["in_doubles"], ("doubles", [1, -2.5, 1e300]))
        text = self.run_rtm("list")
        self.assertRegex(text, r"(?m)^Everything0 \(Sample\) off$")
        self.assertRegex(text, r"(?m)^  in  in_float +float +0\.1$")

    def test_put_values_are_returned_by_get(self):
        self.everything()
        for port, given, got in (("float", ["0.1"], "0.1"), ("float", ["-3"], "-3"), ("double", ["0.30000000000000004"],
                                 "0.30000000000000004"),
                                 ("long", ["-7"], "-7"), ("boolean", ["true"], "true"), ("string", ["a b"], "a b"),
                                 ("floats", ["1", "2.5"], "1 2.5"), ("doubles", [], None)):
            with self.subTest(port, given=given):
                if got is None:
                    self.assertIn("VALUE", self.refuse("put", "Everything0.in_" + port, status=2))
                else:
                    self.run_rtm("put", "Everything0.in_" + port, *given)
                    self.assertEqual(self.run_rtm("get", "Everything0.in_" + port), got + "\n")
        # An OutPort takes precedence over an InPort with the same name.
        self.run_rtm("put", "Everything0.both", "3")
        self.run_rtm("on", "Everything0")
        self.assertEqual(self.run_rtm("get", "Everything0.both"), "7\n")
        for port, value in (("Everything0.in_float", "nan"), ("Everything0.in_float", "abc"), ("Everything0.in_long", "3000000000"),
                            ("Everything0.in_boolean", "perhaps"), ("Everything0.nothing", "1"), ("Nobody0.in", "1"), ("Everything0", "1")):
            with self.subTest(port, value=value):
                self.assertIn(port.split(".")[0], self.refuse("put", port, value))

    def test_on_and_off_switch_components(self):
        self.everything()
        self.run_rtm("on", "Everything0")
        self.run_rtm("on", "Everything0")
        self.assertEqual(self.component("Everything0")["state"], "on")
        self.run_rtm("off", "Everything0")
        self.assertEqual(self.component("Everything0")["state"], "off")
        self.assertIn("Everything1", self.refuse("on", "Everything1"))

    def test_connect_and_disconnect_change_connections(self):
        gate, panel = self.start("run", "logic.py", "--on"), self.start("slider")
        self.line(gate), self.line(panel)
        self.run_rtm("connect", "Slider0.out1", "Logic0.in1")
        links = self.component("Slider0")["links"]
        self.assertEqual(links, [{"from": "Slider0.out1", "to": "Logic0.in1", "kind": "repeated"}])
        self.assertRegex(self.run_rtm("list"), r"(?m)^  Slider0\.out1 -> Logic0\.in1  \d+ pushed")
        self.assertIn("Slider0.out1", self.refuse("connect", "Slider0.out1", "Logic0.in1"))
        self.assertIn("Logic0", self.refuse("connect", "Slider0.out1", "Logic0.in9"))
        self.run_rtm("disconnect", "Slider0.out1", "Logic0.in1")
        self.assertEqual(self.component("Slider0")["links"], [])
        self.refuse("disconnect", "Slider0.out1", "Logic0.in1")
        self.run_rtm("connect", "--once", "Slider0.out1", "Logic0.in1")
        wait_until(lambda: self.component("Slider0")["links"] == [], "the end of a connection for one value")
        self.everything()
        self.assertIn("Everything0.in_string", self.refuse("connect", "Slider0.out1", "Everything0.in_string"))

    def test_watch_prints_values(self):
        panel = self.start("slider")
        self.line(panel)
        self.write("steps.py", "import rtm\nclass Steps(rtm.Component):\n    def __init__(self):\n        super().__init__(rate=50)\n"
                   "        self.out, self.count = self.out_port('out', 'long'), 0\n"
                   "    def on_execute(self):\n        self.count += 1\n        self.out.put(self.count // 5)\n")
        steps = self.start("run", "steps.py", "--on")
        self.line(steps)
        reported = self.run_rtm("watch", "Steps0.out", "Slider0.out2", "--for", "2")
        rows = [line.split() for line in reported.splitlines()]
        times = [float(row[0]) for row in rows]
        values = [int(row[2]) for row in rows if row[1] == "Steps0.out"]
        self.assertEqual(times, sorted(times))
        self.assertGreater(len(values), 1)
        self.assertEqual(values, list(range(values[0], values[0] + len(values))), "each change once, in order")
        self.assertEqual([row[2] for row in rows if row[1] == "Slider0.out2"], ["0"], "what does not change is printed once")
        wait_until(lambda: self.component("Steps0")["links"] == [], "the end of the subscription")
        watcher = self.start("watch", "Steps0.out")
        self.line(watcher)
        self.assertEqual(self.end(watcher, signal.SIGINT), 0)
        self.assertIn("Steps0", self.refuse("watch", "Steps0.out9"))
        watcher = self.start("watch", "Slider0.out2", "Steps0.out")
        self.line(watcher)
        self.end(steps, signal.SIGKILL)
        self.assertEqual(watcher.wait(TIMEOUT), 1)
        self.assertEqual(self.printed(watcher), "rtm: Steps0.out is gone\n")

    def test_run_starts_components(self):
        self.write("two.py", "import rtm\nclass Base(rtm.Component):\n    pass\nclass One(Base):\n    pass\n"
                   "class Two(Base):\n    def __init__(self):\n        super().__init__()\n        self.parameter('size', 3)\n")
        both = self.start("run", "two.py", "--set", "size=4")
        self.assertEqual([self.line(both), self.line(both)], ["One0 is off", "Two0 is off"])
        second = self.start("run", "two.py", "Two", "--on")
        self.assertEqual(self.line(second), "Two1 is on")
        self.assertEqual([one["name"] for one in json.loads(self.run_rtm("list", "--json"))], ["One0", "Two0", "Two1"])
        self.assertEqual((self.end(both, signal.SIGINT), self.end(second, signal.SIGTERM)), (0, 0))
        self.assertEqual(self.run_rtm("list"), "there are no components\n")
        self.write("empty.py", "import rtm\n")
        self.write("syntax.py", "class\n")
        with open(os.path.join(self.folder, "Nod.so"), "wb") as module:
            module.write(b"\x7fELF\x02\x01\x01" + bytes(9))
        for arguments, word in ((["nothing.py"], "there is no file nothing.py"), (["Nod.so"], "Nod.so is not a Python file; rtm-host loads modules"),
                                (["empty.py"], "no class that derives from rtm.Component"),
                                (["two.py", "Three"], "One, Two"), (["two.py", "--set", "sise=4"], "size"),
                                (["two.py", "--context", "Lunar"], "SynchExtTriggerEC")):
            with self.subTest(arguments):
                self.assertIn(word, self.refuse("run", *arguments))
        broken = self.start("run", "syntax.py")
        self.assertEqual(broken.wait(TIMEOUT), 1)
        self.assertRegex(self.printed(broken), r"rtm: syntax.py: SyntaxError: invalid syntax\n$")

    def test_run_uses_the_given_context(self):
        """In a context that other programs tick on_execute is not called by itself."""
        self.write("counter.py", "import rtm\nclass Counter(rtm.Component):\n    def __init__(self):\n        super().__init__()\n"
                   "        self.count = 0\n        self.out = self.out_port('out', 'long')\n    def on_execute(self):\n"
                   "        self.count += 1\n        self.out.put(self.count)\n")
        for context, counts in (("PeriodicExecutionContext", True), ("SynchExtTriggerEC", False)):
            with self.subTest(context):
                counter = self.start("run", "counter.py", "--on", "--context", context)
                self.line(counter)
                if counts:
                    wait_until(lambda: int(self.run_rtm("get", "Counter0.out")) > 3)
                else:
                    time.sleep(0.3)
                    self.assertEqual(self.run_rtm("get", "Counter0.out"), "0\n")
                self.assertEqual(self.end(counter, signal.SIGINT), 0)

    def test_killed_names_are_replaced(self):
        first = self.start("run", "logic.py")
        self.line(first)
        self.end(first, signal.SIGKILL)
        self.assertEqual(self.component("Logic0")["state"], "gone")
        second = self.start("run", "logic.py")
        self.assertEqual(self.line(second), "Logic0 is off")
        self.assertEqual(self.component("Logic0")["state"], "off")


class OtherSystem(OmgStage):
    """The same commands for components of another system, written from the standard."""

    def links(self, name):
        return [(link["from"], link["to"], link["kind"]) for link in self.component(name)["links"]]

    def assert_no_connection_is_left(self, *components):
        for component in components:
            for port in component.ports:
                wait_until(lambda: not port.connectors, f"the end of the connections of {port.name}")

    def test_list_prints_components(self):
        out, _ = self.sequences()
        one = self.component("SeqIn0")
        self.assertEqual(sorted(one), ["category", "in", "links", "name", "out", "state"])
        self.assertEqual((one["category"], one["state"], one["out"], one["links"]), ("test", "off", [], []))
        self.assertEqual(one["in"], [{"name": "Long", "type": "long", "value": None}, {"name": "Float", "type": "float", "value": None}])
        self.others.add("Odd0", (OutPort, "scan", "RangeData"))
        self.assertEqual(self.component("Odd0")["out"], [{"name": "scan", "type": "RangeData", "value": None}])
        self.assertRegex(self.run_rtm("list"), r"(?m)^Odd0 \(test\) off\n  out scan  RangeData\nSeqIn0 \(test\) off$")
        out.vanish()
        self.assertEqual(self.component("SeqOut0")["state"], "gone")

    def test_components_are_found_by_name_in_any_naming_context(self):
        """A unique name is found in any context; further components with the name have their paths."""
        self.sequences(path="lab.host_cxt/*.rtc")
        self.assertEqual([one["name"] for one in json.loads(self.run_rtm("list", "--json"))], ["SeqIn0", "SeqOut0"])
        _, other = self.sequences(path="pc1.lab.host_cxt/deeper.cxt/*.rtc")
        path = "pc1\\.lab.host_cxt/deeper.cxt/SeqIn0.rtc"
        names = [one["name"] for one in json.loads(self.run_rtm("list", "--json"))]
        self.assertEqual(names, ["SeqIn0", "SeqOut0", path, path.replace("In", "Out")])
        self.run_rtm("put", path + ".Long", "5")
        self.run_rtm("put", "lab.host_cxt/SeqIn0.Long", "6")
        self.assertEqual(self.put_into(other, "Long"), [5])
        self.run_rtm("connect", path.replace("In", "Out") + ".Long", path + ".Long")
        self.assertEqual(self.links(path.replace("In", "Out")), [(path.replace("In", "Out") + ".Long", path + ".Long", "repeated")])
        self.assertEqual(self.links("SeqOut0"), [])

    def test_on_and_off_switch_components(self):
        out, _ = self.sequences()
        self.run_rtm("on", "SeqOut0")
        self.run_rtm("on", "SeqOut0")
        self.assertEqual((self.component("SeqOut0")["state"], out.callbacks.count("on_activated")), ("on", 1))
        self.run_rtm("off", "SeqOut0")
        self.assertEqual((self.component("SeqOut0")["state"], out.callbacks[-1]), ("off", "on_deactivated"))
        # A component at fault is reset first, and one that fails again is reported.
        out.fails["on_activated"] = "RTC_ERROR"
        self.assertEqual(self.refuse("on", "SeqOut0"), "rtm: SeqOut0 is at fault: it could not be activated")
        self.assertEqual(self.component("SeqOut0")["state"], "fault")
        out.fails.clear()
        self.run_rtm("on", "SeqOut0")
        self.assertEqual((self.component("SeqOut0")["state"], out.callbacks.count("on_reset")), ("on", 1))
        # A stopped context is started; a context without passes is reported.
        self.others.context.stop()
        self.run_rtm("off", "SeqIn0")
        self.run_rtm("on", "SeqIn0")
        self.assertTrue(self.others.context.running)
        self.run_rtm("off", "SeqIn0")
        self.others.is_paused = True
        self.assertEqual(self.refuse("on", "--patience", "0.2", "SeqIn0"),
                         "rtm: SeqIn0 is not on after 0.2 s: its execution context waits to be triggered, and it changes with the next tick")

    def test_get_and_put_transfer_values(self):
        out, into = self.sequences()
        self.others.write(out.ports[0], 7)
        self.assertEqual(self.run_rtm("get", "SeqOut0.Long"), "7\n")
        self.assertEqual(self.refuse("get", "SeqOut0.Double", "--patience", "0.2"),
                         "rtm: SeqOut0.Double has sent nothing within 0.2 s; its last value cannot be asked for")
        self.assertEqual(self.refuse("get", "SeqIn0.Long"), "rtm: SeqIn0.Long does not show what was put there")
        self.assertEqual(self.refuse("get", "SeqIn0.Lonk"), "rtm: SeqIn0 has no port Lonk; did you mean Long?")
        self.run_rtm("on", "SeqIn0")
        self.run_rtm("put", "SeqIn0.Long", "-7")
        self.run_rtm("put", "SeqIn0.Float", "0.5")
        self.assertEqual((self.put_into(into, "Long"), self.put_into(into, "Float")), ([-7], [0.5]))
        self.assertEqual(self.refuse("put", "SeqIn0.Long", "x"), 'rtm: SeqIn0.Long takes long; "x" is none')
        self.assertEqual(self.refuse("put", "SeqOut0.Long", "1"), "rtm: SeqOut0 has no InPort Long")
        self.assert_no_connection_is_left(out, into)
        # A port that only supports pull.
        out.ports[0].properties["dataport.dataflow_type"] = "pull"
        self.others.outs.clear()
        self.others.offer(out.ports[0], 9)
        self.assertEqual(self.run_rtm("get", "SeqOut0.Long"), "9\n")
        self.assert_no_connection_is_left(out)

    def test_connect_and_disconnect_change_connections(self):
        out, into = self.sequences()
        self.run_rtm("connect", "SeqOut0.Long", "SeqIn0.Long")
        self.assertEqual(self.links("SeqOut0"), [("SeqOut0.Long", "SeqIn0.Long", "repeated")])
        self.assertRegex(self.run_rtm("list"), r"(?m)^  SeqOut0\.Long -> SeqIn0\.Long$")
        self.assertEqual(self.refuse("connect", "SeqOut0.Long", "SeqIn0.Long"),
                         "rtm: SeqOut0.Long and SeqIn0.Long are connected already")
        self.assertEqual(self.refuse("connect", "SeqOut0.Double", "SeqIn0.Float"), "rtm: SeqOut0.Double gives double, SeqIn0.Float takes float")
        self.run_rtm("disconnect", "SeqOut0.Long", "SeqIn0.Long")
        self.assert_no_connection_is_left(out, into)
        self.assertEqual(self.refuse("disconnect", "SeqOut0.Long", "SeqIn0.Long"), "rtm: SeqOut0.Long and SeqIn0.Long are not connected")
        # A connection that another program has made, with the ports in the other order.
        into.ports[0].connect(connector([into.ports[0].reference, out.ports[0].reference]))
        self.assertEqual(self.links("SeqOut0"), [("SeqOut0.Long", "SeqIn0.Long", "repeated")])
        self.run_rtm("disconnect", "SeqOut0.Long", "SeqIn0.Long")
        self.assert_no_connection_is_left(out, into)
        self.others.write(out.ports[0], 3)
        self.run_rtm("connect", "--once", "SeqOut0.Long", "SeqIn0.Long")
        self.assertEqual(self.put_into(into, "Long"), [3])
        self.assert_no_connection_is_left(out, into)

    def test_options_of_connect_are_passed_on(self):
        out, into = self.sequences()
        for options, wanted in ((["--subscription", "periodic", "--rate", "20", "--buffer", "3"],
                                 {"dataflow_type": "push", "subscription_type": "periodic", "publisher.push_rate": "20", "buffer.length": "3"}),
                                (["--subscription", "flush"], {"dataflow_type": "push", "subscription_type": "flush"}),
                                (["--pull"], {"dataflow_type": "pull"}), ([], {"dataflow_type": "push", "subscription_type": "new"})):
            with self.subTest(options):
                self.run_rtm("connect", "SeqOut0.Long", "SeqIn0.Long", *options)
                [profile] = into.ports[0].connectors.values()
                given = {one.name.removeprefix("dataport."): one.value[1] for one in profile.properties}
                self.assertEqual({name: given.get(name) for name in wanted}, wanted)
                self.assertEqual((given["data_type"], given["interface_type"]), ("IDL:RTC/TimedLong:1.0", "corba_cdr"))
                self.run_rtm("disconnect", "SeqOut0.Long", "SeqIn0.Long")
        for options in (["--subscription", "periodic"], ["--rate", "5"], ["--pull", "--subscription", "new"], ["--buffer", "0"], ["--subscription", "all"]):
            with self.subTest(options):
                self.refuse("connect", "SeqOut0.Long", "SeqIn0.Long", *options, status=2 if options[-1] in ("0", "all") else 1)

    def test_watch_prints_values(self):
        out, _ = self.sequences()
        watcher = self.start("watch", "SeqOut0.Long")
        wait_until(lambda: out.ports[0].connectors, "the connection of a watch")
        for value in (1, 1, 2, 3):
            out.ports[0].write(value)
        self.assertEqual([self.line(watcher).split()[1:] for _ in range(3)], [["SeqOut0.Long", value] for value in "123"])
        self.assertEqual(self.end(watcher, signal.SIGINT), 0)
        self.assert_no_connection_is_left(out)
        for leave in (lambda: out.ports[0].disconnect_all(), lambda: out.ports[0].vanish()):
            watcher = self.start("watch", "SeqOut0.Long")
            wait_until(lambda: out.ports[0].connectors, "the connection of a watch")
            out.ports[0].write(4)
            self.assertEqual(self.line(watcher).split()[1:], ["SeqOut0.Long", "4"])
            leave()
            self.assertEqual(watcher.wait(TIMEOUT), 1)
            self.assertEqual(self.printed(watcher), "rtm: SeqOut0.Long is gone\n")
            out.ports[0].connectors.clear()
        out.ports.pop(0)
        out.add(OutPort(self.others.orb, "SeqOut0.Long", "TimedLong"))
        self.assertEqual(self.refuse("watch", "SeqOut0.Lonk"), "rtm: SeqOut0 has no OutPort Lonk; did you mean Long?")

    def test_hanging_components_cost_one_timeout(self):
        """A component that hangs costs one timeout, and its connections are shown without its name."""
        out, into = self.sequences()
        self.run_rtm("connect", "SeqOut0.Long", "SeqIn0.Long")
        into.get_component_profile = self.others.orb.hang
        into.ports[0].get_port_profile = self.others.orb.hang
        views = {one["name"]: one for one in json.loads(self.run_rtm("list", "--json"))}
        self.assertEqual((views["SeqIn0"]["state"], views["SeqOut0"]["state"]), ("gone", "off"))
        self.assertEqual([link["to"] for link in views["SeqOut0"]["links"]], [""])
        out.ports[0].notify_connect = self.others.orb.hang
        self.assertRegex(self.refuse("get", "SeqOut0.Long"), r"^rtm: SeqOut0\.Long cannot be reached for its values: .*no answer in time$")
        self.assertEqual(self.refuse("put", "SeqIn0.Long", "1"), "rtm: SeqIn0.Long: no answer in time")


class Names(Stage):
    needs_names = False

    def child(self, process):
        command = ["pgrep", "-P", str(process.pid), "omniNames"]
        return wait_until(lambda: subprocess.run(command, capture_output=True, text=True).stdout.strip())

    def test_the_server_ends_with_rtm_names(self):
        for number, status in ((signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGKILL, -9)):
            with self.subTest(number):
                names = self.start("names", "--port", "0")
                self.assertRegex(self.line(names), r"^name server 127\.0\.0\.1:\d+$")
                child = int(self.child(names))
                self.assertEqual(self.end(names, number), status)
                wait_until(lambda: not is_alive(child), "the end of omniNames")

    def test_folders_of_killed_name_servers_are_removed(self):
        """The next name server removes the folder of a killed one, and keeps that of a running one."""
        def folders():
            return {name for name in os.listdir(self.folder) if name.startswith("rtm-names.")}

        running, killed = self.start("names", "--port", "0"), self.start("names", "--port", "0")
        self.line(running), self.line(killed)
        both = folders()
        self.end(killed, signal.SIGKILL)
        self.assertEqual((len(both), folders()), (2, both))
        again = self.start("names", "--port", "0")
        self.line(again)
        self.assertEqual((len(folders()), len(folders() & both)), (2, 1))
        self.assertEqual((self.end(again, signal.SIGTERM), self.end(running, signal.SIGTERM)), (0, 0))
        self.assertEqual(folders(), set())

    def test_rtm_names_ends_with_its_server(self):
        names = self.start("names", "--port", "0")
        self.line(names)
        os.kill(int(self.child(names)), signal.SIGKILL)
        self.assertEqual(names.wait(TIMEOUT), 1)
        self.assertRegex(self.printed(names), r"^rtm: omniNames has ended")

    def test_names_are_stored_in_the_data_folder(self):
        data = os.path.join(self.folder, "data")
        first = self.start("names", "--port", "0", "--data", data)
        server = self.line(first).split()[-1]
        self.environment["RTM_NAMESERVER"] = server
        gate = self.start("run", "logic.py")
        self.line(gate)
        self.end(first, signal.SIGTERM)
        again = self.start("names", "--port", server.split(":")[1], "--data", data)
        self.assertEqual(self.line(again), f"name server {server}")
        self.assertEqual(self.component("Logic0")["state"], "off")

    def test_a_used_port_is_reported(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            self.assertIn(f"port {other.getsockname()[1]} of 127.0.0.1", self.refuse("names", "--port", str(other.getsockname()[1])))
            taken = ["--port", str(other.getsockname()[1])]
            self.assertIn("cannot be opened", self.refuse("--nameserver", "127.0.0.1:1", "slider", *taken))
            for command in (["list"], ["browse", "--port", "0"], ["slider"], ["run", "logic.py"], ["watch", "A0.b"]):
                self.assertIn("127.0.0.1:1: cannot be reached", self.refuse("--nameserver", "127.0.0.1:1", *command))
            self.assertIn("is not a name", self.refuse("--nameserver", "127.0.0.1:1", "slider", "a b"))

    def test_references_replace_a_name_server(self):
        self.environment["RTM_NAMESERVER"] = "127.0.0.1:1"
        where = ["--nameserver", "none", "--references", "refs"]
        gate = self.start("run", "logic.py", *where)
        self.assertEqual(self.line(gate), "Logic0 is off")
        self.run_rtm(*where, "on", "Logic0")
        self.assertEqual(json.loads(self.run_rtm("list", "--json", *where))[0]["state"], "on")
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "refs"))), ["Logic0.rtc", "Logic0.rtcomp", "Logic0.rtmon"])
        self.assertEqual(self.end(gate, signal.SIGINT), 0)
        self.assertEqual(os.listdir(os.path.join(self.folder, "refs")), [])
        self.assertIn("--references", self.refuse("list", "--nameserver", "none", status=2))

    def test_help_and_wrong_usage_are_reported(self):
        text = self.run_rtm("--help")
        for command in ("list", "on", "off", "get", "put", "connect", "disconnect", "watch", "names", "browse", "slider", "run"):
            self.assertRegex(text, rf"(?m)^    {command}\b")
            self.assertRegex(self.run_rtm(command, "--help"), rf"^usage: rtm {command} ")
        for arguments in ((), ("fly",), ("get",), ("names", "--port", "70000"), ("watch", "A0.b", "--for", "-1"),
                          ("--nameserver", "a b", "list"),
                          ("--nameserver", "host:99999", "list")):
            with self.subTest(arguments):
                self.assertTrue(re.match(r"rtm", self.refuse(*arguments, status=2)))


if __name__ == "__main__":
    from skipping import run_tests

    assert os.access(RTM, os.X_OK), "usage: test_commands.py RTM"
    run_tests(sys.argv[1:], side_by_side=3)
