#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A stand-in for the server in tests of leagues: it takes the options that a league passes, and writes the files that the server writes in a match.

The end of a match depends on the options, or on a file `behave.py` beside the agent database (or $STAND_IN_BEHAVIOUR). The file is executed with
`left`, `right`, `seed` and `report`, and may change the report or end the program."""

import argparse
import contextlib
import json
import os
import signal
import sys
import time


def options():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("monitor_port", "monitor_log", "agentdb", "logdir", "Soccer.AutomaticKickOff", "Soccer.RuleHalfTime", "sandbox", "absent_types", "sync", "agent_wall", "wait", "report", "html"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--team", action="append")
    parser.add_argument("--quiet", action="store_true")
    return parser.parse_args()


def play(given):
    left, right = (team.rpartition(":")[0] for team in given.team)
    number = int(given.team[0].rpartition(":")[2])
    report = {
        "format": 1, "seed": given.seed, "end": {"how": "played", "winner": None, "why": ""}, "score": [given.seed % 4, given.seed // 4 % 4], "time": 600.0,
        "teams": [{"side": "left", "name": left}, {"side": "right", "name": right}],
        "agents": [{"id": index, "type": left if index < number else right, "role": f"{'left' if index < number else 'right'} {index % number + 1}",
                    "number": index % number + 1, "lost": None} for index in range(2 * number)],
        "measured": {"agents": [{"id": index, "late": 0} for index in range(2 * number)]},
    }  # fmt: skip
    behave = os.environ.get("STAND_IN_BEHAVIOUR") or os.path.join(os.path.dirname(given.agentdb), "behave.py")
    status = 0
    with contextlib.suppress(FileNotFoundError), open(behave, encoding="utf-8") as file:
        names = {"left": left, "right": right, "seed": given.seed, "report": report, "given": given, "status": 0}
        exec(compile(file.read(), behave, "exec"), names)
        report, status = names["report"], names["status"]
    return report, status


def main():
    if sys.argv[1] == "--list_arguments":  # --Word=value for each; only --sandbox guards
        words, arguments = sys.argv[2:], []
        while words:
            word = words.pop(0)
            arguments.append(word if "=" in word or word == "--quiet" else f"{word}={words.pop(0)}")
        print(json.dumps({"arguments": [{"word": word, "guards": word.startswith("--sandbox=")} for word in arguments]}))
        return
    if sys.argv[1] == "--variables":
        sys.argv.pop(1)
        options()
        return
    given = options()
    if given.report:
        with open(os.path.join(given.report, "match.json"), encoding="utf-8") as file, open(given.html, "w", encoding="utf-8") as page:
            print("a table")
            page.write(f"<p>{json.load(file)['score']}")
        return
    # As the server: ended by a signal it says so in its report.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    os.makedirs(given.logdir)
    played = os.path.join(given.logdir, "played")
    with open(played + ".new", "w", encoding="ascii") as file:
        file.write(f"{os.getpid()} {sorted(os.sched_getaffinity(0))}\n")
    os.rename(played + ".new", played)  # there with all that is in it
    report, status = play(given)
    if given.wait:
        time.sleep(float(given.wait))
    with open(os.path.join(given.logdir, "monitor.log.zst"), "wb") as file:
        file.write(b"frames")
    with open(os.path.join(given.logdir, "match.json"), "w", encoding="utf-8") as file:
        file.write(report if isinstance(report, str) else json.dumps(report))
    sys.exit(status)


if __name__ == "__main__":
    main()
