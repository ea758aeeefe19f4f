# SPDX-License-Identifier: Apache-2.0
"""The examples on a page of the documentation."""

import os
import re


def read_page(page):
    with open(page, encoding="utf-8") as file:
        return file.read()


def blocks(page, info):
    """The texts of the code blocks whose opening line has exactly this info string: "cpp", "python connecting"."""
    return re.findall(rf"^```{re.escape(info)}\n(.*?)^```$", read_page(page), re.M | re.S)


def block(page, info):
    """The only block of this kind."""
    found = blocks(page, info)
    if len(found) != 1:
        raise AssertionError(f"{page} must have exactly one block of '{info}', but has {len(found)}")
    return found[0]


def write_block(page, info, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(block(page, info))


def write_files(page, folder):
    """Writes every block whose opening line has a language and a file name ("ruby world.rb"). Returns the names."""
    names = re.findall(r"^```\w+ ([\w.]+\.\w+)$", read_page(page), re.M)
    for info in re.findall(r"^```(\w+ [\w.]+\.\w+)$", read_page(page), re.M):
        write_block(page, info, os.path.join(folder, info.split()[1]))
    return names


def commands(page, program):
    """The indented lines that begin with this program, without its name."""
    return [line.split() for line in re.findall(rf"^    (?:\S*/)?{re.escape(program)} (.*)$", read_page(page), re.M)]
