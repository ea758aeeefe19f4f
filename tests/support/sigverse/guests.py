# SPDX-License-Identifier: Apache-2.0
"""Third-party controllers and worlds for a SIGVerse server, built as their authors build them, and runs of them.

There are three projects, each in a folder: cleanup and lab have their own Makefiles, seminar uses sigmake."""

import concurrent.futures
import contextlib
import glob
import os
import re
import shutil
import subprocess
import tempfile

from programs import TIMEOUT, STRICTLY, Program, remove_folder

HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS = os.path.join("sigverse", "include", "sigverse")


def read(*path, mode="r"):
    with open(os.path.join(*path), mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
        return file.read()


def run(*words, **how):
    return subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, check=False, **how)


class Guests:
    """Copies of the folders, built."""

    def __init__(self, build, *projects):
        self.build = os.path.abspath(build)
        self.server, self.sigctl, self.runac, self.sigmake = (
            os.path.join(self.build, "bin", name) for name in ("rcssserver3D", "sigctl", "runac", "sigmake"))
        self.path = tempfile.mkdtemp(prefix="guests.")
        self.projects = projects
        for project in projects:
            shutil.copytree(os.path.join(HERE, project), os.path.join(self.path, project))
        self.complaints = []

    def close(self):
        remove_folder(self.path)

    def make(self):
        """Builds with the compiler's default standard."""
        work = [(["make", "-s", "CXXFLAGS=-Wall -Werror"], project) for project in self.projects if project != "seminar"]
        work += [([self.sigmake, source, "-O0", "-Wall", "-Werror"], "seminar") for source in self.sources("seminar")]
        self._compile(work)

    def look_at(self):
        """Compiles by the standard of their time, without output files."""
        include = os.path.join(self.build, HEADERS)
        self._compile([(["c++", "-std=c++98", "-fsyntax-only", "-Wall", "-Werror", "-I", include, *self.sources(project)], project)
                       for project in self.projects])

    def _compile(self, work):
        environment = dict(os.environ, SIGVERSE_PATH=os.path.join(self.build, "sigverse"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for done in pool.map(lambda each: run(*each[0], cwd=os.path.join(self.path, each[1]), env=environment), work):
                if done.returncode != 0 or done.stderr:
                    self.complaints.append(f"{done.args}: {done.stdout}{done.stderr}")

    def sources(self, project):
        return [os.path.basename(path) for path in sorted(glob.glob(os.path.join(self.path, project, "*.cpp")))]

    def server_command(self, project, world, logs, *options, start="true", speed="max"):
        command = [self.server, *STRICTLY, "--script", "sigverse.rb", "--Sig.World", os.path.join(self.path, project, world), "--Sig.Port", "0",
                   "--monitor_port", "off", "--seed", "5", "--logdir", logs]
        # The last value of an option counts.
        return [*command, "--Sig.AutoStart", start, "--speed", speed, *options]


class Run:
    """A server from its start to its end, and the files that it leaves."""

    def __init__(self, command, logs, folder):
        self.logs, self.program = logs, Program(command, folder)

    @property
    def port(self):
        return self.program.port(r"^sigverse port (\d+)")

    def end(self):
        status = self.program.wait()
        if status != 0:
            raise AssertionError(f"status {status}: {self.program.printed()}")
        return self

    def agent_lines(self, number):
        return read(self.logs, f"agent{number}-stdout.log").splitlines()

    def messages(self, number):
        return [line.removeprefix("[MSG]  ") for line in self.agent_lines(number)]

    def file(self, number, name):
        return read(self.logs, f"agent{number}-files", name).splitlines()

    def log(self):
        return read(self.logs, "monitor.log", mode="rb")

    def frames(self):
        """For each frame its time and {object: [x, y, z, qw, qx, qy, qz]}, with parts of the object as "object/part"."""
        found = []
        for line in self.log().decode().splitlines():
            if at := re.search(r"\(sig \(time (\S+)\)(.*)", line):
                places = {}
                for kind, name, numbers in re.findall(r"\((obj|part) (\S+) ([^()]*)", at[2]):
                    if kind == "obj":
                        owner = name
                    places[name if kind == "obj" else f"{owner}/{name}"] = [float(number) for number in numbers.split()]
                found.append((float(at[1]), places))
        return found

    def way(self, name):
        """The positions of an object: [(time, x, y, z)]."""
        return [(time, *objects[name][:3]) for time, objects in self.frames()]

    def record(self):
        """Everything that must be equal in two runs."""
        outputs = {os.path.relpath(path, self.logs): read(path, mode="rb") for path in glob.glob(os.path.join(self.logs, "agent*-std*.log"))
                   + glob.glob(os.path.join(self.logs, "agent*-files", "*"))}
        return self.log(), outputs


class Runs:
    """The runs of one test, in a folder of logs that is removed with it."""

    def __init__(self, guests, test):
        self.guests, self.count = guests, 0
        self.stack = contextlib.ExitStack()
        test.addCleanup(self.stack.close)
        self.path = tempfile.mkdtemp(prefix="runs.")
        self.stack.callback(remove_folder, self.path)

    def begin(self, project, world, *options, **how):
        self.count += 1
        logs = os.path.join(self.path, f"logs{self.count}")
        one = Run(self.guests.server_command(project, world, logs, *options, **how), logs, self.path)
        self.stack.callback(one.program.close)
        return one

    def play(self, project, world, seconds, *options, **how):
        return self.begin(project, world, "--Sig.EndTime", str(seconds), *options, **how).end()

    def ctl(self, one, *words):
        done = run(self.guests.sigctl, "-p", str(one.port), *words)
        if done.returncode != 0 or done.stderr:
            raise AssertionError(f"sigctl {words}: {done.returncode} {done.stderr}")
        return done.stdout
