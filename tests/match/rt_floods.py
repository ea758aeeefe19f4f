#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile, faulty and killed peers of RT components are refused or dropped with a line that names them, and have no effect on the world, its
actuators and other peers.

    rt_floods.py SERVER RTM THROWING_MODULE [paced] [TEST ...]      paced: tests/support/pace.py
"""

import concurrent.futures
import contextlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import struct
import sys
import threading
import time
import urllib.request

import rt_stage
from giop import TK_BOOLEAN, TK_DOUBLE, TK_FLOAT, TK_STRING, InPortServer, Reference, any_value
from pace import PACED, Pace, asserts_pace, check_pace, chosen
from programs import Flood, TemporaryFolder
from rt_stage import COMPONENT, TIMEOUT, SERVER, STEP, VIEW, Component, Folder, Honest, check, children, is_alive, lasting_port, refusal, says, wait_until

THROWING = os.path.abspath(sys.argv[3])
ONCE, REPEATED = 0, 1
# The time that the server waits for a component that hangs. One without a processor for a while must not be lost.
CALL_TIMEOUT = () if PACED else ("--Rtm.CallTimeout", "5000")
NAN, INFINITE = float("nan"), float("inf")
LIGHT = ("Logic0", "Sensor0", "Finger0", "Lamp0", "Motor0", "Hand0")
MOTOR = """run 'rtm/base.rb'
rtm = get('/sys/server/rtm')
rtm.addRobot('bench', 'rtm/motor.rsg', 1.0)
rtm.activate('Motor0')
rtm.activate('Hand0')
"""


def light(folder, names, *options):
    return folder.server("rtm/light.rb", *options, names=names).await_names(*LIGHT)


def in_port_at(port, key=b"nowhere"):
    return Reference("IDL:InPort:1.0", "127.0.0.1", port, key)


# ---- values and references -------------------------------------------------------------------------------------------


def invalid_values_have_no_effect():
    """Invalid values have no effect, and both their sender and the log get the reason."""
    with Folder() as folder:
        names = folder.names()
        server = light(folder, names)
        with Component(names, "Finger0") as finger, Component(names, "Hand0") as hand, Honest(names, "Finger0", "force2"):
            finger.put("force1", 3)
            # In this order: not finite, another type, outside the port's type, too long.
            bad = [(finger, "force1", TK_FLOAT, NAN, 1), (finger, "force1", TK_DOUBLE, INFINITE, 1), (finger, "force1", TK_DOUBLE, -INFINITE, 1),
                   (finger, "force1", TK_STRING, "three", 2), (finger, "force1", TK_BOOLEAN, 1, 2), (hand, "hold", TK_FLOAT, 1.0, 2),
                   (finger, "force1", ("sequence", TK_FLOAT), [1.0], 2), (finger, "force1", ("sequence", TK_FLOAT), [0.0] * 307_201, 4),
                   (finger, "force1", TK_STRING, "x" * 1_000_000, 4), (finger, "force1", TK_DOUBLE, 1e300, 3)]
            before = server.table()[1]
            for component, port, kind, value, minor in bad:
                found = refusal(component.ins[port].put, kind, value)
                check(found == ("BAD_PARAM", minor), port, kind, found, "in place of", minor)
            counts = server.table()[1]
            check(counts["refused"] - before["refused"] == len(bad), "refused:", before, counts)
            values = {port["name"]: port["value"] for port in one_of(folder, names, "Finger0")["in"]}
            check(values["force1"] == 3, "a value that was refused has changed", values)
            for _ in range(500):
                refusal(finger.ins["force1"].put, TK_FLOAT, NAN)
            lines = server.lines_of("Finger0.force1")
            check(5 <= len(lines) < 20, f"{len(lines)} lines about 500 values that are none:", lines)
            check("a number that is not finite was put into this port of type float; nothing changes" in lines[0], lines[0])
            check(len(server.lines_of("Hand0.hold")) == 1, "one line for one value:", server.lines_of("Hand0.hold"))
        too_long_values_are_refused(names)
        check(folder.ask(names, "get", "Finger0.force1") == "3", "the finger")


def one_of(folder, names, name):
    return next(one for one in json.loads(folder.ask(names, "list", "--json")) if one["name"] == name)


def too_long_values_are_refused(names):
    """A message beyond the maximum length, and a type that describes itself without end, are refused."""
    with Component(names, "Finger0") as finger:
        port = finger.ins["force1"]
        octets = port.request("put", lambda writer: any_value(writer, ("sequence", TK_DOUBLE), [0.0] * 400_000))
        try:
            port.connection.sendall(octets)
            port.answer()
        except (rt_stage.giop.SystemException, ConnectionError):
            return
        raise AssertionError("3 MB were accepted")


@asserts_pace
def invalid_subscribers_are_refused():
    """Invalid subscribers are refused, in some cases with a line for the user; those that hang, vanish or refuse do not disturb others."""
    with Folder() as folder:
        names = folder.names()
        server = light(folder, names, *CALL_TIMEOUT)
        with Component(names, "Sensor0") as sensor, contextlib.ExitStack() as ends:
            out = sensor.outs["light"]
            dead = lasting_port()
            silent = ends.enter_context(socket.create_server(("127.0.0.1", 0)))
            silent_port = silent.getsockname()[1]
            words = InPortServer(TK_STRING)
            for reference, word in ((None, None), (in_port_at(dead), f"at 127.0.0.1:{dead}"), (in_port_at(silent_port), f"at 127.0.0.1:{silent_port}"),
                                    (words.reference, f"127.0.0.1:{words.reference.port} takes string"),
                                    (Reference("IDL:InPort:1.0", "no\nhost", 1, b"x"), "at no?host:1")):
                begun = time.monotonic()
                check(not out.subscribe(REPEATED, reference), "subscribed:", word)
                check_pace(time.monotonic() - begun < 2.5, "a refusal takes", time.monotonic() - begun)
                wait_until(lambda word=word: not word or any(word in line for line in server.lines_of("Sensor0.light: a subscription is refused")),
                           f"a line with {word}")
            words.close()

            pace = Pace(server.pid, server.pace)
            good, *bad = (InPortServer(TK_FLOAT, how) for how in ("take", "hang", "gone", "refuse", "take"))
            for subscriber in (*bad, good):
                ends.callback(subscriber.close)
                check(out.subscribe(REPEATED, subscriber.reference), "a subscriber was refused")
            bad[-1].close()  # vanishes
            with Honest(names, "Finger0", "force2") as honest:
                pace.check()
                check(good.wait_for(300), f"only {len(good.values)} values for a subscriber that takes them")
                longest = honest.longest()
            print(f"  {1000 * longest:.0f} ms for the longest round trip", flush=True)
            check_pace(longest < 2, "somebody who behaves waited for", longest)
            over = wait_until(lambda: len(lines := server.lines_of("subscriptions of Sensor0.light: that of")) >= 3 and lines, "their ends")
            links = sum(link["from"] == "Sensor0.light" for link in one_of(folder, names, "Sensor0")["links"])
            check(links == 3, "Logic0, who takes and who refuses are left:", links)
            check(len(over) == 3 and sum("does not answer" in line for line in over) == 2 and sum("it is gone" in line for line in over) == 1, over)
            # Each subscriber is named by its address.
            for subscriber in (bad[0], bad[1], bad[3]):
                check(any(f"127.0.0.1:{subscriber.reference.port}" in line for line in over), "who was it?", subscriber.reference.port, over)


# ---- octets ----------------------------------------------------------------------------------------------------------

GARBAGE = (b"GET / HTTP/1.1\r\n\r\n", bytes(range(256)) * 16, b"GIOP\x01\x02\x01\x00\xff\xff\xff\xff", b"GIOP\x09\x09\x01\x00\x04\0\0\0aaaa", b"\0" * 100,
           b"GIOP\x01\x00\x01\x00\x00\x00\x00\x00", b"GIOP\x01\x02\x01\x07\x04\0\0\0aaaa")
HALF = b"GIOP\x01\x00\x01\x00\x40\0\0\0half"


def throw(port, stop):
    """Sends garbage and incomplete requests, over as many connections as possible."""
    halves, turn = [], 0
    while not stop():
        with contextlib.suppress(OSError):
            peer = socket.create_connection(("127.0.0.1", port), timeout=1)
            turn += 1
            if turn % 4 == 0:
                peer.sendall(HALF)
                halves.append(peer)
            else:
                peer.sendall(GARBAGE[turn % len(GARBAGE)])
                peer.close()
        while len(halves) > 40:
            halves.pop(0).close()
        time.sleep(0.002)


@asserts_pace
def octets():
    """During garbage, incomplete requests and a thousand connections the world is in time, well-behaved peers are served, and the log is short."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with Folder() as folder:
        names = folder.names()
        server = light(folder, names)
        with Honest(names, "Finger0", "force2") as honest:
            pace, quiet = Pace(server.pid, server.pace), honest.longest()
            memory, lines = server.memory(), len(server.printed().splitlines())
            attack = Flood(throw, server.port())
            crowd = []
            try:
                for _ in range(1000):
                    crowd.append(socket.create_connection(("127.0.0.1", server.port()), timeout=TIMEOUT))
                before = len(honest.trips)
                pace.check()
                trip = honest.longest(before)
            finally:
                attack.close()
                for peer in crowd:
                    peer.close()
            growth, lines = server.memory() - memory, server.printed().splitlines()[lines:]
            table = server.table()[0]
        print(f"  {1000 * trip:.0f} ms for the longest round trip ({1000 * quiet:.0f}), "
              f"{max(ms for _, ms in table.values()):.1f} ms for the longest step of components, {growth:+.1f} MiB, {len(lines)} lines", flush=True)
        check_pace(trip < 1, f"somebody who behaves waited for {trip:.2f} s")
        check(growth < 40, f"{growth:.1f} MiB more")
        about = [line for line in lines if "CORBA peer 127.0.0.1" in line]
        check(about and len(about) < 30, f"{len(about)} lines about peers:", about)
        check(all("CORBA peer 127.0.0.1" in line for line in lines if "agent" not in line and "rtm:" not in line and not re.match(r"\s+\d", line)),
              "other lines:", lines)
        check(folder.ask(names, "get", "Finger0.force2") == "1", "the finger")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# ---- names -----------------------------------------------------------------------------------------------------------


class FalseServer:
    """A server that answers every request with some data."""

    def __init__(self, port=0, answer=b"HTTP/1.1 200 OK\r\n\r\n" + b"\xff" * 200):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port, self.answer = self.listener.getsockname()[1], answer
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        with contextlib.suppress(OSError):
            while True:
                peer, _ = self.listener.accept()
                threading.Thread(target=self._answer_falsely, args=(peer,), daemon=True).start()

    def _answer_falsely(self, peer):
        with contextlib.suppress(OSError), peer:
            while peer.recv(65536):
                peer.sendall(self.answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def a_reply(body):
    """A reply of GIOP 1.2 for request 2, in omniORB's numbering."""
    return b"GIOP\x01\x02\x01\x01" + struct.pack("<I", len(body)) + body


FALSE_ANSWERS = (b"HTTP/1.1 200 OK\r\n\r\n" + b"\xff" * 200, b"\0" * 64, a_reply(struct.pack("<III", 2, 0, 0) + b"\xff" * 64),
                 a_reply(struct.pack("<III", 2, 1, 0) + struct.pack("<II", 0, 1 << 30)), a_reply(struct.pack("<III", 2, 99, 0)),
                 b"GIOP\x01\x02\x01\x06\0\0\0\0")


@asserts_pace
def start_without_a_valid_name_server():
    """Without a name server, or with one that gives false answers, the server does not start and states the reason."""
    with Folder() as folder, contextlib.ExitStack() as ends:
        dead = lasting_port()
        ports = [dead, *(ends.enter_context(FalseServer(answer=lie)).port for lie in FALSE_ANSWERS)]
        # In parallel, because some cases wait for a time-out.
        servers = [(port, folder.server("rtm/light.rb", "--Rtm.NameServer", f"127.0.0.1:{port}")) for port in ports]
        for port, server in servers:
            begun = time.monotonic()
            check(server.wait() == 1, "it has started:", server.printed())
            check_pace(time.monotonic() - begun < 10, "the start takes long")
            lines = server.printed().splitlines()
            about = [line for line in lines if f"the name server 127.0.0.1:{port}" in line]
            check(len(about) == 1 and about[0].endswith(f"start one with: rtm names --port {port}"), lines)
            check(all("name server" in line or "rtm endpoint" in line or "CORBA peer" in line for line in lines), "other lines:", lines)
        for words in ("a b", "127.0.0.1:0", "127.0.0.1:99999", "../names", ""):
            server = folder.server("rtm/light.rb", "--Rtm.NameServer", words)
            check(server.wait() == 1 and "name server" in server.printed(), words, server.printed())


@asserts_pace
def name_server_is_replaced():
    """A name server is killed, replaced by one with false answers, and started again: each causes one line, and names are registered again."""
    with Folder() as folder:
        names = folder.names(lasting_port())
        server = light(folder, names)
        port = names.port
        with Honest(names, "Finger0", "force2") as honest:
            pace = Pace(server.pid, server.pace)
            names.kill()
            with FalseServer(port):
                wait_until(lambda: server.lines_of(f"the name server 127.0.0.1:{port}: "), "a line about the name server")
                pace.check()
            again = folder.names(port)
            begun = time.monotonic()
            wait_until(lambda: all(again.has(name) and again.has(name, VIEW) for name in LIGHT), "the names")
            back = time.monotonic() - begun
            longest = honest.longest()
        print(f"  names are back after {back:.1f} s, {1000 * longest:.0f} ms for the longest round trip", flush=True)
        check_pace(back < 12, "the names are back after", back)
        check_pace(longest < 2, "somebody who behaves waited for", longest)
        wait_until(lambda: server.lines_of("is back; 21 names bound again"), "a line about the names")
        about = server.lines_of(f"the name server 127.0.0.1:{port}")
        check(len(about) == 2, about)
        check(folder.ask(again, "get", "Finger0.force2") == "1", "the finger")


def listed_and_used():
    """A component that a client finds can be read and moved at once, even immediately after the start."""
    with Folder() as folder:
        names = folder.names()
        server = folder.server(MOTOR, names=names)
        for name, port in (("Motor0", "position"), ("Hand0", "torque")):
            wait_until(lambda name=name: names.has(name), name)
            with Component(names, name) as component:
                check(component.state() in ("off", "on"), component.state())
                component.get(port)
                if name == "Hand0":
                    component.put(port, 0.1)
        wait_until(lambda: "Motor0" in folder.ask(names, "list"), "the list")
        for one in json.loads(folder.ask(names, "list", "--json")):
            for port in one["out"]:
                folder.ask(names, "get", f"{one['name']}.{port['name']}")
        check(not server.lines_of("error"), server.printed())


def names_that_break_paths():
    """Foreign names cannot mislead the server, and no component gets such a name."""
    with Folder() as folder:
        names = folder.names()
        nowhere = in_port_at(lasting_port())
        bad = ("../../etc/passwd", "a b", "a.b", "x" * 65, "/", "\x1b[31m", "")
        for name in bad:
            with contextlib.suppress(rt_stage.giop.UserException):
                names.bind(name, COMPONENT, nowhere)
        os.mkdir(os.path.join(folder.path, "data"))
        folder.write("data/bad.rsg", "(RubySceneGraph 0 1)\n(\n  (node Body (setName b))\n" + "".join(
            f"  (node RtComponent (setName {name}))\n" for name in ("a.b", "..", "x" * 65, "Good")) + ")\n")
        server = folder.server(MOTOR + "rtm.addRobot('odd', 'bad.rsg')\n", names=names, strict=False).await_names("Motor0", "Hand0", "Good0")
        check("Good0" in folder.ask(names, "list"), server.printed())
        listed = [line.split()[0] for line in folder.ask(names, "list").splitlines() if not line.startswith(" ")]
        check(listed == ["Good0", "Hand0", "Motor0", "World0"], listed)
        for name in ("a.b", "..", "x" * 65):
            check(len(server.lines_of(f"no component {name}")) == 1, name, server.printed())
        for text, word in (("rtm.addRobot('../x', 'rtm/motor.rsg', 1)", "is not a name for a robot"), ("rtm.load('../../Logic')", "Logic"),
                           ("rtm.connect('../x.y', 'Motor0.position')", "expected COMPONENT.PORT"), ("rtm.addRobot('a', \"x\\n(beam 1 2 3)\")", "not the name of a scene file")):
            wrong = folder.server("run 'rtm/base.rb'\nrtm = get('/sys/server/rtm')\n" + text + "\n", names=names)
            check(wrong.wait() == 1 and word in wrong.printed(), text, wrong.printed())


# ---- modules and Python ----------------------------------------------------------------------------------------------


def bad_modules():
    """Modules that are missing, invalid, without their function, or that throw, end the start with one line that has file and reason."""
    with Folder() as folder:
        text = folder.write("Text.so", "this is no module\n")
        other = os.path.join(folder.path, "Other.so")
        shutil.copy(THROWING, other)
        cases = (("Missing", "there is no Missing.so in"), (text, "Text.so: "), (other, "it has no function OtherInit"),
                 (THROWING, "ThrowingInit threw: no licence"), ("/", "component module /"), (folder.path, os.path.basename(folder.path)))
        for module, words in cases:
            server = folder.server(f"run 'rtm/base.rb'\nget('/sys/server/rtm').load('{module}')\n")
            check(server.wait() == 1, module, server.printed())
            about = server.lines_of("component module")
            check(len(about) == 1 and words in about[0], module, server.printed())


RAISING = """
import rtm

class Broken(rtm.Component):
    def __init__(self):
        super().__init__()
        self.given = self.in_port("in", "float", signalling=True)

    def on_execute(self):
        if self.given.take():
            raise ValueError("a value that I cannot bear")

class Unwilling(rtm.Component):
    def on_activated(self):
        raise KeyError("a key\\nof two lines")

class Steady(rtm.Component):
    def __init__(self):
        super().__init__()
        self.given, self.out = self.in_port("in", "float", signalling=True), self.out_port("out", "float")

    def on_execute(self):
        value = self.given.take()
        if value is not None:
            self.out.put(value)
"""


@asserts_pace
def raising_component_is_faulty():
    """A component that raises has a fault with the reason; other components of its process and the world continue."""
    with Folder() as folder:
        names = folder.names()
        server = light(folder, names)
        folder.write("raising.py", RAISING)
        program = folder.rtm("run", "raising.py", names=names)
        check([says(program) for _ in range(3)] == ["Broken0 is off", "Unwilling0 is off", "Steady0 is off"], program.printed())
        pace = Pace(server.pid, server.pace)
        with contextlib.ExitStack() as ends:
            broken, unwilling, steady = (ends.enter_context(Component(names, name)) for name in ("Broken0", "Unwilling0", "Steady0"))
            for component in (broken, unwilling, steady):
                component.component.call("on")
            check(folder.ask(names, "connect", "Sensor0.light", "Broken0.in") == "", "connected")
            check(unwilling.state() == "fault" and unwilling.fault().startswith("on_activated: KeyError: 'a key"), unwilling.fault())
            check("\n" not in unwilling.fault(), unwilling.fault())
            with Component(names, "Lamp0") as lamp:
                lamp.put("intensity", 100)
            wait_until(lambda: broken.state() == "fault", "the fault")
            check(broken.fault() == "on_execute: ValueError: a value that I cannot bear", broken.fault())
            for number in range(1, 20):
                steady.put("in", number)
                wait_until(lambda number=number: steady.get("out") == number, "the value of the steady component")
            # Again and again, while values are sent all the time.
            for _ in range(10):
                broken.component.call("on")
                broken.put("in", 1)
                wait_until(lambda: broken.state() == "fault", "the next fault")
        pace.check()
        check(not program.ended(), program.printed())
        check(not server.lines_of("warning"), server.printed())


# ---- kill -9 ---------------------------------------------------------------------------------------------------------


@asserts_pace
def killed_processes_are_replaced():
    """Each process is killed in turn: the others continue, no process remains, and its names are replaced when it starts again."""
    with Folder() as folder:
        names = folder.names()
        server = light(folder, names)
        folder.write("steady.py", RAISING)
        runs = lambda: folder.rtm("run", "steady.py", "Steady", "--on", names=names)  # noqa: E731
        programs = {"run": runs(), "slider": folder.rtm("slider", "--port", "0", names=names)}
        check(says(programs["run"]) == "Steady0 is on", "rtm run")
        says(programs["slider"])
        programs["browse"] = folder.rtm("browse", "--port", "0", names=names)
        page = says(programs["browse"])
        state = urllib.request.urlopen(page.replace("/?", "/state?"), timeout=TIMEOUT)  # a client reads everything
        check(state.readline(), "the page")
        for wire in (("Sensor0.light", "Steady0.in"), ("Steady0.out", "Logic0.in2"), ("Slider0.out1", "Logic0.in1"), ("Motor0.position", "Steady0.in")):
            folder.ask(names, "connect", *wire)

        pace = Pace(server.pid, server.pace)

        def survive(who, *others):
            """Kills the process and checks that the others and the world continue."""
            left = children(who.pid)
            pace.attack()
            who.send(signal.SIGKILL)
            who.wait()
            wait_until(lambda: not any(map(is_alive, left)), "the end of its children")
            with Honest(names, "Finger0", "force2") as honest:
                pace.check()
                longest = honest.longest()
            check_pace(longest < 2, "somebody who behaves waited for", longest)
            for other in others:
                check(not other.ended(), "ended with another:", other.printed())

        survive(programs["browse"], server, programs["run"], programs["slider"])
        survive(programs["slider"], server, programs["run"])
        survive(programs["run"], server)
        over = wait_until(lambda: len(lines := server.lines_of("that of Steady0.in at 127.0.0.1")) >= 2 and lines, "the ends of its subscriptions")
        check(len(over) == 2 and all(sum(f"subscriptions of {port}:" in line for line in over) == 1 for port in ("Sensor0.light", "Motor0.position")),
              server.printed())
        # The dead names are replaced.
        again = runs()
        check(says(again) == "Steady0 is on", "its name was not replaced")
        check([line.split()[0] for line in folder.ask(names, "list").splitlines() if line.endswith(" gone")] == ["Slider0"], "exactly Slider0 must be gone")

        server.send(signal.SIGKILL)
        server.wait()
        time.sleep(0.2)
        check(not again.ended(), "ended with the server")
        second = light(folder, names)
        check(not second.lines_of("another component has its name"), second.printed())
        with Component(names, "Motor0") as motor:
            wait_until(lambda: motor.state() == "on", "the motor of the second server")
        pace = Pace(second.pid, second.pace)
        names.kill()
        pace.check()
        check(not again.ended(), "ended with the name server")
        begun = time.monotonic()
        check(second.stop() in (0, -signal.SIGTERM, 128 + signal.SIGTERM), second.printed())
        check_pace(time.monotonic() - begun < 6, "the end of the server takes long")
        check(again.stop() == 0, again.printed())


# ---- streams that stop -----------------------------------------------------------------------------------------------


def streams_that_stop():
    """The watchdog stops the motor at its current place and states the reason, and the next value ends this."""
    with Folder() as folder:
        names = folder.names()
        server = folder.server(MOTOR, names=names).await_names("Motor0", "Hand0")
        with Component(names, "Motor0") as motor:
            wait_until(lambda: motor.state() == "on", "on")
            motor.put("position", 20)  # a single value is not a stream
            time.sleep(0.8)
            check(motor.state() == "on", "a single value switched the motor off")
            wait_until(lambda: abs(motor.get("position") - 20) < 1, "the motor's position")
            # The last value of this stream is far away: when the stream stops, the motor stops on its way.
            for angle in range(20, 50, 2):
                motor.put("position", angle)
                time.sleep(0.02)
            wait_until(lambda: motor.state() == "fault", "the fault")
            check("position" in motor.fault() and "500" in motor.fault(), motor.fault())
            # The motor is held: an external force cannot turn it.
            held = motor.get("position")
            with Component(names, "Hand0") as hand:
                for _ in range(30):
                    hand.put("torque", 0.05)
                    time.sleep(0.01)
                check(abs(motor.get("position") - held) < 8, "it is not held:", held, motor.get("position"))
                hand.put("torque", 0)
            motor.put("position", -30)
            check(motor.state() == "on" and motor.fault() == "", "the next value does not end it:", motor.state())
            wait_until(lambda: abs(motor.get("position") + 30) < 1, "the movement of the motor")
        # The name and the watchdog: one line, unless this program had no processor during the stream.
        watchdogs = server.table()[1]["watchdogs"]
        check(watchdogs >= 1 and len(server.lines_of("Motor0")) == 1 + min(watchdogs, 5), watchdogs, server.lines_of("Motor0"))


# ---- lock-step -------------------------------------------------------------------------------------------------------


@asserts_pace
def lock_step():
    """In lock-step the world waits once for a subscriber that hangs, but not for one that vanishes. Then it continues as fast as before."""
    with Folder() as folder:
        names = folder.names()
        for behaviour, most in (("hang", 1.6), ("gone", 0.6), ("refuse", 0.6)):
            server = light(folder, names, "--Rtm.Sync", "true", "--speed", "1", *CALL_TIMEOUT, *(() if PACED else ("--Rtm.SyncTimeout", "5")))
            pace = Pace(server.pid, server.pace)
            with Component(names, "Sensor0") as sensor:
                subscriber = InPortServer(TK_FLOAT, behaviour)
                check(sensor.outs["light"].subscribe(REPEATED, subscriber.reference), "subscribed")
            begun, first = time.monotonic(), server.steps()
            if PACED:
                time.sleep(2)
            over = lambda: server.lines_of(f"subscriptions of Sensor0.light: that of a port at 127.0.0.1:{subscriber.reference.port} has ended")  # noqa: B023, E731
            wait_until(over if behaviour != "refuse" else lambda: server.steps() > first + 20, "the end of a subscription, or further steps")  # noqa: B023
            behind = time.monotonic() - begun - STEP * (server.steps() - first)
            print(f"  {behaviour}: {behind:.2f} s behind", flush=True)
            check_pace(behind < most, behaviour, "costs", behind)
            pace.attack()
            pace.check()
            check(len(over()) == (behaviour != "refuse"), server.printed())
            check(len(server.lines_of("have not answered in time")) <= 2 * (behaviour == "hang"), server.printed())  # a line for each robot
            subscriber.close()
            server.stop()


# ---- beside soccer ---------------------------------------------------------------------------------------------------


def the_same_match():
    """A match with the module is the same to the byte."""
    match = ["--team", "foo:2", "--team", "bar:2", "--timers", "fixed 0", "--Soccer.RuleHalfTime", "2", "--Soccer.AutomaticKickOff", "true", "--seed", "4"]
    logs = []
    with Folder() as folder:
        script = folder.write("with_rtm.rb", "defaultVariable('Rtm.NameServer', 'none')\nrun 'rcssserver3D.rb'\n"
                              "importBundle 'rtm'\nnew('RtmServer', $serverPath + 'rtm')\n")
        for one in ("rcssserver3D.rb", script):
            with TemporaryFolder(dir=folder.path) as logfiles:
                server = folder.program(SERVER, *rt_stage.STRICTLY, "--script", one, "--monitor_port", "off", "--logdir", logfiles, *match)
                check(server.wait() == 0, server.printed())
                check(("rtm endpoint" in server.printed()) == (one == script), server.printed())
                with open(os.path.join(logfiles, "monitor.log"), "rb") as file:
                    logs.append(file.read())
    check(len(logs[0]) > 10_000 and logs[0] == logs[1], "another match:", len(logs[0]), len(logs[1]))


TESTS = [name_server_is_replaced, invalid_subscribers_are_refused, raising_component_is_faulty, streams_that_stop, lock_step,
         killed_processes_are_replaced, octets, invalid_values_have_no_effect, start_without_a_valid_name_server, listed_and_used,
         names_that_break_paths, bad_modules, the_same_match]


def timed(test):
    begun = time.monotonic()
    test()
    print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    wanted = chosen(TESTS, sys.argv[4:])
    # The first test waits for a long time, so the others run meanwhile, except those with much load.
    with concurrent.futures.ThreadPoolExecutor(1) as aside:
        waits = [aside.submit(timed, test) for test in wanted if test == name_server_is_replaced]
        for test in wanted:
            if test in (killed_processes_are_replaced, octets):
                concurrent.futures.wait(waits)
            if test != name_server_is_replaced:
                timed(test)
        for each in waits:
            each.result()
