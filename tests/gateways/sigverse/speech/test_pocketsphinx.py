#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sigjsp --backend pocketsphinx with speech of espeak-ng: test_pocketsphinx.py SIGJSP [TEST ...]."""

import array
import functools
import io
import math
import operator
import os
import random
import shutil
import subprocess
import sys
import unittest
import wave

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../support")]

from programs import Folder  # noqa: E402
from sigjsp_stage import TIMEOUT, Server, Sigjsp, ask  # noqa: E402
from skipping import run_tests  # noqa: E402

SIGJSP = os.path.abspath(sys.argv[1])
GRAMMAR = os.path.join(HERE, "commands.jsgf")
MODEL = "/usr/share/pocketsphinx/model/en-us"
COMMANDS = ("bring me the can", "go to the table", "turn left", "turn right", "stop", "come back", "take the bottle", "put it down",
            "open the door", "throw it away")  # fmt: skip
MIN_RIGHT = 7  # of ten
MAX_MEMORY = 200  # MB


@functools.cache
def missing():
    """The required programs and files that this machine lacks."""
    helped = subprocess.run([SIGJSP, "--help"], capture_output=True, text=True, timeout=TIMEOUT, check=True).stdout
    if "without pocketsphinx" in helped:
        return "this sigjsp has no pocketsphinx"
    if not os.path.isdir(MODEL):
        return f"there is no {MODEL}"
    return None if shutil.which("espeak-ng") else "there is no espeak-ng"


@functools.cache
def synthesise(words, voice="en-us", speed=130):
    """The samples of synthesised words, and their rate."""
    with Folder() as folder:  # it would start PulseAudio, and leave a folder behind
        done = subprocess.run(["espeak-ng", "-v", voice, "-s", str(speed), "--stdout", words], capture_output=True, timeout=TIMEOUT, check=True,
                              env={**os.environ, "PULSE_RUNTIME_PATH": folder.path})  # fmt: skip
    with wave.open(io.BytesIO(done.stdout)) as sound:
        # The length in the header of a stream is a guess.
        frames = sound.readframes(len(done.stdout) // 2)
        return array.array("h", frames), sound.getframerate()


def at_rate(samples, old, new):
    """Resamples with a band limit, by code that sigjsp does not share."""
    scale, zeros = min(1.0, new / old), 6
    reach = int(zeros / scale)

    @functools.cache
    def taps(phase):
        """The filter's weights for the samples around a position that is `phase` / new behind a sample."""
        places = [(at - phase / new) * scale for at in range(-reach, reach + 1)]
        return [0.0 if abs(x) >= zeros else scale * (math.sin(math.pi * x) / (math.pi * x) if x else 1.0) * math.cos(math.pi * x / (2 * zeros)) ** 2
                for x in places]  # fmt: skip

    padded = array.array("h", bytes(2 * reach)) + samples + array.array("h", bytes(2 * reach + 2))
    out = array.array("h")
    for number in range(len(samples) * new // old):
        middle, phase = divmod(number * old, new)
        total = sum(map(operator.mul, taps(phase), padded[middle:middle + 2 * reach + 1]))
        out.append(max(-32768, min(32767, round(total))))
    return out


def twice(samples):
    """The same samples on two channels, one of them quieter."""
    out = array.array("h", bytes(4 * len(samples)))
    out[0::2], out[1::2] = samples, array.array("h", (value // 2 for value in samples))
    return out


def recognised(port, words, rate=None, channels=1, **voice):
    """The recognised text. Without `rate` the sound has the rate of espeak-ng, 22,050 Hz."""
    samples, spoken_rate = synthesise(words, **voice)
    if rate:
        samples = at_rate(samples, spoken_rate, rate)
    rate = rate or spoken_rate
    return ask(port, (twice(samples) if channels == 2 else samples).tobytes(), rate=rate, channels=channels)[1].decode()


class WithPocketsphinx(unittest.TestCase):
    def setUp(self):
        if missing():
            self.skipTest(missing())

    def work(self, *arguments):
        server = self.enterContext(Server())
        return self.enterContext(Sigjsp(SIGJSP, server, "--backend", "pocketsphinx", *arguments))

    def check_understood(self, sigjsp, **how):
        texts = {words: recognised(sigjsp.port, words, **how) for words in COMMANDS}
        right = sum(words == text for words, text in texts.items())
        self.assertGreaterEqual(right, MIN_RIGHT, f"{how}: {texts}")

    def test_commands_of_several_voices_and_speeds_are_understood(self):
        sigjsp = self.work("--grammar", GRAMMAR)
        for voice, speed in (("en-us", 130), ("en-us+f3", 130), ("en-gb", 120), ("en-us", 175), ("en-us", 100)):
            self.check_understood(sigjsp, voice=voice, speed=speed)

    def test_commands_of_any_rate_and_on_two_channels_are_understood(self):
        sigjsp = self.work("--grammar", GRAMMAR)
        for rate, channels in ((8000, 1), (16000, 1), (16000, 2), (44100, 1), (44100, 2)):
            self.check_understood(sigjsp, rate=rate, channels=channels)

    def test_the_answer_depends_on_the_sound_alone(self):
        sigjsp = self.work("--grammar", GRAMMAR)
        first = {words: recognised(sigjsp.port, words) for words in COMMANDS}
        noise = random.Random(3)
        ask(sigjsp.port, array.array("h", (noise.randrange(-20000, 20000) for _ in range(16000))).tobytes())
        self.assertEqual({words: recognised(sigjsp.port, words) for words in reversed(COMMANDS)}, first)
        other = self.work("--grammar", GRAMMAR, "--name", "other")
        self.assertEqual({words: recognised(other.port, words) for words in COMMANDS[5:]}, {words: first[words] for words in COMMANDS[5:]})

    def test_sounds_without_speech_have_no_text(self):
        sigjsp = self.work("--grammar", GRAMMAR)
        for samples in (b"", b"\0\0", bytes(1000), bytes(64000)):
            self.assertEqual(ask(sigjsp.port, samples), (0, b""))

    def test_any_words_are_recognised_without_a_grammar(self):
        sigjsp = self.work()
        # On a busy machine recognition may take longer than sigjsp allows.
        text = next(filter(None, (recognised(sigjsp.port, "good morning") for _ in range(10))), "")
        self.assertRegex(text, r"^[a-z']+( [a-z']+)*$")
        # Most of it is the language model.
        if "RCSS_SANITIZED" not in os.environ:
            self.assertLess(sigjsp.memory(), MAX_MEMORY)

    def test_words_and_pronunciations_are_added(self):
        with Folder() as folder:
            words = folder.write("words.dict", ";; of one's own\n\nxylo S T AA P\r\ncan K AA N\ncan(7)\tK AO N\nodd XX YY\n")
            grammar = folder.write("words.jsgf", "#JSGF V1.0;\ngrammar words;\npublic <order> = xylo | bring me the (can | cup);\n")
            sigjsp = self.work("--grammar", grammar, "--dictionary", words)
            self.assertEqual(len(sigjsp.lines_of("odd")), 1)
            self.assertIn(f"sigjsp: {words}: Phone 'XX'", sigjsp.lines_of("odd")[0])
            self.assertEqual(recognised(sigjsp.port, "stop"), "xylo")
            for voice in ("en-us", "en-gb", "en-gb-scotland"):
                self.assertEqual(recognised(sigjsp.port, "bring me the can", voice=voice), "bring me the can")

    def test_another_model_can_be_used(self):
        with Folder() as folder:
            os.symlink(os.path.join(MODEL, "en-us"), os.path.join(folder.path, "acoustic"))
            grammar = folder.write("words.jsgf", "#JSGF V1.0;\ngrammar words;\npublic <word> = halt | links;\n")
            words = "halt S T AA P\nlinks T ER N\n"
            sigjsp = self.work("--grammar", grammar, "--model", folder.path, "--dictionary", folder.write("words.txt", words))
            self.assertEqual(recognised(sigjsp.port, "stop"), "halt")
            folder.write("words.dict", words)
            other = self.work("--grammar", grammar, "--model", folder.path, "--name", "other")
            self.assertEqual(recognised(other.port, "stop"), "halt")

    def test_unusable_models_and_grammars_are_reported_in_one_line(self):
        with Folder() as folder:
            unknown = folder.write("unknown.jsgf", "#JSGF V1.0;\ngrammar words;\npublic <word> = bring | xylofon;\n")
            undefined = folder.write("undefined.jsgf", "#JSGF V1.0;\ngrammar words;\npublic <word> = bring <thing>;\n")
            broken = folder.write("broken.jsgf", "public <word> = (bring;\n")
            empty = os.path.join(folder.path, "empty")
            os.mkdir(empty)
            for arguments, line in (
                (("--grammar", unknown), f"{unknown}: The word 'xylofon' is missing in the dictionary"),
                (("--grammar", undefined), f"{undefined}: Undefined rule in RHS: <words.thing>"),
                (("--grammar", "/nowhere.jsgf"), "/nowhere.jsgf: there is no such file"),
                (("--grammar", folder.path), f"{folder.path}: there is no such file"),
                (("--grammar", broken), None),
                (("--model", "/nowhere"), "the model /nowhere: No such file or directory"),
                (("--model", empty), f"the model {empty} has no acoustic model (a folder with a file mdef)"),
                (("--dictionary", "/nowhere.dict"), "/nowhere.dict: cannot be read"),
                (("--dictionary", folder.path), f"{folder.path}: cannot be read"),
            ):
                done = subprocess.run([SIGJSP, "--backend", "pocketsphinx", *arguments], capture_output=True, text=True, timeout=TIMEOUT, check=False)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
                if line:
                    self.assertEqual(done.stderr, f"sigjsp: {line}\n")

    def test_recognition_of_a_sound_ends_at_the_time_limit(self):
        sigjsp = self.work("--grammar", GRAMMAR, "--timeout", "0.2")
        speech, rate = synthesise("bring me the can")
        self.assertEqual(ask(sigjsp.port, (speech * 100).tobytes()[:9 << 20], rate=rate), (0, b""))
        sigjsp.wait_for("the sound is too long to be recognised in time")


if __name__ == "__main__":
    run_tests(sys.argv[2:], side_by_side=2)
