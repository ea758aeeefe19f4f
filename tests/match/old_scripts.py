#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Set-up scripts in the style of 2004 to 2006 start, and a match is played.

    old_scripts.py SERVER [TEST ...]

old_set_up.rb is such a script; the others are the same with other calls that scripts had then.
"""

import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import TIMEOUT, TemporaryFolder  # noqa: E402
from skipping import run_tests  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SERVER = None
QUICK = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "3", "--seed", "4", "--timers", "fixed", "0", "--monitor_port", "off"]

# Bundles of 0.5.2 whose contents this server does not need.
EMPTY = re.compile(r"warning: \S+: the bundle '\w+' (holds nothing|is not complete) here: there is no .*")


def old_set_up():
    with open(os.path.join(HERE, "old_set_up.rb"), encoding="utf-8") as file:
        return file.read()


class OldScriptsTest(unittest.TestCase):
    def setUp(self):
        folder = TemporaryFolder(prefix="old-scripts-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self, script, *options):
        """Returns exit status, standard output, and standard error without the lines about bundles and without the folder's name."""
        with open(os.path.join(self.folder, "old.rb"), "w", encoding="utf-8") as file:
            file.write(script)
        done = subprocess.run(
            [SERVER, "--script", "old.rb", "--home", "off", *options],
            cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT, check=False,
        )
        lines = [line for line in done.stderr.replace(self.folder + "/", "").splitlines() if not EMPTY.fullmatch(line)]
        return done.returncode, done.stdout, lines

    def variables(self, script, *options):
        status, out, lines = self.start(script, "--variables", *options)
        self.assertEqual((status, lines), (0, []))
        return dict(line[2:].split(" ", 1) for line in out.splitlines() if line.startswith("--"))

    def test_a_match_is_played_with_an_old_script(self):
        status, out, lines = self.start(old_set_up(), "--strict", *QUICK)
        self.assertEqual(status, 0, lines)
        self.assertEqual([line for line in lines if line.startswith(("warning", "error"))], [])
        self.assertIn("agents       22 started, 0 lost", out)
        with open(os.path.join(self.folder, "Logfiles", "monitor.log"), encoding="utf-8") as log:
            last = log.read().split("\n(Info")[-1]
        self.assertEqual(last.count("(P "), 22)

    def test_scripts_read_and_assign_variables_of_the_engine(self):
        usual = self.variables(old_set_up())
        self.assertEqual((usual["Spades.TimePerStep"], usual["Spades.MonitorInterval"]), ("0.01", "15"))
        self.assertEqual(usual["Spades.SendAgentThinkTimes"], "false")
        # The script assigns the variable and reads it back; the command line has priority.
        script = old_set_up().replace("Spades.MonitorInterval = 15", "Spades.MonitorInterval = Spades.MonitorInterval * 2")
        self.assertEqual(self.variables(script)["Spades.MonitorInterval"], "30")
        given = self.variables(script, "--Spades.MonitorInterval", "7", "--Spades.TimePerStep", "0.02")
        self.assertEqual((given["Spades.MonitorInterval"], given["Spades.TimePerStep"]), ("7", "0.02"))

    def test_variables_of_the_engine_exist_only_after_its_server_is_created(self):
        status, _, lines = self.start("\nSpades.TimePerStep = 0.02\n" + old_set_up(), "--variables")
        self.assertEqual((status, lines), (1, ["rcssserver3D: old.rb:2: uninitialized constant Spades (NameError)"]))

    def test_names_of_variables_may_be_in_small_letters(self):
        script = old_set_up() + "addSoccerVar('mySize', 3)\nSoccer.mySize = Soccer.mySize + 1\ncreateVariable('League.round', getSoccerVar('mySize') * 2)\n"
        found = self.variables(script)
        self.assertEqual((found["Soccer.mySize"], found["League.round"]), ("4", "8"))
        self.assertEqual(self.variables(script, "--League.round", "3")["League.round"], "3")

    def test_objects_of_the_tree_are_found_at_their_old_paths(self):
        status, out, lines = self.start(old_set_up() + """
            names = %w[/classes/oxygen/SpadesServer /classes/DriveEffector /sys/server/monitor/SexpMonitor /sys/server/monitor/GameStateItem
              /sys/server/monitor/SexpMonitor/TrainerCommandParser /sys/server/gamecontrol/GameStateAspect
              /sys/server/gamecontrol/BallStateAspect /sys/server/gamecontrol/SoccerRuleAspect]
            names.each { |name| puts get(name).getFullPath() }
            cd '/classes/oxygen'
            pushd
            cd '/usr/scene/Ball'
            setLocalPos(0, 0, 5.0)
            selectCall('setLocalPos', [0.0, 0.0, 6.0])
            thisCall(get('physics').objPointer, 'setMass', [0.5])
            popd
            dirs
            """, "--variables", "--strict")
        self.assertEqual((status, lines), (0, []))
        printed_lines = [line for line in out.splitlines() if not line.startswith(("--", "      "))]
        self.assertEqual(printed_lines[0], "/classes/oxygen/SpadesServer")
        self.assertEqual((len(printed_lines), printed_lines[-1]), (9, "/classes/oxygen"))

    def test_folders_are_mounted_and_unmounted(self):
        os.makedirs(os.path.join(self.folder, "more", "rsg"))
        os.makedirs(os.path.join(self.folder, "data", "rsg"))
        for place in ("more", "data"):
            with open(os.path.join(self.folder, place, "rsg", f"{place}.rsg"), "w", encoding="utf-8") as file:
                file.write("(RubySceneGraph 0 1)\n((node Transform (setName made)))\n")
        status, out, lines = self.start(old_set_up() + """
            files = get($serverPath + 'file')
            puts files.exist('rsg/data.rsg'), files.exist('rsg/more.rsg')
            files.mount('FileSystemSTD', 'more/')
            files.unmount('data/')
            puts files.exist('rsg/data.rsg'), files.exist('rsg/more.rsg')
            puts get($scenePath).importScene('rsg/more.rsg')
            files.unmount('FileSystemSTD', 'more/')
            puts files.exist('rsg/more.rsg')
            """, "--variables")
        self.assertEqual((status, lines), (0, []))
        self.assertEqual([line for line in out.splitlines() if not line.startswith(("--", "      "))], "true false false true true false".split())

    MISTAKES = """
importBundle 'agentbrain'
get('/sys/server/nowhere').setSomething(1, 2)
get($serverPath + 'spades').queueAgent('foo', 11)
x = new('oxygen/NoSuchClass', '/usr/scene/thing')
x.setLocalPos(1, 2, 3)
begin
  new('kerosin/VideoServer', $serverPath + 'input').init('InputSystemSDL')
rescue
  puts 'no graphics'
end
puts 'the end'
"""

    def test_a_mistake_is_reported_in_a_line_and_the_script_continues(self):
        first = old_set_up().count("\n") + 2
        status, out, lines = self.start(old_set_up() + self.MISTAKES, "--variables")
        self.assertEqual(status, 0)
        self.assertEqual([line for line in out.splitlines() if not line.startswith(("--", "      "))], ["no graphics", "the end"])
        self.assertEqual(
            [re.match(r"(\w+: old\.rb:?\d*:) ", line)[1] for line in lines],
            [f"warning: old.rb:{first}:", f"error: old.rb:{first + 1}:", f"warning: old.rb:{first + 1}:"]
            + [f"warning: old.rb:{first + n}:" for n in (2, 3, 4)] + ["warning: old.rb:"],
        )
        self.assertIn("5 calls failed in the set-up", lines[-1])

    def test_with_strict_the_first_mistake_ends_the_start(self):
        first = old_set_up().count("\n") + 2
        status, _, lines = self.start(old_set_up() + self.MISTAKES, "--strict", *QUICK)
        self.assertEqual((status, len(lines)), (1, 1))
        self.assertRegex(lines[0], rf"^rcssserver3D: old\.rb:{first}: there is no module agentbrain\.so in .* \(RuntimeError\)$")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "Logfiles")))

    def test_an_endless_script_is_stopped_at_the_limit(self):
        status, _, lines = self.start(old_set_up() + "\nloop { $x = 1 }\n", "--script_limit", "2", *QUICK)
        line = old_set_up().count("\n") + 2
        self.assertEqual((status, lines), (1, [f"rcssserver3D: old.rb:{line}: the script did not end within 2 s (--script_limit)"]))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "Logfiles")))

    def test_an_endless_function_leaves_no_incomplete_body(self):
        script = old_set_up() + "def addAgent(path)\n  new('oxygen/Body', path + 'physics').setSphereTotal(1.0, 0.2)\n  sleep\nend\n"
        status, _, lines = self.start(script, "--script_limit", "0.2", "--team", "foo:1", *QUICK)
        line = old_set_up().count("\n") + 3
        self.assertIn(f"error: agent 0 could not be created: old.rb:{line}: the script did not end within 0.2 s (--script_limit)", lines)
        self.assertEqual(status, 0)


if __name__ == "__main__":
    SERVER = os.path.abspath(sys.argv.pop(1))
    run_tests(sys.argv[1:])
