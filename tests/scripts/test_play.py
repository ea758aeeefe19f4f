#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./play without a screen: test_play.py [unittest's arguments]."""

import os
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import PATIENCE  # noqa: E402
from skipping import run_tests  # noqa: E402
from stand_ins import ScriptTest  # noqa: E402

APT = """
case "$*" in
*--download-only*) echo 'dlstatus:1:20.5:Retrieving file 3 of 40' >&3 ;;
*--no-download*) echo 'pmstatus:libfoo:45.0:Unpacking libfoo' >&3 ;;
esac
"""
BROKEN_APT = """
case "$*" in
*--download-only*)
  echo 'Reading package lists...'
  echo 'E: Failed to fetch libfoo.deb  404  Not Found'
  exit 100 ;;
esac
"""
SLOW_APT = """
case "$*" in
*--no-download*)
  touch "$LOGS/dpkg-runs"
  read -r go <"$LOGS/go"
  touch "$LOGS/dpkg-done" ;;
esac
"""


class PlayScript(ScriptTest):
    SCRIPT = "play"

    def setUp(self):
        super().setUp()
        self.stand_in("apt-get", APT)
        self.stand_in("../project/build/bin/rcssserver3D", 'pwd >"$LOGS/server-folder"')

    def without_packages(self, *missing):
        self.stand_in("dpkg-query", f'case "$*" in {"|".join("*" + name for name in missing)}) exit 1 ;; esac; echo installed')

    # ---- arguments --------------------------------------------------------------------------------------------------

    def test_files_count_from_where_it_was_called(self):
        self.run_script("--agentdb", "my agents.xml", "--script=s.rb")
        self.assertEqual(self.called("server-folder"), [os.path.realpath(self.here)])
        self.assertEqual(self.called("rcssserver3D"), ["--Soccer.AutomaticKickOff true --agentdb my agents.xml --script=s.rb"])

    # ---- RT components ----------------------------------------------------------------------------------------------

    def test_a_demo_starts_names_world_and_page_and_ends_them(self):
        stays = 'echo $$ >>"$LOGS/pids"; exec sleep 1000'
        self.stand_in("../project/build/bin/rtm", f"""case "$*" in
names*) echo 'name server 127.0.0.1:5' ;;
*browse*) echo 'http://127.0.0.1:9/?token=x' ;;
esac
{stays}""")
        self.stand_in("../project/build/bin/rcssserver3D", stays)
        script = self.start("--seed", "4", "--rtm", "light")
        line = next(line for line in script.stdout if "http" in line)
        self.assertEqual(line, "==> devices as components: http://127.0.0.1:9/?token=x\n")
        self.assertEqual(self.called("rcssserver3D"), ["--script rtm/light.rb --Rtm.NameServer 127.0.0.1:5 --seed 4"])
        self.assertIn("--nameserver 127.0.0.1:5 browse --port 0", self.called("rtm"))
        self.assertIn("RCSS_RTM=ON", "".join(self.called("cmake")))
        script.send_signal(signal.SIGINT)
        script.communicate(timeout=PATIENCE)
        pids = self.called("pids")
        self.assertEqual(len(pids), 3)
        for pid in pids:
            self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("rcssserver3d-rtm")], [])

    def test_there_are_two_demos(self):
        for words in (["--rtm"], ["--rtm", "dance"]):
            out, err = self.run_script(*words, status=1)
            self.assertIn("there are the demos light and bilateral", err)
            self.assertEqual(out, "")

    # ---- building ---------------------------------------------------------------------------------------------------

    def test_the_monitor_is_built_too(self):
        self.run_script()
        (call,) = self.called("ninja")
        for target in ("rcssserver3D", "soccer", "agenttest", "rcssmonitor3D-lite"):
            self.assertIn(target, call.split())

    def test_with_nothing_to_build_nothing_is_said_of_it(self):
        out, err = self.run_script()
        self.assertNotIn("build", out.replace(self.project, "") + err)
        self.assertEqual(out.count("\n"), 1, out)

    def test_what_is_built_shows_how_far_it_is(self):
        self.stand_in("ninja", "echo '[1/4] Building CXX object a.o'; echo '[3/4] Linking CXX executable b'")
        out, _ = self.run_script()
        self.assertEqual(out.count("==> building in"), 1, out)
        self.assertIn("building 75 %: Linking CXX executable b", out)

    def test_a_build_that_fails_shows_the_error(self):
        self.stand_in("ninja", "echo '[1/4] Building CXX object a.o'; echo 'FAILED: a.o'; echo 'a.cpp:1: error: no such thing'; exit 1")
        out, err = self.run_script(status=1)
        self.assertIn("a.cpp:1: error: no such thing", err)
        self.assertIn("build.log", err)
        self.assertEqual(self.called("rcssserver3D"), [])

    def test_playing_configures_no_tests(self):
        os.remove(os.path.join(self.project, "build", "build.ninja"))
        self.run_script()
        (call,) = self.called("cmake")
        self.assertIn("-DRCSS_TESTS=OFF", call.split())
        asked = " ".join(self.called("dpkg-query"))
        for package in ("catch2", "librapidcheck-dev", "xvfb"):
            self.assertNotIn(package, asked)

    # ---- packages ---------------------------------------------------------------------------------------------------

    def test_installing_shows_how_far_it_is(self):
        self.without_packages("libode-dev", "libsdl2-dev")
        out, _ = self.run_script()
        self.assertIn("==> installing Debian packages: libode-dev libsdl2-dev", out)
        self.assertIn("downloading 20 %: Retrieving file 3 of 40", out)
        self.assertIn("installing 45 %: Unpacking libfoo", out)
        self.assertEqual(len(self.called("apt-get")), 3)
        self.assertEqual([name for name in os.listdir(self.folder) if "apt." in name], [], "left behind")

    def test_when_it_fails_the_cause_is_shown(self):
        self.without_packages("libode-dev")
        self.stand_in("apt-get", BROKEN_APT)
        _, err = self.run_script(status=1)
        self.assertTrue(err.startswith("E: Failed to fetch libfoo.deb  404  Not Found\nerror: apt-get could not install"), err)
        self.assertEqual(self.called("rcssserver3D"), [])

    def test_without_sudo_there_is_a_command_to_paste(self):
        self.without_packages("libode-dev", "libsdl2-dev")
        self.stand_in("id", "echo 1000")
        _, err = self.run_script(status=1)
        self.assertIn('su -c "apt-get update && apt-get install -y --no-install-recommends libode-dev libsdl2-dev"\n', err)
        self.assertEqual(self.called("apt-get"), [])

    def test_sudo_installs_where_it_is(self):
        self.without_packages("libode-dev")
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", '[ "$1" = -v ] || exec "$@"')
        self.run_script()
        self.assertEqual(len(self.called("apt-get")), 3)

    def test_ctrl_c_leaves_no_half_installed_package(self):
        self.without_packages("libode-dev")
        self.stand_in("apt-get", SLOW_APT)
        os.mkfifo(os.path.join(self.folder, "go"))
        play = self.start()
        deadline = time.monotonic() + PATIENCE
        while not os.path.exists(os.path.join(self.folder, "dpkg-runs")):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        os.killpg(play.pid, signal.SIGINT)
        for line in play.stdout:
            if "stopping as soon as no package is half installed" in line:
                break
        else:
            self.fail("it says nothing to Ctrl-C")
        self.assertIsNone(play.poll())
        with open(os.path.join(self.folder, "go"), "w", encoding="ascii") as go:
            go.write("on\n")
        play.communicate(timeout=PATIENCE)
        self.assertEqual(play.returncode, 130)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "dpkg-done")), "it was cut short")
        self.assertEqual(self.called("rcssserver3D"), [])


if __name__ == "__main__":
    run_tests(sys.argv[1:])
