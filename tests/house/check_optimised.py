#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that functions which a program calls in every cycle are optimised: check_optimised.py PROGRAM.

Some sources are compiled without optimisation, because that takes long and they run once. The linker must not keep their copies of the standard
library's templates for the whole program, and so for the shared libraries that it loads. Such a copy is recognised by its beginning: an
unoptimised function sets up a frame pointer. This is for x86-64. Functions that the compiler has inlined are correct: if all watched functions
are inlined, the check prints a note and passes.
"""

import re
import shutil
import subprocess
import sys

FRAME = "55 48 89 e5"  # push %rbp; mov %rsp,%rbp
STRING = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
# The functions that write numbers and names into a buffer with enough capacity.
WATCHED = re.compile(STRING + "(9push_back|9_M_append|10_M_replace|9_M_mutate).*")


def main(program):
    if not shutil.which("objdump"):
        print("skipped: objdump is not installed")
        return 77
    text = subprocess.run(["objdump", "-d", "-j", ".text", program], capture_output=True, text=True, check=True).stdout
    functions = re.findall(r"^[0-9a-f]+ <([^>]+)>:\n\s+[0-9a-f]+:\t((?:[0-9a-f]{2} )+)[^\n]*\n\s+[0-9a-f]+:\t((?:[0-9a-f]{2} )+)", text, re.M)
    watched = [(name, first + second) for name, first, second in functions if WATCHED.fullmatch(name)]
    slow = [name for name, code in watched if code.startswith(FRAME)]
    print(f"{len(functions)} functions, {len(watched)} of them watched")
    if not watched:
        print("note: the program has none of the watched functions; if it still writes numbers and names, update WATCHED")
    for name in slow:
        print(f"not optimised: {name}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
