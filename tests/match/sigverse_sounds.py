#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The complete path of sounds: a wave file, sigctl, a controller that forwards sounds, another one that saves them; and a referee's score.

    sigverse_sounds.py SERVER RUNAC SIGMAKE SIGCTL [unittest's arguments]
"""

import os
import subprocess
import sys
import unittest
import wave

from sigverse_stage import TIMEOUT, Client, Folder, real, text, u16

from octets import FORWARD, ON_INIT, ON_SOUND, Reader, large
from programs import Program, wait_until
from skipping import run_tests

SERVER, RUNAC, SIGMAKE, SIGCTL = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(4)))

CONTROLLER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include <stdio.h>

class Hearer : public Controller {
  int number;
 public:
  void onInit(InitEvent &) { number = 0; }
  double onAction(ActionEvent &) { return 1e9; }
  void onRecvSound(RecvSoundEvent &event) {
    RawSound *sound = event.getRawSound();
    char name[32];
    sprintf(name, "%d.wav", number++);
    LOG_MSG(("%s from %s, %d octets, saved %d", name, event.getCaller(), sound->getDataLen(), (int)sound->saveWaveFile(name)));
    if (*NEXT) LOG_MSG(("passed on %d", (int)sendSound(event.time(), NEXT, *sound)));
  }
};
extern "C" Controller *createController() { return new Hearer; }
"""
REFEREE = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Referee : public Controller {
  int step;
 public:
  void onInit(InitEvent &) { step = 0; }
  double onAction(ActionEvent &event) {
    LOG_MSG(("%.2f s, and nothing has happened", event.time()));
    step++;
    if (step % 10 == 0) displayText(step == 1000 ? "the end" : "playing", 20, "red");
    if (step % 10 == 0) LOG_MSG(("score %d", step));
    return 0.01;
  }
};
extern "C" Controller *createController() { return new Referee; }
"""
# Channels, octets of a sample, Hz, octets of samples.
WAVES = ((1, 1, 8_000, 12_345), (1, 2, 16_000, 40_000), (2, 2, 44_100, 400_000), (2, 1, 22_050, 0), (1, 2, 16_000, 10 << 20))


class Sounds(unittest.TestCase):
    def setUp(self):
        self.folder = Folder()
        self.folder.__enter__()
        self.addCleanup(self.folder.__exit__)
        self.waves = []
        for number, (channels, width, rate, length) in enumerate(WAVES):
            self.waves.append(os.path.join(self.folder.path, f"wave{number}.wav"))
            with wave.open(self.waves[-1], "wb") as file:
                file.setparams((channels, width, rate, 0, "NONE", ""))
                file.writeframes(self.samples(length))

    def samples(self, length):
        return (bytes(range(251)) * (length // 251 + 1))[:length]

    def make(self, name, following):
        self.folder.make(SIGMAKE, name, CONTROLLER.replace("NEXT", f'"{following}"'))
        return f"./{name}.so"

    def say(self, server, number, to):
        done = subprocess.run([SIGCTL, "-p", str(server.port()), "say", self.waves[number], "--to", to], capture_output=True, text=True,
                              timeout=TIMEOUT)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def check_same(self, number, *path):
        with wave.open(self.waves[number]) as original, wave.open(os.path.join(*path, f"{number}.wav")) as heard:
            self.assertEqual(original.getparams(), heard.getparams())
            self.assertTrue(original.readframes(original.getnframes()) == heard.readframes(heard.getnframes()),
                            f"wave {number} in {path} differs")

    def say_all(self, server, first, second):
        for number, (*_, length) in enumerate(WAVES):
            self.say(server, number, first)
            server.wait_for(rf"{second}.*: {number}\.wav from {first}, {length} octets, saved 1$")

    def test_sounds_arrive_unchanged_in_the_sandbox(self):
        world = self.folder.world("sounds", controllers={"passer": self.make("Passer", "keeper"), "keeper": self.make("Keeper", "")})
        server = self.folder.server(SERVER, world)
        server.wait_for("running")
        self.say_all(server, "passer", "keeper")
        server.quit()
        for number in range(len(WAVES)):
            for agent in (0, 1):
                self.check_same(number, server.logs, f"agent{agent}-files")
        self.assertEqual(server.lines_of("0.wav from SIGViewer, 12345 octets, saved 1"), server.lines_of("0.wav from SIGViewer"))

    def test_sounds_arrive_unchanged_at_a_controller_started_by_hand(self):
        libraries = [self.make("Passer", "guest_1"), self.make("Keeper", "")]
        server = self.folder.server(SERVER, self.folder.world("sounds"), "--agents_awaited", "2")
        for number, library in enumerate(libraries):
            place = os.path.join(self.folder.path, f"hand{number}")
            os.mkdir(place)
            self.folder.stack.enter_context(Program([RUNAC, "-h", "localhost", "-p", str(server.port()), "-n", f"guest_{number}", "-l",
                                                     os.path.join(self.folder.path, library)], place))
        server.wait_for("running")
        self.say_all(server, "guest_0", "guest_1")
        server.quit()
        for number in range(len(WAVES)):
            for agent in (0, 1):
                self.check_same(number, self.folder.path, f"hand{agent}")

    def test_a_client_that_reads_late_gets_the_whole_sound(self):
        server = self.folder.server(SERVER, self.folder.world("sounds", controllers={"passer": self.make("Passer", "guest_0")}),
                                    "--Sig.ForeignClients", "packets")
        server.wait_for("running")
        format_ = u16(2) + u16(44_100) + u16(16) + u16(1)  # big-endian
        samples = self.samples(10 << 20)
        sound = large(ON_SOUND, real(1.5) + text("guest_0") + format_, samples, flags=FORWARD, target="passer")
        with Client(server) as guest:
            self.assertEqual(guest.attach("guest_0")[0], 0)
            guest.unit(ON_INIT)
            guest.send(sound)
            # In all steps in between it gets ON_ACTION, and reads nothing.
            server.wait_for("passed on 1")
            passed_on = self.time_of(server)
            wait_until(lambda: self.time_of(server) > passed_on + 0.5, "steps")
            first = guest.unit(ON_SOUND)
            body = Reader(first.body.rest())
            self.assertEqual((body.real(), body.text()), (1.5, "passer"))
            self.assertEqual(body.rest(), format_ + len(samples).to_bytes(4, "big"))
            heard = bytearray()
            while len(heard) < len(samples):
                unit = guest.unit(ON_SOUND)
                self.assertEqual(unit.body.u16(), min(10_000, len(samples) - len(heard)))
                heard += unit.body.rest()
            self.assertTrue(heard == samples)
        server.quit()

    def time_of(self, server):
        with Client(server, "127.0.0.3") as viewer:
            return viewer.begin_as_viewer().time()

    def test_the_log_has_the_referees_score(self):
        self.folder.make(SIGMAKE, "Referee", REFEREE)
        server = self.folder.server(SERVER, self.folder.world("scores", controllers={"referee": "./Referee.so"}), "--Sig.EndTime", "20",
                                    speed="max")
        self.assertEqual(server.wait(), 0)
        mine = server.lines_of("referee (agent 0): ")
        self.assertLess(len(mine), 400)
        self.assertEqual(len([line for line in mine if line.endswith("score 500")]), 1)
        self.assertTrue([line for line in mine if "score 1990" in line or "score 2000" in line], mine)
        self.assertEqual([line for line in mine if "the end" in line], ["referee (agent 0): on the screen: the end"])


if __name__ == "__main__":
    run_tests(sys.argv[1:])
