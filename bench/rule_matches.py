#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays many short matches of the sample team with all rules of docs/run/rules.md, and checks the referee's play modes and the logs.

    bench/rule_matches.py build/bin/rcssserver3D [--matches 1000] [--first 1] [--jobs 1] [--keep FOLDER]

Match N has seed N and teams of one to four players, mostly on the field of five_a_side.rb, otherwise on the large one with restricted vision.
Limits are low, so that rules apply often. Each match is played twice and then verified. Prints the observed play modes, and exits with status 1
and a line for each match that
* does not reach GameOver, or has a play mode that lasts longer than its rule allows;
* gives different bytes the second time, or fails --verify.
"""

import argparse
import collections
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "bench"), os.path.join(ROOT, "monitor-lite", "client")]

from measured import FRAME_STEPS, STEP  # noqa: E402
from rcss_monitor import LogFile, play_mode_text  # noqa: E402

TIMEOUT = 600.0  # s of real time for a match; only reached when something is wrong
FRAME = FRAME_STEPS * STEP  # s

RULES = {
    "AutomaticKickOff": "true", "WaitBeforeKickOff": 0.3, "RuleHalfTime": 16, "RuleGoalPauseTime": 0.6, "RuleDropBallTime": 5,
    "GameOverDieTime": 0.2, "GameOverEndTime": 0.3, "SecondHalfKickOff": "other", "ChangeSides": "true", "ExtraHalfTime": 3, "ShootOut": 2,
    "ShootOutTime": 4, "DoubleTouch": "true", "IndirectKicks": "kick-off,kick-in,free", "BackPass": "true", "StuckBallTime": 1.5,
    "StuckBallRadius": 0.5, "CrowdTime": 0.5, "CrowdMates": 1, "ChargeSpeed": 1.0,
}  # fmt: skip
# s that a mode may last; between two frames a mode may end and begin again. Times of the shoot-out include the pauses before and after.
LASTS = {"BeforeKickOff": 0.3, "Goal": 0.6, "GameOver": 0.3, "PenaltyShoot": 6.0, "PlayOn": 2 * (16 + 3)}
RESTARTS_LAST = 5.0
ALLOWANCE = 3


def options_of(seed, logs):
    """The options of the server for this match."""
    teams = ["--team", f"foo:{1 + seed % 4}", "--team", f"bar:{1 + seed // 4 % 4}"]
    field = [] if seed % 5 == 0 else ["--script", "five_a_side.rb"]
    rules = [word for name, value in RULES.items() for word in (f"--Soccer.{name}", str(value))]
    return ["--strict", "--home", "off", "--quiet", "--seed", str(seed), "--monitor_port", "off", "--logdir", logs, *field, *teams, *rules]


def modes_of(log):
    """The modes of a monitor log, each with the seconds that it lasted."""
    modes = []
    with LogFile(log) as frames:
        for snapshot in frames:
            mode = play_mode_text(frames.game, snapshot.play_mode)
            if not modes or modes[-1][0] != mode:
                modes.append([mode, 0.0])
            modes[-1][1] += FRAME
    return modes


def wrong_with(modes):
    """The error in the modes, or None."""
    if not modes or modes[-1][0] != "GameOver":
        return f"ends with {modes[-1][0] if modes else 'nothing'}"
    for mode, seconds in modes:
        longest = ALLOWANCE * (LASTS.get(mode.split("_")[0], RESTARTS_LAST) + FRAME)
        if seconds > longest:
            return f"{mode} lasts {seconds:.2f} s, at most {longest:.2f} s were expected"
    return None


def run(server, *options):
    done = subprocess.run([server, *options], cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          timeout=TIMEOUT, check=False)  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def play(server, seed, folder):
    """Plays a match twice. Returns its modes, and its error or None."""
    logs = [os.path.join(folder, f"{seed}-{number}") for number in (1, 2)]
    for log in logs:
        status, out = run(server, *options_of(seed, log))
        if status != 0:
            return [], f"the server ends with {status}: {out.strip()[-500:]}"
    modes = modes_of(os.path.join(logs[0], "monitor.log"))
    wrong = wrong_with(modes)
    if wrong is None and contents(os.path.join(logs[0], "monitor.log")) != contents(os.path.join(logs[1], "monitor.log")):
        wrong = "other bytes the second time"
    if wrong is None:
        status, out = run(server, "--verify", logs[0])
        if status != 0:
            wrong = f"--verify ends with {status}: {out.strip()[-500:]}"
    if wrong is None:
        for log in logs:
            shutil.rmtree(log)
    return modes, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1, help="matches at a time")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the logs of faulty matches there")
    args = parser.parse_args()
    server = os.path.abspath(args.server)
    seen, wrong = collections.Counter(), {}
    with tempfile.TemporaryDirectory(prefix="rule_matches.") as place, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = os.path.abspath(args.keep or place)
        seeds = range(args.first, args.first + args.matches)
        for seed, (modes, what) in zip(seeds, pool.map(lambda seed: play(server, seed, folder), seeds)):
            seen.update(mode for mode, _ in modes)
            if what is not None:
                wrong[seed] = what
                print(f"WRONG: seed {seed}: {what}", flush=True)
    print("modes seen: " + ", ".join(f"{mode} {count}" for mode, count in sorted(seen.items())))
    print(f"{args.matches} matches, {len(wrong)} of them wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
