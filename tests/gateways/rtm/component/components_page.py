#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The component of docs/systems/components.md, built with the commands of the page against this tree, and used as described on the page.

    components_page.py PAGE COMPILER LIBRARY_FOLDER RTM_HOST
"""

import os
import subprocess
import sys
import tempfile

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "support")
sys.path[:0] = [SUPPORT, os.path.join(SUPPORT, "..", "gateways", "rtm", "host")]

from host_stage import TIMEOUT, Host  # noqa: E402
from omg_idl import Proxy, found  # noqa: E402
from pages import block, commands, write_block  # noqa: E402

PAGE, COMPILER, LIBRARIES, HOST = sys.argv[1], sys.argv[2], *map(os.path.abspath, sys.argv[3:5])
ROOT = os.path.abspath(os.path.join(SUPPORT, "..", ".."))
# Paths on the page, and where they are in this tree.
PLACES = (("~/rcss/include/rcssserver3d", ROOT), ("~/rcss/lib/rcssserver3d", LIBRARIES), ("$HOME/rcss/lib/rcssserver3d", LIBRARIES))


def here(word):
    for on_the_page, in_this_tree in PLACES:
        word = word.replace(on_the_page, in_this_tree)
    return word


def main():
    with tempfile.TemporaryDirectory(prefix="components_page.") as folder:
        for name in ("Ramp.cpp", "try_ramp.cpp", "StepContext.cpp"):
            write_block(PAGE, f"cpp {name}", os.path.join(folder, name))
        builds = commands(PAGE, "g++")
        assert len(builds) == 3, builds
        for build in builds:
            subprocess.run([COMPILER, *map(here, build)], cwd=folder, check=True, timeout=200)
        tried = subprocess.run(["./try_ramp"], cwd=folder, capture_output=True, text=True, timeout=TIMEOUT)
        assert (tried.returncode, tried.stderr) == (0, ""), tried
        assert tried.stdout == block(PAGE, "text"), tried.stdout
        try_context(folder)


def try_context(folder):
    """The program that the page runs with its context executes a component with it."""
    (arguments,) = (words for words in commands(PAGE, "rtm-host") if "--modules" in words)
    with Host(HOST, *(folder if word == "." else word for word in arguments)) as host:
        component = Proxy(host.reference("Logic0", "rtc"), "RTComponent")
        context = Proxy(component.get_owned_contexts()[0], "ExtTrigExecutionContextService")
        assert found(context.get_profile().properties, "type") == "StepContext", context.get_profile()
        context.tick()


if __name__ == "__main__":
    main()
