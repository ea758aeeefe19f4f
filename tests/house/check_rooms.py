#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the house against the one table of its rooms, rcss_room and rcss_program in all CMakeLists.txt. Usage: check_rooms.py ROOT [--write]

* Sources include headers of their own room and of those behind USES, nothing else of the project; every source is in a room.
* A room's folder `include` is what other people's programs are compiled against: headers that include each other, by their bare names, and
  nothing else of the project.
* The rooms of SAMPLES are written as other people write: they include public headers, and those beside them, by their bare names, and
  nothing else.
* The table of docs/architecture.md is the one of the build: --write renews it.
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
PAGE = "docs/architecture.md"
PUBLIC = "include"
SAMPLES = ("agent-sample/sigverse", "agent-sample/sigverse/errand")
# Modules and programs of other people, built from the installed headers.
EXAMPLES = ("scenes/examples", "agent-sample/sigverse/painter")
# What belongs to no room (tests/CMakeLists.txt).
TESTS_OF_NO_ROOM = ("engine", "fuzz", "house", "match", "scripts", "support", "tournament")
WITHOUT_GAME = ("spark", "commserver", "server", "gateways")
GAME = re.compile(r"\b(soccer|goals?|kick-?off|kick|offside|referee|teams?|unum|play ?mode|keeper)\b", re.IGNORECASE)
# The option is a name of 2006; it starts agents of any game.
OPTION = re.compile(r"(--|\")team\b")


STRING = re.compile(r'"((?:\\.|[^"\\])*)"', re.DOTALL)
CALL = re.compile(r'^ *rcss_(room|program)\(((?:"(?:\\.|[^"\\])*"|[^)"])*)\)', re.MULTILINE | re.DOTALL)


class Table:
    """Rooms by their folders, in the order of the build: what is in each, and the folders that it may include."""

    def __init__(self, text):
        calls = [(kind, STRING.sub("", call).split(), STRING.search(call)) for kind, call in CALL.findall(text)]
        folders = {call[0]: call[1] for kind, call, _ in calls if kind == "room"}
        self.recursive = {call[1] for kind, call, _ in calls if kind == "room" and "RECURSE" in call}
        self.about = {call[1]: re.sub(r"\\\n", "", about[1]).replace('\\"', '"') for kind, call, about in calls if kind == "room" and about}
        self.uses = {}
        for _, call, _ in calls:
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


def lists(root):
    """The CMakeLists.txt that say where rooms are, from the top one down."""
    pending, found = [root / "CMakeLists.txt"], []
    while pending:
        path = pending.pop(0)
        if path.is_file():
            found.append(path)
            pending[:0] = [path.parent / name / "CMakeLists.txt" for name in re.findall(r"^ *add_subdirectory\((\S+)\)", path.read_text(), re.MULTILINE)]
    return found


def sources(root, folders):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SOURCES:
                yield path.relative_to(root)


def check_includes(root, table):
    public = {path.name for path in root.glob(f"gateways/**/{PUBLIC}/*.h")}
    tops = sorted({folder.split("/")[0] for folder in table.uses})
    for path in sources(root, tops):
        if any(path.is_relative_to(folder) for folder in EXAMPLES):
            continue
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
                if include[1] not in public and not (root / path.parent / include[1]).is_file():
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


ROW = re.compile(r"^\| (`[^|]*) \|[^|]*\|[^|]*\|$")


def with_table(text, table):
    """The page with the rows of all rooms as the build has them. Rows of what is no room stay, behind them."""
    lines = text.split("\n")
    rows = [number for number, line in enumerate(lines) if ROW.match(line)]
    names = [re.findall(r"`([^`]*)`", ROW.match(lines[number])[1]) for number in rows]
    others = [lines[number] for number, rooms in zip(rows, names) if not any(room in table.uses for room in rooms)]
    order = list(table.uses)
    made = [f"| `{room}` | {about} | {', '.join(sorted(table.uses[room], key=order.index)) or '–'} |" for room, about in table.about.items()]
    return "\n".join(lines[:rows[0]] + made + others + lines[rows[-1] + 1:])


def check_page(root, table):
    for room in table.uses:
        if room not in table.about:
            yield f"{room}: its rcss_room has no ABOUT"
    text = (root / PAGE).read_text()
    if with_table(text, table) != text:
        yield f"{PAGE}: the table of rooms is not that of the build: python3 tests/house/check_rooms.py . --write"


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
    table = Table("\n".join(path.read_text() for path in lists(root)))
    if "spark/core" not in table.uses:
        sys.exit(f"no rooms in {root / 'CMakeLists.txt'}")
    if "--write" in sys.argv[2:]:
        text = with_table((root / PAGE).read_text(), table)
        (root / PAGE).write_text(text)
    problems = [*check_includes(root, table), *check_page(root, table), *check_tests(root, table), *check_words(root)]
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
