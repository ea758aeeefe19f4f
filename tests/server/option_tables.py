#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The options in the documentation are those of the programs: option_tables.py [--write] ROOT PROGRAM...

A page has the options of a program between two lines:

    <!-- options of NAME; tests/server/option_tables.py --write renews them -->
    <!-- end of options -->

What stands between them is what PROGRAM --help_as_markdown prints. --write puts it there.
"""

import os
import pathlib
import re
import subprocess
import sys

PATIENCE = 60.0  # seconds; only reached when something is wrong
PLACE = re.compile(r"(<!-- options of (\S+); [^\n]*-->\n)(.*?)(<!-- end of options -->\n)", re.DOTALL)


def main(write, root, *programs):
    printed = {}
    for program in programs:
        done = subprocess.run([program, "--help_as_markdown"], capture_output=True, text=True, check=True, timeout=PATIENCE)
        printed[os.path.basename(program)] = done.stdout
    written, wrong = set(), []
    for page in sorted(pathlib.Path(root, "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for place in PLACE.finditer(text):
            written.add(place[2])
            if place[2] not in printed:  # of a program that is not built here
                continue
            if place[3] != f"\n{printed[place[2]]}\n":
                wrong.append(f"docs/{page.name}: the options of {place[2]} are others")
        renewed = PLACE.sub(lambda place: f"{place[1]}\n{printed[place[2]]}\n{place[4]}" if place[2] in printed else place[0], text)
        if write and renewed != text:
            page.write_text(renewed, encoding="utf-8")
    missing = sorted(set(printed) - written)
    wrong = [] if write else wrong
    for line in wrong + [f"docs: no page has the options of {name}" for name in missing]:
        print(f"{line} (see {sys.argv[0]} --write)", file=sys.stderr)
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    sys.exit(main("--write" in sys.argv, *arguments))
