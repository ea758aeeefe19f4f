# SPDX-License-Identifier: Apache-2.0
"""Dialect words that the project no longer uses, with their replacements. tests/house/house.py finds them in code with its comments and texts, in
tests, scripts and documents."""

import re

# Each pattern with its replacement. Identifiers count: a word ends at an underscore, too.
DIALECT = (
    (r"k(?:Most|Least)[A-Z]\w*|kMost|kLeast|(?:MOST|LEAST)(?:_[A-Z]\w*)?", "kMax…, kMin…, MAX_…, MIN_…"),
    (r"[Ll]one (?:body|bodies|step|steps)|lone_\w+|Lone[A-Z]\w*", "isolated"),
    (r"[Hh]eaps?(?:_[a-z]\w*)?", "island"),
    (r"[Ww]hoever|[Ww]homever", "anyone who, a program that, what"),
    (r"[Nn]obody", "no one, nothing"),
    (r"[Ss]trangers?", "untrusted peer, another program"),
    (r"has_news|take_news|send_news|next_news|[a-z_]*_news_?|news_|[Nn]ews", "pending"),
    (r"[Hh]opeless\w*", "cannot_recover"),
    (r"(?:is_|go_)?[Dd]eaf(?:_\w*|ness)?", "closed, does not read"),
    (r"(?:puts?|putting) back|put_back\w*", "restore"),
    (r"(?:gives?|giving|given) up|give_up", "drop, end"),
    (r"[Ss]urroundings\w*", "environment, context"),
    (r"Desks?|\w+_desks?_?|desks_?|RobotDesks?", "RequestDispatcher, dispatcher"),
    (r"AgentSeats?|seats?_?|Seats?", "slot"),
    (r"[Gg]atherings?_?", "assembler"),
    (r"LastWords|last_words\w*|[Ll]ast words", "FlushOnAbort; last lines"),
    (r"Wishes|wishes_?|read_wish|kMaxWishes", "set points"),
    (r"half of them at most|99 of 100", "p50, p99"),
    (r"told_\w*|tell_(?!apart)\w*|PATIENCE|kPatience\w*|Patience", "report, send, print; timeout"),
    (r"[Oo]f the (?:network|simulation|monitor) thread\.", "a sentence: Called on the … thread."),
)
PATTERN = re.compile(r"(?<![A-Za-z0-9_.])(?:" + "|".join(f"(?P<w{i}>{words})" for i, (words, _) in enumerate(DIALECT)) + r")(?![A-Za-z0-9_])")

# Exceptions: the beginning of a file's name, and a text that the line contains.
EXCEPTIONS = (
    ("tests/house/words.py", ""),
    ("CHANGELOG.md", "setLoneBodies"),
    ("", "std::make_heap"),
    ("", "std::push_heap"),
    ("", "std::pop_heap"),
    ("", "heap-use-after-free"),
    ("", "heap-buffer-overflow"),
    ("", "bench_heap"),
    ("", "setSurroundings"),
    ("gateways/rtm/", '"has_news"'),
    ("gateways/rtm/", "has_news()"),
    # Objects of worlds, by their names.
    ("docs/", " Desk"),
    ("tests/gateways/sigverse/", "Desk"),
    # The name of a part of the benchmark.
    ("docs/house/performance", "heap"),
    ("bench/", "monkey, heap, long"),
    ("bench/", '"monkey", "heap", "long"'),
    ("bench/", "def heap(self)"),
    # A text of match.json.
    ("", "nobody came"),
    # The language of scenarios.
    ("tests/soccer-plugin/referee/", "toucher nobody"),
    ("tests/soccer-plugin/referee/", 'take_if("nobody")'),
)
ENDINGS = (".h", ".cpp", ".py", ".rb", ".md", ".txt", ".cmake", ".sh", ".js", ".html", ".rsg", "check", "play", ".ci/run", ".ci/pre-commit")
# Data of tests and of other programs; names that scripts may use stay.
LEFT_OUT = ("tests/fuzz/", "bench/mutations.txt", "tests/gateways/sigverse/guests", "agent-sample/sigverse/")


def findings(tree):
    for name in tree.files(*ENDINGS):
        if any(name.startswith(part) for part in LEFT_OUT) and not name.endswith((".cpp", ".h", "CMakeLists.txt")):
            continue
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            found = PATTERN.search(line)
            if not found or any(name.startswith(part) and words in line for part, words in EXCEPTIONS):
                continue
            yield f"{name}:{number}: {found[0]}: write {DIALECT[int(found.lastgroup[1:])][1]}"
