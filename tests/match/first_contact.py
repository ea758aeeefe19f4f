#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The output that new users of the programs see: first_contact.py SERVER MONITOR COMMSERVER README [unittest's arguments]."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from skipping import run_tests  # noqa: E402

PROGRAMS = []
README = []
TIMEOUT = 240.0  # seconds; only reached in case of an error
SHORT = ("--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "1", "--seed", "1", "--team", "foo:1", "--team", "bar:1")
WITHOUT_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""}
MINIMAL = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "agent-sample", "minimal_agent.py")
SAMPLE = "A match ends like this:"


class FirstContact(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="first contact.")
        self.addCleanup(shutil.rmtree, self.folder)

    def run_program(self, program, *arguments, **variables):
        return subprocess.run(
            [PROGRAMS[program], *arguments], cwd=self.folder, env={**os.environ, **WITHOUT_SCREEN, **variables},
            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT,
        )  # fmt: skip

    def play(self, *arguments, **variables):
        done = self.run_program(0, *SHORT, *arguments, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refused(self, program, *arguments, status):
        done = self.run_program(program, *arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    # ---- no screen --------------------------------------------------------------------------------------------------

    def test_without_a_screen_no_window_is_opened(self):
        words = self.refused(1, "--port", "1", status=1)
        for hint in ("there is no screen", "--text", "--screenshot"):
            self.assertIn(hint, words)

    def test_a_driver_without_a_screen_is_used_if_it_is_named(self):
        done = self.run_program(1, "--port", "1", SDL_VIDEODRIVER="dummy")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no OpenGL", done.stderr)  # that driver does not have it, so the monitor has tried the driver

    # ---- the end of a match -----------------------------------------------------------------------------------------

    def last_lines(self, *arguments, **variables):
        *_, log, live = self.play(*arguments, **variables).stdout.splitlines()
        return log.removeprefix("to watch this match:").strip(), live.removeprefix("to watch one live:").strip()

    def test_the_last_lines_explain_how_to_watch_the_match(self):
        log, live = self.last_lines("--logdir", "my logs", "--monitor_log", "zst", "--monitor_port", "0")
        self.assertIn("--port N --text, during a match with --speed 1, which prints its port N", live)
        shown = subprocess.run(log, shell=True, cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("full time", shown.stdout.splitlines()[-1])
        log, live = self.last_lines("--monitor_port", "0", DISPLAY=":0")
        self.assertTrue(log.endswith("rcssmonitor3D-lite --logfile Logfiles/monitor.log"), log)
        self.assertNotIn("--text", live)

    def test_the_last_lines_name_logs_that_were_switched_off(self):
        log, live = self.last_lines("--monitor_log", "none", "--monitor_port", "off")
        self.assertEqual((log, live), ("there is no log with --monitor_log none", "not with --monitor_port off"))

    def test_the_sample_in_the_readme_is_what_a_match_prints(self):
        with open(README[0], encoding="utf-8") as file:
            page = file.read()
        block = re.match(r"\n*((?: {4,}.*\n)+)", page[page.index(SAMPLE) + len(SAMPLE) :])[1]
        sample = dict(re.findall(r"^ +(\w+(?: \w+)?) {2,}(\S.*)$", block, re.MULTILINE))
        seed = sample["random seed"]
        done = self.run_program(0, "--seed", seed, "--Soccer.AutomaticKickOff", "true", "--monitor_port", "off")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = done.stdout.strip("\n").split("\n\n")[0]
        found = dict(re.findall(r"^ +(\w+(?: \w+)?) {2,}(\S.*)$", summary, re.MULTILINE))
        self.assertEqual(list(found), list(sample))
        form = lambda text: re.sub(r"\d+(\.\d+)?", "N", text)
        self.assertEqual({name: form(text) for name, text in found.items()}, {name: form(text) for name, text in sample.items()})
        # The score is not compared, because the sample team improves, and the page need not change each time.
        for name in ("teams", "game time", "simulated", "agents", "random seed", "log"):
            self.assertEqual(found[name], sample[name], name)

    # ---- mistakes ---------------------------------------------------------------------------------------------------

    def test_all_programs_suggest_the_nearest_option(self):
        for program, wrong, meant in ((0, "--sede", "--seed"), (1, "--logfil", "--logfile"), (2, "--engine_hots", "--engine_host")):
            self.assertIn(f"{wrong}: there is no such option; did you mean {meant}?", self.refused(program, wrong, "1", status=2))

    def test_all_programs_refuse_values_with_name_value_and_range(self):
        for program, arguments, words in (
            (0, ("--engine_port", "x"), "--engine_port x: expected a whole number from 0 to 65535"),
            (1, ("--port", "0"), "--port 0: expected a whole number from 1 to 65535"),
            (1, ("--fps", "many"), "--fps many: expected a number"),
            (1, ("--camera", "roof"), "--camera roof: expected one of side, "),
            (1, ("--left_color", "sky"), "--left_color sky: expected a color like #3fa0ff"),
            (1, ("--logfile", "x", "--screenshot", "goal.jpg"), "--screenshot goal.jpg: expected FILE.png"),
            (2, ("--engine_port", "70000"), "--engine_port 70000: expected a whole number from 1 to 65535"),
            (2, ("--wait", "-1"), "--wait -1: expected a number from 0 to"),
        ):
            self.assertIn(words, self.refused(program, *arguments, status=2))

    def test_a_time_beyond_the_log_is_refused(self):
        self.play("--monitor_port", "off")
        log = ("--logfile", "Logfiles/monitor.log")
        for arguments, words in (
            (("--screenshot", "a.png", "--at", "99"), r"--at 99: expected a time up to 2\.\d+ s, the end of the log"),
            (("--frames", "film", "--from", "99"), r"--from 99: expected a time up to 2\.\d+ s, the end of the log"),
            (("--frames", "film", "--from", "2", "--to", "1"), "--to 1: expected a time from 2 s on, where --from is"),
        ):
            self.assertRegex(self.refused(1, *log, *arguments, status=2), words)
        self.assertEqual(os.listdir(self.folder), ["Logfiles"])

    def test_unreadable_files_are_reported_with_the_reason(self):
        os.mkdir(os.path.join(self.folder, "folder.log"))
        for file, words in (("nowhere.log", "cannot read nowhere.log: No such file or directory"), ("folder.log", "there is no monitor.log in folder.log")):
            self.assertIn(words, self.refused(1, "--logfile", file, "--text", status=1))

    def test_a_team_without_an_opponent_is_reported(self):
        single = "--team foo: has no opponent"
        one = ("--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "1", "--monitor_port", "off", "--team", "foo:1")
        self.assertIn(single, self.run_program(0, *one).stderr)
        self.assertNotIn(single, self.run_program(0, *one, "--team", "bar:1").stderr)

    def test_a_server_that_waits_for_the_kick_off_explains_how_to_give_it(self):
        server = subprocess.Popen(
            [PROGRAMS[0], "--monitor_port", "0", "--team", "none"], cwd=self.folder, stderr=subprocess.PIPE, text=True
        )
        try:
            line = next(line for line in server.stderr if line.startswith("waiting for a kick-off"))
        finally:
            server.terminate()
            server.communicate(timeout=TIMEOUT)
        for way in ("rcssmonitor3D-lite --trainer", "(kickOff Left)", "--Soccer.AutomaticKickOff true"):
            self.assertIn(way, line)

    def test_agents_started_by_hand_report_what_starts_them(self):
        for command in ([sys.executable, MINIMAL], [os.path.join(os.path.dirname(PROGRAMS[0]), "agenttest")]):
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertRegex(done.stderr, "^.*the server starts (this program|it).*--team.*\n$")

    def test_common_mistakes_of_first_agents_are_named(self):
        with open(MINIMAL, encoding="utf-8") as file:
            right = file.read()
        read = r"it has read D but not answered with I \(each has 4 bytes of length in front, the most significant byte first\)"
        mistakes = {
            "little": (right.replace('"big"', '"little"'), f": {read}"),
            "stdout": (right.replace("os.write(4,", "os.write(1,"), r"; 5 bytes are on its standard output \(agent1-stdout\.log\), not on its outputfd"),
            "nolen": (re.sub(r"os\.write\(4, .*", 'os.write(4, "".join(messages).encode())', right), r": it has sent 1 byte without a length \('I'\)"),
            "noi": (right.replace('send("I")', "pass"), f": {read}"),
        }
        types = ""
        for name, (text, _) in mistakes.items():
            self.assertNotEqual(text, right)
            with open(os.path.join(self.folder, name + ".py"), "w", encoding="utf-8") as file:
                file.write(text)
            types += f'<agent_type_external name="{name}"><exec_line>{sys.executable} {name}.py {name}</exec_line></agent_type_external>'
        with open(os.path.join(self.folder, "a.xml"), "w", encoding="utf-8") as file:
            file.write(f"<agentdb>{types}</agentdb>")
        teams = [word for name in mistakes for word in ("--team", name + ":1")]
        done = self.run_program(0, "--agentdb", "a.xml", "--agent_ready", "10", "--Spades.EndTime", "1", "--monitor_port", "off", *teams)
        for number, (name, (_, words)) in enumerate(mistakes.items()):
            self.assertRegex(done.stderr, rf"agent {number} \({name}\) lost: not ready within 10 s.*{words}")

    def test_help_is_plain_text_that_fits_the_terminal(self):
        for program in range(3):
            words = set()
            for columns, widest in (("", 80), ("60", 60), ("80", 80), ("120", 120), ("1000", 120), ("1", 60)):
                done = self.run_program(program, "--help", COLUMNS=columns)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                for word in ("TEXT", ":INT", ":FLOAT", ":UINT", "in [", "REQUIRED", "\x1f"):
                    self.assertNotIn(word, done.stdout)
                for line in done.stdout.splitlines():
                    self.assertLessEqual(len(line), widest, line)
                words.add(" ".join(done.stdout.split()))
            self.assertEqual(len(words), 1)


if __name__ == "__main__":
    PROGRAMS[:] = [os.path.abspath(program) for program in sys.argv[1:4]]
    README[:] = [os.path.abspath(sys.argv[4])]
    run_tests(sys.argv[5:])
