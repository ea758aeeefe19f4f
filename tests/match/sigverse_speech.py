#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers let sigjsp recognise a wave file, with a stand-in for julius; sigjsp is killed meanwhile, and another one starts.

    sigverse_speech.py SERVER RUNAC SIGMAKE SIGJSP [unittest's arguments]
"""

import os
import sys
import threading
import unittest
import wave

from sigverse_stage import TESTS, TIMEOUT, Folder

sys.path.insert(0, os.path.join(TESTS, "gateways/sigverse/speech"))

from julius_stand_in import Julius, result  # noqa: E402
from programs import Program, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

SERVER, RUNAC, SIGMAKE, SIGJSP = (os.path.abspath(path) for path in (sys.argv.pop(1) for _ in range(4)))
SAMPLES = bytes(range(250)) * 80
CONTROLLER = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"

class Listener : public Controller {
 public:
  double onAction(ActionEvent &) {
    RawSound sound;
    if (!sound.loadWaveFile("sound.wav")) LOG_MSG(("no sound"));
    Text *text = getText(sound);
    LOG_MSG(("text: %s", text && text->getString() ? text->getString() : "none"));
    delete text;
    return 0.1;
  }
};
extern "C" Controller *createController() { return new Listener; }
"""


class Speech(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(Folder())
        self.folder.make(SIGMAKE, "Listener", CONTROLLER)
        with wave.open(os.path.join(self.folder.path, "sound.wav"), "wb") as file:
            file.setparams((1, 2, 16000, 0, "NONE", ""))
            file.writeframes(SAMPLES)

    def sigjsp(self, julius, server, *more):
        ports = "--module_port", str(julius.module_port), "--adinnet_port", str(julius.adinnet_port)
        program = [SIGJSP, "-p", str(server.port()), "--backend", "julius", *ports, *more]
        return self.enterContext(Program(program, self.folder.path))

    def check_conversation(self, server):
        """In both ways of asking, a controller gets words of the first sigjsp, which is killed while it recognises, and then those of another one."""
        recognised, hanging = [], threading.Event()
        self.addCleanup(hanging.set)

        def dying(samples):
            recognised.append(samples)
            if len(recognised) < 3:
                return result("first", "words")
            sigjsp.process.kill()
            hanging.wait(TIMEOUT)
            return None

        with Julius(dying) as julius:
            sigjsp = self.sigjsp(julius, server)
            server.wait_for("text: first words")
            self.assertEqual(recognised[0], SAMPLES)
            wait_until(sigjsp.ended, "the end of the first sigjsp")
            hanging.set()
        seen = len(server.printed().splitlines())
        server.wait_for("text: none", seen)
        with Julius(lambda _: result("缶", "を", encoding="euc_jp")) as julius:
            sigjsp = self.sigjsp(julius, server, "--name", "another")
            server.wait_for("text: 缶 を", seen)
            self.assertEqual(julius.sounds[0][0], SAMPLES)
            server.quit()
            self.assertEqual(sigjsp.wait(), 0)
            self.assertEqual(len(sigjsp.lines_of("the server has ended")), 1)

    def test_a_sandboxed_controller_gets_words(self):
        world = self.folder.world("speech", controllers={"listener": "./Listener.so"})
        server = self.folder.server(SERVER, world)
        server.wait_for("running")
        self.check_conversation(server)

    def test_a_controller_started_by_hand_gets_words(self):
        server = self.folder.server(SERVER, self.folder.world("speech"), "--agents_awaited", "1")
        self.enterContext(Program([RUNAC, "-p", str(server.port()), "-n", "guest_0", "-l", "./Listener.so"], self.folder.path))
        server.wait_for("running")
        self.check_conversation(server)


if __name__ == "__main__":
    run_tests(sys.argv[1:], side_by_side=2)
