#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the figures of match reports with figures computed here in another way, from the bytes of the log.

    reports.py SERVER MONITOR
"""

import collections
import contextlib
import html.parser
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, STRICTLY, Program, remove_folder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER = MONITOR = None
MODES = "BeforeKickOff KickOff_Left KickOff_Right PlayOn".split()
SHORT = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "40", "--monitor_port", "off", "--seed", "3"]


def run(*arguments, folder):
    """Runs a program in the folder, which is also its TMPDIR, so that a browser's files are removed together with it."""
    return subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=200, check=False, env={**os.environ, "TMPDIR": folder})


def frames_of(log):
    """Time, mode, players {(side, number): (x, y, z)}, toucher, ball and names of each frame that has players."""
    modes, mode, names = None, 0, ["", ""]
    with open(log, encoding="ascii") as file:
        for line in file:
            if line.startswith("(Init "):
                modes = re.search(r"\(play_modes ([^)]*)\)", line)[1].split()
            if not line.startswith("(Info "):
                continue
            reported = re.search(r"\(play_mode (\d+)\)", line)
            mode = int(reported[1]) if reported else mode
            for i, side in enumerate(("left", "right")):
                named = re.search(rf"\(team_{side} ([^)]*)\)", line)
                names[i] = named[1] if named else names[i]
            players, toucher = {}, None
            for body in re.findall(r"\(P ((?:\([^()]*\))*)\)", line):
                fields = {name: rest.split() for name, rest in re.findall(r"\((\w+)([^()]*)\)", body)}
                if fields.get("s", ["0"]) == ["0"]:
                    continue
                who = (int(fields["s"][0]), int(fields["id"][0]))
                players[who] = tuple(map(float, fields["pos"][:3]))
                if "last" in fields:
                    toucher = who
            ball = re.search(r"\(B \(pos (\S+) (\S+) ", line)
            yield float(re.search(r"\(time (\S+?)\)", line)[1]), modes[mode], players, toucher, (float(ball[1]), float(ball[2])), tuple(names)


class Figures:
    """The figures of a report, computed from the frames."""

    def __init__(self, log):
        frames = list(frames_of(log))
        self.time, self.names = frames[-1][0], frames[-1][5]
        self.modes = collections.OrderedDict()
        self.distance, self.top_speed = collections.Counter(), collections.Counter()
        self.touches = collections.Counter()
        self.left_half = 0.0
        fallen = {}  # players that were placed and do not stand yet: the time, and their last speed
        speeds = collections.Counter()
        for before, now in zip([None] + frames, frames):
            mode = now[1]
            self.modes.setdefault(mode, 0.0)
            if before is None:
                continue
            seconds = now[0] - before[0]
            self.modes[mode] += seconds
            self.left_half += seconds * (mode == "PlayOn" and now[4][0] < 0)
            for who, place in now[2].items():
                last = before[2].get(who, place)
                way = math.dist(place[:2], last[:2])
                if math.dist(place, last) > 4 * max(seconds, 0.15):
                    fallen[who] = now[0], 4
                    speeds[who] = 4
                    continue
                if seconds <= 0:
                    continue
                lasting, speeds[who] = min(way / 0.15, speeds[who]), way / 0.15
                is_on_floor = who not in fallen and abs(place[2] - last[2]) <= 0.01
                if who in fallen:
                    since, speed = fallen.pop(who)
                    if (abs(place[2] - last[2]) > 0.01 or way / 0.15 < 0.98 * speed) and now[0] - since <= 3:
                        fallen[who] = since, way / 0.15
                        continue
                self.distance[who] += way
                if is_on_floor:
                    self.top_speed[who] = max(self.top_speed[who], lasting)
            if now[3] != before[3] and now[3] and mode == "PlayOn":
                self.touches[now[3]] += 1


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.words, self.attributes = collections.Counter(), "", []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += attrs

    def handle_data(self, data):
        self.words += data


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="reports.")
        cls.addClassCleanup(remove_folder, cls.folder)
        for name, more in (("plain", []), ("packed", ["--monitor_log", "zst"])):
            played = run(SERVER, *STRICTLY, *SHORT, "--logdir", name, *more, folder=cls.folder)
            assert played.returncode == 0, played.stderr
        cls.log = os.path.join(cls.folder, "plain/monitor.log")

    def report(self, log, *more):
        made = run(SERVER, "--report", log, "--json", "report.json", *more, folder=self.folder)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        with open(os.path.join(self.folder, "report.json"), encoding="utf-8") as file:
            return json.load(file), made.stdout

    def test_the_figures_agree_with_the_log(self):
        report, table = self.report("plain")
        figures = Figures(self.log)
        self.assertEqual([team["name"] for team in report["teams"]], list(figures.names))
        self.assertAlmostEqual(report["time"], figures.time, 3)
        self.assertEqual([mode["mode"] for mode in report["modes"]], list(figures.modes))
        for mode in report["modes"]:
            self.assertAlmostEqual(mode["seconds"], figures.modes[mode["mode"]], 2)
        self.assertEqual(len(report["players"]), 22)
        for player in report["players"]:
            who = (1 if player["side"] == "left" else 2, player["number"])
            self.assertAlmostEqual(player["distance"], figures.distance[who], 2)
            self.assertAlmostEqual(player["top_speed"], figures.top_speed[who], 2)
            # No player has touched a ball that is placed between two halves.
            self.assertLessEqual(abs(player["touches"] - figures.touches[who]), 1)
        self.assertGreater(sum(player["touches"] for player in report["players"]), 5)
        self.assertGreater(sum(len(player["kicks"]) for player in report["players"]), 3)
        self.assertAlmostEqual(report["teams"][0]["ball_in_own_half"], figures.left_half / report["play_on"], 3)
        self.assertAlmostEqual(sum(team["possession"] for team in report["teams"]), 1, 2)
        self.assertIn(f"foo {report['score'][0]} : {report['score'][1]} bar", table)

    def test_packed_logs_and_the_monitor_give_the_same_report(self):
        report, table = self.report("plain")
        self.assertEqual(self.report("packed")[0], report)
        self.assertEqual(self.report("packed/monitor.log.zst")[0], report)
        self.assertEqual(json.loads(run(MONITOR, "--logfile", self.log, "--json", folder=self.folder).stdout), report)
        self.assertEqual(run(MONITOR, "--logfile", self.log, "--stats", folder=self.folder).stdout, table)

    def test_a_report_is_valid_by_its_schema(self):
        with open(os.path.join(ROOT, "docs/play/match.schema.json"), encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.Draft7Validator.check_schema(schema)
        report = self.report("plain")[0]
        jsonschema.validate(report, schema)
        report["teams"][0]["goals"] = 1
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.validate(report, schema)

    def test_the_page_has_no_scripts_and_no_external_files(self):
        self.report("plain", "--html", "report.html")
        with open(os.path.join(self.folder, "report.html"), encoding="utf-8") as file:
            page = Page(file.read())
        self.assertEqual(page.tags["script"], 0)
        self.assertEqual(page.tags["svg"], 6)
        self.assertEqual([name for name, _ in page.attributes if name in ("src", "href", "onload", "onclick")], [])
        self.assertIn("possession", page.words)

    def test_a_browser_shows_the_page_without_requests(self):
        browser = shutil.which("chromium")
        if not browser:
            self.skipTest("there is no chromium")
        self.report("plain", "--html", "report.html")
        seen = run(
            browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0", "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={self.folder}/browser", "--window-size=360,640", "--screenshot=page.png",
            "--dump-dom", f"file://{self.folder}/report.html", folder=self.folder,
        )  # fmt: skip
        self.assertEqual(Page(seen.stdout).tags["svg"], 6, seen.stderr[-2000:])
        self.assertNotIn("CONSOLE", seen.stderr)
        self.assertGreater(os.path.getsize(os.path.join(self.folder, "page.png")), 5000)

    def test_unreadable_logs_and_unwritable_files_are_reported_in_one_line(self):
        def complaint(*arguments):
            made = run(SERVER, *arguments, folder=self.folder)
            self.assertEqual(made.returncode, 2 if "--report" not in arguments else 1, made.stderr)
            self.assertEqual(made.stderr.count("\n"), 1, made.stderr)
            return made.stderr

        os.makedirs(os.path.join(self.folder, "empty"), exist_ok=True)
        with open(os.path.join(self.folder, "nothing.log"), "w", encoding="ascii") as file:
            file.write("(Init (FieldLength 110))\n")
        with open(os.path.join(self.folder, "bodies.log"), "w", encoding="ascii") as file:
            file.write("(Init (TimePerStep 0.01)(bodies crate))\n(Info (time 0)(body crate 2 0.5 0 1 0 0 0))\n")
        self.assertIn("there is no monitor.log in empty", complaint("--report", "empty"))
        self.assertIn("nothing.log: there is no frame of a match in it", complaint("--report", "nothing.log"))
        self.assertIn("bodies.log is the log of a world without a game", complaint("--report", "bodies.log"))
        self.assertIn("no-log", complaint("--report", "no-log"))
        self.assertIn("cannot write /nowhere/x", complaint("--report", "plain", "--json", "/nowhere/x"))
        self.assertIn("cannot write /dev/full", complaint("--report", "plain", "--html", "/dev/full"))
        self.assertIn("--report", complaint("--json", "x"))

    def test_a_log_cut_anywhere_has_a_report(self):
        with open(self.log, "rb") as file:
            log = file.read()
        for share in (0.01, 0.3, 0.77, 0.999):
            with open(os.path.join(self.folder, "cut.log"), "wb") as file:
                file.write(log[: int(len(log) * share)])
            made = run(SERVER, "--report", "cut.log", folder=self.folder)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertLessEqual(made.stderr.count("\n"), 1)


class Endings(unittest.TestCase):
    """The result and the reason of the end in match.json, and the exit status."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="endings.")
        self.addCleanup(remove_folder, self.folder)

    def agents(self, **lines):
        agent = os.path.join(ROOT, "build/bin/agenttest")
        agent = agent if os.path.exists(agent) else os.path.join(os.path.dirname(SERVER), "agenttest")
        types = "".join(f'<agent_type_external name="{name}"><inputfd>3</inputfd><outputfd>4</outputfd><exec_line>{line.format(agent=agent)}</exec_line></agent_type_external>' for name, line in lines.items())
        with open(os.path.join(self.folder, "agents.xml"), "w", encoding="ascii") as file:
            file.write(f"<agentdb>{types}</agentdb>")
        return ["--agentdb", "agents.xml", *(word for name in lines for word in ("--team", f"{name}:2"))]

    def start(self, *more):
        with open(os.path.join(self.folder, "out"), "w", encoding="utf-8") as out:
            server = Program([SERVER, *STRICTLY, *SHORT, *more], self.folder, stdout=out)
        self.addCleanup(server.close)
        return server

    def match(self, folder="Logfiles"):
        with open(os.path.join(self.folder, folder, "match.json"), encoding="utf-8") as file:
            return json.load(file)

    def summary(self):
        with open(os.path.join(self.folder, "out"), encoding="utf-8") as file:
            return file.read()

    def test_two_runs_differ_only_in_measurements(self):
        matches = []
        for folder in ("a", "b"):
            self.assertEqual(self.start("--logdir", folder).wait(), 0)
            match = self.match(folder)
            self.assertGreater(match.pop("measured")["wall_seconds"], 0)
            self.assertEqual(match["options"].pop("logfile_dir"), folder)
            matches.append(json.dumps(match))
        self.assertEqual(*matches)
        self.assertEqual((match["end"], match["seed"], len(match["agents"])), ({"how": "played", "winner": None, "why": ""}, 3, 22))
        self.assertEqual({agent["role"] for agent in match["agents"]}, {f"{side} {number}" for side in ("left", "right") for number in range(1, 12)})
        self.assertEqual(match["options"]["random_seed"], "3")
        self.assertNotIn("  ended ", self.summary())
        with open(os.path.join(ROOT, "docs/play/match.schema.json"), encoding="utf-8") as file:
            schema = json.load(file)
        jsonschema.validate(self.match("a"), schema)

    def test_a_team_that_never_joins_loses_by_walk_over(self):
        self.assertEqual(self.start(*self.agents(good="{agent} --teamname good", bad='/bin/sh -c "echo no brain 1>&amp;2; sleep 1.2; exit 1"')).wait(), 4)
        match = self.match()
        loss = "ended with exit status 1; the end of its standard error (agent{}-stderr.log): no brain"
        over = f"the right team never came (bad: {loss.format(2)})"
        self.assertEqual(match["end"], {"how": "walk-over", "winner": "left", "why": over})
        self.assertEqual([bool(agent["lost"]) for agent in match["agents"]], [False, False, True, True])
        self.assertEqual([(agent["role"] or "").split(" ")[0] for agent in match["agents"]], ["left", "left", "", ""])
        self.assertEqual(match["agents"][3]["lost"]["why"], loss.format(3))
        self.assertIn(f"  lost         agent 3 (bad): {loss.format(3)}\n", self.summary())
        self.assertIn(f"  ended        walk-over: {over}\n", self.summary())

    def test_a_team_that_uses_its_opponents_name_is_refused(self):
        line = "{agent} --teamname good"
        self.assertEqual(self.start(*self.agents(evil=line, good=line)).wait(), 4)
        match = self.match()
        self.assertEqual(match["end"]["winner"], "left")
        self.assertEqual([(agent["role"] or "").split(" ")[0] for agent in match["agents"]], ["", "", "left", "left"])
        why = "the team name 'good' belongs to agent type 'good', agents of type 'evil' cannot use it"
        self.assertEqual([agent["refused"] for agent in match["agents"]], [why, why, None, None])
        self.assertIn(f"  refused      agent 1 (evil): {why}\n", self.summary())
        with open(os.path.join(self.folder, "Logfiles/server.log"), encoding="utf-8") as log:
            self.assertIn(f"agent 1: (init ...): {why}", log.read())
        verified = run(SERVER, "--verify", "Logfiles", folder=self.folder)
        self.assertEqual(verified.returncode, 0, verified.stdout)

    def test_two_types_with_one_team_name_are_two_teams(self):
        line = "{agent} --teamname same"
        self.assertEqual(self.start(*self.agents(one=line, two=line)).wait(), 0)
        match = self.match()
        self.assertEqual([agent["role"].split(" ")[0] for agent in match["agents"]], ["left", "left", "right", "right"])
        self.assertEqual([team["name"] for team in match["teams"]], ["same", "same_2"])

    def test_a_team_that_loses_all_its_players(self):
        server = self.start(*self.agents(good="{agent} --teamname good", bad="{agent} --teamname bad"), "--sandbox", "off", "--speed", "5")
        server.wait_for(r"agents? run")
        log = os.path.join(self.folder, "Logfiles/monitor.log")
        wait_until(lambda: os.path.exists(log) and os.path.getsize(log) > 20000, "play")
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as file:
                if file.read().endswith(b"--teamname\0bad\0") and self.folder in os.readlink(f"/proc/{pid}/cwd"):
                    os.kill(int(pid), signal.SIGKILL)
        self.assertEqual(server.wait(), 4, server.printed())
        match = self.match()
        self.assertEqual(match["end"]["how"], "walk-over")
        self.assertEqual(match["end"]["winner"], "left")
        self.assertRegex(match["end"]["why"], r"^(bad|the right team) (has lost all its players|never came) \(bad: ended by signal 9 \(Killed\); ")
        self.assertGreater(match["agents"][2]["lost"]["time"], 0)
        self.assertEqual(match["agents"][2]["role"], "right 1")

    def test_a_match_of_a_single_team_counts_as_played(self):
        self.assertEqual(self.start(*self.agents(good="{agent} --teamname good")).wait(), 0)
        match = self.match()
        self.assertEqual((match["end"]["how"], match["teams"][1]["players"]), ("played", 0))

    def test_a_stopped_match_reports_the_signal(self):
        server = self.start("--speed", "1")
        wait_until(lambda: os.path.exists(os.path.join(self.folder, "Logfiles/monitor.log")), "the match")
        server.send(signal.SIGTERM)
        self.assertEqual(server.wait(), 143)
        self.assertEqual(self.match()["end"], {"how": "stopped", "winner": None, "why": "stopped by SIGTERM"})

    def test_a_match_that_no_agent_joins_has_failed(self):
        self.assertEqual(self.start(*self.agents(bad="/bin/false")).wait(), 1)
        self.assertEqual(self.match()["end"]["how"], "failed")

    def test_without_a_monitor_log_the_report_has_the_end_and_no_teams(self):
        self.assertEqual(self.start("--monitor_log", "none").wait(), 0)
        match = self.match()
        self.assertEqual(match["end"]["how"], "played")
        self.assertNotIn("teams", match)


if __name__ == "__main__":
    SERVER, MONITOR = map(os.path.abspath, sys.argv[1:3])
    run_tests(sys.argv[3:])
