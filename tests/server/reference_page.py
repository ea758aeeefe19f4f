#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/write/reference.md is the server's own description: reference_page.py [--write | --without-components] ROOT PROGRAM

Below its first lines the page has the output of PROGRAM --describe --format md, which --write updates. --without-components: PROGRAM was
built without RT components, so the page describes more than PROGRAM.
"""

import json
import pathlib
import subprocess
import sys

TIMEOUT = 100.0  # seconds; only reached in case of an error
MARK = "<!-- rcssserver3D --describe --format md; tests/server/reference_page.py --write renews it -->\n"
TYPES = {"nothing", "real", "integer", "truth value", "text", "any"}


def describe(program, *arguments):
    done = subprocess.run([program, "--describe", *arguments], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", done.stderr
    return done.stdout


def wrong_in(data):
    """The errors in the JSON that could mislead its readers."""
    names = {each["name"] for each in data["classes"]}
    assert len(names) == len(data["classes"]) > 50
    for each in data["classes"]:
        if each["base"] and each["base"] not in names:
            yield f"{each['name']}: its base {each['base']} is not there"
        if not each["help"]:
            yield f"{each['name']}: has no help"
        for method in each["methods"]:
            if not method["help"].endswith((".", ")")):
                yield f"{each['name']}.{method['name']}: its help is no sentence"
            if any(not argument["name"] for argument in method["arguments"]) and len(method["arguments"]) > 1:
                yield f"{each['name']}.{method['name']}: '{method['signature']}' does not name every argument"
            if not all(argument["type"] in TYPES for argument in method["arguments"]):
                yield f"{each['name']}.{method['name']}: takes what has no name"
    for each in data["effectors"] + data["perceptors"]:
        if each["class"] not in names:
            yield f"{each['predicate']}: its class is not there"
    for each in data["effectors"]:
        if not each["help"]:
            yield f"({each['predicate']}): has no help"
        for parameter in each["parameters"]:
            least, most = parameter["least"], parameter["most"]
            if least is not None and most is not None and least > most:
                yield f"({each['predicate']}): {parameter['name']} has no range"


def main(write, partly, root, program):
    page = pathlib.Path(root, "docs/write/reference.md")
    text = page.read_text(encoding="utf-8")
    head, found, kept = text.partition(MARK)
    assert found, f"{page} has no line {MARK}"
    printed = "\n" + describe(program, "--format", "md")
    wrong = list(wrong_in(json.loads(describe(program, "--format", "json"))))
    if write:
        page.write_text(head + MARK + printed, encoding="utf-8")
    elif not partly and kept != printed:
        wrong.append(f"docs/write/reference.md is stale; {sys.argv[0]} --write ROOT PROGRAM renews it")
    drive = json.loads(describe(program, "drive", "--format", "json"))["effectors"]
    if [(each["class"], each["parameters"][0]["most"]) for each in drive] != [("DriveEffector", 100.0)]:
        wrong.append(f"--describe drive is about {drive}")
    for line in wrong:
        print(line, file=sys.stderr)
    if partly and not wrong:
        print("skipped: the page was not compared, the server was built without RT components")
        return 77
    return 1 if wrong else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    sys.exit(main("--write" in sys.argv, "--without-components" in sys.argv, *arguments))
