#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Components in Python: ports, callbacks, faults, and their end. Usage: test_components.py RTM [TEST …]"""

import contextlib
import gc
import io
import math
import os
import signal
import sys
import tempfile
import threading
import time
import unittest
import weakref
from random import Random

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from stage import TIMEOUT, Stage, wait_until  # noqa: E402 (before rtm: it says where the package is)
import rtm  # noqa: E402
from rtm.components.arm_pd import ArmPD  # noqa: E402
from rtm.components.logic import Logic  # noqa: E402

TYPES = ("float", "double", "long", "boolean", "string", "floats", "doubles")
MORE_TYPES = ("short", "ushort", "ulong", "octet", "char", "state", "shorts", "longs", "ushorts", "ulongs", "octets", "chars",
              "booleans", "strings", "pose3d", "angular_velocity3d", "acceleration3d")


class Sample(rtm.Component):
    """A component with ports of every type, which records its callbacks."""

    def __init__(self):
        super().__init__("Sample", category="Test", rate=200)
        self.ins = {kind: self.in_port(kind, kind) for kind in TYPES}
        self.wake = self.in_port("wake", "float", signalling=True)
        self.outs = {kind: self.out_port("out_" + kind, kind) for kind in TYPES}
        self.reported, self.error = [], None

    def on_activated(self):
        self.reported.append("activated")

    def on_deactivated(self):
        self.reported.append("deactivated")

    def on_execute(self):
        if self.error:
            raise self.error
        value = self.wake.take()
        if value is not None:
            self.reported.append(value)

    def on_watchdog(self, port):
        self.reported.append((port.name, "watchdog"))


class InProcess(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory(prefix="rtm_test."))
        self.manager = self.enterContext(rtm.Manager("none", self.folder))


class Recorder(rtm.Component):
    """Records its callbacks, and raises once in one of them."""

    def __init__(self, failing=None):
        super().__init__("Recorder", rate=500)
        self.called, self.failing = [], failing

    def _note(self, name):
        if self.called[-1:] != [name]:
            self.called.append(name)
        if name == self.failing:
            self.failing = None
            raise ValueError(name)


def _noting(name):
    return lambda self: self._note(name)


for _name in ("initialize", "finalize", "startup", "shutdown", "activated", "deactivated", "aborting", "error", "reset", "execute"):
    setattr(Recorder, "on_" + _name, _noting(_name))


class Updating(Recorder):
    """Also records on_state_update."""

    def on_state_update(self):
        self._note("state_update")


def is_whole(traceback):
    """Whether its last line, that of the exception, has been printed."""
    return traceback.endswith("\n") and not traceback.splitlines()[-1].startswith((" ", "Traceback"))


def stands_still(port):
    """Whether no value is put into the port for a moment; false as long as values are put all the time."""
    before = port.puts
    time.sleep(0.2)
    return port.puts == before


class LifeCycle(InProcess):
    def test_callbacks_are_called_in_order(self):
        one = self.manager.add(Recorder())
        one.on()
        self.assertTrue(wait_until(lambda: "execute" in one.called))
        one.off()
        self.manager.remove(one)
        self.assertEqual(one.called, ["initialize", "startup", "activated", "execute", "deactivated", "shutdown", "finalize"])

    def test_a_raised_exception_makes_a_component_faulty(self):
        one = self.manager.add(Updating("state_update"))
        one.on()
        self.assertTrue(wait_until(lambda: "error" in one.called))
        self.assertEqual((one.state, one.fault), ("fault", "on_state_update: ValueError: state_update"))
        self.assertEqual(one.called, ["initialize", "startup", "activated", "execute", "state_update", "deactivated", "aborting", "error"])
        one.called.clear()
        one.failing = "reset"
        one.on()
        self.assertTrue(wait_until(lambda: one.called[-1:] == ["error"]))
        self.assertEqual((one.state, one.called), ("fault", ["reset", "error"]))
        one.off()
        self.assertEqual((one.state, one.called), ("off", ["reset", "error", "reset"]))

    def test_an_exception_in_initialize_prevents_the_component(self):
        one = Recorder("initialize")
        with self.assertRaisesRegex(RuntimeError, "^Recorder0: on_initialize: ValueError: initialize$"):
            self.manager.add(one)
        self.assertEqual((one.called, self.manager.components), (["initialize"], []))

    def test_unknown_contexts_are_refused_and_ticked_ones_wait(self):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="rtm_test."))
        manager = self.enterContext(rtm.Manager("none", folder, context="NoEC"))
        with self.assertRaisesRegex(RuntimeError, "there is no type NoEC of execution contexts; there are .*RealTimeEC"):
            manager.add(Recorder())
        other = self.enterContext(rtm.Manager("none", folder, context="SynchExtTriggerEC"))
        one = other.add(Recorder())
        one.on()  # takes effect when another program ticks
        self.assertEqual((one.state, one.called), ("off", ["initialize", "startup"]))


class Timed(rtm.Component):
    """Ports with the types that the interfaces of 2003 do not have."""

    def __init__(self):
        super().__init__("Timed")
        self.ins = {kind: self.in_port(kind, kind) for kind in MORE_TYPES}
        self.outs = {kind: self.out_port("out_" + kind, kind) for kind in MORE_TYPES}


class Ports(InProcess):
    def test_timed_types_convert_values(self):
        one = self.manager.add(Timed())
        given = {"short": (-7, -7), "ushort": (65535, 65535), "ulong": (2**32 - 1, 2**32 - 1), "octet": (255, 255), "char": ("ü", "ü"),
                 "state": (-3, -3), "shorts": ([1, -2], [1, -2]), "longs": ((1, -2**31), [1, -2**31]), "ushorts": ([65535], [65535]),
                 "ulongs": ([2**32 - 1], [2**32 - 1]), "octets": (b"\0\xff", b"\0\xff"), "chars": ("a\0ü", "a\0ü"),
                 "booleans": ([True, False], [True, False]), "strings": (["Grüße", ""], ["Grüße", ""]),
                 "pose3d": (range(6), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]), "angular_velocity3d": ((1, 2, 3), [1.0, 2.0, 3.0]),
                 "acceleration3d": ([0, 0, 9.81], [0.0, 0.0, 9.81])}
        self.assertEqual(set(given), set(MORE_TYPES))
        for kind, (value, expected) in given.items():
            for port in (one.ins[kind], one.outs[kind]):
                with self.subTest(port=port):
                    port.put(value)
                    self.assertEqual((port.type, port.get()), (kind, expected))
                    self.assertIs(type(port.get()), type(expected))
        one.ins["octets"].put([1, 2])
        self.assertEqual(one.ins["octets"].get(), b"\1\2")
        bad = {"short": [32768, "1"], "octet": [-1, b"x"], "char": ["", "ab", "€", 65], "state": [40000], "shorts": [[32768], "ab", [math.nan]],
               "octets": [[256], "ab"], "chars": [["a"], "€"], "booleans": [[1]], "strings": ["ab", [b"x"], ["x" * 65537]],
               "pose3d": [[1, 2, 3], [0] * 5 + [math.inf], 1]}
        for kind, values in bad.items():
            for value in values:
                with self.subTest(kind=kind, value=str(value)[:20]):
                    before = one.ins[kind].get()
                    with self.assertRaisesRegex((TypeError, ValueError), one.ins[kind].full_name):
                        one.ins[kind].put(value)
                    self.assertEqual(one.ins[kind].get(), before)

    def test_values_keep_their_times(self):
        one = self.manager.add(Sample())
        port = one.wake
        port.put(4, 2.5)
        self.assertEqual((port.read(timed=True), port.take(timed=True), port.take(timed=True)), ((4.0, 2.5), (4.0, 2.5), None))
        port.put(5)
        self.assertEqual((port.next(timed=True), port.next(timed=True), port.next()), ((5.0, 0.0), None, None))
        self.manager.connect("Sample0.out_double", "Sample0.wake")
        one.outs["double"].put(6, time=1e9)
        self.assertTrue(port.wait(TIMEOUT))
        self.assertEqual(port.take(timed=True), (6.0, 1e9))
        one.outs["double"].put(7)
        self.assertTrue(port.wait(TIMEOUT))
        value, when = port.take(timed=True)
        self.assertEqual(value, 7.0)
        self.assertGreater(when, 0.0, "the time of the component's clock")
        for time_of_none in (-1, math.nan, 2.0**32):
            with self.assertRaisesRegex(ValueError, "times are"):
                one.outs["double"].put(8, time_of_none)

    def test_put_values_are_returned_as_python_objects(self):
        """Values that are put are returned by get, as Python objects."""
        one = self.manager.add(Sample())
        given = {"float": [(0.1, 0.1), (3, 3.0), (-0.0, -0.0)], "double": [(1 / 3, 1 / 3), (1e308, 1e308)], "long": [(7, 7), (2.6, 3),
                 (-2**31, -2**31)],
                 "boolean": [(True, True), (False, False)], "string": [("", ""), ("Grüße\n", "Grüße\n")], "floats": [([], []),
                 ((0.1, 2), [0.1, 2.0])],
                 "doubles": [([1 / 3, 1e300], [1 / 3, 1e300]), (range(3), [0.0, 1.0, 2.0])]}
        for kind, pairs in given.items():
            for value, expected in pairs:
                for port in (one.ins[kind], one.outs[kind]):
                    with self.subTest(port=port, value=value):
                        port.put(value)
                        self.assertEqual(port.get(), expected)
                        self.assertIs(type(port.get()), type(expected))

    def test_invalid_values_are_refused(self):
        """A TypeError or ValueError that names the port; nothing changes."""
        one = self.manager.add(Sample())
        bad = {"float": ["1", None, True, [1], 1j, math.nan, math.inf, 1e39, 10**400], "long": [2**31, "1", math.nan],
               "boolean": [1, 0.0, "true"],
               "string": [b"x", 3, "x" * 65537], "doubles": [3, "12", b"12", [1, "2"], [math.nan], [True], [0] * 307201],
               "floats": [[1e39], {1, 2}, object()]}
        for kind, values in bad.items():
            for port in (one.ins[kind], one.outs[kind]):
                before = port.get()
                for value in values:
                    with self.subTest(port=port, value=str(value)[:20]):
                        with self.assertRaises((TypeError, ValueError, OverflowError)) as caught:
                            port.put(value)
                        if not isinstance(caught.exception, OverflowError):
                            self.assertIn(port.full_name, str(caught.exception))
                        self.assertEqual(port.get(), before)

    def test_new_values_are_taken_once(self):
        one = self.manager.add(Sample())
        port = one.wake
        self.assertEqual((port.get(), port.take(), port.read(), port.has_new_value(), port.wait(0)), (0.0, None, None, False, False))
        port.put(4)
        self.assertEqual((port.has_new_value(), port.wait(0), port.take()), (True, True, 4.0))
        self.assertEqual((port.take(), port.read(), port.has_news()), (None, 4.0, False))
        port.forget()
        self.assertEqual((port.read(), port.get()), (None, 0.0))
        with self.assertRaisesRegex(TypeError, "signalling=True"):
            one.ins["float"].wait(0)
        threading.Timer(0.1, port.put, [5]).start()
        self.assertTrue(port.wait(TIMEOUT), "waiting blocked the other Python threads")

    def test_ports_outlive_their_component(self):
        port = Sample().ins["float"]
        gc.collect()
        port.put(3)
        self.assertEqual((port.get(), port.full_name), (3.0, "Sample.float"))

    def test_unsuitable_connections_are_refused(self):
        """Connections within this process follow the rules of the network: some fit, and others are refused."""
        one, two = self.manager.add(Sample()), self.manager.add(Sample())
        self.assertEqual((one.name, two.name), ("Sample0", "Sample1"))
        self.manager.connect("Sample0.out_long", "Sample1.double")
        one.outs["long"].put(5)
        wait_until(lambda: two.ins["double"].get() == 5.0)
        self.assertEqual([(link["to"], link["kind"]) for link in one.outs["long"].links], [("Sample1.double", "repeated")])
        for out, in_ in (("Sample0.out_string", "Sample1.float"), ("Sample0.nothing", "Sample1.float"),
                         ("Sample9.out_long", "Sample1.float")):
            with self.subTest(out=out), self.assertRaisesRegex(RuntimeError, out.split(".")[0]):
                self.manager.connect(out, in_)


class Callbacks(InProcess):
    def test_callbacks_follow_switching(self):
        one = self.manager.add(Sample)
        self.assertEqual((one.name, one.type, one.category, one.state, one.fault), ("Sample0", "Sample", "Test", "off", ""))
        one.wake.put(1)
        one.on()
        one.on()
        self.assertEqual((one.state, one.reported), ("on", ["activated"]), "values received while it was off were not dropped")
        one.wake.put(2)
        wait_until(lambda: 2.0 in one.reported)
        one.off()
        self.assertEqual((one.state, one.reported), ("off", ["activated", 2.0, "deactivated"]))
        self.manager.remove(one)
        self.assertEqual((self.manager.components, os.listdir(self.folder)), ([], []))

    def test_any_exception_makes_only_its_component_faulty(self):
        """The fault is the last line of the traceback; other components stay on, and the faulty one can be switched on again."""
        one, other = self.manager.add(Sample()), self.manager.add(Sample())
        other.on()
        for error, last in ((ValueError("so\nnot"), "not"), (KeyError("x"), "KeyError: 'x'"), (SystemExit(3), "SystemExit: 3"),
                            (KeyboardInterrupt(), "KeyboardInterrupt"), (RecursionError("deep"), "RecursionError: deep"),
                            (ValueError("Größe ✓ \x1b[2J"), "ValueError: Größe ✓ ?[2J")):
            with self.subTest(error):
                with contextlib.redirect_stderr(io.StringIO()) as file:
                    one.error = error
                    with contextlib.suppress(RuntimeError):
                        one.on()
                    wait_until(lambda: one.state == "fault")
                    wait_until(lambda: is_whole(file.getvalue()), "the end of the traceback")
                reported = file.getvalue()
                self.assertTrue(one.fault.endswith(last), one.fault)
                self.assertEqual(reported.count("Traceback"), 1)
                self.assertIn("in on_execute", reported)
                self.assertNotIn("\n", one.fault)
                one.error = None
                # It may still be on its way to ERROR.
                wait_until(lambda: one.on() or one.state == "on", "the end of the fault")
                self.assertEqual((one.fault, other.state), ("", "on"))
                one.off()  # otherwise the next error would be raised twice: before it is switched on and afterwards

    def test_the_watchdog_expires_and_recovers(self):
        one = Sample()
        port = one.ins["float"]
        with self.assertRaises(ValueError):
            port.watch_for(100, "never")
        port.watch_for(600, "hold")
        self.manager.add(one)
        one.on()
        for _ in range(4):
            port.put(1)
            time.sleep(0.01)
        wait_until(lambda: one.state == "fault")
        wait_until(lambda: ("float", "watchdog") in one.reported)
        self.assertGreaterEqual(port.watchdogs, 1)
        # On a busy machine so much time may pass that the watchdog expires again.
        wait_until(lambda: port.put(2) or one.state == "on", "the end of the fault")

    def test_simultaneous_calls_do_not_deadlock(self):
        """Switching, putting and reading from several threads at once, with callbacks in between, does not deadlock."""
        parts = [self.manager.add(Sample()) for _ in range(4)]
        for a, b in zip(parts, parts[1:] + parts[:1]):
            self.manager.connect(f"{a.name}.out_float", f"{b.name}.wake")
        errors = []

        def work(part):
            try:
                for _ in range(20):
                    part.on()
                    for value in range(50):
                        part.outs["float"].put(value)
                        part.ins["doubles"].put([value] * 10)
                        self.assertIn(part.state, ("on", "off"))
                    part.off()
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(part,)) for part in parts]
        for one in threads:
            one.start()
        for one in threads:
            one.join(TIMEOUT)
            self.assertFalse(one.is_alive())
        self.assertEqual(errors, [])
        self.assertTrue(all(part.reported.count("activated") > 3 for part in parts))

    def test_removed_components_are_deleted(self):
        """A removed component is deleted; a published one stays, although no variable refers to it."""
        self.manager.add(Sample())
        gc.collect()
        one = self.manager.components[0]
        one.on()
        wait_until(lambda: "activated" in one.reported)
        memory = weakref.ref(one)
        self.manager.remove(one)
        del one
        wait_until(lambda: gc.collect() is not None and memory() is None)


class Errors(InProcess):
    def test_wrong_declarations_are_refused(self):
        class Forgotten(rtm.Component):
            def __init__(self):
                self.port = self.in_port("in")

        class Late(Sample):
            pass

        class NotCallable(rtm.Component):
            on_execute = 3

        late = self.manager.add(Late())
        one = rtm.Component("Plain")
        one.in_port("twice")
        cases = (
            (TypeError, r"Forgotten.__init__ has to call super\(\).__init__\(\)", Forgotten),
            (TypeError, "Component, not int", lambda: self.manager.add(3)),
            (TypeError, "on_execute has to be a method", lambda: self.manager.add(NotCallable())),
            (ValueError, "published already", lambda: self.manager.add(late)),
            (RuntimeError, "declared in __init__", lambda: late.in_port("more")),
            (RuntimeError, "declared in __init__", lambda: late.parameter("p", 1)),
            (ValueError, "is not a name", lambda: rtm.Component("a b")), (ValueError, "is not a name", lambda: rtm.Component("")),
            (TypeError, "has to be str", lambda: rtm.Component(3)),
            (ValueError, "no type", lambda: one.in_port("a", "int")), (TypeError, "has to be str", lambda: one.in_port("a", float)),
            (ValueError, "kind is", lambda: one.out_port("a", "float", "triple")), (ValueError, "twice", lambda: one.in_port("twice")),
            (ValueError, "a.b", lambda: one.in_port("a.b")), (ValueError, "pattern is", lambda: rtm.Component(pattern="lazy")),
            (ValueError, "Hz", lambda: rtm.Component(rate=0)), (TypeError, "rate has to be", lambda: rtm.Component(rate="fast")),
            (TypeError, "preset", lambda: one.parameter("p", [])), (KeyError, "no parameter q", lambda: one.set_parameter("q", 1)),
            (ValueError, "calls no other", lambda: rtm.Component(pattern="self_contained").out_port("a", "float", "direct")),
            (RuntimeError, "no component type Nothing", lambda: self.manager.create("Nothing")),
            (RuntimeError, "Nothing", lambda: self.manager.load("Nothing")),
            (ValueError, "HOST:PORT", lambda: rtm.Client("nowhere")),
            (RuntimeError, "cannot be reached", lambda: rtm.Manager("127.0.0.1:1")),
            (RuntimeError, "the naming format '%x.rtc' is wrong", lambda: rtm.Manager("none", self.folder, naming="%x.rtc")),
        )
        for error, text, call in cases:
            with self.subTest(text), self.assertRaisesRegex(error, text):
                call()

    def test_too_many_ports_are_refused(self):
        one = rtm.Component("Plain")
        with self.assertRaises(ValueError):
            for number in range(100):
                one.in_port(f"in{number}")

    def test_parameters_are_read_and_set(self):
        class Tuned(rtm.Component):
            def __init__(self):
                super().__init__()
                presets = {"ratio": 0.5, "count": 3, "fast": True, "mode": "slow"}
                self.all = [self.parameter(name, preset) for name, preset in presets.items()]

        one = Tuned()
        self.assertEqual([p.value for p in one.all], [0.5, 3, True, "slow"])
        for name, text, value in (("ratio", "2", 2.0), ("ratio", "nan", 0.5), ("ratio", "x", 0.5), ("ratio", "inf", 0.5), ("count", "7", 7),
                                  ("count", "7.5", 3), ("fast", "no", False), ("fast", "perhaps", True), ("mode", "x y", "x y")):
            with self.subTest(name, text=text):
                one.set_parameter(name, text)
                self.assertEqual(next(p.value for p in one.all if p.name == name), value)


class Arms(InProcess):
    """The controller ArmPD in C++ and in Python."""

    def test_both_controllers_give_the_same_torques(self):
        self.manager.load("ArmPD")
        arms = [self.manager.create("ArmPD"), self.manager.add(ArmPD())]
        for name in ("kp", "kd", "path"):
            self.assertEqual(*(dict(arm.parameters)[name] for arm in arms))
        for arm in arms:
            self.assertEqual([(port.name, port.type) for port in arm.in_ports + arm.out_ports],
                             [("angle", "doubles"), ("velocity", "doubles"), ("torque", "doubles")])
            arm.on()
        random = Random(1)
        # The path begins at the first angles of each row; measurements pause between rows.
        for row in range(3):
            for step in range(12):
                at = 100 * row + 0.4 * step + 1
                angles, velocities = ([random.uniform(-1, 1) for _ in range(9)] for _ in range(2))
                before = [arm.out_ports[0].get() for arm in arms]
                for arm in arms:
                    arm.in_ports[1].put(velocities, time=at)
                    arm.in_ports[0].put(angles, time=at)
                wait_until(lambda: all(arm.out_ports[0].get() != old for arm, old in zip(arms, before)), f"torques at {at} s")
                one, other = (arm.out_ports[0].get() for arm in arms)
                for i in range(9):
                    self.assertAlmostEqual(one[i], other[i], 9, f"joint {i} at {at} s")
        arms[1].in_ports[0].put([0.0] * 8)
        wait_until(lambda: arms[1].state == "fault")
        self.assertRegex(arms[1].fault, "angle has 8 numbers; the arm has 9 joints")


class Gates(InProcess):
    """The gate Logic in C++ and in Python: the same cases."""

    def gates(self):
        self.manager.load("Logic")
        yield "C++", self.manager.create("Logic", threshold=50)
        python = self.manager.add(Logic())
        python.set_parameter("threshold", 50)
        yield "Python", python

    def test_names_follow_the_naming_format(self):
        folder = os.path.join(self.folder, "others")
        with rtm.Manager("none", folder, naming="%t-of-%p.rtc") as manager:
            manager.add(Sample())
            self.assertEqual(sorted(os.listdir(folder)), [f"Sample-of-{os.getpid()}.rtc", "Sample0.rtcomp", "Sample0.rtmon"])
        self.assertEqual(os.listdir(folder), [])

    def test_both_gates_give_the_same_values(self):
        for language, gate in self.gates():
            with self.subTest(language):
                self.assertEqual([port.name for port in gate.in_ports], ["in1", "in2"])
                self.assertEqual([port.name for port in gate.out_ports], ["out"])
                self.assertEqual([port.type for port in gate.in_ports + gate.out_ports], ["float"] * 3)
                (in1, in2), (out,) = gate.in_ports, gate.out_ports
                ear = self.manager.add(Sample())
                self.manager.connect(out.full_name, ear.wake.full_name)
                gate.on()
                in1.put(3)
                time.sleep(0.1)
                self.assertEqual(ear.wake.puts, 0, "sent before both inputs had a value")
                in2.put(50)
                time.sleep(0.1)
                self.assertEqual(ear.wake.puts, 0, "sent at the threshold")
                in2.put(50.5)
                wait_until(lambda: ear.wake.get() == 3)
                before = ear.wake.puts
                wait_until(lambda: ear.wake.puts > before + 20, "a repeated output of one input")
                in1.put(-4)
                wait_until(lambda: ear.wake.get() == -4)
                gate.set_parameter("threshold", "60")
                in1.put(9)
                wait_until(lambda: stands_still(ear.wake), "the end of the output when closed")
                self.assertEqual((ear.wake.get(), out.get()), (-4.0, -4.0))
                gate.set_parameter("threshold", "no number")
                in2.put(100.5)
                wait_until(lambda: ear.wake.get() == 9, "the output above the threshold of 100")
                gate.off()
                in1.put(1)
                wait_until(lambda: stands_still(ear.wake), "the end of the output when switched off")
                self.assertEqual(ear.wake.get(), 9.0)


class Processes(Stage):
    """The ends of programs."""

    def test_serve_runs_until_a_signal(self):
        self.write("serve.py", f"import sys\nsys.path.insert(0, {sys.path[0]!r})\nimport rtm\n"
                   "class One(rtm.Component):\n    def on_deactivated(self):\n        print('deactivated', flush=True)\n"
                   "rtm.serve(One(), on=True)\nprint('after')\n")
        one = self.start("serve.py", program=sys.executable)
        self.assertEqual(self.line(one), "One0 is on")
        self.assertEqual(self.component("One0")["state"], "on")
        one.send_signal(signal.SIGINT)
        self.assertEqual(one.stdout.read(), "deactivated\nafter\n")
        self.assertEqual(self.end(one), 0)
        self.assertEqual(self.run_rtm("list"), "there are no components\n")

    def test_a_hanging_component_does_not_block_the_end(self):
        """Switching it fails with a message; the process still ends in time."""
        self.write("hang.py", "import rtm, threading\nclass Hang(rtm.Component):\n"
                   "    def on_activated(self):\n        threading.Event().wait()\n"
                   "class Spin(rtm.Component):\n    def on_execute(self):\n        while True:\n            pass\n")
        one = self.start("run", "hang.py", "--patience", "3")
        self.line(one), self.line(one)
        self.assertIn("Hang0: does not answer within 3000 ms: it has not returned from on_activated", self.refuse("on", "Hang0"))
        self.assertEqual(self.component("Hang0")["state"], "fault")
        self.run_rtm("on", "Spin0")
        self.assertIn("Spin0", self.refuse("off", "Spin0"))
        self.assertEqual(self.end(one, signal.SIGINT), 0)
        self.assertEqual(self.run_rtm("list"), "there are no components\n")

    def test_a_slow_activation_is_awaited(self):
        """Switching it on may take longer than other calls; a caller with a shorter timeout gets the message that it may still
        become active. The message of a fault may contain any character."""
        self.write("slow.py", "import rtm, time\nclass Slow(rtm.Component):\n"
                   "    def __init__(self):\n        super().__init__()\n        self.given = self.in_port('in', 'double', signalling=True)\n"
                   "    def on_activated(self):\n        time.sleep(4)\n"
                   "    def on_execute(self):\n        if self.given.take():\n            raise ValueError('Größe ✓')\n")
        one = self.start("run", "slow.py")
        self.line(one)
        self.run_rtm("on", "Slow0")
        self.assertEqual(self.component("Slow0")["state"], "on")
        self.run_rtm("put", "Slow0.in", "1")
        wait_until(lambda: "Slow0 (Slow) fault: on_execute: ValueError: Größe ✓\n" in self.run_rtm("list"), "the fault")
        self.assertIn("Slow0 is not on after 1.1 s; it may still switch on", self.refuse("on", "Slow0", "--patience", "0.1"))
        wait_until(lambda: self.component("Slow0")["state"] == "on", "the end of the fault")

    def test_a_program_without_close_ends(self):
        self.write("forget.py", f"import sys\nsys.path.insert(0, {sys.path[0]!r})\nimport rtm\n"
                   "m = rtm.Manager()\nm.add(rtm.Component('Plain')).on()\n"
                   "print(m.components[0].name, flush=True)\n1 / 0\n")
        one = self.start("forget.py", program=sys.executable)
        self.assertEqual(self.line(one), "Plain0")
        self.assertEqual(one.wait(TIMEOUT), 1)
        self.assertIn("ZeroDivisionError", self.printed(one))
        self.assertEqual(self.run_rtm("list"), "there are no components\n")


if __name__ == "__main__":
    from skipping import run_tests

    run_tests(sys.argv[1:], side_by_side=3)
