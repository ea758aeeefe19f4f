#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the structure of the project (the "house") and prints figures about it.

  python3 tests/house/house.py           all facts and figures, with the worst places of each
  python3 tests/house/house.py --facts   only violated facts, and notes; status 1 if a fact is violated
  python3 tests/house/house.py --all     all facts and figures, with all places

--facts makes all checks that need no build, prints all findings, and takes seconds. It needs only Python and the files of a git clone (also a
shallow one) or an archive. --built FILE compares the rooms with those of a configured build (rooms.cmake in its folder).

Facts: rooms include only the rooms they declare, and the documentation has their table (check_rooms.py); real time is passed in
(check_clock.py); no class has members in two sources; interfaces that promise pure functions have only those; no qualified name exists twice;
no dialect word is left (words.py); links of pages lead somewhere; there is one reader, one printer and one table of each kind; commit titles are short.
Notes: faults of bench/mutations.txt that no longer fit the sources.
Measures: sizes, share of comments, long lines, sources to compile.
"""

import argparse
import collections
import pathlib
import posixpath
import re
import subprocess
import sys
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "bench"))
import check_clock  # noqa: E402
import check_rooms  # noqa: E402
import mutations  # noqa: E402
import words  # noqa: E402
from room_table import Table  # noqa: E402
from tree import OUTSIDE, Tree, code_of  # noqa: E402

# Older commits have titles in another form.
TITLES_SINCE = "72cee13"
TITLE = re.compile(r"[a-z0-9_./-]+: \S")
WORST = 8


class Finding:
    """One line of the report. `places` are sentences, the worst first; a fact holds if there are no places. A note never fails, and is always
    shown if it has places."""

    def __init__(self, point, what, figure, places=(), is_fact=False, is_note=False):
        self.point, self.what, self.figure, self.places, self.is_fact, self.is_note = point, what, figure, list(places), is_fact, is_note


def largest(counts):
    """The first number in a list of (number, name) that begins with the largest."""
    return counts[0][0] if counts else 0


def classes_of_sources(tree):
    """Room and class -> source -> number of members defined there."""
    members = collections.defaultdict(collections.Counter)
    definition = re.compile(r"^(?:[A-Za-z_][\w:<>,&*\s\[\]]*?[\s&*])?((?:[A-Z]\w*::)+)(?:~?\w+|operator[^\s(]+)\(", re.MULTILINE)
    for name in tree.sources():
        for found in definition.finditer(code_of(tree.text(name))):
            members[(name.rsplit("/", 1)[0], found[1][:-2])][name] += 1
    return members


def whole_classes(tree):
    members = classes_of_sources(tree)
    split = {key: places for key, places in members.items() if len(places) > 1}
    places = [f"{name} of {room}: " + ", ".join(f"{pathlib.PurePath(source).name} {count}" for source, count in places.items())
              for (room, name), places in sorted(split.items(), key=lambda item: -len(item[1]))]
    yield Finding(1, "classes with members in two sources or more", f"{len(split)} of {len(members)}", places, is_fact=True)
    sizes = sorted(((tree.text(name).count("\n"), name) for name in tree.sources()), reverse=True)
    yield Finding(1, "lines of the largest sources", largest(sizes), (f"{name}: {lines}" for lines, name in sizes))
    included = collections.Counter(found for name in tree.files(".h", ".cpp") for found in re.findall(r'#include "([^"]+)"', tree.text(name)))
    single = [name for name in tree.headers() if included[name] < 2 and "/include/" not in name and
              not tree.has(pathlib.PurePath(name).with_suffix(".cpp"))]
    yield Finding(1, "headers without a source that one file includes", len(single), single)


def interfaces(tree):
    """Classes whose comment says "none has a default": all their functions must be pure, so that a class that forwards to others forgets none."""
    promising, virtual, soft = [], 0, []
    for name in tree.headers():
        for comment, kind, body in re.findall(r"((?:^///[^\n]*\n)+)class (\w+)[^;{]*(\{.*?^\};)", tree.text(name), re.MULTILINE | re.DOTALL):
            if "none has a default" not in " ".join(comment.replace("///", " ").split()):
                continue
            promising.append(kind)
            for function in re.findall(r"^ +virtual [^;{]*[;{]", code_of(body), re.MULTILINE):
                virtual += 1
                if "= 0;" not in function and "~" not in function:
                    soft.append(f"{name}: {kind}: " + " ".join(function.rstrip("{").split()))
    yield Finding(2, "functions with a default in classes that say they have none", f"{len(soft)} of {virtual} in {', '.join(promising) or 'no class'}",
                  soft, is_fact=True)
    yield Finding(2, "classes whose comment says that none of their functions has a default", len(promising),
                  () if promising else ["none: has the sentence above the gateways' interface changed?"], is_note=True)


def rooms(tree, built=None):
    table = Table().read(tree)
    unclear = list(table.problems)
    if built and not pathlib.Path(built).is_file():
        unclear.append(f"{built}: there is no file of rooms: configure the build")
    elif built:
        unclear += table.differences(Table().read_built(pathlib.Path(built).read_text(), pathlib.Path(built).name))
    yield Finding(4, "rooms that are not understood", len(unclear), unclear, is_fact=True)
    problems = list(check_rooms.check_includes(tree, table))
    yield Finding(4, "includes that run up", f"{len(problems)} in {len(table.uses)} rooms", problems, is_fact=True)
    for what, found in (("missing folders that the checks name", check_rooms.check_folders(tree)),
                        ("errors in the documentation's table of rooms", check_rooms.check_page(tree, table)),
                        ("tests outside the folders of rooms, or with a semicolon", check_rooms.check_tests(tree, table)),
                        ("words of the game outside the game", check_rooms.check_words(tree))):
        found = list(found)
        yield Finding(4, what, len(found), found, is_fact=True)
    sizes = collections.Counter(table.room_of(pathlib.PurePosixPath(name)) for name in tree.sources())
    yield Finding(4, "sources of the largest rooms", max(sizes.values(), default=0), (f"{room}: {count}" for room, count in sizes.most_common()))
    of_gateways = [f"{name}:{number}" for name in tree.files(".cpp", ".h") if name.startswith("commserver/")
                   for number, line in enumerate(tree.text(name).splitlines(), 1) if re.search(r'"(ports\.log|operator-|ior)"', line)]
    yield Finding(4, "files of gateways that commserver/ names", len(of_gateways), of_gateways, is_fact=True)
    seen = collections.defaultdict(set)
    for name in tree.files(".h", ".cpp", outside=OUTSIDE):
        if "/include/" in name or name.startswith("scenes/examples"):
            continue
        spaces = re.findall(r"^namespace ([\w:]+) \{", tree.text(name), re.MULTILINE)
        if len(spaces) != 1 or (name.endswith(".cpp") and "namespace {" in tree.text(name)):
            continue
        for kind in re.findall(r"^(?:class|struct|enum class) (\w+)(?: final)?(?: :[^;{]*)? \{", code_of(tree.text(name)), re.MULTILINE):
            seen[f"{spaces[0]}::{kind}"].add(name)
    twice = [f"{kind}: {', '.join(sorted(places))}" for kind, places in sorted(seen.items()) if len(places) > 1]
    yield Finding(4, "qualified names that exist twice", len(twice), twice, is_fact=True)


def clock(tree):
    found = list(check_clock.problems(tree))
    yield Finding(4, "uses of the system's real time without a reason", len(found), found, is_fact=True)


def faults(tree):
    listed = "bench/mutations.txt"
    if not tree.has(listed):
        return
    try:
        fit, wrong = mutations.fitting(tree.root / listed, tree.root)
    except mutations.Rotten as error:
        fit, wrong = [], [str(error)]
    yield Finding(3, f"faults of {listed} that no longer fit (bench/mutate.py --check)", f"{len(wrong)} of {len(fit) + len(wrong)}", wrong, is_note=True)


def english(tree):
    found = list(words.findings(tree))
    yield Finding(5, "dialect words", len(found), found, is_fact=True)
    fragments = [f"{name}:{number}: {line.strip()}" for name in tree.headers()
                 for number, line in enumerate(tree.text(name).splitlines(), 1) if re.match(r"\s*///? (Of|Who|Whom|Whose) ", line)]
    yield Finding(5, "comments that begin with Of or Who", len(fragments), fragments)


# Constructs that should exist once: description, pattern, maximum number.
ONE_OF_EACH = (
    ("readers of UTF-8", re.compile(r"0x[cC]0\b.*0x80|0x80.*0x[cC]0\b|& 0x3[fF]\b"), 1),
    ("functions that make text printable", re.compile(r"^(?:inline )?std::string printable\w*\([^;]*\{", re.MULTILINE), 1),
    ("structs that describe a script variable", re.compile(r"^struct Variable \{", re.MULTILINE), 1),
)


def one_of_each(tree):
    for what, pattern, most in ONE_OF_EACH:
        places = [name for name in tree.files(".h", ".cpp", outside=OUTSIDE) if pattern.search(code_of(tree.text(name)))]
        yield Finding(6, what, len(places), places if len(places) > most else (), is_fact=True)
    casts = [f"{name}: {count}" for name in tree.files(".h", ".cpp")
             if (count := len(re.findall(r"static_cast<std::size_t>\((?:\w+[.>-]+)*(?:agent|id|who)_?\)", tree.text(name))))]
    yield Finding(6, "sources that cast the number of an agent", len(casts), casts)
    clever = [f"{name}:{text.count(chr(10), 0, found.start()) + 1}" for name in tree.files(".h", ".cpp") for text in [tree.text(name)]
              for found in re.finditer(r"&& \([^()]*[^=!<>]=[^=][^()]*, true\)", text)]
    yield Finding(6, "assignments hidden in a condition", len(clever), clever, is_fact=True)


def building(tree):
    lists = sorted(((tree.text(name).count("\n"), name) for name in tree.names if pathlib.PurePath(name).name == "CMakeLists.txt"), reverse=True)
    yield Finding(7, "lines of the longest CMakeLists.txt", largest(lists), (f"{name}: {lines}" for lines, name in lists if lines > 120))
    yield Finding(9, "sources of rooms and programs", len(tree.sources()))
    yield Finding(9, "sources of tests", len(tree.files(".cpp")) - len(tree.sources()))
    included = collections.Counter()
    direct = {name: re.findall(r'#include "([^"]+)"', tree.text(name)) for name in tree.files(".h", ".cpp")}
    for name in tree.sources():
        pending, seen = [name], set()
        while pending:
            for header in direct.get(pending.pop(), ()):
                if header not in seen:
                    seen.add(header)
                    pending.append(header)
        included.update(seen)
    yield Finding(9, "sources that include the most included header", max(included.values(), default=0),
                  (f"{name}: {count}" for name, count in included.most_common()))


def dead_links(tree):
    """Links of pages to files and headings that do not exist."""
    prose = {name: re.sub(r"^( *)(```|~~~).*?^ *\2", lambda code: "\n" * code[0].count("\n"), tree.text(name), flags=re.DOTALL | re.MULTILINE)
             for name in tree.files(".md")}
    anchors = {name: anchors_of(text) for name, text in prose.items()}
    for name, text in prose.items():
        for link in re.finditer(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", lambda code: " " * len(code[0]), text)):
            file, _, anchor = link[1].partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name
            if re.match(r"[a-z]+:", file) or target.startswith(".."):
                continue
            if not (tree.root / target).exists() or (anchor and anchor not in anchors.get(target, (anchor,))):
                yield f"{name}:{text.count(chr(10), 0, link.start()) + 1}: {link[1]}"


def anchors_of(text):
    """The anchors of a page's headings, as GitHub and most other renderers form them."""
    counts, anchors = collections.Counter(), set()
    for heading in re.findall(r"^#{1,6} +(.*?)(?: +#+)? *$", text, re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w -]", "", words).replace(" ", "-")
        anchors.add(f"{anchor}-{counts[anchor]}" if counts[anchor] else anchor)
        counts[anchor] += 1
    return anchors | set(re.findall(r'<a (?:name|id)="([^"]+)"', text))


def documents(tree):
    dead = list(dead_links(tree))
    yield Finding(8, "links of pages that lead nowhere", len(dead), dead, is_fact=True)
    comment = lines = 0
    rooms_of = collections.defaultdict(lambda: [0, 0])
    for name in tree.sources():
        for line in tree.text(name).splitlines():
            if not line.strip():
                continue
            room = rooms_of[name.rsplit("/", 1)[0]]
            lines += 1
            room[1] += 1
            if line.lstrip().startswith("//"):
                comment += 1
                room[0] += 1
    worst = sorted(((part / whole, room) for room, (part, whole) in rooms_of.items()))
    yield Finding(8, "share of comment in sources", f"{comment / max(lines, 1):.1%}", (f"{room}: {share:.1%}" for share, room in worst))
    long_lines = []
    for name in tree.files(".md"):
        is_code = False
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if line.lstrip().startswith("```"):
                is_code = not is_code
            is_prose = not is_code and not line.startswith(("|", "    ", "<!--")) and not re.search(r"https?://\S{40}|\]\([^)]{50}", line)
            if is_prose and len(line) > 100:
                long_lines.append(f"{name}:{number}: {len(line)}")
    yield Finding(8, "lines of prose above 100 columns", len(long_lines), long_lines)
    links = re.findall(r"(?<!!)\[[^\]]*\]\([^)]*\)", tree.text("README.md") if tree.has("README.md") else "")
    yield Finding(8, "links of README.md", len(links), links if len(links) > 10 else ())
    pages = sorted(((tree.text(name).count("\n"), name) for name in tree.files(".md")), reverse=True)
    yield Finding(8, "lines of the longest page", largest(pages), (f"{name}: {count}" for count, name in pages))


def titles(tree):
    try:
        log = tree.git("log", "--format=%h%x00%s%x00%b%x01", f"{TITLES_SINCE}..HEAD")
    except (OSError, subprocess.CalledProcessError):
        yield Finding(11, "commits with a wrong title", "unknown: no git, or a shallow clone")
        return
    bad, count = [], 0
    for commit in log.split("\x01"):
        if not commit.strip():
            continue
        number, title, body = commit.strip("\n").split("\x00")
        count += 1
        wrong = message_error(title, body.splitlines())
        if wrong:
            bad.append(f"{number} {title}: {wrong}")
    yield Finding(11, "commits with another title, or lines above 80", f"{len(bad)} of {count}", bad, is_fact=True)


def message_error(title, body):
    """The error in a commit message, or None."""
    if title.startswith("Merge "):
        return None
    if not TITLE.match(title):
        return "not `area: what changed`"
    if len(title) > 72:
        return f"the title has {len(title)} characters; the maximum is 72"
    return next((f"a line has {len(line)} columns; the maximum is 80" for line in body if len(line) > 80 and " " in line.strip()), None)


def report(tree, options):
    """Makes all checks, even if one raises an exception. Returns the number of violated facts."""
    broken = held = 0
    for look in (whole_classes, interfaces, faults, lambda tree: rooms(tree, options.built), clock, english, one_of_each, building, documents, titles):
        findings = []
        try:
            for finding in look(tree):
                findings.append(finding)
        except Exception as error:  # an unforeseen tree must not hide what the other checks find
            at = traceback.extract_tb(error.__traceback__)[-1]
            findings.append(Finding(0, "a check that raised an exception", f"{pathlib.Path(at.filename).name}:{at.lineno}, {at.name}",
                                    [f"{type(error).__name__}: {error}"], is_fact=True))
        for finding in findings:
            fails = finding.is_fact and bool(finding.places)
            broken += fails
            held += finding.is_fact and not fails
            if options.facts and not fails and not (finding.is_note and finding.places):
                continue
            mark = "FAIL" if fails else "note" if finding.is_note else "ok  " if finding.is_fact else "    "
            print(f"{finding.point:>3}  {mark} {finding.what}: {finding.figure}")
            is_whole = options.all or (options.facts and not finding.is_note)
            for place in finding.places if is_whole else finding.places[:WORST]:
                print(f"            {place}")
    if options.facts:
        print(f"{held} of {held + broken} facts hold")
    return broken


def main():
    parser = argparse.ArgumentParser(description="Checks the structure of the project.")
    parser.add_argument("--facts", action="store_true", help="print only violated facts, and notes")
    parser.add_argument("--all", action="store_true", help="print all places, not only the worst")
    parser.add_argument("--built", metavar="FILE", help="compare with the rooms of a configured build (rooms.cmake in its folder)")
    parser.add_argument("--root", metavar="FOLDER", default=ROOT, help="check another project")
    parser.add_argument("--message", metavar="FILE", help="check a commit message instead")
    options = parser.parse_args()
    if options.message:
        title, *body = [line for line in pathlib.Path(options.message).read_text().splitlines() if not line.startswith("#")] or [""]
        wrong = message_error(title, body)
        sys.exit(f"{title}: {wrong}" if wrong else 0)
    return 1 if report(Tree(options.root), options) else 0


if __name__ == "__main__":
    sys.exit(main())
