#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Servers that are killed or stopped, whose disk is full, whose log folder vanishes, or whose clock jumps, at any moment of a match.

    power_cuts.py SERVER COMMSERVER MONITOR COMPILER [paced] [-k NAME]      paced: tests/support/pace.py
"""

import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import environment
from environment import QUICK, TIMEOUT, EnvironmentTest, read, wait_until

from pace import PACED, check_pace
from programs import STRICTLY
from skipping import run_tests

COMPILER = None
SPEED = 5
MAX_LOSS = 1.0  # s of real time
ACTS_OF_A_SECOND = ["--record_acts", "true", "--hash", "20"]


def relatives(folder):
    """The processes that work in the folder, have a file in it open, or watch it."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read()
            if folder.encode() in words or os.readlink(f"/proc/{pid}/cwd").startswith(folder):
                found.append(int(pid))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def descendants(pid):
    found = []
    for task in glob.glob(f"/proc/{pid}/task/*/children"):
        with open(task, encoding="ascii") as file:
            for child in map(int, file.read().split()):
                found += [child, *descendants(child)]
    return found


def cut_unpacked(path):
    """The text of a compressed log as far as it exists."""
    return subprocess.run(["zstd", "-dcq", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=TIMEOUT).stdout


def last_time(text):
    """The time of the last complete frame."""
    times = re.findall(rb"^\(Info \(time ([\d.e+-]+)\).*\n", text, re.M)
    return float(times[-1]) if times else 0.0


class KilledTest(EnvironmentTest):
    def loses_one(self, server):
        """Checks that one agent is lost and the match continues, and ends the match. Returns the line about the loss."""
        wait_until(lambda: " lost: " in self.err() and self.err().endswith("\n"), "the loss of an agent")
        frames = lambda: read(self.path("logs/monitor.log")).count(b"\n")
        now = frames()
        wait_until(lambda: frames() > now + 10, "further frames")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(TIMEOUT), 128 + signal.SIGTERM, self.err())
        lost = [line for line in self.err().splitlines() if " lost: " in line]
        self.assertEqual(len(lost), 1, self.err())
        return lost[0]

    def assert_no_process_is_left(self):
        wait_until(lambda: not relatives(self.folder), "the end of all that belonged to the match")

    def verify(self):
        return subprocess.run([environment.SERVER, "--verify", "logs"], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT, check=False)


class Killed(KilledTest):
    def test_a_server_killed_at_any_moment_leaves_no_process_and_a_correct_log(self):
        """The server is killed at its start, in the middle and at the end: no process remains, the existing part of the log is correct, and the next
        match can be played."""
        usual = self.usual_logs()["monitor.log"]
        for milliseconds in (0, 10, 25, 50, 80, 120, 180, 250, 350, 500, 800, 1500, 2500, 4500):
            with self.subTest(milliseconds=milliseconds):
                server = self.server("--speed", str(SPEED), *ACTS_OF_A_SECOND)
                time.sleep(milliseconds / 1000)
                server.kill()
                server.wait(TIMEOUT)
                self.assert_no_process_is_left()
                log = read(self.folder, "logs", "monitor.log") if os.path.exists(self.path("logs/monitor.log")) else b""
                self.assertTrue(usual.startswith(log), log[-200:])
                if last_time(log) > 0:
                    done = self.verify()
                    self.assertIn(done.returncode, (0, 1, 4), done.stderr)
                    self.assertNotRegex(done.stdout + done.stderr, "differs|is not true")
        self.assertEqual(self.play(), 0, self.err())
        self.assertEqual(self.logs()["monitor.log"], usual)

    def test_a_killed_sandbox_ends_only_its_agent(self):
        """A killed sandbox ends its agent, and no other process."""
        server = self.server_in_play("--sandbox", "auto")
        exe = lambda pid: os.path.basename(os.readlink(f"/proc/{pid}/exe"))
        first = [pid for pid in descendants(server.pid) if exe(pid) in ("bwrap", "agent_sandbox")][:1]
        if not first:
            server.kill()
            self.skipTest("agents have no sandbox on this machine")
        os.kill(first[0], signal.SIGKILL)
        self.loses_one(server)
        self.assert_no_process_is_left()


class LastSecond(KilledTest):
    def hashed(self):
        """The time of the last hash."""
        return 0.01 * int((re.findall(rb"^(\d+) ", read(self.path("logs/hashes.log")), re.M) or [0])[-1])

    def test_at_most_a_second_of_the_log_is_lost(self):
        """The part of the log that is not lost is correct."""
        for encoding in ("plain", "zst"):
            with self.subTest(encoding):
                if encoding == "zst" and not shutil.which("zstd"):
                    self.skipTest("there is no zstd")
                shutil.rmtree(self.path("logs"), True)
                server = self.begin(
                    [environment.SERVER, *STRICTLY, "--logdir", "logs", "--monitor_port", "0", *environment.QUICK, "--Soccer.RuleHalfTime", "60",
                     "--speed", str(SPEED), "--monitor_log", encoding, *ACTS_OF_A_SECOND])  # fmt: skip
                port = int(wait_until(lambda: re.search(r"monitor port (\d+)", self.err()))[1])
                seen = b""
                with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as monitor:
                    end = time.monotonic() + 3.5
                    while last_time(seen) <= 2 * SPEED or time.monotonic() < end:
                        got = monitor.recv(65536)
                        self.assertTrue(got, "the match ended too early")
                        seen += got
                name = "logs/monitor.log" if encoding == "plain" else "logs/monitor.log.zst"
                log = lambda name=name, encoding=encoding: last_time(read(self.path(name)) if encoding == "plain" else cut_unpacked(self.path(name)))
                live = last_time(seen)
                least = live - (MAX_LOSS + 0.2) * SPEED  # the machine may be busy
                if not PACED:
                    wait_until(lambda log=log: log() > 0 and self.hashed() > 0, "what the logs have of a match that goes on")
                server.kill()
                server.wait(TIMEOUT)
                self.assert_no_process_is_left()
                check_pace(log() > least, "the log ends at", log(), "and the match at", live)
                done = self.verify()
                reported = done.stdout + done.stderr
                self.assertIn(done.returncode, (0, 1, 4), reported)
                self.assertNotRegex(reported, "differs|is not true")
                check_pace(self.hashed() > least, "the hashes end at", self.hashed(), "and the match at", live)

    def test_logs_are_written_up_to_a_pause(self):
        """While the match is paused, everything before the pause is in all logs after a second, not only after the next step."""
        server = self.server_in_play("--speed", str(SPEED), *ACTS_OF_A_SECOND)
        shown = lambda: last_time(read(self.path("logs/monitor.log")))
        wait_until(lambda: shown() > 1)
        time.sleep(0.7)  # at a time between two writes
        server.send_signal(signal.SIGUSR1)
        paused = re.compile(r"paused by SIGUSR1 at ([\d.]+) s\n")
        wait_until(lambda: paused.search(self.err()))
        at = float(paused.search(self.err())[1])

        def is_whole():
            """Whether the logs reach the pause: one frame and the steps between two hashes may be missing; 22 agents act more often."""
            frames = read(self.path("logs/monitor.log")).count(b"(Info ")
            acted = lambda: 0.01 * int(re.findall(rb"^@(\d+)\.", cut_unpacked(self.path("logs/acts.zst")), re.M)[-1])
            return (b"paused by SIGUSR1" in read(self.path("logs/server.log")) and frames >= int(at / 0.15) and self.hashed() > at - 0.36
                    and (not shutil.which("zstd") or acted() > at - 0.36))  # fmt: skip

        if PACED:
            time.sleep(MAX_LOSS + 0.5)
        else:
            wait_until(is_whole, "what came before the pause")
        server.kill()
        server.wait(TIMEOUT)
        self.assert_no_process_is_left()
        self.assertTrue(is_whole())
        done = self.verify()
        self.assertIn(done.returncode, (0, 1, 4), done.stderr)
        self.assertNotRegex(done.stdout + done.stderr, "differs|is not true")


class Stopped(KilledTest):
    THINK = ["--max_secs_for_agent_think", "5"]  # an agent without a processor for a while is not lost

    def test_a_suspended_server_loses_no_agent(self):
        """After a sleep, as of a closed laptop, the agents do not count as slow, and the log is the same."""
        usual = self.usual_logs()
        server = self.server_in_play(*QUICK, *self.THINK, "--speed", "3")
        for _ in range(2):
            server.send_signal(signal.SIGSTOP)
            time.sleep(6)
            server.send_signal(signal.SIGCONT)
            time.sleep(0.2)
        self.assertEqual(server.wait(TIMEOUT), 0, self.err())
        self.assertNotIn("lost", self.err())
        self.assertEqual(self.logs()["monitor.log"], usual["monitor.log"])

    def test_only_the_agent_that_sleeps_too_long_is_lost(self):
        server = self.server_in_play(*self.THINK, "--sandbox", "off")
        agents = [pid for pid in descendants(server.pid) if os.path.basename(os.readlink(f"/proc/{pid}/exe")) == "agenttest-0.1"]
        self.assertEqual(len(agents), 22)
        os.kill(agents[0], signal.SIGSTOP)
        self.assertIn("did not finish thinking within 5 s", self.loses_one(server))


class Disks(EnvironmentTest):
    def test_each_file_on_a_full_disk_is_reported_once(self):
        """The smaller the disk, the earlier files find no space: each has one line, those of agents have two together, and the match is played to its
        end."""
        if os.geteuid() != 0:
            self.skipTest("needs root to mount a small disk")
        usual = self.usual_logs()["monitor.log"]
        os.mkdir(self.path("logs"))
        named = set()
        # The first disk is full at once: if parameters.xml does not fit on a disk, the space that a small file leaves is enough for other files.
        for kilobytes, taken in ((4, 4), *((kilobytes, 0) for kilobytes in (4, 8, 16, 32, 48, 64, 96, 128, 160, 192))):
            with self.subTest(kilobytes=kilobytes, taken=taken):
                mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", self.path("logs")], capture_output=True, check=False)
                if mounted.returncode != 0:
                    self.skipTest("cannot mount a small disk")
                try:
                    # A file without a name uses space, although the folder is empty.
                    with tempfile.TemporaryFile(dir=self.path("logs")) as file:
                        file.write(bytes(taken * 1024))
                        file.flush()
                        self.assertEqual(self.play("--verbose", *ACTS_OF_A_SECOND), 0, self.err())
                    reported = [line for line in self.err().splitlines() if "No space left" in line]
                    self.assertTrue(reported)
                    self.assertEqual(len(reported), len(set(reported)), reported)
                    self.assertLessEqual(sum("-std" in line for line in reported), 1, reported)
                    self.reports_of_printed_logs()
                    named |= {name for line in reported for name in re.findall(r"logs/([a-z0-9-]+\.[a-z.]+)", line)}
                    log = self.path("logs/monitor.log")
                    self.assertTrue(usual.startswith(read(log) if os.path.exists(log) else b""))
                finally:
                    subprocess.run(["umount", "-l", self.path("logs")], check=True)
        self.assertLessEqual({"monitor.log", "server.log", "actions.log", "acts.zst", "hashes.log", "parameters.xml"}, named)

    def test_each_file_that_cannot_be_created_is_reported_once(self):
        """Each file that cannot be created has one line, those with the output of agents have two together, and the match is played to its end."""
        if os.geteuid() != 0:
            self.skipTest("needs root to mount a small disk")
        usual = self.usual_logs()
        os.mkdir(self.path("logs"))
        full = "No space left on device"
        for files in (0, 1, 2, 3, 4, 5, 10):
            with self.subTest(files=files):
                mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size=8m,nr_inodes={1 + files}", "none", self.path("logs")], capture_output=True, check=False)
                if mounted.returncode != 0:
                    self.skipTest("cannot mount a small disk")
                try:
                    self.assertEqual(self.play("--record_think_times", "on"), 0, self.err())
                    made = os.listdir(self.path("logs"))
                    self.assertEqual(len(made), files)
                    all_names = set(usual) | {"parameters.xml", "match.json"}
                    printed = {name for name in all_names if "-std" in name}
                    missing = printed - set(made)
                    named, further = self.reports_of_printed_logs()
                    self.assertEqual((len(named), len(named) + further), (min(len(missing), 1), len(missing)), self.err())
                    self.assertLessEqual(set(named), missing)
                    for name in all_names - printed:
                        lines = [line for line in self.err().splitlines() if f"logs/{name}" in line]
                        # parameters.xml is replaced at the end, which needs space for another file.
                        is_written = name in made and not (name == "parameters.xml" and lines)
                        self.assertEqual(len(lines), 0 if is_written else 1, lines)
                        self.assertTrue(all(line.startswith(f"error: cannot write logs/{name}: {full}") for line in lines), lines)
                        if name == "parameters.xml" and lines:
                            stays = "it names only the files loaded at the beginning of the match" if name in made else "the match continues without it"
                            self.assertEqual(lines, [f"error: cannot write logs/{name}: {full}; {stays}"])
                    self.assertEqual(self.logs().get("monitor.log", usual["monitor.log"]), usual["monitor.log"])
                finally:
                    subprocess.run(["umount", "-l", self.path("logs")], check=True)

    def reports_of_printed_logs(self):
        """The names of logs of agents' output that could not be written, and the number of others that are reported without a name."""
        named = re.findall(r"^error: cannot write logs/(agent\d+-std(?:out|err)\.log): No space left on device; this log ends here$", self.err(), re.M)
        counts = re.findall(r"^error: (\d+) more logs? of agents could not be written to logs$", self.err(), re.M)
        self.assertLessEqual(len(counts), 1, self.err())
        return named, int(counts[0]) if counts else 0

    def test_agents_that_print_more_than_the_disk_holds_play_on(self):
        """The first log of an agent that finds no space is named, and the others are counted; the agents play on."""
        if os.geteuid() != 0:
            self.skipTest("needs root to mount a small disk")
        with open(self.path("talk"), "w", encoding="ascii") as script:
            os.chmod(self.path("talk"), 0o755)
            agent = os.path.join(os.path.dirname(os.path.abspath(environment.SERVER)), "agenttest")
            script.write(f'#!/bin/sh\nhead -c 3000000 /dev/zero | tr "\\0" x\nexec {agent} "$@"\n')
        with open(self.path("agents.xml"), "w", encoding="ascii") as database:
            kind = '<agent_type_external name="%s"><exec_line>%s --teamname %s</exec_line></agent_type_external>'
            database.write(f"<agentdb>{kind % ('foo', 'agenttest', 'foo')}{kind % ('bar', './talk', 'bar')}</agentdb>")
        os.mkdir(self.path("logs"))
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", self.path("logs")], capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("cannot mount a small disk")
        try:
            self.assertEqual(self.play("--agentdb", "agents.xml"), 0, self.err())
            named, further = self.reports_of_printed_logs()
            self.assertEqual(len(named), 1, self.err())
            self.assertGreaterEqual(further, 10)  # of eleven that print more than fits on the disk
            for agent in range(11, 22):
                self.assertLessEqual(set(read(self.path(f"logs/agent{agent}-stdout.log"))), set(b"x"))
            self.assertNotIn(" lost", self.err())
        finally:
            subprocess.run(["umount", "-l", self.path("logs")], check=True)

    def test_a_match_continues_when_its_log_folder_is_removed(self):
        server = self.server_in_play(*QUICK, *ACTS_OF_A_SECOND, "--speed", "3")
        shutil.rmtree(self.path("logs"))
        self.assertEqual(server.wait(TIMEOUT), 0, self.err())
        self.assertNotIn("lost", self.err())
        self.assertEqual(self.play(), 0, self.err())


CLOCKS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

/* The time of day jumps, a day back and ten years ahead by turns; it is never within a day of the true one. */
static time_t jump(time_t now) { return now % 2 ? now - 86400 : now + 315360000; }
int clock_gettime(clockid_t clock, struct timespec* out) {
  int (*real)(clockid_t, struct timespec*) = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, out);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) out->tv_sec = jump(out->tv_sec);
  return result;
}
time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
int gettimeofday(struct timeval* out, void* zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}
"""


class Clocks(EnvironmentTest):
    def test_jumps_of_the_clock_have_no_effect_on_a_match(self):
        with open(self.path("clocks.c"), "w", encoding="ascii") as file:
            file.write(CLOCKS)
        subprocess.run([COMPILER, "-x", "c", "-shared", "-fPIC", "-o", self.path("clocks.so"), self.path("clocks.c"), "-ldl"], check=True, timeout=TIMEOUT)
        usual = self.usual_logs()
        jumping = {**os.environ, "LD_PRELOAD": self.path("clocks.so")}
        shown = subprocess.run(["date", "+%s"], env=jumping, capture_output=True, text=True, check=True).stdout
        self.assertGreater(abs(int(shown) - time.time()), 80_000, "the clock did not jump")
        for speed in ("max", "5"):
            for name, value in jumping.items():
                os.environ[name] = value
            try:
                server = self.server("--speed", speed)
            finally:
                del os.environ["LD_PRELOAD"]
            self.assertEqual(server.wait(TIMEOUT), 0, self.err())
            self.assertNotIn("lost", self.err())
            self.assertEqual(self.logs()["monitor.log"], usual["monitor.log"])


if __name__ == "__main__":
    environment.SERVER, environment.COMMSERVER, environment.MONITOR, COMPILER = map(os.path.abspath, [*sys.argv[1:4], shutil.which(sys.argv[4])])
    run_tests(sys.argv[5:])
