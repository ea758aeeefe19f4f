#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Providers and 2.x services of a SIGVerse server with many kinds of behaviour, used by controllers inside the sandbox and started by hand: correct
ones give the same answers to both, others give none, and have no effect on the world and other clients.

    sigverse_service_moods.py SERVER RUNAC SIGMAKE SIGCTL [TEST ...]
"""

import contextlib
import itertools
import json
import os
import re
import subprocess
import sys
import time

import sigverse_stage
from octets import LOG, NS_QUERY, NS_RESULT, u32
from programs import Program, wait_until
from service_models import BEHAVIOURS, LOOPBACK, PING, PING_BEHAVIOURS, PROVIDE, PROVIDED, Provider, Service, pattern
from sigverse_stage import TIMEOUT, Client, Folder, check, packet, raw, raw_message, text, u16

SERVER, RUNAC, SIGMAKE, SIGCTL = (os.path.abspath(path) for path in sys.argv[1:5])
MODELS = os.path.join(sigverse_stage.TESTS, "support/sigverse/service_models.py")
CURIOUS = os.path.join(sigverse_stage.TESTS, "support/sigverse/senses/Curious.cpp")
ATTACH_VIEW = 12
LATE_PONGS = ("hangs at pings for a moment", "pongs for ever")  # that still answer
INNER, OUTER = "inner", "guest_0"  # started by the server, and started by hand
MORE_MEMORY = 300 if "RCSS_SANITIZED" in os.environ else 60  # MiB that a whole test may use


class Stage(Folder):
    """A folder with the controller, which is compiled only once."""

    library = None

    def __enter__(self):
        super().__enter__()
        if not Stage.library:
            self.make(SIGMAKE, "Curious", open(CURIOUS, encoding="utf-8").read())
            with open(os.path.join(self.path, "Curious.so"), "rb") as file:
                Stage.library = file.read()
        with open(os.path.join(self.path, "Curious.so"), "wb") as file:
            file.write(Stage.library)
        return self

    def run(self, *options, world=None, **more):
        """A server in whose world `inner` has the controller Curious."""
        server = self.server(SERVER, world or self.world("services", controllers={INNER: "Curious.so"}), *options, **more)
        server.wait_for("ready" if more.get("start") == "false" else "running")
        return server

    def start_by_hand(self, server, agent=OUTER, *options):
        """Starts the same controller by hand, outside the server."""
        program = self.stack.enter_context(Program([RUNAC, "-h", LOOPBACK, "-p", str(server.port()), "-n", agent, "-l", "./Curious.so",
                                                    *options], self.path))
        wait_until(lambda: json.loads(ctl(server, "--json", "print", agent))["attached"], agent)
        return program

    def model(self, server, *words):
        """A provider or a service as a separate program, which has registered."""
        program = self.stack.enter_context(ModelProgram([sys.executable, MODELS, str(server.port()), *words], self.path))
        program.wait_for("registered|SUCC")
        return program


class ModelProgram(Program):
    """A program whose standard output is read; its standard error is the test's."""

    def __init__(self, arguments, folder):
        super().__init__(["sh", "-c", 'exec "$@" 1>&2', "sh", *arguments], folder)

    def kill(self):
        self.process.kill()
        self.wait()


class Asker:
    """Sends requests to controllers, and reads their output."""

    def __init__(self, server):
        self.client, self.numbers = Client(server, "127.0.0.3"), itertools.count(1)
        self.client.send(packet(ATTACH_VIEW, text("asker") + u16(1)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()

    def ask(self, agent, what):
        """Sends the request to the controller. Returns its answer."""
        number = next(self.numbers)
        self.client.send(raw_message(f"{number} {what}", [agent]))
        return self.hear(f"{number} {agent} ")

    def ask_all(self, agents, what):
        """Sends the same request to all agents at the same time. Returns {agent: answer}."""
        waiting, got = {}, {}
        for agent in agents:
            waiting[f"{next(self.numbers)} {agent} "] = agent
            self.client.send(raw_message(f"{list(waiting)[-1].split()[0]} {what}", [agent]))
        while len(got) < len(waiting):
            line = self.line()
            for beginning, agent in waiting.items():
                if line.startswith(beginning):
                    got[agent] = line.removeprefix(beginning)
        return {agent: got[agent] for agent in agents}

    def line(self):
        body = self.client.unit(LOG).body
        body.u16()
        return body.text()

    def hear(self, beginning):
        """The rest of the next line with this beginning."""
        while not (line := self.line()).startswith(beginning):
            pass
        return line.removeprefix(beginning)

    def expect(self, agent, expected):
        for what, answer in expected.items():
            got = self.ask(agent, what)
            check(got == answer, f"{agent}, {what}: {got!r} instead of {answer!r}")


def fnv(octets):
    value = 2166136261
    for octet in octets:
        value = (value ^ octet) * 16777619 & 0xFFFFFFFF
    return value


def picture_of(agent, camera, width=320, height=240, octets=230400):
    return f"{width}x{height} {fnv(pattern(agent, camera, octets)):x}"


def right_answers(agent):
    """The answers of correct providers, by kind."""
    return {"picture 2": picture_of(agent, 2), "names 3": f"seen,cup,of {agent},by camera 3", "words 25000": "understood: 25000 octets 1 16000 16"}


def right_sight(agent):
    """The answers of a correct service, by name."""
    return {"its-picture 2": picture_of(agent, 2), "its-names 1": f"seen,cup,of {agent},by camera 1", "its-point 1": "77",
            "its-row 3": picture_of(agent, 3, 320, 1, 320), "its-plane 4": picture_of(agent, 4, 320, 240, 76800)}


NOTHING = {"picture 1": "none", "names 1": "nothing seen", "words 3200": "none"}
NO_SIGHT = {"its-picture 2": "none", "its-names 1": "nothing seen", "its-point 1": "255", "its-row 3": "none", "its-plane 4": "none"}


def query(server, kind):
    """Returns (name, kinds, host, port) of the provider, or None."""
    with Client(server, "127.0.0.4") as client:
        return ask_for(client, kind)


def ask_for(client, kind):
    body = client.ask(packet(NS_QUERY, u16(kind)), NS_RESULT)
    return (body.text(), body.u16(), body.text(), body.u32()) if body.u16() else None


def ctl(server, *words):
    done = subprocess.run([SIGCTL, "-p", str(server.port()), *words], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    check(done.returncode == 0 and not done.stderr, done.stderr)
    return done.stdout


def services(server):
    return ctl(server, "services")


def assert_continues(server, seconds=0.2):
    """Checks that the world advances and answers others."""
    with Client(server, "127.0.0.5").begin_as_viewer("witness") as client:
        begun = client.time()
        wait_until(lambda: client.time() > begun + seconds, "the world")


# ---- providers -------------------------------------------------------------------------------------------------------


def answers_are_the_same_inside_and_outside():
    """A provider's answers are the same for controllers in the sandbox, whose requests the server forwards, and outside."""
    with Stage() as stage:
        server = stage.run("--Sig.ForwardTimeout", "60", "--Sig.PingTimeout", "60")
        stage.start_by_hand(server)
        with Provider(server.port(), "eye", (3, 5)) as eye, Provider(server.port(), "ear", (4,)) as ear, \
             Service(server.port(), "eye") as named, Asker(server) as asker:
            check(eye.registered == [(0, "")] * 2 and ear.registered == [(0, "")], eye.registered, ear.registered)
            check(named.greeting == "SUCC", "a service may have the name of a provider:", named.greeting)
            for agent in (INNER, OUTER):
                asker.expect(agent, right_answers(agent))
                check(asker.ask(agent, "connect eye") == "connected to eye", "connect")
                asker.expect(agent, right_sight(agent))
                asker.expect(agent, right_answers(agent))
            check(ear.pings and set(ear.pings) == {4}, "pings of the ear:", ear.pings)
            # The packets for the sandboxed controller were unchanged, and those for the other were sent directly.
            of_inner = [octets for octets in eye.requests if INNER.encode() in octets]
            check(all(octets[10:12] == u16(1) and text("eye") in octets for octets in of_inner), "a forwarded request does not name its target")
            check(all(octets[10:12] == u16(0) for octets in eye.requests if OUTER.encode() in octets), "a direct request names a target")
            check(len(of_inner) == 9, len(of_inner), "requests came to the provider")
        server.quit()


CORRECT_BEHAVIOURS = {"right", "lingers", "in pieces", "dies after"}
# Outside the sandbox, the library itself waits for an answer: 5 s, twice.
SLOW_BEHAVIOURS = {"silent", "stalls", "2 GB"}
PICTURE_BEHAVIOURS = SLOW_BEHAVIOURS | {"dies after", "endless", "floods", "out of order", "no octets"}


def provider_behaviours():
    """From a provider of each behaviour controllers get the right answer or none within a limited time, and from the next provider the right one."""
    play_behaviours([behaviour for behaviour in BEHAVIOURS if behaviour in CORRECT_BEHAVIOURS], "60")
    play_behaviours([behaviour for behaviour in BEHAVIOURS if behaviour not in CORRECT_BEHAVIOURS], "1")


def play_behaviours(which, patience):
    with Stage() as stage:
        server = stage.run("--Sig.ForwardTimeout", patience, "--Sig.PingTimeout", "5")
        stage.start_by_hand(server)
        memory = server.memory()
        with Asker(server) as asker:
            for behaviour in which:
                for agent in (INNER, OUTER):
                    if agent == OUTER and behaviour in SLOW_BEHAVIOURS - {"silent"}:
                        continue
                    with Provider(server.port(), f"{behaviour} for {agent}", (3,), behaviour):
                        expected = right_answers(agent) if behaviour in CORRECT_BEHAVIOURS else NOTHING
                        for what in ["picture 2"] if behaviour in PICTURE_BEHAVIOURS else ["picture 2", "names 3"]:
                            got = asker.ask(agent, what)
                            wanted = expected.get(what) or ("none" if "picture" in what else "nothing seen")
                            check(got == wanted, f"{behaviour}, {agent}, {what}: {got!r} instead of {wanted!r}")
                    wait_until(lambda: query(server, 1) is None, f"the end of {behaviour}")
            with Provider(server.port(), "at last"):
                for agent in (INNER, OUTER):
                    # On a busy machine its answer may take longer than the time limit of others here.
                    wait_until(lambda agent=agent: asker.ask(agent, "picture 2") == picture_of(agent, 2), "the right answer")
        assert_continues(server)
        check(server.memory() < memory + MORE_MEMORY, server.memory() - memory, "MiB more")
        check(len(server.lines) < 300, len(server.lines), "lines")
        server.quit()


def unanswered_pings_are_skipped():
    """Providers that do not answer pings are skipped, and no step waits for this."""
    with Stage() as stage:
        server = stage.run("--Sig.PingTimeout", "60")
        for behaviour in LATE_PONGS:
            with Provider(server.port(), "first", (1,), behaviour) as first:
                check(query(server, 1) == ("first", 1, LOOPBACK, first.port), behaviour)
            wait_until(lambda: query(server, 1) is None, f"the end of {behaviour}")
        server.quit()
    with Stage() as stage:
        server = stage.run("--Sig.PingTimeout", "5")
        for behaviour in PING_BEHAVIOURS:
            if behaviour in LATE_PONGS:
                continue
            with Provider(server.port(), "first", (1,), behaviour) as first:
                check(query(server, 1) is None, behaviour)
                with Provider(server.port(), "second", (1,)) as second:
                    got = query(server, 1)
                    check(got == ("second", 1, LOOPBACK, second.port), behaviour, "and another:", got)
            wait_until(lambda: query(server, 1) is None, f"the end of {behaviour}")
        # Registered, but without a program at the port.
        nothing_there = Provider(server.port(), "nothing", (1,))
        nothing_there.close_listener()
        with nothing_there:
            check(query(server, 1) is None, "a provider with a closed port is offered")
        server.quit()


def world_advances_while_requests_wait():
    """While a query waits for a ping, and a request for an answer, the world advances for everyone except the client that asks."""
    with Stage() as stage:
        server = stage.run("--Sig.PingTimeout", "60", "--Sig.ForwardTimeout", "60", "--max_secs_for_agent_think", "5")
        with Provider(server.port(), "mute", (1,), "mute") as mute, Client(server, "127.0.0.4") as client:
            client.send(packet(NS_QUERY, u16(1)))
            wait_until(lambda: mute.pings, "the ping")
            assert_continues(server, 1)
            check(query(server, 4) is None, "other kinds of services are not answered meanwhile")
            mute.close()
            check(client.unit(NS_RESULT).body.u16() == 0, "found")
        with Provider(server.port(), "silent", (1,), "silent") as silent, Asker(server) as asker:
            number = next(asker.numbers)
            asker.client.send(raw_message(f"{number} picture 1", [INNER]))
            wait_until(lambda: silent.requests, "the request")
            # The asker's turn lasts until the answer has arrived, which does not count as its thinking. In lock-step the world waits for it.
            time.sleep(5.5)
            silent.close()
            check(asker.hear(f"{number} {INNER} ") == "none", "got a picture instead of none")
            check(not server.lines_of("lost"), server.printed())
        assert_continues(server)
        server.quit()


def killed_and_started():
    """In lock-step the state of services changes a run only by their answers."""
    with Stage() as stage:
        world = stage.world("killed", controllers={INNER: "Curious.so", "second": "Curious.so"})
        server = stage.run("--Sig.ForwardTimeout", "60", world=world)
        kill_and_start(stage, server)
        server.quit()
        check(not server.lines_of("lost"), server.printed())
        # The last line is about the step of the end.
        poses = server.poses()
        poses = poses[:poses.rindex(b"\n", 0, -1) + 1]
        check(len(poses) > 5000, "too short to tell:", len(poses))
        last = float(re.findall(rb"\(sig \(time (\S+)\)", poses)[-1])
        calm = stage.server(SERVER, world, "--Sig.EndTime", str(last + 1), speed="max")
        check(calm.wait() == 0, calm.printed())
        check(calm.poses().startswith(poses), "the run differs")


def kill_and_start(stage, server):
    """A provider and a service are killed during requests, and started again."""
    answers = []
    with Asker(server) as asker:
        for _ in range(3):
            provider, service = stage.model(server, "provider", "eye", "3,5"), stage.model(server, "service", "eye", "echoes")
            for kill in (lambda: None, provider.kill, service.kill):
                for agent in (INNER, "second"):
                    answers.append(asker.ask(agent, "picture 2"))
                    answers.append(asker.ask(agent, "connect eye"))
                    asker.client.send(raw_message("0 its-plane 1", [agent]), raw_message("0 say are you there", [agent]))
                kill()
            wait_until(lambda: services(server).count("eye") == 0, "the end of both")
            answers += [asker.ask(agent, "its-plane 3") for agent in (INNER, "second")]
    check(answers.count(picture_of(INNER, 2)) >= 3 and answers.count(picture_of("second", 2)) >= 3, "pictures did not come:", answers)
    check(answers.count("none") >= 6, "pictures came from nowhere:", answers)


# ---- registrations ---------------------------------------------------------------------------------------------------

INVALID_REGISTRATIONS = {
    "port 0": (text("eye") + u32(3) + text("") + u32(0)),
    "port 65536": (text("eye") + u32(3) + text("") + u32(65536)),
    "port 4294967295": (text("eye") + u32(3) + text("") + u32(0xFFFFFFFF)),
    "kind 0": (text("eye") + u32(0) + text("") + u32(9300)),
    "a kind that is none": (text("eye") + u32(0x80000000) + text("") + u32(9300)),
    "no name": (text("") + u32(3) + text("") + u32(9300)),
    "a name of 256 octets": (text("n" * 256) + u32(3) + text("") + u32(9300)),
    "a host of 60,000 octets": (text("eye") + u32(3) + text("h" * 60000) + u32(9300)),
    "the name of an agent": (text(INNER) + u32(3) + text("") + u32(9300)),
}


def invalid_registrations_are_refused():
    """Invalid registrations are refused with a reason, and disturb no others."""
    with Stage() as stage:
        server = stage.run("--Sig.PingTimeout", "5")
        memory = server.memory()
        with Client(server) as client:
            for what, data in INVALID_REGISTRATIONS.items():
                body = client.ask(packet(PROVIDE, data), PROVIDED)
                result, reason = body.u16(), body.text()
                check(result != 0 and reason, f"{what}: result {result}, {reason!r}")
            check(ask_for(client, 1) is None, "an invalid provider was registered")
        with Provider(server.port(), "eye") as eye:
            twice = Provider(server.port(), "eye")
            with twice:
                check(twice.registered[0][0] != 0, "a name was registered twice")
                check(query(server, 1) == ("eye", 3, LOOPBACK, eye.port), "the first registration was replaced")
            check(query(server, 1) == ("eye", 3, LOOPBACK, eye.port), "the first registration ended with the refused one")
            # Names that cannot be resolved, or not at once, are skipped.
            with Provider(server.port(), "a nowhere", (1,), host="no.such.host.invalid"), \
                 Provider(server.port(), "b nowhere", (1,), host="256.1.1.1"), Provider(server.port(), "c nowhere", (1,), host="\x00\xff,:"):
                check([query(server, 1)[0] for _ in range(5)] == ["eye"] * 5, "a provider with an invalid address is offered")
                assert_continues(server)
        crowd(server)
        check(server.memory() < memory + MORE_MEMORY, server.memory() - memory, "MiB more")
        check(len(server.lines) < 200, len(server.lines), "lines")
        server.quit()


def crowd(server):
    """Each of a thousand names over one connection is accepted or refused with an answer, and all are removed with the connection."""
    with Client(server) as client:
        taken = 0
        for number in range(1000):
            body = client.ask(packet(PROVIDE, text(f"eye {number}") + u32(3) + text("") + u32(1)), PROVIDED)
            taken += body.u16() == 0
        check(0 < taken <= 1000, taken, "were accepted")
        with Provider(server.port(), "real", (4,)) as real:
            check(query(server, 4) == ("real", 4, LOOPBACK, real.port), "the valid provider is not offered")
        assert_continues(server)
    wait_until(lambda: "eye" not in services(server), "the end of the thousand")


ANSWERS = {
    "a pong": packet(38, u16(1)), "a picture": packet(7, u16(1) + u16(1) + u16(1) + u16(1) + u32(0)), "names": packet(9, u16(1) + text("a")),
    "words": packet(23, u16(0) + text("a")), "a distance": packet(52, u16(3)), "a provider": packet(36, u16(0)), "a registration": packet(17, u16(0)),
    "a ping": packet(PING, u32(1)),
}


def stray_answers_have_no_effect():
    """Replies without a request, sent twice by all kinds of clients, have no effect."""
    with Stage() as stage:
        server = stage.run()
        with Provider(server.port(), "eye") as eye, Client(server).begin_as_viewer() as viewer, Asker(server) as asker:
            for octets in ANSWERS.values():
                for sender in (eye.clerk, viewer.link, asker.client.link):
                    sender.sendall(2 * octets)
            with Client(server, "127.0.0.7") as guest:
                guest.attach_with_turns("guest_1").send(*(2 * octets for octets in ANSWERS.values()))
                asker.expect(INNER, {"picture 2": picture_of(INNER, 2)})
                check(query(server, 1) == ("eye", 3, LOOPBACK, eye.port), "the provider was removed")
                check(viewer.time() >= 0 and guest.turn()[0] >= 1, "a client was disconnected")
        assert_continues(server)
        server.quit()


# ---- 2.x services ----------------------------------------------------------------------------------------------------


VISITS = ("does not come", "comes and leaves", "comes and is silent", "comes with garbage")
REACTIONS = ("half", "stalls", "garbage", "dies", "endless", "silent")


def service_behaviours():
    """Controllers get nothing from services with any other behaviour, continue, and find the next service of this name."""
    with Stage() as stage:
        guests = [f"guest_{number}" for number in range(len(REACTIONS))]
        server = stage.run(world=stage.world("moody", controllers={INNER: "Curious.so"}, guests=len(guests)))
        port = server.port()
        programs = [stage.start_by_hand(server, guest) for guest in guests]
        with Asker(server) as asker:
            for behaviour in VISITS:
                with Service(port, "eye", behaviour):
                    check(asker.ask(OUTER, "connect eye") == "not connected", behaviour)
                wait_until(lambda: asker.ask(OUTER, "check eye") == "not there", f"the end of {behaviour}")
            with contextlib.ExitStack() as running:
                for guest, behaviour in zip(guests, REACTIONS):
                    running.enter_context(Service(port, f"eye_of_{guest}", behaviour))
                    check(asker.ask(guest, f"connect eye_of_{guest}") == f"connected to eye_of_{guest}", behaviour)
                got = asker.ask_all(guests, "its-picture 2")
                check(set(got.values()) == {"none"}, dict(zip(REACTIONS, got.values())))
            for guest, behaviour, program in zip(guests, REACTIONS, programs):
                name = f"eye_of_{guest}"
                wait_until(lambda: asker.ask(guest, f"check {name}") == "not there", f"the end of {name}")
                check(asker.ask(guest, f"connect {name}") == "not connected", f"{behaviour}: connected to nothing")
                with Service(port, name, here=2):
                    check(asker.ask(guest, f"connect {name}") == f"connected to {name}", f"{behaviour}: not connected again")
                    asker.expect(guest, right_sight(guest))
                check(program.memory() < 40 + MORE_MEMORY, behaviour, program.memory(), "MiB")
        assert_continues(server)
        server.quit()


TESTS = [answers_are_the_same_inside_and_outside, provider_behaviours, unanswered_pings_are_skipped, world_advances_while_requests_wait,
         killed_and_started, invalid_registrations_are_refused, stray_answers_have_no_effect, service_behaviours]

if __name__ == "__main__":
    for test in TESTS:
        if not sys.argv[5:] or test.__name__ in sys.argv[5:]:
            begun = time.monotonic()
            test()
            print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
