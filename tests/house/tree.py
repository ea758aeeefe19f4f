# SPDX-License-Identifier: Apache-2.0
"""The files of the project, for the structure checks: those under version control and untracked ones that are not ignored."""

import os
import pathlib
import re
import subprocess

# Sources of tests and benchmarks, to which some rules do not apply.
OUTSIDE = ("tests/", "bench/")


class Tree:
    """The files below a folder, by their relative names, and their text."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.names = [name for name in self._listed() or self._found() if (self.root / name).is_file() and not (self.root / name).is_symlink()]
        self._texts = {}

    def _listed(self):
        """The files that git tracks or would add. Empty outside a git repository, as in an archive."""
        try:
            return sorted(name for name in self.git("ls-files", "-z", "-co", "--exclude-standard").split("\0") if name)
        except (OSError, subprocess.CalledProcessError):
            return []

    def _found(self):
        found = []
        for folder, folders, files in os.walk(self.root):
            here = pathlib.Path(folder).relative_to(self.root)
            folders[:] = sorted(name for name in folders if name not in (".git", ".cache", "__pycache__") and
                                (here.parts or not name.startswith("build")))
            found += [(here / name).as_posix() for name in files]
        return sorted(found)

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.root, *arguments], capture_output=True, text=True, errors="replace", check=True).stdout

    def has(self, name):
        return (self.root / name).is_file()

    def text(self, name):
        if name not in self._texts:
            self._texts[name] = (self.root / name).read_text(errors="replace")
        return self._texts[name]

    def files(self, *endings, outside=()):
        return [name for name in self.names if name.endswith(endings) and not name.startswith(outside)]

    def sources(self):
        return self.files(".cpp", outside=OUTSIDE)

    def headers(self):
        return self.files(".h", outside=OUTSIDE)


def code_of(text):
    """C++ without comments, and with empty strings; the number of lines does not change."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', lambda raw: '""' + "\n" * raw[0].count("\n"), text, flags=re.DOTALL)
    text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    return re.sub(r'"(?:\\.|[^"\\\n])*"|//[^\n]*', lambda match: "" if match[0].startswith("//") else '""', text)
