# SPDX-License-Identifier: Apache-2.0
"""A server whose script the test writes, with further files in its folder, and the table of controllers at its end."""

import pathlib

from host_stage import TIMEOUT, Running, TemporaryFolder

COLUMNS = ("periods", "ticks", "misses", "failures", "refused", "limited", "p50", "p99", "max")


def rows_of_controllers(lines):
    """The table of controllers at the end of a run, as the numbers of COLUMNS, by their names."""
    rows = [line.split() for line in lines]
    rows = [row for row in rows if len(row) >= len(COLUMNS) + 2 and all(field.isdigit() for field in row[-len(COLUMNS):])]
    return {row[-len(COLUMNS) - 1]: [int(field) for field in row[-len(COLUMNS):]] for row in rows}


class Server(Running):
    """Runs the script `text`; `files`, by their names, are in its folder."""

    def __init__(self, program, text, files, *options):
        self.scripts = TemporaryFolder()
        folder = pathlib.Path(self.scripts.name)
        for name, content in {**files, "world.rb": text}.items():
            (folder / name).write_text(content)
        super().__init__([program, "--home", "off", "--monitor_port", "off", "--script", str(folder / "world.rb"), *map(str, options)])

    def close(self):
        super().close()
        self.scripts.cleanup()

    def end(self, status=0):
        assert self.process.wait(3 * TIMEOUT) == status, self.lines
        self.wait()

    def log(self):
        """The whole lines of ports.log so far."""
        file = pathlib.Path(self.folder.name, "Logfiles", "ports.log")
        text = file.read_text() if file.exists() else ""
        return text[: text.rfind("\n") + 1]

    def table(self):
        return rows_of_controllers(self.printed().splitlines())
