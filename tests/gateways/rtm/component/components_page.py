#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The component of docs/components.md, built with the commands of the page against this tree, and tried as the page says.

    components_page.py PAGE COMPILER LIBRARY_FOLDER
"""

import os
import subprocess
import sys
import tempfile

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "support")
sys.path.insert(0, SUPPORT)

from pages import block, commands, write_block  # noqa: E402

PAGE, COMPILER, LIBRARIES = sys.argv[1], sys.argv[2], os.path.abspath(sys.argv[3])
ROOT = os.path.abspath(os.path.join(SUPPORT, "..", ".."))
# What stands on the page, and where it is in this tree.
PLACES = (("~/rcss/include/rcssserver3d", ROOT), ("~/rcss/lib/rcssserver3d", LIBRARIES), ("$HOME/rcss/lib/rcssserver3d", LIBRARIES))


def here(word):
    for on_the_page, in_this_tree in PLACES:
        word = word.replace(on_the_page, in_this_tree)
    return word


def main():
    with tempfile.TemporaryDirectory(prefix="components_page.") as folder:
        for name in ("Ramp.cpp", "try_ramp.cpp"):
            write_block(PAGE, f"cpp {name}", os.path.join(folder, name))
        builds = commands(PAGE, "g++")
        assert len(builds) == 2, builds
        for build in builds:
            subprocess.run([COMPILER, *map(here, build)], cwd=folder, check=True, timeout=200)
        tried = subprocess.run(["./try_ramp"], cwd=folder, capture_output=True, text=True, timeout=20)
        assert (tried.returncode, tried.stderr) == (0, ""), tried
        assert tried.stdout == block(PAGE, "text"), tried.stdout


if __name__ == "__main__":
    main()
