# SPDX-License-Identifier: Apache-2.0
"""Copies of teams on the nodes of a cluster."""

import os
import socket
import unittest.mock
import xml.etree.ElementTree as xml

from stage import LeagueTest, Settings, run_tests, schedule

from tournament import agent_types
from tournament.errors import LeagueError
from tournament.owned import OwnedFolder
from tournament.slurm import copies


class Copies(LeagueTest):
    def setUp(self):
        super().setUp()
        self.settings = Settings(["A", "B"], agentdb=self.database)
        self.match = schedule(self.settings, {}).matches[0]
        self.beats = 0
        os.mkdir(self.path("node"))

    def beat(self):
        self.beats += 1

    def copy(self):
        copies.copy(self.path("team A"), self.path("node", "team"), self.beat)

    def modes(self):
        paths = [os.path.join(base, name) for base, _, names in os.walk(self.path("node", "team")) for name in [".", *names]]
        return {oct(os.stat(path).st_mode & 0o222) for path in paths if not os.path.islink(path)}

    def test_folders_files_and_links_are_copied(self):
        os.makedirs(self.path("team A", "deep", "er"))
        self.write("team A/deep/er/data", "x" * 1000)
        os.chmod(self.path("team A", "agent"), 0o755)
        os.symlink("deep/er", self.path("team A", "link"))
        os.symlink("/nowhere", self.path("team A", "broken"))
        os.mkfifo(self.path("team A", "pipe"))
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(self.path("team A", "socket"))
            self.copy()
        self.assertEqual(sorted(os.listdir(self.path("node", "team"))), ["agent", "broken", "deep", "link"])
        self.assertEqual((os.readlink(self.path("node", "team", "link")), os.readlink(self.path("node", "team", "broken"))), ("deep/er", "/nowhere"))
        self.assertEqual(self.read("node", "team", "link", "data"), "x" * 1000)
        self.assertEqual(os.stat(self.path("node", "team", "agent")).st_mode & 0o777, 0o555)
        self.assertEqual(self.modes(), {"0o0"})
        self.assertEqual(self.beats, 6)
        copies.remove(self.path("node"))
        self.assertFalse(os.path.exists(self.path("node")))

    def test_unusable_folders_of_teams_are_refused(self):
        with unittest.mock.patch.object(copies, "MAX_FILES", 0), self.assertRaisesRegex(LeagueError, "team A: a team's folder has at most .* files$"):
            self.copy()
        with self.assertRaisesRegex(LeagueError, "no team: No such file or directory$"):
            copies.copy(self.path("no team"), self.path("node", "team"), self.beat)
        with self.assertRaisesRegex(LeagueError, "agentdb.xml: Not a directory$"):
            copies.copy(self.database, self.path("node", "team"), self.beat)

    def test_copies_of_dead_owners_are_removed(self):
        """This holds for a killed owner, too; copies of live owners, and folders that only look like copies, are kept."""
        killed = os.fork()
        if killed == 0:
            one = OwnedFolder(self.path("node"), "league.")
            copies.copy(self.path("team A"), os.path.join(one.path, "team"), self.beat)
            os.kill(os.getpid(), 9)
        os.waitpid(killed, 0)
        live = OwnedFolder(self.path("node"), "other.")
        self.assertEqual(len(os.listdir(self.path("node"))), 4)
        os.mkdir(self.path("node", "league.without_owner"))
        os.symlink(self.database, self.path("node", "league.link.lock"))
        own = OwnedFolder(self.path("node"), "league.", copies.remove)
        stay = {"league.without_owner", "league.link.lock", *(os.path.basename(path) for path in (live.path, live.path + ".lock"))}
        self.assertEqual(set(os.listdir(self.path("node"))), stay | {os.path.basename(own.path), os.path.basename(own.path) + ".lock"})
        OwnedFolder(self.path("node"), "league.").close()
        self.assertTrue(os.path.isdir(own.path))
        own.close()
        self.assertEqual(set(os.listdir(self.path("node"))), stay)
        self.assertTrue(os.path.exists(self.database))
        live.close()

    def test_the_database_names_the_copied_programs(self):
        """The types' own programs are those in the copies. Everything else of the database is kept, except the other types."""
        source = self.path("team A")
        self.write("agentdb.xml", f"""<agentdb xmlns="http://example.org/" xmlns:x="http://example.org/x" x:version="0.91"><!-- a comment -->
            <agent_type_external x:name="A" commserver="lab"><timer>fixed 7</timer><inputfd>5</inputfd><working_dir>./team A/</working_dir>
              <exec_line>"{source}/agent" {source} {source}2/x &lt;&amp;</exec_line></agent_type_external>
            <agent_type_external name="B"><exec_line>agenttest</exec_line><working_dir>team B</working_dir></agent_type_external>
            <agent_type_external name="C"><exec_line>secret</exec_line></agent_type_external></agentdb>""")
        path = copies.prepare(self.settings, self.match, self.path("node"), self.beat)
        types = agent_types.load(path)
        copied = self.path("node", "team0")
        self.assertEqual({name: (one.folder, one.command) for name, one in types.items()}, {
            "A": (copied, f'"{copied}/agent" {copied} {source}2/x <&'), "B": (self.path("node", "team1"), "agenttest"),
        })  # fmt: skip
        first = xml.parse(path).getroot()[0]
        others = {agent_types.bare(child.tag): child.text for child in first}
        self.assertEqual((others["timer"], others["inputfd"], len(others)), ("fixed 7", "5", 4))
        self.assertEqual(first.attrib, {"name": "A"}, "the agent that this server starts has other attributes")
        self.assertEqual(os.listdir(copied), ["agent"])


if __name__ == "__main__":
    del LeagueTest
    run_tests()
