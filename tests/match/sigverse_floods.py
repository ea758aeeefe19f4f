#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hostile, faulty and killed clients of a SIGVerse server are refused or disconnected with a line that names them, and have no effect on the world
and other clients.

    sigverse_floods.py SERVER [paced] [TEST ...]      paced: tests/support/pace.py
"""

import contextlib
import functools
import os
import re
import resource
import shutil
import sys
import threading
import time

import sigverse_stage
from octets import (ADD_FORCE, DONE, FORWARD, GET_ENTITY, LOG, NAMES, NAMES_RESULT, ON_MESSAGE, ON_SOUND, RECOGNISE, SET_LINEAR,
                    SET_MASS, SIM_CTRL, UPDATE, attribute, large, record, u32)
from pace import PACED, Pace, asserts_pace, check_pace, chosen
from programs import TIMEOUT, wait_until
from sigverse_stage import GUESTS, Client, Folder, Honest, check, noise, packet, raw, raw_message, real, text, u16

SERVER = os.path.abspath(sys.argv[1])
DEMO = os.path.join(os.path.dirname(sigverse_stage.TESTS), "scenes/sigverse/demo.xml")
LIBRARY = next(line.split()[-1] for line in open("/proc/self/maps", encoding="utf-8") if "libm.so" in line or "libc.so" in line)
NAN, INFINITE = float("nan"), float("inf")


@contextlib.contextmanager
def undisturbed(folder, most=60, lines=300, **more):
    """The demo at --speed 1 with a well-behaved client. Checks that both are in time despite the block, and that the demo is the same to the byte."""
    server = folder.server(SERVER, folder.world("floods", DEMO), **more)
    server.wait_for("running")
    memory = server.memory()
    with Honest(server) as honest:
        pace, before = Pace(server.pid, honest.measure), len(honest.times) - 1
        yield server
        honest.measure(0.3)
        pace.check(pace=honest.pace(before))
        longest = honest.longest(before)
    growth = server.memory() - memory
    server.quit()
    poses = server.poses()
    print(f"  {1000 * longest:.0f} ms for the longest round trip, {growth:+.1f} MiB, {len(server.lines)} lines, {len(poses)} octets of poses", flush=True)
    check_pace(longest < 2, "somebody who behaves waited for", longest)
    check(growth < most, growth, "MiB more")
    check(len(server.lines) < lines, len(server.lines), "lines")
    check_same(poses)


def check_same(poses):
    """Checks that the undisturbed run begins with the recorded poses, except the last line, which is about the step of the end."""
    poses = poses[:poses.rindex(b"\n", 0, -1) + 1]
    check(len(poses) > 5_000, "too short to tell:", len(poses))
    reference = undisturbed_poses(60 * (1 + int(float(re.findall(rb"\(time ([\d.e+-]+)\)", poses)[-1])) // 60))
    for number, (line, expected) in enumerate(zip(poses.splitlines(), reference.splitlines())):
        check(line == expected, f"the run differs from line {number} on:\n{line}\ninstead of\n{expected}")
    check(reference.startswith(poses), "longer than the undisturbed run:", len(poses))


@functools.cache
def undisturbed_poses(seconds):
    """The poses of the undisturbed demo for this duration."""
    with Folder() as folder:
        server = folder.server(SERVER, folder.world("floods", DEMO), "--Sig.EndTime", str(seconds), speed="max")
        check(server.wait() == 0, server.printed())
        return server.poses()


# ---- units -----------------------------------------------------------------------------------------------------------

ENTITY = packet(GET_ENTITY, text("ball"))
# Units that end a connection: octets, and the words of the line.
ENDING = {
    "letters": (b"hello", "begins with an invalid greeting"),
    "HTTP": (b"GET / HTTP/1.1\r\n\r\n", "begins with an invalid greeting"),
    "one octet": (b"\x01", "begins with an invalid greeting"),
    "a raw request at once": (raw(38), "begins with an invalid greeting"),
    "an unknown second token": (ENTITY + b"\xab\xce" + ENTITY[2:], "neither a packet nor a raw request"),
    "size 25": (b"\xab\xcd\x00\x19" + bytes(21), "size"),
    "size 0": (b"\xab\xcd\x00\x00" + bytes(60), "size"),
    "another end": (ENTITY[:-2] + b"\xdc\xbb", "does not end"),
    "an end too late": (b"\xab\xcd" + u16(len(ENTITY) + 2) + ENTITY[4:] + b"\0\0", "does not end"),
    "raw of size 3": (b"SIGViewer,x," + b"\x00\x26\x00\x03", "size"),
    "out of order": (packet(RECOGNISE, bytes(12), 3, 0) + packet(RECOGNISE, bytes(12), 3, 2), "out of order"),
    "begins in the middle": (packet(RECOGNISE, bytes(12), 3, 1), "out of order"),
    "another type between": (packet(RECOGNISE, bytes(12), 3, 0) + packet(ON_SOUND, bytes(12), 3, 1), "out of order"),
    "1,101 packets": (packet(RECOGNISE, bytes(12), 1101, 0), "too many"),
    "a greeting without a name": (b"SIGViewer,,", "begins with an invalid greeting"),
    "a name of 256 octets": (b"SIGViewer," + b"n" * 256 + b",", "begins with an invalid greeting"),
    "a service of 256 octets": (b"SIGMESSAGE," + b"n" * 256 + b",", "begins with an invalid greeting"),
    "cut, and the end": (ENTITY[:20], "in the middle"),
    # A viewer's name may lack the comma, that of a service may not.
    "half a word, and the end": (b"SIGVie", "in the middle"),
}

SOUND = real(1) + text("x") + u16(1) + u16(16000) + u16(16) + u16(0)  # the header up to its length
# Units that are ignored: octets, and the words of the line. A viewer sends them.
IGNORED = {
    "type 200": (packet(200), "unknown type 200"),
    "type 65535": (packet(65535, bytes(100)), "unknown type 65535"),
    "type 55": (packet(55), "unknown type 55"),
    "raw 99": (raw(99), "unknown code 99"),
    "raw 255": (raw(255, bytes(60000)), "unknown code 255"),
    "raw 5 of old viewers": (raw(5), "request 5"),
    "no text": (packet(GET_ENTITY), "too short"),
    "a text of 4 GB": (packet(GET_ENTITY, b"\xff\xff\xff\xff" + bytes(60)), "too short"),
    "a text beyond its end": (packet(GET_ENTITY, u32(9) + b"ball"), "too short"),
    "half a number": (packet(ADD_FORCE, text("ball") + real(1, 2)), "too short"),
    "a target beyond the packet": (b"\xab\xcd\x00\x1e" + u16(3) + u16(1) + u16(0) + u16(0) + u32(500) + bytes(12) + b"\xdc\xba", "head"),
    "number 3 of 1": (packet(GET_ENTITY, text("ball"), 1, 3), "head"),
    "number 0 of 0": (packet(GET_ENTITY, text("ball"), 0, 0), "head"),
    "a record cut": (packet(UPDATE, real(0) + u16(200) + bytes(30)), ""),
    "a record of no size": (packet(UPDATE, real(0) + u16(0) + bytes(30)), ""),
    "offsets outside": (packet(UPDATE, real(0) + (lambda whole: whole[:30] + b"\xff\xf0\xff\xf8" + whole[34:])(
        record(1, "ball", "Ball", 0, {"x": ("", 1.0)}, [], 1))), ""),
    "GET_ATTRIBUTES": (packet(18, text("ball")), "GET_ATTRIBUTES"),
    "SIM_CTRL 9": (packet(SIM_CTRL, u16(9)), "SIM_CTRL 9"),
    "a position cut": (raw(15, real(1, 2)), "too short"),
    "a name without an end": (raw(17, b"ball"), "too short"),
    "names that are none": (raw(13, b"a,b"), "too short"),
    "a message that is none": (raw(8, b"hello"), "a message that makes no sense"),
    "a message that says it is longer": (raw(8, b"99999,hello,-1.0,-1,"), "a message that makes no sense"),
    "a message to 65,000": (raw(8, b"00002,hi,-1.0,65000,a,"), "a message that makes no sense"),
    "a message to -4": (raw(8, b"00002,hi,-1.0,-4,"), "a message that makes no sense"),
    "a message to nan": (raw(8, b"00002,hi,-1.0,nan,"), "a message that makes no sense"),
    "TURN_DONE of a viewer": (packet(129, u32(1) + real(0)), "turns"),
    "TURN_HELLO of a viewer": (packet(128, u16(1)), "TURN_HELLO"),
    "a reply to no question": (packet(49, real(1)), "unknown type 49"),
    "force at no entity": (packet(ADD_FORCE, text("no_entity") + real(1, 2, 3) + b"\0"), "no_entity"),
    "a sound of 2 GB": (packet(ON_SOUND, SOUND + u32(1 << 31), flags=FORWARD, target="red"), "ON_RECV_SOUND of 2147483648 octets"),
    "a sound of 4 GB, in pieces": (packet(RECOGNISE, SOUND[-8:] + u32((1 << 32) - 1), 2, 0) + packet(RECOGNISE, u16(4) + bytes(4), 2, 1),
                                   "SOUND_RECOG of 4294967295 octets"),
    "a sound without an end": (packet(ON_SOUND, SOUND + u32(100), 2, 0) + packet(ON_SOUND, u16(99) + bytes(99), 2, 1), "shorter"),
    "a sound that says it is longer": (packet(ON_SOUND, SOUND + u32(9), 2, 0) + packet(ON_SOUND, u16(9) + bytes(8), 2, 1), "other lengths"),
    "a sound without a header": (packet(ON_SOUND, real(1)), "too short"),
    "to no entity": (packet(ON_MESSAGE, text("x") + u32(0), flags=FORWARD, target="no_entity"), "no_entity"),
    "a message to no entity": (raw_message("hi", ["no_entity"]), "no_entity"),
}


def ending_units():
    """A client whose stream can no longer be read is disconnected, with one line that names it and states the reason."""
    rows = list(ENDING.items())
    with Folder() as folder:
        # The first five lines of a kind are printed in full.
        for at in range(0, len(rows), 5):
            server = folder.server(SERVER, folder.world("empty"))
            for what, (octets, words) in rows[at:at + 5]:
                with Client(server) as client:
                    client.send(octets)
                    if words == "in the middle":
                        client.link.shutdown(1)
                    check(client.is_closed(), what, "does not end the connection")
                    lines = wait_until(lambda client=client: server.lines_of(client.me), f"a line about {what}")
                    check(len(lines) == 1 and words in lines[0], what, lines)
            server.quit()


def has_ended(server, client):
    """Whether a line has these words."""
    return any("disconnected" in line for line in server.lines_of(client.me))


@asserts_pace
def ignored_units():
    """An invalid unit has no effect except one line with its sender, which may continue."""
    # 240 clients connect here, and each may have five lines.
    with Folder() as folder, undisturbed(folder, lines=1000) as server:
        # Lines are counted by address, so each row uses a separate one.
        for number, (what, (octets, words)) in enumerate(IGNORED.items()):
            with Client(server, f"127.0.1.{number + 1}") as client:
                client.begin_as_viewer("row").send(octets)
                check(client.ask(packet(NAMES, u16(3)), NAMES_RESULT).u16() > 5, what, ": the client is no longer served")
                lines = wait_until(lambda client=client: server.lines_of(client.me), f"a line about {what}")
                check(len(lines) == 1 and words in lines[0], what, lines)
        # Too many invalid units end the connection: 100 in 10 s, of any kind.
        for number, (count, is_end) in enumerate(((95, False), (130, True))):
            with Client(server, f"127.0.2.{number + 1}") as client:
                client.begin_as_viewer("nuisance")
                # The connection may end while the rest is sent.
                with contextlib.suppress(ConnectionError):
                    client.send(*(packet(200) if number % 2 else raw(99) for number in range(count)))
                if is_end:
                    check(client.is_closed(), count, "do not end the connection")
                else:
                    check(client.ask(packet(NAMES, u16(3)), NAMES_RESULT).u16() > 5, count, "end the connection")
                wait_until(lambda client=client, is_end=is_end: len(server.lines_of(client.me)) > 5 and has_ended(server, client) >= is_end, "lines")
                check(len(server.lines_of(client.me)) < 10 and has_ended(server, client) == is_end, server.lines_of(client.me))
        random_data_have_no_effect(server)
        invalid_records_have_no_effect(server)


def random_data_have_no_effect(server):
    """Packets of every type with random data, from clients that have attached to no agent, and noise of every kind after a greeting, have no effect.
    Types that control the world are left out."""
    for seed in range(60):
        with Client(server, "127.0.0.4") as client, contextlib.suppress(ConnectionError):
            client.send(b"" if seed % 2 else b"SIGViewer,noise,", noise(seed, 4000))
    for kind in range(1, 140):
        with Client(server, "127.0.0.4") as client:
            for size in (0, 1, 7, 40, 300):
                with contextlib.suppress(ConnectionError):
                    client.send(packet(kind, noise(kind * 1000 + size, size)))


def invalid_records_have_no_effect(server):
    """A valid record with invalid numbers has no effect."""
    with Client(server, "127.0.0.5") as client:
        check(client.attach("guest_1")[0] == 0, "attached")
        before = place_of(server, "guest_1")
        for bad in (NAN, INFINITE, -INFINITE, 1e300, 2e6):
            put = record(1, "guest_1", "Player", 0, {name: ("", bad) for name in ("x", "y", "z")}, [], 1)
            client.send(packet(UPDATE, real(0) + put))
            client.send(packet(UPDATE, real(NAN) + record(1, "guest_1", "Player", 0, {"x": ("", 5.0), "y": ("", bad), "z": ("", 5.0)}, [], 1)))
            client.send(packet(SET_LINEAR, text("guest_1") + real(bad, 0, 0)), raw(15, real(0, bad, 0) + b"guest_1,"))
            if abs(bad) != 2e6:
                client.send(packet(ADD_FORCE, text("guest_1") + real(0, 0, bad) + b"\0"))
            client.send(packet(SET_MASS, text("guest_1") + real(bad if bad == bad else -1.0)))
        check(client.ask(packet(NAMES, u16(3)), NAMES_RESULT).u16() > 5, "the client is no longer served")
        after = place_of(server, "guest_1")  # it may be at rest on the ground by now
        check(before[::2] == after[::2] and abs(before[1] - after[1]) < 0.1, "it has moved:", before, after)
        lines = wait_until(lambda: len(server.lines_of(f"guest_1 ({client.me})")) >= 5 and server.lines_of(f"guest_1 ({client.me})"), "lines")
        check(5 <= len(lines) < 10 and all("refused" in line for line in lines), lines)


def place_of(server, name):
    with Client(server, "127.0.0.97") as client:
        return client.begin_as_viewer().place(name)


def values():
    """A record with one invalid value is used without it, and the line names the value. Names with commas belong to no entity."""
    with Folder() as folder:
        server = folder.server(SERVER, folder.world("empty"), start="false")
        rows = (({"mass": ("", NAN), "vx": ("", 1.0)}, "mass"), ({"mass": ("", 0.0)}, "mass"), ({"mass": ("", 2e6)}, "mass"))
        for number, (bad, words) in enumerate(rows):
            guest = f"guest_{number}"
            with Client(server) as client:
                check(client.attach(guest)[0] == 0, "attached")
                where = {"x": ("", 10.0 + number), "y": ("", 50.0), "z": ("", 7.0)}
                client.send(packet(UPDATE, real(0) + record(1, guest, "Player", 0, {**bad, **where}, [], 1)))
                check(client.ask(packet(NAMES, u16(3)), NAMES_RESULT).u16() > 2, "the client is no longer served")
                place = [round(number, 6) for number in place_of(server, guest)]
                check(place == [10.0 + number, 50.0, 7.0], "the rest of the record is used:", place)
                lines = wait_until(lambda name=f"{guest} ({client.me})": server.lines_of(name), "a line")
                check(len(lines) == 1 and words in lines[0] and "refused" in lines[0], lines)
        with Client(server) as client:
            for name in ("guest_0,guest_1", "guest_0,", ",", "n" * 256, "", "guest_0\n\x1b[31m"):
                result, words = client.attach(name)
                check(result == 2, name, result, words)
            wait_until(lambda: client.attach("guest_0")[0] == 0, "the attachment of guest_0 after all refusals")  # when the server has noticed its end
        check("\x1b" not in server.printed(), "control characters in the log")


# ---- connections -----------------------------------------------------------------------------------------------------


@asserts_pace
def greetings():
    """A greeting is sent octet by octet, with a pause or the end of the connection after each."""
    with Folder() as folder, undisturbed(folder) as server, contextlib.ExitStack() as ends:
        for number, greeting in enumerate((b"SIGViewer,slow,", b"SIGMESSAGE,slow,", packet(NAMES, u16(3)))):
            halves = [ends.enter_context(Client(server, f"127.0.0.{20 + number}")) for _ in range(len(greeting))]
            for count, half in enumerate(halves):
                half.send(greeting[:count])
                if count % 3 == 0:
                    half.link.shutdown(1)
                elif count % 3 == 1:
                    half.reset()
            with Client(server, f"127.0.0.{30 + number}") as whole:
                for octet in greeting[:-1]:
                    whole.send(bytes([octet]))
                    time.sleep(0.001)
                whole.send(greeting[-1:])
                if number == 0:
                    check(whole.time() > 0, "the viewer was not served")
                elif number == 1:
                    check(whole.octets(4) == b"SUCC", "the service was not accepted")
                else:
                    check(whole.unit(NAMES_RESULT).body.u16() > 5, "names")


@asserts_pace
def number_of_clients_is_limited():
    """64 clients of one address and 512 in total are accepted; any further client is refused, and may connect when others have left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with Folder() as folder, undisturbed(folder) as server:
        port, crowd = server.port(), []
        try:
            for number in range(1000):
                crowd.append(Client(port, f"127.0.1.{1 + number % 20}"))
            refused = wait_until(lambda: server.lines_of("sigverse port", "refused, 512 connections are open"), "a line")
            check("127.0.1." in refused[0], refused)
            accepted = served(crowd)
            check(500 <= accepted <= 511, accepted, "of 1,000 are served")  # the well-behaved client is one of them, too
        finally:
            for client in crowd:
                client.close()
        begin_again(port)
    with Folder() as folder:
        server = folder.server(SERVER, folder.world("empty"))
        crowd = [Client(server, "127.0.2.1") for _ in range(100)]
        try:
            check(served(crowd) == 64, "of one address are served")
            lines = wait_until(lambda: server.lines_of("127.0.2.1:", "refused, 64 connections of that host are open"), "a line")
            check(len(lines) < 10, lines)
            begin_again(server.port())
        finally:
            for client in crowd:
                client.close()
        server.quit()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def served(crowd):
    """The number of clients that get answers; the others are disconnected."""
    count = 0
    for client in crowd:
        with contextlib.suppress(ConnectionError, EOFError):
            client.begin_as_viewer().time()
            count += 1
    return count


def begin_again(port):
    """Waits until a client is accepted, when the server has noticed that others have left."""
    def gets_in():
        with Client(port, "127.0.3.1") as client:
            return served([client]) == 1

    wait_until(gets_in, "a place")


# ---- too much --------------------------------------------------------------------------------------------------------


def pour(port, host, octets, begin=b"SIGViewer,flood,", reads=False):
    """Sends these octets until it is disconnected, in a thread of this process."""
    def run():
        with Client(port, host, small_buffer=not reads) as client, contextlib.suppress(OSError):
            client.send(begin)
            while True:
                client.send(octets)
                if reads:
                    with contextlib.suppress(BlockingIOError):
                        client.link.recv(1 << 20, 0x40)  # MSG_DONTWAIT

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


@asserts_pace
def floods():
    """Clients that send too much, leave too much unread, or send too large contents are disconnected with a line."""
    with Folder() as folder, undisturbed(folder, most=120) as server:
        port = server.port()
        rows = [("127.0.0.10", packet(LOG, u16(5) + text("x" * 60000)) * 20, "more than 8 MB a second"),
                ("127.0.0.11", packet(1) * 50, "does not read"),
                ("127.0.0.12", large(ON_SOUND, SOUND, bytes(10 << 20), flags=FORWARD, target="red"), "more than 8 MB a second")]
        threads = [pour(port, host, octets) for host, octets, _ in rows]
        for thread in threads:
            thread.join(TIMEOUT)  # a client that does not read the remaining messages loses its connection, too
            check(not thread.is_alive(), "a connection was kept although its peer does not read")
        for host, _, words in rows:
            lines = wait_until(lambda host=host: server.lines_of(host, "disconnected"), f"a line about {host}")
            check(len(lines) == 1 and words in lines[0], lines)
        # Contents in pieces may be large, but not without limit.
        with Client(port, "127.0.0.13") as client:
            client.begin_as_viewer()
            for number in range(175):
                with contextlib.suppress(ConnectionError):
                    client.send(packet(RECOGNISE, bytes(65000), 1000, number))
                    time.sleep(0.02)
            check(client.is_closed(), "10 MB of sound were accepted")
        lines = wait_until(lambda: server.lines_of("127.0.0.13", "disconnected"), "a line")
        check("too many" in lines[0], lines)


@asserts_pace
def messages():
    """Endless messages to all, and one that names a receiver ten thousand times, are delivered, and no other client waits."""
    with Folder() as folder:
        server = folder.server(SERVER, folder.world("empty"))
        with Honest(server) as honest, Client(server) as listener, Client(server, "127.0.0.6") as reader:
            memory = server.memory()
            for client, agent in ((listener, "guest_0"), (reader, "guest_1")):
                check(client.attach(agent)[0] == 0, "attached")
            threads = [pour(server.port(), f"127.0.0.{40 + n}", raw_message("x" * 500, -1) * 100 + raw_message("y", ["gone", "guest_2"]) * 20)
                       for n in range(3)]
            time.sleep(1)
            check(reader.unit(("raw", 1)).octets[4:10] == b"flood,", "the message of the flood did not arrive")
            with Client(server, "127.0.0.7") as client:
                client.begin_as_viewer("shout").send(raw_message("z" * 100, ["guest_1"] * 7000))
                client.time()
            for thread in threads:
                thread.join(3)
            longest, growth = honest.longest(), server.memory() - memory
            print(f"  {1000 * longest:.0f} ms for the longest round trip, {growth:+.1f} MiB", flush=True)
            check_pace(longest < 2, "somebody who behaves waited for", longest)
            check(growth < 200, growth, "MiB more")
        server.quit()
        check(len(server.lines) < 150, len(server.lines), "lines")


@asserts_pace
def resets_are_exact_after_many_commands():
    """After many START, STOP, RESET and RESTART the world is still reset to its loaded state and runs, and the log is bounded."""
    with Folder() as folder:
        server = folder.server(SERVER, folder.world("floods", DEMO), speed="max")
        server.wait_for("running")
        with Honest(server) as honest:
            for commands in ((0, 1), (2, 3), (3,), (0, 1, 2, 3)):
                with Client(server) as client:
                    client.begin_as_viewer("storm")
                    for _ in range(200):
                        client.send(*(packet(SIM_CTRL, u16(command)) for command in commands))
                    client.send(packet(SIM_CTRL, u16(2)), packet(SIM_CTRL, u16(0)))
                    begun = client.time()
                    wait_until(lambda client=client, begun=begun: client.time() != begun, "time runs")
            longest = honest.longest()
        lines = server.lines_of("sigverse: ")
        # The world is restored to the state in which it was loaded.
        loaded = [float(number) for number in re.search(rb"\(obj ball (\S+) (\S+) (\S+)", undisturbed_poses(60)).groups()]
        with Client(server) as client:
            client.begin_as_viewer().send(packet(SIM_CTRL, u16(2)))
            wait_until(lambda: client.time() == 0, "the beginning")
            place = client.place("ball")
            check(all(abs(one - other) < 1e-4 for one, other in zip(place, loaded)), "the ball is at", place, "in place of", loaded)
            client.send(packet(SIM_CTRL, u16(0)))
            wait_until(lambda: client.time() > 5, "five seconds")
        server.quit()
        print(f"  {1000 * longest:.0f} ms for the longest round trip, {len(lines)} lines about it", flush=True)
        check_pace(longest < 2, "somebody who behaves waited for", longest)
        check(len(lines) < 500, len(lines), "lines")


# ---- controllers -----------------------------------------------------------------------------------------------------


def done(turn, next_action=0.0):
    return packet(DONE, u32(turn) + real(next_action))


@asserts_pace
def turns():
    """A controller for which the world waits answers with another number, twice, never, or disconnects in the middle of its turn."""
    with Folder() as folder:
        patience = "0.5" if PACED else "5"  # s; a controller that has no processor for a while is not silent
        server = folder.server(SERVER, folder.world("empty"), "--sync", "--sync_timeout", patience)
        with Honest(server) as honest:
            with Client(server) as client:
                client.attach_with_turns("guest_0")
                for _ in range(20):
                    number, now = client.turn()
                    client.send(done(number + 7), done(number - 1), done(number), done(number))
                following, later = client.turn()
                check(following == number + 1 and later > now, "turns go on:", number, now, following, later)
                lines = wait_until(lambda: server.lines_of(client.me, "is not the turn"), "a line")
                check(len(lines) < 10, lines)
            with Client(server) as client:
                client.attach_with_turns("guest_1")
                following = client.turn()[0]
                # It sends nothing more, and the world continues without it.
                wait_until(lambda: server.lines_of(client.me, f"take longer than {patience} s"), "a line about its silence")
                begun = honest.times[-1][1]
                wait_until(lambda: honest.times[-1][1] > begun + 0.5, "the world")
                client.send(done(following))
                check(client.turn()[0] == following + 1, "the controller could not return")
                client.reset()
            wait_until(lambda: server.lines_of("lost"), "its end")
            with Client(server) as client:
                wait_until(lambda: client.attach("guest_0")[0] == 0, "another controller of it")
                begun = honest.times[-1][1]
                wait_until(lambda: honest.times[-1][1] > begun + 0.5, "the world")
            check_pace(honest.longest() < 2, "somebody who behaves waited for", honest.longest())


def found_and_used():
    """An agent that a client finds can be attached at once, and its requests are carried out, even immediately after the start."""
    with Folder() as folder:
        server = folder.server(SERVER, folder.world("found", DEMO))
        port = server.port()
        with contextlib.ExitStack() as stack:
            looker = stack.enter_context(Client(port)).begin_as_viewer()
            found = looker.ask(packet(NAMES, u16(3)), NAMES_RESULT)
            names = [found.text() for _ in range(found.u16())]
            check({f"guest_{number}" for number in range(GUESTS)} <= set(names), names)
            for number in range(GUESTS):
                guest = stack.enter_context(Client(port, f"127.0.0.{10 + number}"))
                guest.attach_with_turns(f"guest_{number}")
                guest.turn()
            for name in names:
                looker.place(name)


def invalid_libraries_end_the_start():
    """An invalid library ends the start, with one line that names it."""
    with Folder() as folder:
        folder.write("text.so", "no library\n")
        shutil.copy(LIBRARY, os.path.join(folder.path, "other.so"))
        for library, words in (("missing.so", "missing.so"), ("text.so", "text.so"), ("other.so", "createController")):
            server = folder.server(SERVER, folder.world("bad", controllers={"rogue": library}))
            check(server.wait() == 1, library, "has started:", server.printed())
            check(len(server.lines_of("rogue", words)) == 1, server.printed())


TESTS = [ending_units, ignored_units, values, greetings, number_of_clients_is_limited, floods, messages, resets_are_exact_after_many_commands, turns,
         found_and_used, invalid_libraries_end_the_start]

if __name__ == "__main__":
    for test in chosen(TESTS, sys.argv[2:]):
        begun = time.monotonic()
        test()
        print(f"{test.__name__}: {time.monotonic() - begun:.1f} s", flush=True)
