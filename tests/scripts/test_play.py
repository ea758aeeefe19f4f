#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./play without a screen: test_play.py [unittest's arguments]."""

import os
import shutil
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from programs import ROOT, TIMEOUT  # noqa: E402
from skipping import run_tests  # noqa: E402
from stand_ins import ScriptTest, installed_except  # noqa: E402

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
# A program that runs until SIGINT, and one that ignores it.
STAYS = """trap 'echo $$ >>"$LOGS/interrupted"; exit 130' INT
echo $$ >>"$LOGS/pids"
while :; do sleep 0.02; done"""
STUBBORN = """trap '' INT; echo $$ >>"$LOGS/pids"; exec sleep 1000"""


class PlayScript(ScriptTest):
    SCRIPT = "play"

    def setUp(self):
        super().setUp()
        self.stand_in("apt-get", APT)
        self.stand_in("../project/build/bin/rcssserver3D", 'pwd >"$LOGS/server-folder"')

    def without_packages(self, *missing):
        self.stand_in("dpkg-query", installed_except(*missing))

    # ---- arguments --------------------------------------------------------------------------------------------------

    def test_relative_paths_refer_to_the_callers_folder(self):
        self.run_script("--agentdb", "my agents.xml", "--script=s.rb")
        self.assertEqual(self.called("server-folder"), [os.path.realpath(self.here)])
        self.assertEqual(self.called("rcssserver3D"), ["--Soccer.AutomaticKickOff true --agentdb my agents.xml --script=s.rb"])

    def test_help_and_version_build_nothing(self):
        shutil.copy(os.path.join(ROOT, "CMakeLists.txt"), self.project)
        self.assertRegex(self.run_script("--version")[0], r"^rcssserver3D \d+\.\d+\.\d+\n$")
        self.assertIn("--version", self.run_script("--help")[0])
        self.assertEqual(self.called("cmake") + self.called("ninja"), [])

    # ---- RT components ----------------------------------------------------------------------------------------------

    def test_a_demo_starts_and_ends_name_server_world_and_page(self):
        self.stand_in("../project/build/bin/rtm", f"""case "$*" in
names*) echo 'name server 127.0.0.1:5' ;;
*browse*) echo 'http://127.0.0.1:9/?token=x' ;;
esac
{STAYS}""")
        self.stand_in("../project/build/bin/rcssserver3D", STAYS)
        script = self.start("--seed", "4", "--rtm", "light")
        line = next(line for line in script.stdout if "http" in line)
        self.assertEqual(line, "==> devices as components: http://127.0.0.1:9/?token=x\n")
        self.wait_for_pids(3)
        self.assertEqual(self.called("rcssserver3D"), ["--script rtm/light.rb --Rtm.NameServer 127.0.0.1:5 --seed 4"])
        self.assertIn("--nameserver 127.0.0.1:5 browse --port 0", self.called("rtm"))
        self.assertIn("RCSS_RTM=ON", "".join(self.called("cmake")))
        script.send_signal(signal.SIGINT)
        script.communicate(timeout=TIMEOUT)
        self.check_interrupted(3)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("rcssserver3d-rtm")], [])

    def test_the_arm_opens_a_window_if_there_is_a_screen(self):
        self.stand_in("../project/build/bin/rtm", f"""case "$*" in
names*) echo 'name server 127.0.0.1:5' ;;
*browse*) echo 'http://127.0.0.1:9/?token=x' ;;
esac
{STAYS}""")
        for name in ("rcssserver3D", "rcssmonitor3D-lite"):
            self.stand_in(f"../project/build/bin/{name}", STAYS)
        for screen, programs in (({}, 3), ({"DISPLAY": ":7"}, 4)):
            with self.subTest(screen):
                script = self.start("--rtm", "arm", "--monitor_port", "12345", **screen)
                lines = [next(script.stdout)]
                while "off ArmPD0" not in lines[-1]:
                    lines.append(next(script.stdout))
                self.assertIn("==> devices as components: http://127.0.0.1:9/?token=x\n", lines)
                self.wait_for_pids(programs)
                self.assertEqual(self.called("rcssserver3D")[-1], "--script rtm/arm.rb --Rtm.NameServer 127.0.0.1:5 "
                                 "--Rtm.Controller loaded --speed 1 --monitor_port 12345")
                self.assertIn("ArmPD.so", " ".join(self.called("ninja")).split())
                if screen:
                    self.assertEqual(self.called("rcssmonitor3D-lite"), ["--server 127.0.0.1 --port 12345"])
                    self.assertIn("rcssmonitor3D-lite", " ".join(self.called("ninja")).split())
                else:
                    self.assertEqual(self.called("rcssmonitor3D-lite"), [])
                    self.assertNotIn("rcssmonitor3D-lite", " ".join(self.called("ninja")).split())
                script.send_signal(signal.SIGINT)
                script.communicate(timeout=TIMEOUT)
                self.check_interrupted(programs)
                for name in ("pids", "interrupted"):
                    os.remove(os.path.join(self.folder, name))

    def test_unknown_demos_are_refused_with_the_list(self):
        for words in (["--rtm"], ["--rtm", "dance"]):
            out, err = self.run_script(*words, status=2)
            self.assertIn("the demos are light, bilateral and arm", err)
            self.assertEqual(out, "")

    # ---- operators ---------------------------------------------------------------------------------------------------

    def wait_for_pids(self, count):
        deadline = time.monotonic() + TIMEOUT
        while len(self.called("pids")) < count and time.monotonic() < deadline:
            time.sleep(0.02)

    def check_interrupted(self, count):
        """Checks that so many programs were started and have ended, each on SIGINT."""
        pids = self.called("pids")
        self.assertEqual(len(pids), count)
        for pid in pids:
            self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)
        self.assertEqual(sorted(self.called("interrupted")), sorted(pids))

    def operate(self, *arguments, server="mkdir -p Logfiles; echo '0 rctp port 51' >Logfiles/server.log"):
        """Returns the line with the address. Checks that Ctrl-C ends everything."""
        self.stand_in("../project/build/bin/rcssserver3D", f"{server}\n{STAYS}")
        script = self.start(*arguments)
        line = next(line for line in script.stdout if "http" in line)
        processes = 1 + os.path.exists(os.path.join(self.project, "build/bin/rctp-camera"))
        self.wait_for_pids(processes)
        script.send_signal(signal.SIGINT)
        script.communicate(timeout=TIMEOUT)
        self.check_interrupted(processes)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("rcssserver3d-operate")], [])
        return line

    def test_a_match_is_operated_at_a_free_port(self):
        # The log of an earlier match must not be used.
        os.makedirs(os.path.join(self.here, "Logfiles"))
        with open(os.path.join(self.here, "Logfiles", "server.log"), "w", encoding="ascii") as log:
            log.write("0 rctp port 40\n")
        line = self.operate("--operate", "--seed", "4")
        self.assertEqual(line, "==> to operate it, open in a browser: http://127.0.0.1:51/foo_11/ (Ctrl-C here ends everything)\n")
        self.assertEqual(
            self.called("rcssserver3D"),
            ["--team foo:10 --team bar:11 --Soccer.Operated foo:11 --Soccer.AutomaticKickOff true --speed 1 --rctp_port 0 --seed 4"],
        )
        self.assertLessEqual({"rcssmonitor3D-web", "rcsstrainer3D", "commserver_executable"}, set(" ".join(self.called("ninja")).split()))
        self.assertIn("rctp", self.called("ninja")[-1].split())
        self.assertNotIn("rctp-camera", self.called("ninja")[-1].split())

    def test_an_obstacle_course_is_operated_with_its_camera(self):
        with open(os.path.join(self.project, "build", "build.ninja"), "w", encoding="ascii") as rules:
            rules.write("build bin/rctp-camera: link\n")
        self.stand_in("../project/build/bin/rctp-camera", STAYS)
        line = self.operate("--operate", "obstacle_run", "--Course.Arm", "true", "--logdir", "elsewhere", server="mkdir elsewhere; echo '0 rctp port 52' >elsewhere/server.log")
        self.assertIn("http://127.0.0.1:52/rover/ ", line)
        self.assertEqual(self.called("rcssserver3D"), ["--script obstacle_run.rb --speed 1 --rctp_port 0 --Course.Arm true --logdir elsewhere"])
        self.assertEqual(self.called("rctp-camera"), ["--server 127.0.0.1:52"])
        self.assertIn("rctp-camera", self.called("ninja")[-1].split())

    def test_port_and_players_can_be_chosen(self):
        line = self.operate("--operate", "--rctp_port", "3300", "--Soccer.Operated", "bar:5 foo:2", "--rctp_address=0.0.0.0", server="")
        self.assertIn("http://127.0.0.1:3300/ ", line)
        _, err = self.run_script("--operate", "--rctp_port", "off", status=2)
        self.assertIn("--operate needs a port that is open", err)

    def test_a_server_that_ignores_ctrl_c_is_ended_by_a_stronger_signal(self):
        self.stand_in("../project/build/bin/rcssserver3D", STUBBORN)
        script = self.start("--operate", "--rctp_port", "3300")
        self.wait_for_pids(1)
        script.send_signal(signal.SIGINT)
        script.communicate(timeout=TIMEOUT)
        (pid,) = self.called("pids")
        self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)

    def test_a_server_that_does_not_start_ends_the_script(self):
        self.stand_in("../project/build/bin/rcssserver3D", "exit 3")
        out, _ = self.run_script("--operate", status=3)
        self.assertNotIn("http", out)

    # ---- a room of SIGVerse ------------------------------------------------------------------------------------------

    WATCHED = ["--script sigverse.rb --Sig.World {}/scenes/sigverse/demo.xml --Sig.AutoStart true --speed 1 --seed 4"]

    def watch_a_room(self, viewer):
        """The script, once both programs run."""
        # As the server does, it ends on SIGINT although scripts have that ignored in the background.
        stays = 'echo $$ >>"$LOGS/pids"; exec env --default-signal=INT sleep 1000'
        self.stand_in("../project/build/bin/rcssserver3D", f"mkdir -p Logfiles; echo '0 sigverse port 54' >Logfiles/server.log; {stays}")
        self.stand_in("../project/build/bin/sigviewer", viewer)
        script = self.start("--sigverse", "--seed", "4", DISPLAY=":7")
        self.wait_for_pids(2)
        return script

    def check_watched(self, script, status):
        out, err = script.communicate(timeout=TIMEOUT)
        self.assertEqual(script.returncode, status, out + err)
        self.assertEqual(self.called("rcssserver3D"), [line.format(self.project) for line in self.WATCHED])
        self.assertEqual(self.called("sigviewer"), ["--host 127.0.0.1 --port 54"])
        self.assertIn("sigviewer", " ".join(self.called("ninja")).split())
        self.assertEqual(len(self.called("pids")), 2)
        for pid in self.called("pids"):
            self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("rcssserver3d-")], [])

    def test_a_room_opens_a_window_if_there_is_a_screen(self):
        # The log of an earlier run must not be used.
        os.makedirs(os.path.join(self.here, "Logfiles"))
        with open(os.path.join(self.here, "Logfiles", "server.log"), "w", encoding="ascii") as log:
            log.write("0 sigverse port 40\n")
        script = self.watch_a_room(STAYS)
        script.send_signal(signal.SIGINT)
        self.check_watched(script, 130)

    def test_closing_the_window_ends_the_room(self):
        self.check_watched(self.watch_a_room('echo $$ >>"$LOGS/pids"'), 0)

    def test_a_room_that_does_not_start_opens_no_window(self):
        self.stand_in("../project/build/bin/rcssserver3D", "exit 3")
        script = self.start("--sigverse", DISPLAY=":7")
        script.communicate(timeout=TIMEOUT)
        self.assertEqual(script.returncode, 3)
        self.assertEqual(self.called("sigviewer"), [])

    # ---- an errand ---------------------------------------------------------------------------------------------------

    SAID = "referee:    0.5 s  person speaks\\nreferee: 100 of 100 points after 61.8 s: the person has got the can"

    def errand(self, said=SAID, status=0, speech="echo 'sigjsp: recognises speech for 127.0.0.1:53' >&2"):
        """Stand-ins of all programs: the server runs until the referee has ended."""
        for folder in ("scenes/sigverse", "agent-sample/sigverse"):
            os.makedirs(os.path.join(self.project, folder))
        with open(os.path.join(self.project, "scenes/sigverse/errand.wav"), "w", encoding="ascii") as wave:
            wave.write("can")
        self.stand_in("../project/build/bin/rcssserver3D", """echo $$ >>"$LOGS/pids"
for world; do case $world in *world.xml) cat "$world" "${world%/*}/errand.wav" >"$LOGS/world" ;; esac; done
echo 'random seed 4'; echo 'sigverse port 53'; echo 'sigverse: ready'
while [ ! -f "$LOGS/judged" ]; do sleep 0.02; done""")
        self.stand_in("../project/build/bin/sigjsp", f"{speech}\n{STAYS}")
        self.stand_in("python3", f"""echo $$ >>"$LOGS/pids"\nprintf '%b\\n' '{said}'\ntouch "$LOGS/judged"\nexit {status}""")

    def check_nothing_is_left(self):
        for pid in self.called("pids"):
            self.assertFalse(os.path.exists(f"/proc/{pid}"), pid)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("rcssserver3d-errand")], [])

    def test_an_errand_is_run_and_judged(self):
        for words in (["sigverse-errand"], ["--sigverse", "errand"]):
            with self.subTest(words):
                self.errand() if not self.called("pids") else os.remove(os.path.join(self.folder, "judged"))
                out, _ = self.run_script(*words, "--seed", "4")
                self.assertIn("       0.5 s  person speaks\n    100 of 100 points after 61.8 s: the person has got the can\n", out)
                self.assertIn("--logfile 'Logfiles/monitor.log'", out)
                (server,) = self.called("rcssserver3D")[-1:]
                self.assertRegex(server, "^--script sigverse.rb --Sig.Port 0 --Sig.EndTime 300 --speed max --monitor_port off --seed 4 "
                                         "--Sig.World .*/world.xml --Sig.AutoStart false$")
                self.assertRegex(self.called("sigjsp")[-1], "^--backend pocketsphinx --grammar .*/errand.jsgf --dictionary .*/errand.dict --host 127.0.0.1 --port 53$")
                self.assertRegex(self.called("python3")[-1], "errand_referee.py --host 127.0.0.1 --port 53 --asked=bring me the can$")
                self.assertEqual(self.called("world"), [f'<world name="errand" inherit="{self.project}/scenes/sigverse/errand.xml"/>', "can"])
                self.check_nothing_is_left()
        asked = " ".join(self.called("dpkg-query"))
        self.assertIn("pocketsphinx-en-us", asked)
        self.assertNotIn("espeak-ng", asked)
        self.assertIn("sigjsp", " ".join(self.called("ninja")).split())

    def test_an_errand_can_be_watched(self):
        self.errand()
        self.stand_in("../project/build/bin/sigviewer", 'echo $$ >>"$LOGS/pids"; while [ ! -f "$LOGS/judged" ]; do sleep 0.02; done')
        script = self.start("sigverse-errand", "--watch", "--monitor_port", "off", DISPLAY=":7")
        out, err = script.communicate(timeout=TIMEOUT)
        self.assertEqual((script.returncode, err), (0, ""), out)
        self.assertIn(" --speed 1 --monitor_port off ", self.called("rcssserver3D")[0])
        self.assertEqual(self.called("sigviewer"), ["--host 127.0.0.1 --port 53"])
        self.assertIn("sigviewer", " ".join(self.called("ninja")).split())
        self.check_nothing_is_left()

    def test_a_failed_errand_reports_the_reason(self):
        self.errand("referee:  0 of 100 points after 33.0 s: failed: it has found no can", status=1)
        out, err = self.run_script("sigverse-errand", status=1)
        self.assertIn("found no can", out)
        self.assertEqual(err, "error: the errand failed: it has found no can\n")
        self.check_nothing_is_left()

    def test_words_voices_and_files_can_be_chosen(self):
        self.errand()
        # Like libpulse, it leaves a folder unless it is given one.
        self.stand_in("espeak-ng", 'mkdir -p "${PULSE_RUNTIME_PATH:-$TMPDIR/pulse-$$}"; while [ "$1" != -w ]; do shift; done; echo spoken >"$2"')
        self.run_script("sigverse-errand", "--say", "fetch the cup", "--voice=en-us", "--words_per_minute", "120")
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("pulse-")], [])
        self.assertRegex(self.called("espeak-ng")[0], "^-v en-us -s 120 -w .*/errand.wav -- fetch the cup$")
        self.assertRegex(self.called("python3")[0], "--asked=fetch the cup$")
        self.assertEqual(self.called("world")[1], "spoken")
        self.assertIn("espeak-ng", " ".join(self.called("dpkg-query")).split())
        with open(os.path.join(self.here, "my voice.wav"), "w", encoding="ascii") as wave:
            wave.write("mine")
        os.remove(os.path.join(self.folder, "judged"))
        self.run_script("sigverse-errand", "--say", "my voice.wav", "--Sig.World", "a & b.xml")
        self.assertEqual(self.called("world"), [f'<world name="errand" inherit="{os.path.realpath(self.here)}/a &amp; b.xml"/>', "mine"])
        self.assertRegex(self.called("python3")[-1], "--asked=$")
        os.rename(os.path.join(self.here, "my voice.wav"), os.path.join(self.here, "voice"))
        os.remove(os.path.join(self.folder, "judged"))
        self.run_script("sigverse-errand", "--say", "voice")
        self.assertEqual(self.called("world")[1], "mine")
        self.check_nothing_is_left()

    def test_invalid_words_voices_and_files_are_refused(self):
        self.errand()
        with open(os.path.join(self.here, "my.wav"), "w", encoding="ascii") as wave:
            wave.write("mine")
        for words, reason in ((["sigverse-errand", "--say", "none.wav"], "none.wav: this file cannot be read"),
                              (["sigverse-errand", "--say", "none.Wave"], "none.Wave: this file cannot be read"),
                              (["sigverse-errand", "--say", self.here], "this file cannot be read"),
                              (["sigverse-errand", "--say", "my.wav", "--voice", "en-gb"], "have no effect on a recording"),
                              (["sigverse-errand", "--say"], "--say needs a value"), (["sigverse-errand", "--say", ""], "--say needs a value"),
                              (["sigverse-errand", "--say="], "--say needs a value"), (["--say", "hello"], "are for sigverse-errand"),
                              *((["sigverse-errand", "--words_per_minute", value], f"--words_per_minute {value}: expected 80 to 450")
                                for value in ("abc", "-5", "79", "451", "1" * 30))):
            with self.subTest(words):
                _, err = self.run_script(*words, status=1 if reason.endswith("cannot be read") else 2)
                self.assertIn(reason, err)
                self.assertEqual(err.count("\n"), 1, err)
        self.assertEqual(self.called("pids"), [])

    def test_an_unusable_recording_is_reported(self):
        self.errand()
        with open(os.path.join(self.here, "my.wav"), "w", encoding="ascii") as wave:
            wave.write("mine")
        self.stand_in("../project/build/bin/rcssserver3D", """echo 'sigverse port 53'; echo 'sigverse: ready'
echo 'warning: person (agent 1): loadWaveFile: errand.wav: it has 24 bits a sample'
while [ ! -f "$LOGS/judged" ]; do sleep 0.02; done""")
        self.stand_in("python3", """echo 'referee: failed: errand.wav cannot be loaded'; touch "$LOGS/judged"; exit 1""")
        _, err = self.run_script("sigverse-errand", "--say", "my.wav", status=1)
        self.assertEqual(err, "error: --say my.wav: it has 24 bits a sample\n")

    def test_the_error_of_the_referee_is_printed_once(self):
        self.errand("referee: cannot connect", status=1)
        out, err = self.run_script("sigverse-errand", status=1)
        self.assertIn("    cannot connect\n", out)
        self.assertEqual(err, "error: the referee has failed\n")
        os.remove(os.path.join(self.folder, "judged"))
        self.stand_in("python3", 'echo "no such module"; touch "$LOGS/judged"; exit 1')
        _, err = self.run_script("sigverse-errand", status=1)
        self.assertEqual(err, "no such module\nerror: the referee has failed\n")
        self.check_nothing_is_left()

    def test_an_errand_without_a_recogniser_is_reported(self):
        self.errand(speech="echo 'sigjsp: no model'; exit 1")
        _, err = self.run_script("sigverse-errand", status=1)
        self.assertEqual(err, "sigjsp: no model\nerror: the speech recogniser did not start\n")
        self.stand_in("../project/build/bin/rcssserver3D", "echo 'no such option'; exit 2")
        _, err = self.run_script("sigverse-errand", "--sped", "4", status=2)
        self.assertEqual(err, "no such option\nerror: the world did not start (./play --help)\n")
        self.check_nothing_is_left()

    def test_ctrl_c_ends_an_errand(self):
        self.errand()
        self.stand_in("python3", f'echo "referee: begins"; {STAYS}')
        script = self.start("sigverse-errand")
        self.assertIn("    begins\n", iter(script.stdout.readline, ""))
        script.send_signal(signal.SIGINT)
        script.communicate(timeout=TIMEOUT)
        self.assertEqual(script.returncode, 130)
        self.assertEqual(len(self.called("pids")), 3)
        self.check_nothing_is_left()

    # ---- building ---------------------------------------------------------------------------------------------------

    def test_the_monitor_is_also_built(self):
        self.run_script()
        (call,) = self.called("ninja")
        for target in ("rcssserver3D", "soccer", "agenttest", "agenttest-0.1", "rcssmonitor3D-lite"):
            self.assertIn(target, call.split())

    def test_a_build_without_work_prints_nothing(self):
        out, err = self.run_script()
        self.assertNotIn("build", out.replace(self.project, "") + err)
        self.assertEqual(out.count("\n"), 1, out)

    def test_a_build_shows_its_progress(self):
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

    def test_an_installation_shows_its_progress(self):
        self.without_packages("libode-dev", "libsdl2-dev")
        out, _ = self.run_script()
        self.assertIn("==> installing Debian packages: libode-dev libsdl2-dev", out)
        self.assertIn("downloading 20 %: Retrieving file 3 of 40", out)
        self.assertIn("installing 45 %: Unpacking libfoo", out)
        self.assertEqual(len(self.called("apt-get")), 3)
        self.assertEqual([name for name in os.listdir(self.folder) if "apt." in name], [], "files were left behind")

    def test_a_failed_installation_shows_the_cause(self):
        self.without_packages("libode-dev")
        self.stand_in("apt-get", BROKEN_APT)
        _, err = self.run_script(status=1)
        self.assertTrue(err.startswith("E: Failed to fetch libfoo.deb  404  Not Found\nerror: apt-get could not install"), err)
        self.assertEqual(self.called("rcssserver3D"), [])

    def test_without_sudo_a_command_is_printed(self):
        self.without_packages("libode-dev", "libsdl2-dev")
        self.stand_in("id", "echo 1000")
        _, err = self.run_script(status=1)
        self.assertIn('su -c "apt-get update && apt-get install -y --no-install-recommends libode-dev libsdl2-dev"\n', err)
        self.assertEqual(self.called("apt-get"), [])

    def test_sudo_is_used_if_it_exists(self):
        self.without_packages("libode-dev")
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", '[ "$1" = -v ] || exec "$@"')
        self.run_script()
        self.assertEqual(len(self.called("apt-get")), 3)

    def test_ctrl_c_leaves_no_partly_installed_package(self):
        self.without_packages("libode-dev")
        self.stand_in("apt-get", SLOW_APT)
        os.mkfifo(os.path.join(self.folder, "go"))
        play = self.start()
        deadline = time.monotonic() + TIMEOUT
        while not os.path.exists(os.path.join(self.folder, "dpkg-runs")):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        os.killpg(play.pid, signal.SIGINT)
        for line in play.stdout:
            if "stopping as soon as no package is half installed" in line:
                break
        else:
            self.fail("no message after Ctrl-C")
        self.assertIsNone(play.poll())
        with open(os.path.join(self.folder, "go"), "w", encoding="ascii") as go:
            go.write("on\n")
        play.communicate(timeout=TIMEOUT)
        self.assertEqual(play.returncode, 130)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "dpkg-done")), "dpkg was interrupted")
        self.assertEqual(self.called("rcssserver3D"), [])


if __name__ == "__main__":
    run_tests(sys.argv[1:])
