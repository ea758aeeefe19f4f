#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole programs in bad environments: streams that are closed or full, signals, low limits, unusable folders for logs.

    environment.py SERVER COMMSERVER MONITOR [-k NAME]

Tests with a small disk need root; without it they are reported as skipped.
"""

import fcntl
import os
import pty
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, STRICTLY, TIMEOUT, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = COMMSERVER = MONITOR = None
QUICK = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "5", "--seed", "11"]
# A match that lasts as long as a test needs it, until the test ends it.
LONG = ("--speed", "1", "--Soccer.RuleHalfTime", "60")
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
HARMLESS = (signal.SIGALRM, signal.SIGXFSZ, signal.SIGPIPE, signal.SIGCHLD, signal.SIGVTALRM, signal.SIGWINCH, signal.SIGURG)


def plain_signals(ignored=(), blocked=()):
    """Makes a child process ignore and block only these signals, independently of the program that started the tests."""
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def unpacked(path):
    if os.path.getsize(path) == 0:
        return b""
    return subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, check=True, timeout=TIMEOUT).stdout


class EnvironmentTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="environment-")
        self.addCleanup(remove_folder, self.folder)
        self.err_file = os.path.join(self.folder, "err")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def err(self):
        return read(self.err_file).decode(errors="replace")

    def begin(self, arguments, before=plain_signals, **streams):
        """Starts a program; its standard error is in `self.err()` unless `streams` redirects it."""
        kept = {}
        for name, mode, usual in (("stdin", "r", "/dev/null"), ("stdout", "w", self.path("out")), ("stderr", "w", self.err_file)):
            kept[name] = streams.get(name) or open(usual, mode)
        process = subprocess.Popen(arguments, cwd=self.folder, preexec_fn=before, **kept)
        for stream in kept.values():
            if hasattr(stream, "close"):
                stream.close()
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def server(self, *more, logs="logs", **streams):
        return self.begin([SERVER, *STRICTLY, "--logdir", logs, "--monitor_port", "off", *QUICK, *more], **streams)

    def play(self, *more, **streams):
        return self.server(*more, **streams).wait(TIMEOUT)

    def server_in_play(self, *more, **streams):
        """A server whose log has some frames already. Its match is `LONG`, unless `more` changes that."""
        shutil.rmtree(self.path("logs"), True)
        server = self.server(*LONG, *more, **streams)
        log = self.path("logs/monitor.log")
        wait_until(lambda: os.path.exists(log) and read(log).count(b"\n") > 5)
        return server

    def logs(self, folder="logs"):
        """The logs of a match, without the files that contain the name of their folder. The text of a compressed log is used, because its bytes depend
        on the number of writes to the disk."""
        names = sorted(set(os.listdir(self.path(folder))) - {"parameters.xml", "match.json"})
        return {name: unpacked(self.path(folder, name)) if name.endswith(".zst") else read(self.folder, folder, name) for name in names}

    def usual_logs(self, *more, logs="usual"):
        self.assertEqual(self.play(*more, logs=logs), 0, self.err())
        logs = self.logs(logs)
        self.assertGreater(logs["monitor.log"].count(b"\n"), 60)
        return logs


class Streams(EnvironmentTest):
    def test_streams_that_are_closed_or_full_change_nothing(self):
        usual = self.usual_logs()
        closed = lambda *descriptors: lambda: (plain_signals(), [os.close(each) for each in descriptors])
        for name, before, streams in (
            ("error closed", closed(2), {}),
            ("all closed", closed(0, 1, 2), {}),
            ("error full", plain_signals, {"stderr": open("/dev/full", "w")}),
            ("output full", plain_signals, {"stdout": open("/dev/full", "w")}),
        ):
            with self.subTest(name):
                self.assertEqual(self.play("--verbose", before=before, **streams), 0)
                self.assertEqual(self.logs(), usual)
                if "stdout" in streams:
                    self.assertIn("warning: cannot write the summary: No space left on device", self.err())

    def test_a_reader_that_leaves_changes_nothing(self):
        usual = self.usual_logs()
        out, into = os.pipe()
        server = self.server("--verbose", stdout=os.fdopen(os.dup(into), "w"), stderr=os.fdopen(into, "w"))
        os.read(out, 1)
        os.close(out)
        self.assertEqual(server.wait(TIMEOUT), 0)
        self.assertEqual(self.logs(), usual)

    def test_complaints_about_monitors_to_a_full_stream_are_harmless(self):
        """The server reports them in another thread than that of the match."""
        server = self.begin(
            [SERVER, *STRICTLY, "--logdir", "logs", "--monitor_port", "0", *QUICK, *LONG], stderr=open("/dev/full", "w")
        )
        log = self.path("logs/server.log")
        wait_until(lambda: os.path.exists(log) and b"monitor port " in read(log))
        port = int(re.search(rb"monitor port (\d+)", read(log))[1])
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", port)) as peer:
                peer.sendall(b"\xff\xff\xff\xffGET / HTTP/1.0\r\n\r\n")
        wait_until(lambda: read(log).count(b"warning: monitor 127.0.0.1") >= 5, "five lines")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(TIMEOUT), 128 + signal.SIGTERM)

    def test_a_terminal_that_disappears_ends_the_match_unless_sighup_is_ignored(self):
        usual = self.usual_logs()
        long = self.usual_logs(*LONG, "--speed", "max", logs="long")["monitor.log"]
        for ignored, status, how in (((), 128 + signal.SIGHUP, LONG), ((signal.SIGHUP,), 0, ("--speed", "5"))):
            with self.subTest(ignored=ignored):
                near, far = pty.openpty()

                def in_terminal():
                    plain_signals(ignored)
                    os.setsid()
                    fcntl.ioctl(2, termios.TIOCSCTTY, 0)

                server = self.server(*how, before=in_terminal, **{name: os.fdopen(os.dup(far), mode) for name, mode in
                                     (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))})
                os.close(far)
                seen = b""
                while b" x" not in seen:  # the live line
                    seen += os.read(near, 4096)
                os.close(near)
                self.assertEqual(server.wait(TIMEOUT), status)
                if status == 0:
                    self.assertEqual(self.logs(), usual)
                else:
                    log = self.logs()["monitor.log"]
                    self.assertTrue(long.startswith(log) and log.endswith(b"\n"))
                    self.assertIn(b"stopped by SIGHUP", self.logs()["server.log"])

    def test_output_of_scripts_to_a_full_stream_is_harmless(self):
        with open(self.path("talks.rb"), "w") as script:
            script.write(f"run '{ROOT}/scripts/rcssserver3D.rb'\nputs 'out'\nwarn 'err'\n$stdout.print 'x'\n$stderr << 'y'\n")
        self.assertEqual(self.play("--script", self.path("talks.rb"), stdout=open("/dev/full", "w"), stderr=open("/dev/full", "w")), 0)

    def test_the_monitor_and_help_end_quietly_without_a_reader(self):
        self.assertEqual(self.play(), 0, self.err())
        text = [MONITOR, "--logfile", "logs/monitor.log", "--text", "--stats"]
        shown = subprocess.run(text, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertIn("kick", shown.stdout)
        for arguments in (text, [SERVER, "--help"], [SERVER, "--variables"], [COMMSERVER, "--help"]):
            with self.subTest(arguments[-1]):
                out, into = os.pipe()
                os.close(out)
                self.assertEqual(self.begin(arguments, stdout=os.fdopen(into, "w")).wait(TIMEOUT), 0)
                self.assertEqual(self.err(), "")
                self.assertEqual(self.begin(arguments, stdout=open("/dev/full", "w")).wait(TIMEOUT), 1)
                self.assertIn("No space left on device", self.err())
                full = {"stdout": open("/dev/full", "w"), "stderr": open("/dev/full", "w")}
                self.assertEqual(self.begin(arguments, **full).wait(TIMEOUT), 1)
        for program in (SERVER, COMMSERVER, MONITOR):
            wrong = self.begin([program, "--nonsense"], before=lambda: (plain_signals(), os.close(2)))
            self.assertEqual(wrong.wait(TIMEOUT), 2)


class Signals(EnvironmentTest):
    def assert_clean_end(self, server, number, repeat=1):
        for _ in range(repeat):
            server.send_signal(number)
        self.assertEqual(server.wait(TIMEOUT), 128 + number, self.err())
        self.assertNotRegex(self.err(), "Exception|Ruby")

    def test_ending_signals_end_a_match_cleanly(self):
        usual = self.usual_logs(*LONG, "--speed", "max")["monitor.log"]
        for number in ENDING:
            with self.subTest(number.name):
                server = self.server_in_play()
                # A terminal and its shell both send the signal.
                self.assert_clean_end(server, number, 2 if number == signal.SIGHUP else 1)
                log = read(self.folder, "logs/monitor.log")
                self.assertTrue(usual.startswith(log) and log.endswith(b"\n"))
                self.assertIn(f"stopped by {number.name} after ", self.err())

    def test_ending_signals_work_while_the_script_creates_players(self):
        with open(self.path("slow.rb"), "w") as script:
            script.write(f"run '{ROOT}/scripts/rcssserver3D.rb'\nalias quickAgent addAgent\n"
                         "def addAgent(*all)\n  $stderr.puts 'creating'\n  sleep 0.2\n  quickAgent(*all)\nend\n")
        for number in (*ENDING, signal.SIGUSR2, *HARMLESS):
            with self.subTest(number.name):
                server = self.server("--script", self.path("slow.rb"), "--team", "foo:1", *(LONG if number in ENDING else ()))
                wait_until(lambda: "creating" in self.err() or server.poll() is not None)
                if number in ENDING:
                    self.assert_clean_end(server, number)
                else:
                    server.send_signal(number)
                    self.assertEqual(server.wait(TIMEOUT), 0, self.err())
                self.assertNotIn("SignalException", self.err())

    def test_ending_signals_work_before_the_match_has_begun(self):
        for milliseconds in range(0, 120, 8):
            number = ENDING[milliseconds // 8 % len(ENDING)]
            with self.subTest(number.name, milliseconds=milliseconds):
                server = self.server(*LONG)
                # Until then the process is a copy of the test's program.
                wait_until(lambda: os.readlink(f"/proc/{server.pid}/exe") == os.path.realpath(SERVER))
                time.sleep(milliseconds / 1000)
                server.send_signal(number)
                self.assertIn(server.wait(TIMEOUT), (128 + number, -number), self.err())
                self.assertNotRegex(self.err(), "Exception|Ruby")

    def test_harmless_signals_have_no_effect(self):
        usual = self.usual_logs()
        server = self.server_in_play(*QUICK, "--speed", "5")
        for number in HARMLESS * 3:
            server.send_signal(number)
            time.sleep(0.01)
        self.assertEqual(server.wait(TIMEOUT), 0, self.err())
        self.assertEqual(self.logs(), usual)

    def test_an_ignored_sighup_stays_ignored_and_blocked_signals_are_unblocked(self):
        server = self.server_in_play(*QUICK, "--speed", "5", before=lambda: plain_signals((signal.SIGHUP,)))
        server.send_signal(signal.SIGHUP)
        self.assertEqual(server.wait(TIMEOUT), 0, self.err())
        server = self.server_in_play(before=lambda: plain_signals((), range(1, 32)))
        self.assert_clean_end(server, signal.SIGTERM)

    def test_agents_start_with_no_signal_ignored_or_blocked(self):
        os.mkdir(self.path("team"))
        with open(self.path("team/agent.sh"), "w") as agent:
            agent.write(f"#!/bin/sh\ngrep Sig /proc/self/status >&2\nexec {os.path.dirname(SERVER)}/agenttest\n")
        os.chmod(self.path("team/agent.sh"), 0o755)
        with open(self.path("db.xml"), "w") as database:
            database.write('<agentdb><agent_type_external name="a"><working_dir>team</working_dir>'
                           "<exec_line>./agent.sh</exec_line></agent_type_external></agentdb>")
        everything = [each for each in range(1, 32) if each not in (signal.SIGKILL, signal.SIGSTOP)]
        for sandbox in ("off", "auto"):
            with self.subTest(sandbox):
                before = lambda: plain_signals(everything, everything)
                self.assertEqual(self.play("--agentdb", self.path("db.xml"), "--team", "a:1", "--sandbox", sandbox, before=before), 0, self.err())
                status = self.logs()["agent0-stderr.log"].decode()
                self.assertRegex(status, r"SigBlk:\s0+\n")
                self.assertRegex(status, r"SigIgn:\s0+\n")

    def test_the_status_of_a_waiting_commserver_is_the_signal_that_ended_it(self):
        for number in ENDING:
            with self.subTest(number.name):
                waiting = self.begin([COMMSERVER, "--engine_port", "1", "--logdir", "logs"])
                wait_until(lambda: "looking for it" in self.err())
                waiting.send_signal(number)
                self.assertEqual(waiting.wait(TIMEOUT), 128 + number, self.err())


class Limits(EnvironmentTest):
    def test_a_low_limit_of_open_files_is_raised_or_refused(self):
        def few(soft, hard):
            return lambda: (plain_signals(), resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))

        self.assertEqual(self.play(before=few(100, 100)), 1)
        self.assertRegex(self.err(), r"\Arcssserver3D: at most 100 open files are allowed \(ulimit -Hn\); .* needs \d+\n\Z")
        self.assertFalse(os.path.exists(self.path("logs")))
        needed = int(re.search(r"needs (\d+)", self.err())[1])
        self.assertEqual(self.play(before=few(100, needed)), 0, self.err())
        self.assertNotIn("lost", self.err())
        self.assertEqual(self.begin([COMMSERVER, "--engine_port", "1", "--wait", "0"], before=few(100, 100)).wait(TIMEOUT), 1)
        self.assertRegex(self.err(), r"\Acommserver: at most 100 open files are allowed")

    def test_a_match_in_which_no_agent_can_be_started_fails(self):
        with open(self.path("db.xml"), "w") as database:
            database.write('<agentdb><agent_type_external name="a"><exec_line>/bin/false</exec_line></agent_type_external></agentdb>')
        self.assertEqual(self.play("--agentdb", self.path("db.xml"), "--team", "a:3"), 1)
        self.assertIn("error: no agent could be started", self.err())
        self.assertEqual(self.play("--team", "none"), 0, self.err())  # no agent was requested

    def check_cut_log(self, usual, why):
        errors = [line for line in self.err().splitlines() if "monitor.log" in line and line.startswith("error: ")]
        self.assertEqual(errors, [f"error: cannot write logs/monitor.log: {why}; the monitor log ends here"])
        log = self.logs()["monitor.log"]
        self.assertTrue(0 < len(log) < len(usual) and usual.startswith(log) and log.endswith(b"\n"))
        self.assertRegex(read(self.folder, "out").decode(), rf"log +logs/monitor.log, incomplete: {why}\n")

    def check_cut_zst(self, usual, why):
        self.assertIn(f"{why}; the monitor log ends here", self.err())
        packed = read(self.folder, "logs", "monitor.log.zst")
        self.assertEqual(packed[-4:], struct.pack("<I", 0x8F92EAB1))  # the index exists
        done = subprocess.run(["zstd", "-dc"], input=packed, capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(0 < len(done.stdout) < len(usual) and usual.startswith(done.stdout) and done.stdout.endswith(b"\n"))

    def test_a_match_continues_when_its_log_reaches_the_file_size_limit(self):
        usual = self.usual_logs()
        small = lambda size: lambda: (plain_signals(), resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        self.assertEqual(self.play(before=small(100_000)), 0, self.err())
        self.check_cut_log(usual["monitor.log"], "File too large")
        with self.subTest("zst"):
            if not shutil.which("zstd"):
                self.skipTest("there is no zstd")
            self.assertEqual(self.play("--monitor_log", "zst", before=small(10_000)), 0, self.err())
            self.check_cut_zst(usual["monitor.log"], "File too large")
        # The limit is less than one line, but the match is played with its agents. The thread sanitizer writes files before the signal can be ignored.
        with open(SERVER, "rb") as program:
            if b"__tsan_init" in program.read():
                return
        self.assertEqual(self.play(before=small(0), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL), 0)
        self.assertEqual({len(text) for text in self.logs().values()}, {0})

    def test_a_match_continues_when_the_disk_is_full(self):
        if os.geteuid() != 0:
            self.skipTest("needs root to mount a small disk")
        usual = self.usual_logs()["monitor.log"]
        os.mkdir(self.path("logs"))
        for encoding, size in (("plain", "100k"), ("zst", "36k")):
            with self.subTest(encoding):
                if encoding == "zst" and not shutil.which("zstd"):
                    self.skipTest("there is no zstd")
                mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", self.path("logs")], capture_output=True)
                if mounted.returncode != 0:
                    self.skipTest("cannot mount a small disk")
                try:
                    self.assertEqual(self.play("--monitor_log", encoding), 0, self.err())
                    (self.check_cut_log if encoding == "plain" else self.check_cut_zst)(usual, "No space left on device")
                finally:
                    subprocess.run(["umount", "-l", self.path("logs")], check=True)


def others_can_reach(program):
    """Whether every user may enter all folders above the program."""
    folder = os.path.dirname(os.path.abspath(program))
    while os.stat(folder).st_mode & 0o001:
        if folder == "/":
            return True
        folder = os.path.dirname(folder)
    return False


class Folders(EnvironmentTest):
    QUICKEST = ["--team", "none", "--Soccer.RuleHalfTime", "1"]

    def refused(self, folder, why, **streams):
        self.assertEqual(self.play(*self.QUICKEST, logs=folder, **streams), 1, self.err())
        self.assertRegex(self.err(), why)
        self.assertEqual(self.err().count("\n"), 1)

    def tree(self):
        return sorted(os.path.join(root, name) for root, folders, files in os.walk(self.folder) for name in folders + files)

    def test_folders_with_other_files_are_refused_and_untouched(self):
        self.assertEqual(self.play(*self.QUICKEST, logs="mine"), 0, self.err())
        for name, content in (("notes.txt", "x"), ("monitor.log", "jan 1 root login"), ("server.log", "GET / 200"), ("agentX-stdout.log", ""),
                              ("parameters.xml", "<?xml version=\"1.0\"?><other/>"), ("actions.log", "12 done")):
            for folder in ("other", "mine"):
                with self.subTest(name=name, folder=folder):
                    place = self.path(folder, name)
                    os.makedirs(self.path(folder), exist_ok=True)
                    old = read(place) if os.path.exists(place) else None
                    with open(place, "w") as file:
                        file.write(content)
                    before = self.tree()
                    self.refused(folder, f"it contains other files \\('{name}'\\)")
                    self.assertEqual(self.tree(), before)
                    os.remove(place)
                    if old is not None:
                        with open(place, "wb") as file:
                            file.write(old)
        os.makedirs(self.path("other/agent0-stdout.log"))
        self.refused("other", "it contains other files")
        self.refused("/", "cannot write logs into /: it contains other files")
        self.refused("err", "it is not a folder")
        self.refused("err/logs", "Not a directory")
        self.refused("nowhere/../logs", "cannot use the log folder nowhere/../logs: No such file or directory")
        self.refused("", "the log folder needs a name")

    def test_only_the_previous_match_is_kept(self):
        for seed in ("1", "2", "3"):
            self.assertEqual(self.play(*self.QUICKEST, "--seed", seed), 0, self.err())
        self.assertIn(b'"random_seed" value="2"', read(self.folder, "logs.1/parameters.xml"))
        self.assertIn(b'"random_seed" value="3"', read(self.folder, "logs/parameters.xml"))
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.startswith("logs")), ["logs", "logs.1"])
        os.makedirs(self.path("logs.1/agent7-files/deep"))  # the files that agents have written belong to a match
        os.makedirs(self.path("logs/agent7-files"))
        self.assertEqual(self.play(*self.QUICKEST, logs="logs/"), 0, self.err())
        self.assertEqual(os.listdir(self.path("logs.1/agent7-files")), [])
        with open(self.path("logs.1/mine"), "w"):
            pass
        before = self.tree()
        self.refused("logs", "logs.1, where they would be kept, contains other files")
        self.assertEqual(self.tree(), before)

    def test_a_link_to_the_log_folder_is_followed_and_a_link_among_logs_refused(self):
        os.mkdir(self.path("disk"))
        os.symlink("disk", self.path("logs"))
        for _ in range(2):
            self.assertEqual(self.play(*self.QUICKEST), 0, self.err())
        self.assertEqual(os.readlink(self.path("logs")), "disk")
        self.assertTrue(os.path.exists(self.path("disk.1/parameters.xml")) and os.path.exists(self.path("logs/parameters.xml")))
        # A link among the logs is not a file of a match.
        os.symlink("/etc/passwd", self.path("disk/agent0-stdout.log"))
        self.refused("logs", "it contains other files")

    def test_folders_that_cannot_be_written_or_moved_are_refused(self):
        os.makedirs(self.path("house"))
        self.assertEqual(self.play(*self.QUICKEST, logs="house/logs"), 0, self.err())
        if os.geteuid() == 0:
            subprocess.run(["chmod", "-R", "a+rwX", self.folder], check=True)
        os.chmod(self.path("house"), 0o555)
        user = lambda: (plain_signals(), os.geteuid() == 0 and os.setuid(65534))
        if os.geteuid() == 0 and not others_can_reach(SERVER):
            self.skipTest("others than root cannot run the server where it lies")
        before = self.tree()
        self.refused("house/logs", "cannot use the log folder house/logs: Permission denied", before=user)
        self.refused("house/new", "Permission denied", before=user)
        os.mkdir(self.path("house/empty"), 0o555)
        self.refused("house/empty", "cannot use the log folder house/empty: Permission denied", before=user)
        os.rmdir(self.path("house/empty"))
        os.chmod(self.path("house"), 0o755)
        self.assertEqual(self.tree(), before)
        os.chmod(self.path("house"), 0o777)
        self.refused("house/new", "cannot use the log folder house/new: Permission denied", before=lambda: (user(), os.umask(0o777)))
        os.chdir(self.path("house/logs"))
        self.addCleanup(os.chdir, "/")
        here = self.begin([SERVER, *STRICTLY, "--logdir", ".", "--monitor_port", "off", *QUICK, *self.QUICKEST], before=lambda: (plain_signals(), os.chdir("house/logs")))
        self.assertEqual(here.wait(TIMEOUT), 1)
        self.assertIn("it is the current folder", self.err())


if __name__ == "__main__":
    SERVER, COMMSERVER, MONITOR = map(os.path.abspath, sys.argv[1:4])
    run_tests(sys.argv[4:])
