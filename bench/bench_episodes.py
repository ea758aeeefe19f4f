#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of episodes: a trainer repeatedly resets, places ball and players, and watches five seconds.

    bench/bench_episodes.py build/bin/rcssserver3D [--episodes 200] [--seconds 5] [--players 1] [ARGUMENTS OF THE SERVER]
"""

import argparse
import contextlib
import os
import re
import socket
import subprocess
import tempfile
import time

PLACES = "(ball (pos 40 5 0.111))(agent (team Left)(unum 1)(pos 38 5 0.22))(agent (team Right)(unum 1)(pos 45 0 0.22))(playMode PlayOn)"


def frame(text):
    return len(text).to_bytes(4, "big") + text.encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", type=os.path.abspath)
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--players", type=int, default=1, help="players of each team")
    options, more = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="episodes.") as folder, subprocess.Popen(
        [options.server, "--agentdb", "agentdb-0.1.xml", "--team", f"foo:{options.players}", "--team", f"bar:{options.players}", "--monitor_port", "0", "--speed", "max",
         "--Soccer.RuleHalfTime", "1000000", *more],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:  # fmt: skip
        with contextlib.ExitStack() as ending:
            ending.callback(server.terminate)
            port = next(int(found[1]) for found in (re.search(r"monitor port (\d+)", line) for line in server.stderr) if found)
            with socket.create_connection(("127.0.0.1", port)) as link, link.makefile("rb") as frames:
                next(line for line in frames if line.count(b"(s 1)") == line.count(b"(s 2)") == options.players)
                begin, lengths = time.monotonic(), []
                for i in range(options.episodes):
                    started, has_begun, last = time.monotonic(), False, float("inf") if i == 0 else last
                    link.sendall(frame(f"W(reset (seed {i}))" + PLACES))
                    for line in frames:
                        # A client that does not keep up misses frames, and then gets a header before the next one.
                        if not line.startswith(b"(Info "):
                            continue
                        now = float(re.search(rb"\(time (\S+?)\)", line)[1])
                        has_begun, last = has_begun or now < last, now
                        if has_begun and now >= options.seconds:
                            break
                    lengths.append(time.monotonic() - started)
                total = time.monotonic() - begin
    lengths.sort()
    print(f"{options.episodes} episodes of {options.seconds:g} s with {2 * options.players} agents: {total:.2f} s, each {1000 * lengths[len(lengths) // 2]:.1f} ms, "
          f"{1000 * lengths[-1]:.1f} ms at most")  # fmt: skip


if __name__ == "__main__":
    main()
