#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the house against the one table of its rooms, rcss_room and rcss_program in CMakeLists.txt. Usage: check_rooms.py ROOT

* Sources include headers of their own room and of those behind USES, nothing else of the project; every source is in a room.
* A room's folder `include` is what other people's programs are compiled against: headers that include each other, by their bare names, and
  nothing else of the project.
* The rooms of SAMPLES are written as other people write: they include public headers by their bare names, and nothing else.
* The table of docs/architecture.md has the same rooms, each once, and each may include the same.
* Tests stand in the folder of their room below tests/, or in one for what belongs to no room; no name of one has a semicolon, at which CMake would
  make two of it.
* No word of the game stands outside the game, its monitor and its agents.
"""

import pathlib
import re
import sys

SOURCES = (".h", ".cpp")
# Folders whose sources may include everything.
OPEN = ("tests", "bench")
PUBLIC = "include"
SAMPLES = ("agent-sample/sigverse",)
# What belongs to no room (tests/CMakeLists.txt).
TESTS_OF_NO_ROOM = ("engine", "fuzz", "house", "match", "scripts", "support", "tournament")
WITHOUT_GAME = ("spark", "commserver", "server", "gateways")
GAME = re.compile(r"\b(soccer|goals?|kick-?off|kick|offside|referee|teams?|unum|play ?mode|keeper)\b", re.IGNORECASE)
# The option is a name of 2006; it starts agents of any game.
OPTION = re.compile(r"(--|\")team\b")


class Table:
    """Rooms by their folders, and the folders that each may include."""

    def __init__(self, text):
        calls = re.findall(r"^ *rcss_(room|program)\(([^)]*)\)", text, re.MULTILINE)
        words = [(kind, call.split()) for kind, call in calls]
        folders = {call[0]: call[1] for kind, call in words if kind == "room"}
        self.recursive = {call[1] for kind, call in words if kind == "room" and "RECURSE" in call}
        self.uses = {}
        for _, call in words:
            used = call[call.index("USES") + 1:] if "USES" in call else []
            for behind in ("LIBRARIES", "INSTEAD"):
                if behind in used:
                    used = used[:used.index(behind)]
            allowed = self.uses.setdefault(call[1], set())
            allowed.update(folders[name] for name in used)
            allowed.discard(call[1])

    def room_of(self, path):
        """The room of a source or header, or None."""
        folder = path.parent.as_posix()
        if path.parent.name == PUBLIC:
            folder = path.parent.parent.as_posix()
        if folder in self.uses:
            return folder
        return next((room for room in self.recursive if folder.startswith(room + "/")), None)


def sources(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES:
                yield path.relative_to(root)


def check_includes(root, table):
    public = {path.name for path in root.glob(f"gateways/**/{PUBLIC}/*.h")}
    tops = sorted({folder.split("/")[0] for folder in table.uses})
    for path in sources(root, tops):
        room = table.room_of(path)
        if not room:
            yield f"{path}: its folder is no room in CMakeLists.txt"
            continue
        for number, line in enumerate((root / path).read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include "([^"]*)"', line)
            if not include:
                continue
            target = pathlib.PurePosixPath(include[1])
            if room in SAMPLES:
                if include[1] not in public:
                    yield f"{path}:{number}: {include[1]} is no public header"
                continue
            if path.parent.name == PUBLIC:
                target = pathlib.PurePosixPath(path.parent) / target
                if (root / target).is_file() and target.parent != pathlib.PurePosixPath(path.parent):
                    yield f"{path}:{number}: a public header may not include {include[1]}"
            other = table.room_of(target)
            if not (root / target).is_file():
                yield f"{path}:{number}: {target} is no file, counted from the project's folder"
            elif other != room and other not in table.uses[room]:
                yield f"{path}:{number}: {room} may not include {target}"


def check_page(root, table):
    """The third column names rooms; within a top-level folder its name may be left out."""
    rows = re.findall(r"^\| (`[^|]*) \|[^|]*\|([^|]*)\|$", (root / "docs/architecture.md").read_text(), re.MULTILINE)
    seen = set()
    for rooms, may in rows:
        for room in re.findall(r"`([^`]*)`", rooms):
            if room not in table.uses:
                if (root / room).is_dir() and room.split("/")[0] not in OPEN + ("scenes", "scripts"):
                    yield f"docs/architecture.md: {room} is no room in CMakeLists.txt"
                continue
            if room in seen:
                yield f"docs/architecture.md: {room} is in the table twice"
            seen.add(room)
            words = [word.strip(" `") for word in may.split(",")]
            top = room.split("/")[0]
            named = {f"{top}/{word}" if f"{top}/{word}" in table.uses else word for word in words} - {"–", ""}
            for word in sorted(named ^ table.uses[room]):
                where = "only there" if word in named else "only in CMakeLists.txt"
                yield f"docs/architecture.md: {room} may include {word}: {where}"
    for room in sorted(table.uses.keys() - seen):
        yield f"docs/architecture.md: {room} is missing in the table"


def check_tests(root, table):
    for path in sources(root, ["tests"]):
        below = path.relative_to("tests")
        if below.parts[0] not in TESTS_OF_NO_ROOM and not table.room_of(below):
            yield f"{path}: {below.parent} is no room in CMakeLists.txt"
        for number, line in enumerate((root / path).read_text(errors="replace").splitlines(), 1):
            if re.search(r'TEST_CASE\("[^"]*;', line):
                yield f"{path}:{number}: a semicolon in the name of a test"


def check_words(root):
    for path in sources(root, [folder for folder in WITHOUT_GAME if (root / folder).is_dir()]):
        for number, line in enumerate((root / path).read_text().splitlines(), 1):
            word = GAME.search(OPTION.sub("", line))
            if word:
                yield f"{path}:{number}: knows no soccer, but: {line.strip()}"


def main():
    root = pathlib.Path(sys.argv[1])
    table = Table((root / "CMakeLists.txt").read_text())
    if "spark/core" not in table.uses:
        sys.exit(f"no rooms in {root / 'CMakeLists.txt'}")
    problems = [*check_includes(root, table), *check_page(root, table), *check_tests(root, table), *check_words(root)]
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
