#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Statistics of matches, and a test whether two sets of matches differ.

    bench/match_statistics.py play build/bin/rcssserver3D FOLDER [--seeds 40] [--half 300] [-- SERVER OPTIONS ...]
    bench/match_statistics.py show FOLDER
    bench/match_statistics.py compare FOLDER FOLDER

`play` writes FOLDER/SEED.log for each seed and prints the output of `show`: a line of CSV per match. `compare` prints which seeds gave the same
bytes and, if not all did, means and deviations of both sets and the probability of such a difference between two samples of the same
distribution: by the Kolmogorov-Smirnov and the Mann-Whitney test. If it is below 0.01, the exit status is 1. With so many tests this happens by
chance now and then, so play more seeds before you rely on it.
"""

import argparse
import hashlib
import math
import os
import shutil
import statistics
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "bench"), os.path.join(ROOT, "monitor-lite", "client")]

from measured import FRAME_STEPS, STEP, run_match  # noqa: E402
from rcss_monitor import LogFile, play_mode_text  # noqa: E402

FARTHEST = 10.0 * STEP * FRAME_STEPS  # m: the greatest distance of a player between two frames; only the referee causes greater ones
NO_RESTARTS = ("BeforeKickOff", "PlayOn", "GameOver")
TOO_RARE = 0.01  # probability


def figures(path):
    """The figures of a match, by name. A touch counts if another player than the last one has the ball."""
    touches = restarts = frames = in_play = 0
    run = 0.0
    places, toucher, mode = {}, None, None
    with LogFile(path) as log:
        for snapshot in log:
            frames += 1
            now = play_mode_text(log.game, snapshot.play_mode)
            in_play += now == "PlayOn"
            restarts += now != mode and now not in NO_RESTARTS
            mode = now
            for player in snapshot.players:
                who, place = (player.side, player.number), player.position
                if player.number > 0 and who in places:
                    way = math.dist(place[:2], places[who][:2])
                    run += way if way < FARTHEST else 0
                places[who] = place
                if player.last_toucher and who != toucher:
                    toucher = who
                    touches += 1
        last = snapshot
    return {
        "goals": last.score_left + last.score_right,
        "goals ahead": last.score_left - last.score_right,
        "touches": touches,
        "km run": run / 1000,
        "restarts": restarts,
        "in play": in_play / frames,
    }


def logs(folder):
    """Paths by the names of the matches."""
    names = sorted((name for name in os.listdir(folder) if name.endswith(".log")), key=lambda name: (len(name), name))
    if not names:
        sys.exit(f"{folder}: no logs")
    return {name: os.path.join(folder, name) for name in names}


def show(folder):
    rows = {name: figures(path) for name, path in logs(folder).items()}
    print("match," + ",".join(next(iter(rows.values()))))
    for name, row in rows.items():
        print(f"{name.removesuffix('.log')}," + ",".join(f"{value:.4g}" for value in row.values()), flush=True)
    return rows


def play(server, folder, seeds, half, options):
    os.makedirs(folder, exist_ok=True)
    for seed in range(1, seeds + 1):
        with tempfile.TemporaryDirectory(prefix="match_statistics.") as place:
            run_match(server, place, seed, half, *options)
            shutil.copy(os.path.join(place, "logs", "monitor.log"), os.path.join(folder, f"{seed}.log"))
    show(folder)


# ---- two sets of numbers ---------------------------------------------------------------------------------------------


def by_distributions(a, b):
    """Probability that two samples of one distribution are at least as far apart; the limit for many, with Stephens' correction for few."""
    distance = max(abs(sum(x <= v for x in a) / len(a) - sum(x <= v for x in b) / len(b)) for v in {*a, *b})
    size = math.sqrt(len(a) * len(b) / (len(a) + len(b)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    if scaled < 0.2:  # the series converges slowly there, and its sum is 1
        return 1.0
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))))


def by_ranks(a, b):
    """The same probability from the sum of ranks, which is approximately normal; equal values share their ranks."""
    values = sorted([*a, *b])
    ranks, ties, at = {}, 0, 0
    while at < len(values):
        end = at
        while end < len(values) and values[end] == values[at]:
            end += 1
        ranks[values[at]] = (at + 1 + end) / 2
        ties += (end - at) ** 3 - (end - at)
        at = end
    n = len(values)
    variance = len(a) * len(b) / 12 * (n + 1 - ties / (n * (n - 1)))
    if variance <= 0:
        return 1.0
    sum_of_ranks = sum(ranks[value] for value in a)
    return math.erfc(abs(sum_of_ranks - len(a) * (n + 1) / 2) / math.sqrt(2 * variance))


def deviation(values):
    return statistics.stdev(values) if len(values) > 1 else 0.0


def compare(folder_a, folder_b):
    def digest(path):
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).digest()

    a, b = logs(folder_a), logs(folder_b)
    common = [name for name in a if name in b]
    same = [name for name in common if digest(a[name]) == digest(b[name])]
    print(f"the same bytes: {len(same)} of {len(common)} matches that both have ({len(a)} and {len(b)})")
    if len(same) == len(a) == len(b):
        return 0
    rows_a, rows_b = ([figures(path) for path in paths.values()] for paths in (a, b))
    print("figure,mean,deviation,mean,deviation,by distributions,by ranks")
    rarest = 1.0
    for name in rows_a[0]:
        one, other = ([row[name] for row in rows] for rows in (rows_a, rows_b))
        chances = by_distributions(one, other), by_ranks(one, other)
        rarest = min(rarest, *chances)
        numbers = (statistics.mean(one), deviation(one), statistics.mean(other), deviation(other), *chances)
        print(f"{name}," + ",".join(f"{number:.4g}" for number in numbers))
    are_distinct = rarest < TOO_RARE
    print("they differ significantly" if are_distinct else "they do not differ significantly")
    return int(are_distinct)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("server")
    playing.add_argument("folder")
    playing.add_argument("--seeds", type=int, default=40)
    playing.add_argument("--half", type=float, default=300, help="seconds of each half")
    commands.add_parser("show").add_argument("folder")
    comparing = commands.add_parser("compare")
    comparing.add_argument("folder_a")
    comparing.add_argument("folder_b")
    # Options after -- are the server's; argparse would treat them as its own.
    ours = sys.argv[1:]
    border = ours.index("--") if "--" in ours else len(ours)
    options = parser.parse_args(ours[:border])
    if options.command == "play":
        play(options.server, options.folder, options.seeds, options.half, ours[border + 1 :])
    elif options.command == "show":
        show(options.folder)
    else:
        sys.exit(compare(options.folder_a, options.folder_b))


if __name__ == "__main__":
    main()
