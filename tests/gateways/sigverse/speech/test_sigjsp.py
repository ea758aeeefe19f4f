#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program sigjsp with a stand-in for julius: test_sigjsp.py SIGJSP [TEST ...]. For its built-in recogniser see test_pocketsphinx.py."""

import os
import pathlib
import signal
import struct
import subprocess
import sys
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../support")]

from julius_stand_in import Julius, ended_input, free_ports, result  # noqa: E402
from programs import Folder, is_alive, lasting_port, wait_until  # noqa: E402
from sigjsp_stage import TIMEOUT, Server, Sigjsp, ask  # noqa: E402
from skipping import run_tests  # noqa: E402

SIGJSP = os.path.abspath(sys.argv[1])
SOUND = struct.pack("<4000h", *range(-2000, 2000))


def run(*arguments, environment=None):
    """Exit status and standard error of a sigjsp that ends at its start."""
    inherited = {name: value for name, value in os.environ.items() if name != "SIGVERSE_SERVER"}
    done = subprocess.run([SIGJSP, *arguments], capture_output=True, timeout=TIMEOUT, env=inherited | (environment or {}))
    return done.returncode, done.stderr.decode()


def connected(julius, *more):
    return "--backend", "julius", "--module_port", str(julius.module_port), "--adinnet_port", str(julius.adinnet_port), *more


class Started(Folder):
    """A folder for a julius that sigjsp starts, with its answers to the sounds."""

    def __init__(self, *answers):
        self.answers = answers

    def __enter__(self):
        super().__enter__()
        self.write("answers", "\n".join(self.answers))
        module, adinnet = free_ports(2)
        stand_in = os.path.join(HERE, "julius_stand_in.py")
        self.arguments = ("--backend", "julius", "--module_port", str(module), "--adinnet_port", str(adinnet), "--julius",
                          f"{sys.executable} '{stand_in}' {module} {adinnet} \"{self.path}\"")  # fmt: skip
        return self

    def starts(self):
        file = pathlib.Path(self.path, "starts")
        return [int(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


class CommandLine(unittest.TestCase):
    def test_wrong_usage_is_reported_in_one_line(self):
        for arguments, line in (
            ([], "--backend is missing: julius or pocketsphinx"),
            (["--backend", "julius", "--grammar", "F"], "--grammar: has no effect with --backend julius"),
            (["--backend", "pocketsphinx", "--julius", "julius"], "--julius: has no effect with --backend pocketsphinx"),
            (["--backend", "pocketsphinx", "--name", ""], "--name: expected a name of 1 to 255 octets"),
        ):
            self.assertEqual(run(*arguments), (2, f"sigjsp: {line} (--help shows the options)\n"))
        status, line = run("--backend", "ears")
        self.assertEqual((status, line.count("\n")), (2, 1))
        status, line = run("--backend", "julius", "--timeout", "11")
        self.assertEqual((status, line.count("\n")), (2, 1))
        status, line = run("--backend", "julius", environment={"SIGVERSE_SERVER": "a:b:c"})
        self.assertEqual((status, line), (2, "sigjsp: SIGVERSE_SERVER a:b:c: expected HOST or HOST:PORT, with a port from 1 to 65535 (--help shows the options)\n"))

    def test_a_missing_julius_is_reported(self):
        port = lasting_port()
        for words in (("--module_port", str(port)), ("--julius_host", f"127.0.0.1:{port}")):
            self.assertEqual(run("--backend", "julius", *words),
                             (1, f"sigjsp: julius: cannot connect to 127.0.0.1:{port}: Connection refused\n"))

    def test_a_julius_that_cannot_be_started_is_reported(self):
        for command, line in (
            ("/nowhere/julius -module", "cannot start /nowhere/julius: No such file or directory"),
            ("julius 'x", "--julius julius 'x: a quote without its end"),
            ("julius | tee log", "--julius julius | tee log: one command without | & ; < > ( ) { } is expected"),
            ("julius $(reboot)", "--julius julius $(reboot): $(...) and `...` are not carried out"),
            (" ", "--julius  : there is no command"),
        ):
            self.assertEqual(run("--backend", "julius", "--julius", command), (1, f"sigjsp: {line}\n"))

    def test_a_julius_that_ends_at_its_start_is_reported(self):
        with Started() as started:
            started.write("broken", "")
            self.assertEqual(run(*started.arguments), (1, "sigjsp: julius has ended with status 3; --julius_log keeps what it prints\n"))
            log = os.path.join(started.path, "log")
            self.assertEqual(run(*started.arguments, "--julius_log", log), (1, "sigjsp: julius has ended with status 3\n"))
            self.assertEqual(pathlib.Path(log).read_text(encoding="utf-8"), "there is no main.jconf\n")

    def test_a_missing_server_is_reported(self):
        port = lasting_port()
        with Julius(lambda _: b"") as julius:
            self.assertEqual(run(*connected(julius), "-p", str(port)),
                             (1, f"sigjsp: cannot connect to 127.0.0.1:{port}: Connection refused\n"))
            self.assertEqual(run(*connected(julius), environment={"SIGVERSE_SERVER": f"localhost:{port}"}),
                             (1, f"sigjsp: cannot connect to localhost:{port}: Connection refused\n"))


class WithJulius(unittest.TestCase):
    def first_text(self, sigjsp):
        """The first recognised text; on a busy machine one or more sounds may take too long."""
        return wait_until(lambda: ask(sigjsp.port, SOUND)[1], "a text")

    def test_sigjsp_registers_for_speech_recognition(self):
        with Julius(lambda _: result("stop")) as julius, Server() as server, Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
            self.assertEqual(server.registrations, [("sigjsp", 4, "", sigjsp.port)])
        with Julius(lambda _: b"") as julius, Server() as server:
            with Sigjsp(SIGJSP, server, *connected(julius), "--name", "ears", "--service_host", "localhost") as sigjsp:
                self.assertEqual(server.registrations, [("ears", 4, "localhost", sigjsp.port)])

    def test_a_sound_is_sent_to_julius_and_its_words_are_returned(self):
        with Julius(lambda _: result("bring", "it")) as julius, Server() as server:
            with Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b"bring it"))
                self.assertRegex(sigjsp.lines_about_sounds(), r"^0\.25 s of sound, recognised in [0-9.]+ s: bring it\n$")
        samples, sizes = julius.sounds[0]
        self.assertEqual(samples, SOUND)
        self.assertEqual(sizes, [4096, 3904, 0])

    def test_sounds_are_converted_to_the_rate_of_the_model(self):
        with Julius(lambda _: result("stop")) as julius, Server() as server:
            with Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                ask(sigjsp.port, SOUND, rate=8000)
                ask(sigjsp.port, SOUND, rate=16000, channels=2)
                ask(sigjsp.port, SOUND, rate=16000, bits=8)
                ask(sigjsp.port, SOUND, rate=44100)
                swapped = struct.pack(">4000h", *range(-2000, 2000))
                ask(sigjsp.port, swapped, endian=1)
            self.assertEqual([len(samples) for samples, _ in julius.sounds[:3]], [16000, 4000, 16000])
            self.assertEqual(len(julius.sounds[3][0]) // 2, -(-4000 * 16000 // 44100))
            self.assertEqual(julius.sounds[4][0], SOUND)
            with Sigjsp(SIGJSP, server, *connected(julius, "--rate", "8000")) as sigjsp:
                ask(sigjsp.port, SOUND)
            self.assertEqual(len(julius.sounds[5][0]), 4000)

    def test_text_of_any_encoding_becomes_utf_8(self):
        words = ("缶", "を", "取って")
        answers = [result(*words, encoding=encoding) for encoding in ("utf-8", "euc_jp", "shift_jis")] + [result("R&amp;D", "&lt;3")]
        with Julius(lambda _: answers.pop(0)) as julius, Server() as server:
            with Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                for _ in range(3):
                    self.assertEqual(ask(sigjsp.port, SOUND), (4, " ".join(words).encode()))
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b"R&D <3"))

    def test_a_sound_that_is_not_understood_has_no_text(self):
        answers = [b"<REJECTED/>\n.\n", b'<REJECTED REASON="too short"/>\n.\n', b"<RECOGFAIL/>\n.\n", result(), result("stop")]
        with Julius(lambda _: ended_input() + answers.pop(0)) as julius, Server() as server:
            with Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                for _ in range(4):
                    self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b"stop"))

    def test_a_julius_that_closes_after_each_line_is_connected_again(self):
        lines = result("bring", "it").splitlines(keepends=True)
        session = {"sent": b""}

        def cut(_):
            julius.client.sendall(session["sent"])
            return None

        with Julius(cut) as julius, Server() as server, Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
            for number in range(0, len(lines), 3):
                session["sent"] = b"".join(lines[:number]) + lines[number][:-2]
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
                sigjsp.wait_for("julius is available again", number // 3)
            self.assertEqual(len(sigjsp.lines_of("julius has closed the connection")), len(range(0, len(lines), 3)))
            # A complete result counts, even if nothing follows.
            session["sent"] = b"".join(lines)
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b"bring it"))

    def test_a_julius_that_hangs_or_sends_endless_text_is_dropped(self):
        stop = threading.Event()

        def chatter(_):
            julius.client.settimeout(TIMEOUT)
            while not stop.is_set():
                julius.client.sendall(b"<INPUT <<<\xff" * 1000)
            return b""

        def hang(_):
            stop.wait(TIMEOUT)
            return result("too", "late")

        for behaviour in (hang, chatter):
            stop.clear()
            with Julius(behaviour) as julius, Server() as server:
                with Sigjsp(SIGJSP, server, *connected(julius, "--timeout", "0.3")) as sigjsp:
                    self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
                    sigjsp.wait_for("julius has given no result in time")
                    # A late result is not the answer to the next sound.
                    julius.answer = lambda _: result("stop")
                    stop.set()
                    sigjsp.wait_for("julius is available again")
                    self.assertEqual(self.first_text(sigjsp), b"stop")

    def test_an_unrequested_result_is_not_an_answer(self):
        with Julius(lambda _: result("stop")) as julius, Server() as server:
            with Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b"stop"))
                julius.client.sendall(result("not", "asked", "for"))
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b"stop"))

    def test_results_for_parts_of_a_sound_are_joined(self):
        for at_the_end, words in ((result("to", "me"), b"bring it to me"), (b"<REJECTED/>\n.\n", b"bring it")):
            with Julius(lambda _, octets=at_the_end: octets, early=result("bring", "it")) as julius, Server() as server:
                with Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                    # More than fits into the socket buffers.
                    self.assertEqual(ask(sigjsp.port, bytes(9 << 20)), (0, words))

    def test_sounds_are_recognised_one_at_a_time(self):
        at_work, most, guard = [0], [0], threading.Lock()

        def answer(samples):
            with guard:
                at_work[0] += 1
                most[0] = max(most[0], at_work[0])
            threading.Event().wait(0.02)
            with guard:
                at_work[0] -= 1
            return result(f"sound{len(samples)}")

        with Julius(answer) as julius, Server() as server, Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
            answers = {}
            threads = [threading.Thread(target=lambda size=size: answers.update({size: ask(sigjsp.port, bytes(size))}))
                       for size in range(1000, 1048, 2)]  # fmt: skip
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(TIMEOUT)
            self.assertEqual(answers, {size: (0, f"sound{size}".encode()) for size in range(1000, 1048, 2)})
            self.assertEqual((julius.connections, most), (1, [1]))

    def test_sigjsp_ends_with_the_server(self):
        with Julius(lambda _: result("stop")) as julius, Server() as server, Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
            server.close()
            self.assertEqual(sigjsp.wait(), 0)
            self.assertEqual(len(sigjsp.lines_of("the server has ended")), 1)

    def test_signals_end_sigjsp(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with Julius(lambda _: result("stop")) as julius, Server() as server, Sigjsp(SIGJSP, server, *connected(julius)) as sigjsp:
                sigjsp.send(number)
                self.assertEqual(sigjsp.wait(), 0)


class WithItsOwnJulius(unittest.TestCase):
    def test_julius_is_started_and_ended(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with Started("go on") as started, Server() as server, Sigjsp(SIGJSP, server, *started.arguments) as sigjsp:
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b"go on"))
                (julius,) = started.starts()
                self.assertTrue(is_alive(julius))
                sigjsp.send(number)
                sigjsp.wait()
                wait_until(lambda pid=julius: not is_alive(pid), "the end of julius")

    def test_a_julius_that_dies_is_restarted(self):
        with Started("one", "(dies)", "two") as started, Server() as server, Sigjsp(SIGJSP, server, *started.arguments) as sigjsp:
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b"one"))
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
            # Immediately, or after julius has restarted.
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b"two"))
            # Also while no sound is recognised.
            os.kill(started.starts()[-1], signal.SIGKILL)
            sigjsp.wait_for("julius is available again", 1)
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b"stop"))
            self.assertEqual(len(started.starts()), 3)

    def test_a_julius_that_hangs_is_replaced(self):
        with Started("(hangs)", "one") as started, Server() as server:
            with Sigjsp(SIGJSP, server, *started.arguments, "--timeout", "1") as sigjsp:
                self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
                sigjsp.wait_for("julius is available again")
                self.assertIn(wait_until(lambda: ask(sigjsp.port, SOUND)[1], "a text"), (b"one", b"stop"))
                first, *_, last = started.starts()
                self.assertEqual((is_alive(first), is_alive(last)), (False, True))

    def test_a_julius_that_cannot_be_restarted_is_started_later(self):
        with Started("(dies)") as started, Server() as server, Sigjsp(SIGJSP, server, *started.arguments) as sigjsp:
            started.write("broken", "")
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
            sigjsp.wait_for("julius has ended with status 3")
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b""))
            os.remove(os.path.join(started.path, "broken"))
            sigjsp.wait_for("julius is available again")
            self.assertEqual(ask(sigjsp.port, SOUND), (0, b"stop"))


if __name__ == "__main__":
    run_tests(sys.argv[2:], side_by_side=3)
