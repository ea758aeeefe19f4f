#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the sources against the table of rooms: rcss_room and rcss_program in all CMakeLists.txt (room_table.py).

  check_rooms.py ROOT            prints violations; status 1 if there are any. tests/house/house.py --facts includes these checks
  check_rooms.py ROOT --write    renews the table of docs/architecture.md first

* Sources include only headers of their own room and of the rooms in USES; every source is in a room.
* A room's folder `include` has the public headers for users' programs. They include only each other, by their bare names.
* A room that uses no other room, and only the public headers of one (LIBRARIES ..._headers), is written like a user's program: it includes only
  public headers and those beside its sources, by their bare names.
* The table of docs/architecture.md is that of the build.
* Tests are in the folder of their room below tests/, or in a folder that the head of tests/CMakeLists.txt lists; names of tests have no
  semicolon, because CMake would split them.
* Words of the game occur only in the game, its monitor and its agents.
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
from room_table import Table  # noqa: E402
from tree import Tree  # noqa: E402

SOURCES = (".h", ".cpp")
PAGE = "docs/architecture.md"
TESTS = "tests/CMakeLists.txt"
PUBLIC = "include"
# Sample modules and programs of users, built from the installed headers.
EXAMPLES = ("scenes/examples", "agent-sample/sigverse/painter")
WITHOUT_GAME = ("spark", "commserver", "server", "gateways")
GAME = re.compile(r"\b(soccer|goals?|kick-?off|kick|offside|referee|teams?|unum|play ?mode|keeper)\b", re.IGNORECASE)
# The option is a name of 2006; it starts agents of any game.
OPTION = re.compile(r"(--|\")team\b")
INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*"([^"]*)"')


def below(tree, *folders):
    return [name for name in tree.files(*SOURCES) if name.startswith(tuple(folder + "/" for folder in folders))]


def includes(tree, name):
    """Numbers of lines with the headers that they include."""
    for number, line in enumerate(tree.text(name).splitlines(), 1):
        include = INCLUDE.match(line)
        if include:
            yield number, include[1]


def check_folders(tree):
    """Checks that the folders named here exist."""
    for folder in (*EXAMPLES, *WITHOUT_GAME):
        if not (tree.root / folder).is_dir():
            yield f"tests/house/check_rooms.py: {folder} is not a folder: write its new name"


def check_includes(tree, table):
    tops = sorted({folder.split("/")[0] for folder in table.uses})
    public = {pathlib.PurePosixPath(name).name for name in below(tree, *tops) if f"/{PUBLIC}/" in name}
    is_foreign = {room for room, libraries in table.libraries.items()
                  if not table.uses[room] and libraries and all(library.endswith("_headers") for library in libraries)}
    for name in below(tree, *tops):
        if name.startswith(tuple(folder + "/" for folder in EXAMPLES)):
            continue
        path = pathlib.PurePosixPath(name)
        room = table.room_of(path)
        if not room:
            yield f"{name}: its folder is not a room in CMakeLists.txt"
            continue
        for number, include in includes(tree, name):
            if room in is_foreign:
                if include not in public and not tree.has(path.parent / include):
                    yield f"{name}:{number}: {include} is not a public header"
                continue
            target = pathlib.PurePosixPath(include)
            if path.parent.name == PUBLIC:
                target = path.parent / target
                if tree.has(target) and target.parent != path.parent:
                    yield f"{name}:{number}: a public header may not include {include}"
            other = table.room_of(target)
            if not tree.has(target):
                yield f"{name}:{number}: {target} is not a file, relative to the project's folder"
            elif other != room and other not in table.uses[room]:
                yield f"{name}:{number}: {room} may not include {target}"


ROW = re.compile(r"^\| (`[^|]*) \|[^|]*\|[^|]*\|$")


def with_table(text, table):
    """The page with the rows of all rooms as in the build. Rows of other folders stay, after them."""
    lines = text.split("\n")
    rows = [number for number, line in enumerate(lines) if ROW.match(line)]
    if not rows:
        return None
    names = [re.findall(r"`([^`]*)`", ROW.match(lines[number])[1]) for number in rows]
    others = [lines[number] for number, rooms in zip(rows, names) if not any(room in table.uses for room in rooms)]
    order = list(table.uses)
    made = [f"| `{room}` | {about} | {', '.join(sorted(table.uses[room], key=order.index)) or '–'} |" for room, about in table.about.items()]
    return "\n".join(lines[:rows[0]] + made + others + lines[rows[-1] + 1:])


def check_page(tree, table):
    for room in table.libraries:
        if room not in table.about:
            yield f"{room}: its rcss_room has no ABOUT"
    text = tree.text(PAGE) if tree.has(PAGE) else ""
    made = with_table(text, table)
    if made is None:
        yield f"{PAGE}: there is no table of rooms"
    elif made != text:
        yield f"{PAGE}: the table of rooms is not that of the build: python3 tests/house/check_rooms.py . --write"


def check_tests(tree, table):
    head = tree.text(TESTS) if tree.has(TESTS) else ""
    of_no_room = set(re.findall(r"^#   ([\w-]+) +\S", head, re.MULTILINE))
    for name in below(tree, "tests"):
        path = pathlib.PurePosixPath(name).relative_to("tests")
        if path.parts[0] not in of_no_room and not table.room_of(path):
            yield f"{name}: {path.parent} is not a room in CMakeLists.txt, and the head of {TESTS} does not list {path.parts[0]}"
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if re.search(r'TEST_CASE\("[^"]*;', line):
                yield f"{name}:{number}: a semicolon in the name of a test"


def check_words(tree):
    for name in below(tree, *WITHOUT_GAME):
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            word = GAME.search(OPTION.sub("", line))
            if word:
                yield f"{name}:{number}: must not depend on soccer: {line.strip()}"


def main():
    tree = Tree(sys.argv[1])
    table = Table().read(tree)
    if "--write" in sys.argv[2:]:
        text = with_table(tree.text(PAGE), table)
        if text is None:
            sys.exit(f"{PAGE}: there is no table of rooms")
        (tree.root / PAGE).write_text(text)
        tree = Tree(sys.argv[1])
    problems = [*table.problems, *check_folders(tree), *check_includes(tree, table), *check_page(tree, table), *check_tests(tree, table),
                *check_words(tree)]
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
