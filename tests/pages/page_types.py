#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts of all pages keep to the types that their comments name: page_types.py ROOT

A page is a folder with a scripts.txt, which names its scripts and those of pages/ in the order in which they are joined. Scripts in folders of a
page are modules, each checked as one.
"""

import os
import pathlib
import shutil
import subprocess
import sys

TSC = ["tsc", "--noEmit", "--allowJs", "--checkJs", "--noImplicitAny", "--target", "es2022"]
PAGE = [*TSC, "--lib", "es2022,dom,dom.iterable"]
MODULE = [*TSC, "--module", "es2022", "--moduleResolution", "node", "--lib", "es2022,webworker"]


def pages_below(root):
    """The folders of pages, outside hidden folders and build folders."""
    for top, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "build")))
        if "scripts.txt" in files:
            yield pathlib.Path(top)


def problems_of(root, page, shared):
    """The errors in lists of scripts, and those that tsc reports. Adds the scripts of pages/ that the page uses to `shared`."""
    scripts = (page / "scripts.txt").read_text(encoding="utf-8").split()
    paths = [root / name if name.startswith("pages/") else page / name for name in scripts]
    shared.update(path for path in paths if path.parent == root / "pages")
    here = sorted(path.name for path in page.glob("*.js"))
    named = sorted(path.name for path in paths if path.parent == page)
    if named != here:
        yield f"{page}/scripts.txt names {named}, and there are {here}"
    missing = [str(path) for path in paths if not path.is_file()]
    if missing:
        yield f"{page}/scripts.txt names {missing}, which are no files"
        return
    types = [root / "pages/globals.d.ts", *sorted(page.glob("*.d.ts"))]
    for command, files in [(PAGE, [*types, *paths]), (MODULE, sorted(page.glob("*/*.js")))]:
        if not files:
            continue
        run = subprocess.run([*command, *map(str, files)], cwd=root, check=False, timeout=250, capture_output=True, text=True)
        if run.returncode:
            yield run.stdout + run.stderr


def main(root):
    if not shutil.which("tsc"):
        print("skipped: there is no tsc (package node-typescript)")
        return 77
    shared = set()
    problems = [problem for page in pages_below(root) for problem in problems_of(root, page, shared)]
    unused = set((root / "pages").glob("*.js")) - shared
    problems += [f"no page is made of {path}" for path in sorted(unused)]
    print("\n".join(problems))
    if not shared:
        print(f"there are no pages below {root}")
    return 1 if problems or not shared else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
