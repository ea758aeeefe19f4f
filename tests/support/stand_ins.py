# SPDX-License-Identifier: Apache-2.0
"""For tests of the project's shell scripts: all programs that they call are replaced by stubs that log their arguments."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

from programs import ROOT, TIMEOUT, remove_folder

# Programs that a script may use without installing packages.
USUAL = "sh awk cat chmod date dirname env grep head ls mkdir mktemp mv nproc rm sed setpriv setsid sleep tail tee touch".split()
UP_TO_DATE = "echo '[1/2] Re-checking globbed directories...'; echo 'ninja: no work to do.'"


def installed_except(*missing):
    """A stub for dpkg-query -W -f=FORMAT NAME..., which knows no package with these names."""
    unknown = f"case $name in {'|'.join(missing)}) continue ;; esac; " if missing else ""
    return f'shift 2; for name; do {unknown}echo "$name installed"; done'


class ScriptTest(unittest.TestCase):
    """A copy of `SCRIPT` in a built project, which can call only `USUAL` and stubs."""

    SCRIPT = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="a script.")
        self.addCleanup(remove_folder, self.folder)
        self.project, self.tools, self.here = (os.path.join(self.folder, name) for name in ("project", "tools", "here"))
        for folder in (".ci", "build/bin"):
            os.makedirs(os.path.join(self.project, folder))
        os.mkdir(self.tools)
        os.mkdir(self.here)
        for file in (self.SCRIPT, ".ci/setup.sh"):
            shutil.copy(os.path.join(ROOT, file), os.path.join(self.project, file))
        with open(os.path.join(self.project, "build", "build.ninja"), "w", encoding="ascii"):
            pass
        for name in USUAL:
            os.symlink(shutil.which(name), os.path.join(self.tools, name))
        self.stand_in("dpkg-query", installed_except())
        self.stand_in("id", "echo 0")
        self.stand_in("ninja", UP_TO_DATE)
        self.stand_in("cmake", 'mkdir -p "$LOGS/project/build"')

    def stand_in(self, name, script):
        file = os.path.join(self.tools, name)
        with open(file, "w", encoding="utf-8") as out:
            out.write(f'#!/bin/sh\nprintf "%s\\n" "$*" >>"$LOGS/{os.path.basename(name)}"\n{script}\n')
        os.chmod(file, 0o755)

    def called(self, name):
        """The arguments of a stub, a line for each call."""
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def start(self, *arguments, **environment):
        # In a separate session, as on a terminal.
        script = subprocess.Popen(
            [f"../project/{self.SCRIPT}", *arguments], cwd=self.here, text=True, start_new_session=True,
            env={"PATH": self.tools, "LOGS": self.folder, "RCSS_SILENCE": "0", "TMPDIR": self.folder, **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.addCleanup(self.end, script)
        return script

    def end(self, script):
        """Ends a script that still runs because the test has failed, and the programs that it started, which log their pids."""
        if script.poll() is None:
            script.kill()
            for pid in self.called("pids"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
            script.communicate()

    def run_script(self, *arguments, status=0):
        """Returns standard output and standard error of the script."""
        script = self.start(*arguments)
        out, err = script.communicate(timeout=TIMEOUT)
        self.assertEqual(script.returncode, status, out + err)
        return out, err
