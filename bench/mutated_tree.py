# SPDX-License-Identifier: Apache-2.0
"""A copy of the project with the faults of bench/mutations.txt in it, and its build."""
import collections
import os
import pathlib
import re
import subprocess

import mutations as listed


class Tree:
    """A copy of the project with the faults in it, and its build."""

    def __init__(self, source, folder, jobs, options):
        self.source, self.path, self.jobs, self.options = source, folder / "tree", jobs, options
        self.build_folder = self.path / "build"

    def sync(self, faults, chosen=0):
        """Updates the copy; unchanged files keep their times. With `chosen`, the copy has this fault, which is built separately."""
        by_file = collections.defaultdict(list)
        for fault in faults:
            by_file[fault.file].append(fault)
        there = set()
        for folder, names, files in os.walk(self.source):
            here = pathlib.Path(folder).relative_to(self.source)
            names[:] = [n for n in names if not n.startswith((".git", ".cache", "__pycache__", "Logfiles"))
                        and not (here == pathlib.Path() and n.startswith("build"))]
            for name in files:
                file = here / name
                there.add(file)
                original, copy = self.source / file, self.path / file
                content = original.read_bytes()
                if str(file) in by_file:
                    content = listed.render(content.decode("utf-8"), by_file[str(file)], chosen).encode("utf-8")
                if copy.is_file() and copy.read_bytes() == content:
                    continue
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(content)
                copy.chmod(original.stat().st_mode)
        for folder, names, files in os.walk(self.path):
            here = pathlib.Path(folder).relative_to(self.path)
            if here == pathlib.Path() and "build" in names:
                names.remove("build")
            for name in files:
                if here / name not in there:
                    (self.path / here / name).unlink()

    def build(self, targets):
        """The compiler's output, if it failed."""
        if not (self.build_folder / "build.ninja").exists():
            subprocess.run(["cmake", "-S", self.path, "-B", self.build_folder, "-G", "Ninja", "-DRCSS_TESTS=ON", "-DRCSS_BENCH=OFF",
                            "-DRCSS_WERROR=OFF", *self.options], check=True, stdout=subprocess.DEVNULL)
        built = subprocess.run(["ninja", "-C", self.build_folder, f"-j{self.jobs}", "-k", "0", *sorted(targets)],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        return "" if built.returncode == 0 else built.stdout

    def blamed(self, output, faults):
        """The switched faults that caused the compiler's errors: those on the first line with an error, because other errors may follow
        from it, or all faults of the file if there are none on that line."""
        lines = collections.defaultdict(list)
        for file, line in re.findall(r"^([^\s:]+):(\d+):\d+: (?:fatal )?error:", output, re.MULTILINE):
            path = pathlib.Path(os.path.normpath(self.build_folder / file))
            if path.is_relative_to(self.path):
                lines[str(path.relative_to(self.path))].append(int(line))
        blamed = []
        for file, wrong in lines.items():
            of_file = [f for f in faults if f.file == file and not f.rebuild]
            on_line = [f for f in of_file if f.line <= wrong[0] <= f.line + f.find.count("\n") + f.replace.count("\n")]
            blamed += on_line or of_file
        return blamed
