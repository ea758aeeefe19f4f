# SPDX-License-Identifier: Apache-2.0
"""A short league with the real server and its sample teams. Usage: test_with_server.py SERVER"""

import json
import os
import re
import sys
import urllib.parse

from stage import LeagueTest, run_tests

SHORT = ["--", "--strict", "--home", "off", "--Soccer.RuleHalfTime", "3"]  # s
CONNECT = """import os, socket, sys, threading
def play(host, port):
    server = socket.create_connection((host, int(port)))
    stream, acts = server.makefile("rb"), ["(create)", f"(init (unum 0)(teamname {sys.argv[1]}))"]
    while length := stream.read(4):
        stream.read(int.from_bytes(length, "big"))
        act = acts.pop(0).encode() if acts else b"(drive 50 0 0)"
        server.sendall(len(act).to_bytes(4, "big") + act)
host, port, agents = sys.argv[2:] or [os.environ["RCSS_" + name] for name in ("HOST", "PORT", "AGENTS")]
players = [threading.Thread(target=play, args=(host, port)) for _ in range(int(agents))]
for player in players: player.start()
for player in players: player.join()
"""
TYPE = '<agent_type_external name="{0}"><timer>fixed 0</timer><working_dir>.</working_dir><exec_line>{1}</exec_line></agent_type_external>'


class WithServer(LeagueTest):
    def play(self, *arguments, **programs):
        self.write("agentdb.xml", "<agentdb>" + "".join(TYPE.format(*one) for one in programs.items()) + "</agentdb>")
        return self.run_league(*self.begin(*programs), *arguments, server=SERVER)

    def reports(self):
        return {line["match"]: json.loads(self.read("L", "matches", line["match"], "match.json")) for line in self.lines()}

    def test_a_league_with_the_real_server_is_played(self):
        self.play(*SHORT, foo="agenttest --teamname foo", bar="agenttest --teamname bar")
        self.assertEqual(sorted(self.reports()), ["r01-bar-foo-1", "r01-foo-bar-1"])
        for line in self.lines():
            report = self.reports()[line["match"]]
            self.assertEqual(report["options"]["Soccer.MonitorKicks"], "true")
            self.assertEqual((line["how"], line["score"], line["lost"], line["teams"]), ("played", report["score"], [0, 0], line["match"][4:-2].split("-")))
            self.assertEqual(line["late"][0] + line["late"][1], sum(agent["late"] for agent in report["measured"]["agents"]))
        links = [urllib.parse.unquote(link) for link in re.findall(r'href="([^"]*)"', self.read("L", "index.html"))]
        self.assertEqual(sorted({os.path.basename(link) for link in links}), ["match.json", "monitor.log.zst", "report.html"])
        self.assertIn("</html>", self.read("L", "matches", "r01-foo-bar-1", "report.html"))

    def test_a_script_without_the_variable_of_kicks_is_played(self):
        with open(os.path.join(os.path.dirname(SERVER), "../../scripts/rcssserver3D.rb"), encoding="utf-8") as script:
            self.write("older.rb", "".join(line for line in script if "'MonitorKicks'" not in line))
        self.play("--", "--script", self.path("older.rb"), *SHORT[1:], foo="agenttest --teamname foo", bar="agenttest --teamname bar")
        self.assertEqual([line["how"] for line in self.lines()], ["played"] * 2)

    def test_a_league_is_repeatable(self):
        found = []
        for folder in ("one", "other"):
            self.league = self.path("L")
            self.play(*SHORT, foo="agenttest --teamname foo", bar="agenttest --teamname bar")
            found.append({key: {name: value for name, value in report.items() if name not in ("measured", "options")} for key, report in self.reports().items()})
            os.rename(self.league, self.path(folder))
        self.assertEqual(found[0], found[1])

    def test_a_team_that_never_joins_loses_by_walk_over(self):
        out, _ = self.play(*SHORT[:-1], "6", foo="agenttest --teamname foo", absent="/bin/true")
        self.assertEqual({line["match"]: (line["how"], line["winner"], line["lost"]) for line in self.lines()},
                         {"r01-foo-absent-1": ("walk-over", "left", [0, 11]), "r01-absent-foo-1": ("walk-over", "right", [11, 0])})  # fmt: skip
        self.assertRegex(out, r"1  foo +2 +2 +0 +0 +6:0 ")

    def test_an_awaited_team_that_does_not_connect_loses_by_walk_over(self):
        types = TYPE.format("foo", "agenttest --teamname foo").replace("<timer>", "<inputfd>3</inputfd><timer>")
        self.write("agentdb.xml", f'<agentdb>{types}<agent_type_external name="late"><connects>awaited</connects></agent_type_external></agentdb>')
        out, _ = self.run_league(*self.begin("foo", "late", sides="alternate", agents=2), "--wait", "1.5", *SHORT, server=SERVER)
        (line,) = self.lines()
        self.assertEqual((line["how"], line["winner"]), ("walk-over", "left"))
        self.assertIn("2 of the agents that were awaited had not connected after 1.5 s", line["why"])
        self.assertIn("r01-foo-late-1: waiting for 2 agents of late to connect at the port that ", out)

    def test_all_ways_of_absence_are_walk_overs(self):
        """A team is absent if its program is missing, ends at once, or cannot be started, however short the match is."""
        self.write("script", "no program\n")
        os.chmod(self.path("script"), 0o755)
        teams = {"foo": "agenttest --teamname foo", "missing": "no_such_program", "dead": "/bin/false", "unable": self.path("script")}
        out, _ = self.play("--agents", "2", *SHORT, "--agent_port", "0", **teams)  # where no program connects
        self.assertEqual({(line["how"], line["attempt"]) for line in self.lines()}, {("walk-over", 1)})
        for line in self.lines():
            left, right = line["match"][4:-2].split("-")
            self.assertEqual(line["winner"], "left" if left == "foo" else "right" if right == "foo" else None, line)
            for name in {left, right} - {"foo"}:
                self.assertIn(f"{name}: ", line["why"])
        self.assertRegex(out, r"1  foo +6 +6 +0 +0 +18:0 +\+18 +18 ")
        self.assertRegex(out, r"\n2=  missing +6 +0 +0 +6 +0:6 +-6 +0 ")
        self.assertIn("missing: cannot find program 'no_such_program' (looked in ", out)
        self.assertIn("  foo - unable  3 : 0, walk-over: unable did not come", out)
        self.assertIn("r01-foo-unable-1, a walk-over: unable never came (unable: could not be started: ", out)
        self.assertNotIn(os.path.dirname(SERVER), self.read("L", "index.html"))

    def test_a_misspelt_variable_begins_no_league(self):
        _, err = self.run_league(*self.begin("A", "B"), "--", "--home", "off", "--Soccer.RuleHalfTme", "3", status=2, server=SERVER)
        self.assertRegex(err, r"^error: after --: --Soccer.RuleHalfTme: the script \S+ creates no such variable; did you mean --Soccer.RuleHalfTime\?\n$")
        self.assertFalse(os.path.exists(self.league))

    def test_a_resumed_league_ignores_its_security_arguments(self):
        more = ["--sandbox", "off", "--agent_port", "0"]
        out, _ = self.play(*SHORT, *more, foo="agenttest --teamname foo", bar="agenttest --teamname bar")
        self.assertNotIn("ignored, because", out)
        again = "ignored, because league.json may come from someone else: --sandbox=off --agent_port=0; to apply it, run: "
        os.unlink(self.path("L", "league.jsonl"))
        self.assertIn(again, self.run_league(server=SERVER)[0])
        found = {(report["options"]["sandbox"], report["options"]["agent_port"]) for report in self.reports().values()}
        self.assertEqual(found, {("auto", "off")})

    def test_teams_may_connect_by_one_program_or_several(self):
        """A program for each agent, or one for all, may connect on either side of a started team."""
        self.write("connect.py", CONNECT)
        types = TYPE.format("foo", "agenttest --teamname foo").replace("<timer>", "<inputfd>3</inputfd><timer>")
        for name, way in (("each", "python3 connect.py each {host} {port} {agents}"), ("all", "python3 connect.py all")):
            types += TYPE.format(name, way).replace("<timer>fixed 0</timer>", f"<connects>{name}</connects>")
        found = []
        for folder in ("one", "other"):
            self.write("agentdb.xml", f"<agentdb>{types}</agentdb>")
            self.run_league(*self.begin("foo", "each", "all", agents=2), *SHORT, "--sync_timeout", "60", server=SERVER)  # however busy the machine is
            for line in self.lines():
                self.assertEqual((line["how"], line["teams"], line["lost"], line["swapped"]), ("played", line["match"][4:-2].split("-"), [0, 0], False), line)
            found.append({key: {name: value for name, value in report.items() if name not in ("measured", "options")} for key, report in self.reports().items()})
            self.assertEqual(len(found[-1]), 6)
            os.rename(self.league, self.path(folder))
        self.assertEqual(found[0], found[1])

    def test_a_team_that_delays_the_match_is_named(self):
        slow = self.write("slow.py", """import os, time
def take(): return os.read(3, int.from_bytes(os.read(3, 4), "big"))
def send(text): os.write(4, len(text).to_bytes(4, "big") + text)
number = 0
while take()[:1] != b"X":
    if not number: send(b"I")
    else: time.sleep(3 * (number > 3)); send(b"A" + (b"(create)" if number == 1 else b"(init (unum 0)(teamname slow))" if number == 2 else b"")); send(b"D")
    number += 1
""")
        out, _ = self.play("--agents", "1", "--sides", "alternate", *SHORT, "--agent_wall", "6", foo="agenttest --teamname foo", slow=f"python3 {slow}")
        (line,) = self.lines()
        self.assertEqual((line["how"], line["winner"], line["lost"]), ("walk-over", "left", [0, 1]))
        self.assertIn("has held up the match for 6 s in total", self.reports()["r01-foo-slow-1"]["agents"][1]["lost"]["why"])
        self.assertIn("r01-foo-slow-1, a walk-over: slow has lost all its players (slow: has held up the match for 6 s in total)", out)


if __name__ == "__main__":
    SERVER = os.path.abspath(sys.argv[1])
    del LeagueTest
    run_tests(sys.argv[2:])
