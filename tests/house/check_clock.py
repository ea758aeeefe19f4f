#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that real time is passed in as a RealClock (spark/core/real_clock.h). Usage: check_clock.py ROOT

A source or header that reads the system's time, uses the system's clock instead of a given one, or sleeps must state the reason in a comment on
the line or above it:

    // Real time: the probe waits for a real process.

The comment begins with these words, and a reason follows on the same line. One comment is enough for a file. A file that uses real time without
the comment is a finding, and so is a comment in a file that does not use real time. tests/house/house.py --facts includes this check.
"""

import re
import sys

sys.dont_write_bytecode = True
from tree import OUTSIDE, Tree, code_of  # noqa: E402

# Sample agents and modules of users, which have no RealClock.
OTHERS = ("agent-sample/", "scenes/examples/")
REASON = re.compile(r"//[/!]?<? ?Real time: +\S")
USES = (
    (re.compile(r"[cC]lock::now\s*\(|\bclock_gettime\s*\(|\bgettimeofday\s*\(|\btime\s*\(\s*(nullptr|NULL|0)\s*\)"),
     "asks the system for a time; use a spark::RealClock or the loop's time"),
    (re.compile(r"RealClock::system\s*\("), "takes the system's clock; pass it in"),
    (re.compile(r"\bsleep_(for|until)\s*\(|\b(u|nano)?sleep\s*\("), "sleeps; wait in the loop"),
)


def problems(tree):
    files = tree.files(".h", ".cpp", outside=(*OUTSIDE, *OTHERS))
    for name in files:
        text = tree.text(name)
        lines = text.splitlines()
        reasons = [number for number, line in enumerate(lines, 1) if REASON.search(line)]
        uses = [(number, what) for number, line in enumerate(code_of(text).splitlines(), 1) for pattern, what in USES if pattern.search(line)]
        if uses and not reasons:
            for number, what in uses:
                yield f"{name}:{number}: {what}, or state the reason (// Real time: …): {lines[number - 1].strip()}"
        if reasons and not uses:
            yield f"{name}:{reasons[0]}: uses no real time, so remove the comment"
    if not files:
        yield f"no sources in {tree.root}"


def main():
    found = list(problems(Tree(sys.argv[1])))
    for problem in found:
        print(problem)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
