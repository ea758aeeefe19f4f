#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The options in the documentation are those of the programs: option_tables.py [--write] ROOT PROGRAM...

A page has the options of a program between two lines:

    <!-- options of NAME; tests/server/option_tables.py --write renews them -->
    <!-- end of options -->

The text between them is the output of PROGRAM --help_as_markdown. The same holds for soccer's variables, whose values and
meanings rcssserver3D --variables prints: one table with the values of the profiles 0.5.2 and modern:

    <!-- variables NAME ...; tests/server/option_tables.py --write renews them -->
    <!-- end of variables -->

--write updates both. The commands in README and on the pages, such as

    build/bin/rcssserver3D --seed 1 --Soccer.RuleHalfTime 60     # a comment

may have only options of their programs. Variables of scripts are not checked, because each script has its own.
"""

import os
import pathlib
import re
import subprocess
import sys

TIMEOUT = 100.0  # seconds; only reached in case of an error
PLACE = re.compile(r"(<!-- options of (\S+); [^\n]*-->\n)(.*?)(<!-- end of options -->\n)", re.DOTALL)
VARIABLES = re.compile(r"(<!-- variables ([^;]+); [^\n]*-->\n)(.*?)(<!-- end of variables -->\n)", re.DOTALL)
OPTION = re.compile(r"`(--?[\w-]+)`")
COMMAND = re.compile(r"^ *(?:\S*/)?([\w-]+)((?: [^#|&;\n]*)?)", re.MULTILINE)
VARIABLE = re.compile(r"^--Soccer\.(\S+) ([^\n]*)\n((?: {6}[^\n]*\n)*)", re.MULTILINE)


def variables_of(server, profile):
    """The values and meanings of variables, by name."""
    done = subprocess.run([server, "--variables", "--profile", profile], capture_output=True, text=True, check=True, timeout=TIMEOUT)
    return {name: (value, " ".join(text.split())) for name, value, text in VARIABLE.findall(done.stdout)}


def table_of(names, usual, modern):
    lines = ["| setting | usual | modern | |", "|---|---|---|---|"]
    for name in names:
        (value, text), (other, _) = usual[name], modern[name]
        lines.append(f"| {name} | {value} | {other if other != value else ''} | {text} |")
    return "\n".join(lines)


def commands_of(text):
    """Program and words of each command in code blocks and indented lines of a page; a line may continue in the next line."""
    fenced = "".join(re.findall(r"^```(?:sh|)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    indented = "".join(re.findall(r"^ {4,}.*\n", text, re.MULTILINE))
    for found in COMMAND.finditer((fenced + indented).replace("\\\n", " ")):
        yield found[1], found[2].partition(" -- ")[0].split()


def unknown_options(text, known):
    for program, words in commands_of(text):
        for word in words:
            option = word.partition("=")[0].replace("-", "_").replace("__", "--", 1)
            if program in known and re.fullmatch(r"--[a-z]\w*", option) and option not in known[program]:
                yield f"{program} has no option {word}"


def main(write, root, *programs):
    printed = {}
    for program in programs:
        done = subprocess.run([program, "--help_as_markdown"], capture_output=True, text=True, check=True, timeout=TIMEOUT)
        printed[os.path.basename(program)] = done.stdout
    server = next((program for program in programs if os.path.basename(program) == "rcssserver3D"), None)
    usual, modern = (variables_of(server, profile) if server else {} for profile in ("0.5.2", "modern"))
    written, wrong, unknown_words = set(), [], []
    known = {name: set(OPTION.findall(text)) for name, text in printed.items()}
    for page in [pathlib.Path(root, "README.md"), *sorted(pathlib.Path(root, "docs").rglob("*.md"))]:
        unknown_words += [f"{page.relative_to(root)}: {line}" for line in unknown_options(page.read_text(encoding="utf-8"), known)]
    for page in sorted(pathlib.Path(root, "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        for place in PLACE.finditer(text):
            written.add(place[2])
            if place[2] not in printed:  # the table of a program that is not built here
                continue
            if place[3] != f"\n{printed[place[2]]}\n":
                wrong.append(f"{page.relative_to(root)}: the options of {place[2]} are others")
        renewed = PLACE.sub(lambda place: f"{place[1]}\n{printed[place[2]]}\n{place[4]}" if place[2] in printed else place[0], text)
        if server:
            for place in VARIABLES.finditer(text):
                unknown = [name for name in place[2].split() if name not in usual]
                if unknown:
                    sys.exit(f"{page.relative_to(root)}: there is no Soccer.{unknown[0]}")
                if place[3] != f"\n{table_of(place[2].split(), usual, modern)}\n\n":
                    wrong.append(f"{page.relative_to(root)}: the variables {place[2]} are others")
            renewed = VARIABLES.sub(lambda place: f"{place[1]}\n{table_of(place[2].split(), usual, modern)}\n\n{place[4]}", renewed)
        if write and renewed != text:
            page.write_text(renewed, encoding="utf-8")
    missing = sorted(set(printed) - written)
    wrong = [] if write else wrong
    for line in wrong + [f"docs: no page has the options of {name}" for name in missing]:
        print(f"{line} (see {sys.argv[0]} --write)", file=sys.stderr)
    for line in unknown_words:
        print(line, file=sys.stderr)
    return 1 if wrong or missing or unknown_words else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    sys.exit(main("--write" in sys.argv, *arguments))
