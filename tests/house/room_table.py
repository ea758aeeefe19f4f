# SPDX-License-Identifier: Apache-2.0
"""The rooms of the project, read from its CMakeLists.txt without configuring a build: rcss_room and rcss_program (cmake/Rooms.cmake).

The parser understands CMake's syntax: a call may be indented, take several lines, and contain comments. It executes nothing. So folders, names and
USES must be literals, in CMakeLists.txt that are reached from the top one by add_subdirectory. All other forms are reported, never ignored. A
configured build writes its own result for the same calls (rooms.cmake in its folder), which `Table.differences` compares.
"""

import posixpath
import re

# A bracket comment or argument, a comment, a quoted argument, a parenthesis, a word.
TOKEN = re.compile(
    r"""(?P<comment>\#\[(?P<level>=*)\[.*?\](?P=level)\]|\#[^\n]*)
      | \[(?P<equals>=*)\[\n?(?P<bracket>.*?)\](?P=equals)\]
      | "(?P<quoted>(?:\\.|[^"\\])*)"
      | (?P<parenthesis>[()])
      | (?P<word>(?:\\.|[^\s()"\#\\])(?:\\.|"(?:\\.|[^"\\])*"|[^\s()"\#\\])*)""",
    re.DOTALL | re.VERBOSE)
KINDS = ("rcss_room", "rcss_program")


class Call:
    """A command with its arguments. It begins at `file` and `line`."""

    def __init__(self, name, file, line):
        self.name, self.file, self.line, self.arguments = name.lower(), file, line, []

    def __str__(self):
        return f"{self.file}:{self.line}: {self.name}({' '.join(self.arguments[:2])}…)"


def calls(text, file):
    """All commands of a CMake file, in order. An unclosed command is the last one, and has the rest of the file as its arguments."""
    word, call, depth = None, None, 0
    for token in TOKEN.finditer(text):
        parenthesis = token["parenthesis"]
        if token["comment"]:
            continue
        if call is None:
            if parenthesis == "(" and word:
                call = Call(word["word"], file, text.count("\n", 0, word.start()) + 1)
            word = token if token["word"] else None
        elif parenthesis:
            depth += 1 if parenthesis == "(" else -1
            if depth < 0:
                yield call
                call, depth = None, 0
        elif token["bracket"] is not None:
            call.arguments.append(token["bracket"])
        else:
            quoted = token["quoted"]
            plain = token["word"] if quoted is None else re.sub(r"\\\n", "", quoted)
            call.arguments.append(re.sub(r"\\([^A-Za-z0-9;])", r"\1", plain))
    if call:
        yield call


def keywords_of(kind, lists):
    """The keywords that the definition of rcss_room or rcss_program names: a set, or None if there is no definition."""
    for call, following in zip(lists, lists[1:]):
        if call.name == "function" and call.arguments[:1] == [kind] and following.name == "cmake_parse_arguments":
            return {word for argument in following.arguments[1:4] for word in argument.split(";") if word}
    return None


class Table:
    """Rooms by their folders, in the order of the build.

    uses        folder -> the folders of the rooms that it may include; also for programs, whose main.cpp may be in the folder of a room
    about       folder -> its description
    recursive   the folders of rooms that include subfolders
    libraries   folder -> external libraries
    problems    calls that could not be parsed, as sentences
    """

    def __init__(self):
        self.uses, self.about, self.libraries, self.recursive, self.problems = {}, {}, {}, set(), []
        self._folders = {}  # of rooms, by their names
        self._keywords = {}

    def read(self, tree):
        """Reads all CMakeLists.txt of the project, beginning with the top one."""
        files = [name for name in tree.names if name.endswith(("CMakeLists.txt", ".cmake"))]
        lists = {name: list(calls(tree.text(name), name)) for name in files if any(kind in tree.text(name) for kind in (*KINDS, "add_subdirectory"))}
        for kind in KINDS:
            found = [keywords for of_file in lists.values() if (keywords := keywords_of(kind, of_file)) is not None]
            self._keywords[kind] = found[0] if found else set()
            if not found:
                self.problems.append(f"no function {kind} with cmake_parse_arguments as its first line in any CMake file")
        reached = set()
        self._follow("", lists, reached)
        for name, of_file in lists.items():
            if name not in reached:
                self.problems += [f"{call}: no add_subdirectory leads to this file" for call in of_file if call.name in KINDS]
        if not self.uses:
            self.problems.append("no rooms: no rcss_room is reached from CMakeLists.txt")
        return self

    def _follow(self, folder, lists, reached):
        name = posixpath.join(folder, "CMakeLists.txt")
        if name in reached:
            return
        reached.add(name)
        for call in lists.get(name, ()):
            if call.name in KINDS:
                self._add(call)
            elif call.name == "add_subdirectory":
                below = call.arguments[0] if call.arguments else ""
                for variable, meant in (("CMAKE_CURRENT_SOURCE_DIR", folder), ("PROJECT_SOURCE_DIR", ""), ("CMAKE_SOURCE_DIR", "")):
                    if below.startswith(f"${{{variable}}}/"):
                        below = posixpath.join("/" + meant, below.split("/", 1)[1])
                if "$" in below or not below:
                    self.problems.append(f"{call}: not understood: the folder must be a literal")
                    continue
                self._follow(posixpath.normpath(posixpath.join("/" + folder, below)).lstrip("/"), lists, reached)

    def read_built(self, text, file):
        """Reads the table that a configured build has written."""
        self._keywords = dict.fromkeys(KINDS, {"RECURSE", "USES"})
        for call in calls(text, file):
            if call.name in KINDS:
                self._add(call)
        return self

    def _add(self, call):
        place, parts, key = [], {}, None
        for argument in call.arguments:
            if argument in self._keywords[call.name]:
                key = argument
                parts[key] = []
            else:
                (place if key is None else parts[key]).append(argument)
        unclear = [word for word in place + parts.get("USES", []) if "$" in word]
        if len(place) != 2 or unclear:
            what = f"{', '.join(unclear)} must be a literal" if unclear else "the first arguments must be a name and a folder"
            self.problems.append(f"{call}: not understood: {what}")
        if len(place) < 2 or "$" in place[0] + place[1]:
            return
        name, folder = place[0], posixpath.normpath(place[1])
        allowed = self.uses.setdefault(folder, set())
        for used in parts.get("USES", []):
            if used in self._folders:
                allowed.add(self._folders[used])
            elif "$" not in used:
                self.problems.append(f"{call}: it uses {used}, which is not a room declared before it")
        allowed.discard(folder)
        if call.name == "rcss_room":
            if name in self._folders:
                self.problems.append(f"{call}: there is a room {name} in {self._folders[name]}")
            self._folders[name] = folder
            self.libraries[folder] = parts.get("LIBRARIES", [])
            if parts.get("ABOUT"):
                self.about[folder] = parts["ABOUT"][0]
            if "RECURSE" in parts:
                self.recursive.add(folder)

    def room_of(self, path):
        """The room of a source or header (a PurePosixPath), or None. A folder `include` belongs to the room around it."""
        folder = (path.parent.parent if path.parent.name == "include" else path.parent).as_posix()
        if folder in self.uses:
            return folder
        return next((room for room in self.recursive if folder.startswith(room + "/")), None)

    def differences(self, built):
        """Differences between a build and this table. The build may lack rooms if the machine lacks their packages."""
        for folder, uses in built.uses.items():
            if folder not in self.uses:
                yield f"{folder}: the build has this room, but tests/house/room_table.py does not find it: write its rcss_room with literals"
            elif uses != self.uses[folder]:
                yield f"{folder}: the build uses other rooms than tests/house/room_table.py reads: {', '.join(sorted(uses ^ self.uses[folder]))}"
            elif (folder in built.recursive) != (folder in self.recursive):
                yield f"{folder}: the build and tests/house/room_table.py differ in RECURSE"
        if not built.uses:
            yield "the table that the build has written is empty"
