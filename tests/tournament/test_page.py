# SPDX-License-Identifier: Apache-2.0
"""docs/run/leagues.md is correct: its commands are run, and it names no option that does not exist."""

import os
import re
import shlex
import subprocess
import sys

from stage import LEAGUE, ROOT, SERVER, LeagueTest, run_tests

from tournament import options


class Page(LeagueTest):
    def setUp(self):
        super().setUp()
        with open(os.path.join(ROOT, "docs", "run", "leagues.md"), encoding="utf-8") as file:
            self.section = file.read()
        blocks = re.findall(r"^```sh\n(.*?)^```", self.section, re.MULTILINE | re.DOTALL)
        self.here, self.cluster = ([line for line in block.replace("\\\n", " ").splitlines() if line] for block in blocks)
        os.rename(self.database, self.path("teams.xml"))

    def test_the_commands_of_the_page_work(self):
        printed = []
        for line in self.here:
            words = shlex.split(line, comments=True)
            self.assertEqual(words[0], "build/bin/rcssleague3D")
            cut = words.index("--") if "--" in words else len(words)
            ran = subprocess.run([sys.executable, LEAGUE, *words[1:cut], "--server", SERVER, *words[cut:]], cwd=self.folder, capture_output=True, text=True,
                                 env={**os.environ, "HOME": self.folder}, timeout=200, check=False)  # fmt: skip
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), line)
            printed.append(ran.stdout)
        swiss = ["swiss, 12 of 12"]
        for wanted, out in zip(["round-robin, 100 of 100", *swiss, "knock-out, ", *swiss * 3, "round-robin, 2 of 2"], printed):
            self.assertIn(wanted, out)
        # The files of the page's table, in every folder.
        for folder in ("League", "Cup", "Final", "Short"):
            for name in re.findall(r"^\| (`.*?) \|", self.section, re.MULTILINE):
                for file in re.findall(r"`([a-z.]+[a-z])/?", name):
                    if "." in file or file in ("claims", "matches"):
                        self.assertTrue(os.path.exists(self.path(folder, file)), f"{folder}/{file}")

    def test_the_command_for_the_cluster_is_accepted(self):
        chosen = options.read(shlex.split(" ".join(self.cluster))[1:])
        settings = options.given(chosen)
        self.assertEqual((chosen.backend, chosen.sbatch, len(settings["types"])), ("slurm", ["--partition=short", "--time=30"], 8))
        self.assertIn(f" {8 * 7 // 2 * settings['games'] * 2} matches go into the queue", self.section)

    def test_the_options_of_the_page_exist(self):
        known = {word for action in options.parser()._actions for word in action.option_strings}
        others = {"--partition", "--time", "--sandbox", "--sync", "--competition", "--agent_wall", "--absent_types", "--Soccer.RuleHalfTime",
                  "--Soccer.ExtraHalfTime", "--Soccer.ShootOut", "--profile", "--players", "--trust_scripts",
                  "--Soccer.MonitorKicks"}  # fmt: skip
        self.assertEqual(set(re.findall(r"(?<![\w=-])--[A-Za-z._]+\w", self.section)) - known - others, set())


if __name__ == "__main__":
    del LeagueTest
    run_tests()
