#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page's scripts keep to the types that their comments name: page_types.py ROOT"""

import os
import shutil
import subprocess
import sys


def main(root):
    page = os.path.join(root, "monitor-lite/web/page")
    if not shutil.which("tsc"):
        print("skipped: there is no tsc (package node-typescript)")
        return 77
    with open(os.path.join(page, "scripts.txt"), encoding="utf-8") as file:
        scripts = file.read().split()
    here = sorted(name for name in os.listdir(page) if name.endswith(".js"))
    if sorted(scripts) != here:
        print(f"scripts.txt names {sorted(scripts)}, and there are {here}")
        return 1
    command = ["tsc", "--noEmit", "--allowJs", "--checkJs", "--noImplicitAny", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"]
    return subprocess.run([*command, "globals.d.ts", *scripts], cwd=page, check=False, timeout=250).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
