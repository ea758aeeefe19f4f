#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a program does in every cycle is optimised, whatever else is not: check_optimised.py PROGRAM.

Some sources are compiled without optimising, because that takes long and they run once. Their copies of the standard library's templates
must not be the ones that the linker keeps for the whole program, and with it for the shared libraries that the program loads. Such a copy is known by
its beginning: a function that was not optimised sets up a frame pointer first. For x86-64; what the compiler has put into its callers is no
function any more, and well: if that is so with all that are watched, it prints a note and passes.
"""

import re
import shutil
import subprocess
import sys

FRAME = "55 48 89 e5"  # push %rbp; mov %rsp,%rbp
STRING = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
# What writing numbers and names into a buffer comes to, as long as there is room in it.
WATCHED = re.compile(STRING + "(9push_back|9_M_append|10_M_replace|9_M_mutate).*")


def main(program):
    if not shutil.which("objdump"):
        print("skipped: there is no objdump")
        return 77
    text = subprocess.run(["objdump", "-d", "-j", ".text", program], capture_output=True, text=True, check=True).stdout
    functions = re.findall(r"^[0-9a-f]+ <([^>]+)>:\n\s+[0-9a-f]+:\t((?:[0-9a-f]{2} )+)[^\n]*\n\s+[0-9a-f]+:\t((?:[0-9a-f]{2} )+)", text, re.M)
    watched = [(name, first + second) for name, first, second in functions if WATCHED.fullmatch(name)]
    slow = [name for name, code in watched if code.startswith(FRAME)]
    print(f"{len(functions)} functions, {len(watched)} of them watched")
    if not watched:
        print("note: the program has no function that is watched; if it still writes numbers and names, WATCHED needs their new names")
    for name in slow:
        print(f"not optimised: {name}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
