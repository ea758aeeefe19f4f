# SPDX-License-Identifier: Apache-2.0
"""The list of mutations (bench/mutations.txt), and sources with all of them behind one switch.

The list, line by line:
    # ...                      a comment
    [ROOM] TESTS               the following faults are in this room, tested by TESTS; default: test_ROOM, with _ for /
    FILE | TESTS               the following faults are in this file, relative to the project; TESTS, if given, replace the room's
    - TEXT                     the text to be mutated, which is in FILE exactly once; further such lines continue it. If a part of it is
                               «marked», only that part is replaced and the rest is context. The replaced text must be a statement, or
                               a complete expression: not a + b of a + b * c.
    + TEXT                     the replacement; empty to drop a statement or an expression that is evaluated for its effect
    ? rebuild                  the fault cannot be switched at run time: a declaration, or a process without its starter's environment
    ? tests: TESTS             replace the room's tests
    ? equivalent: REASON       no test can detect the fault
TESTS are separated by ";": PROGRAM ARGUMENTS..., a Catch program, or TARGET...: ctest REGEX.
"""
import dataclasses
import pathlib
import re


class Rotten(Exception):
    """The list is invalid, or does not match the sources."""


@dataclasses.dataclass
class Mutation:
    number: int  # from 1, in the order of the list: the value of the switch
    room: str
    file: str
    find: str
    replace: str
    tests: list
    rebuild: bool = False
    equivalent: str = ""
    begin: int = 0  # where the replaced text is in the file, in characters
    end: int = 0
    line: int = 0

    def __str__(self):
        def short(text):
            return " ".join(text.split()) or "nothing"
        return f"{self.file}:{self.line}: {short(self.find)}  ->  {short(self.replace)}"


def tests_of(text):
    return [part.strip() for part in text.split(";") if part.strip()]


def parse(text):
    """All mutations of a list."""
    mutations, room, tests, file, of_file = [], None, [], None, []
    last = ""  # the mark of the line before
    for number, line in enumerate(text.split("\n"), 1):
        def refuse(why):
            raise Rotten(f"line {number} of the list, {line!r}: {why}")
        mark, rest = line[:1], line[2:]
        if mark in "-+?" and mark and line[1:2] not in ("", " "):
            refuse("behind the mark must be a blank")
        if mark == "-":
            if not file:
                refuse("there is no file yet")
            if last == "-":
                mutations[-1].find += "\n" + rest
            else:
                mutations.append(Mutation(len(mutations) + 1, room, file, rest, None, of_file))
        elif mark == "+":
            if last not in ("-", "+"):
                refuse("there is nothing to become this")
            mutations[-1].replace = rest if last == "-" else mutations[-1].replace + "\n" + rest
        elif mark == "?":
            if last not in ("+", "?"):
                refuse("there is no mutation before it")
            key, _, value = rest.partition(":")
            if key == "rebuild":
                mutations[-1].rebuild = True
            elif key == "equivalent" and value.strip():
                mutations[-1].equivalent = value.strip()
            elif key == "tests" and value.strip():
                mutations[-1].tests = tests_of(value)
            else:
                refuse("unknown")
        elif mark == "[":
            match = re.fullmatch(r"\[([^\]]+)\]\s*(.*)", line)
            if not match:
                refuse("no room")
            room, file = match[1], None
            tests = tests_of(match[2]) or ["test_" + room.replace("/", "_")]
        elif line.strip() and mark != "#":
            if not room:
                refuse("there is no room yet")
            file, _, own = (part.strip() for part in line.partition(" | "))
            of_file = tests_of(own) or tests
        if (line.strip() or mark == "+") and mark != "#":
            if last == "-" and mark not in "-+":
                refuse("the mutation before it becomes nothing at all: that is a line with + alone")
            last = mark
    if last == "-":
        raise Rotten("the last mutation becomes nothing at all: that is a line with + alone")
    return mutations


def locate(mutation, text):
    """The position of the text in the file, without its marks."""
    plain = mutation.find.replace("«", "").replace("»", "")
    first = text.find(plain)
    if first < 0:
        raise Rotten(f"{mutation.file} does not have {plain!r} any more")
    if text.find(plain, first + 1) >= 0:
        raise Rotten(f"{mutation.file} has {plain!r} more than once")
    before, mark, rest = mutation.find.partition("«")
    inner, closing, behind = rest.partition("»")
    if bool(mark) != bool(closing) or "«" in rest or "»" in before + behind:
        raise Rotten(f"{mutation.file}: {mutation.find!r} has other marks than one « and one »")
    mutation.begin = first + (len(before) if mark else 0)
    mutation.end = mutation.begin + len(inner) if mark else first + len(plain)
    mutation.line = text.count("\n", 0, mutation.begin) + 1
    mutation.find = text[mutation.begin:mutation.end]
    if mutation.find == mutation.replace:
        raise Rotten(f"{mutation.file}: {plain!r} becomes itself")


def fitting(list_file, source):
    """The mutations of the list whose texts are in the sources, and the reasons why the others are not."""
    fit, wrong, texts = [], [], {}
    for mutation in parse(pathlib.Path(list_file).read_text(encoding="utf-8")):
        try:
            if mutation.file not in texts:
                texts[mutation.file] = (pathlib.Path(source) / mutation.file).read_text(encoding="utf-8")
            locate(mutation, texts[mutation.file])
            fit.append(mutation)
        except (Rotten, OSError) as error:
            wrong.append(str(error))
    for file, text in texts.items():
        of_file = [mutation for mutation in fit if mutation.file == file]
        try:
            render(text, of_file)
        except Rotten as error:  # they overlap
            wrong.append(str(error))
            fit = [mutation for mutation in fit if mutation.file != file]
    return fit, wrong


SWITCH = """#include <cstdlib>
#ifndef RCSS_MUTANT
#define RCSS_MUTANT
/// Whether this run is that of mutation `number`.
inline bool rcss_mutant(int number) noexcept {
  static const int chosen = [] {
    const char* text = std::getenv("RCSS_MUTANT");
    return text ? std::atoi(text) : 0;
  }();
  return chosen == number;
}
#endif
#line 1
"""


def is_statement(text):
    return text.rstrip().endswith((";", "}"))


def render(text, mutations, chosen=0):
    """The text of a file with these mutations behind the switch; those that need a separate build are included only if chosen."""
    switched = [m for m in mutations if not m.rebuild]
    fixed = [m for m in mutations if m.number == chosen and m.rebuild]
    if fixed:  # the only one in this build
        one = fixed[0]
        return text[:one.begin] + one.replace + text[one.end:]
    if not switched:
        return text

    def part(begin, end, inside):
        """This part of the text with the mutations inside it."""
        out, at = "", begin
        rest = sorted(inside, key=lambda m: (m.begin, -m.end))
        while rest:
            outer = rest[0]
            here = [m for m in rest if (m.begin, m.end) == (outer.begin, outer.end)]
            deeper = [m for m in rest if m not in here and m.begin < outer.end]
            if any(m.end > outer.end for m in deeper):
                raise Rotten(f"{outer.file}: mutations overlap at line {outer.line}")
            rest = [m for m in rest if m not in here and m not in deeper]
            whole = part(outer.begin, outer.end, deeper)
            for m in here:
                if is_statement(m.find):
                    whole = f"if (rcss_mutant({m.number})) {{ {m.replace} }} else {{ {whole} }}"
                elif not m.replace.strip():
                    whole = f"(rcss_mutant({m.number}) ? static_cast<void>(0) : static_cast<void>({whole}))"
                else:
                    whole = f"(rcss_mutant({m.number}) ? ({m.replace}) : ({whole}))"
            out += text[at:outer.begin] + whole
            at = outer.end
        return out + text[at:end]
    return SWITCH + part(0, len(text), switched)
