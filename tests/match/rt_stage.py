# SPDX-License-Identifier: Apache-2.0
"""A name server, worlds with RT components and the program rtm as processes of a test, and callers that use only octets."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

import giop  # noqa: E402
import programs  # noqa: E402
from giop import TK_FLOAT, Caller, ComponentCaller, Reference  # noqa: E402
from programs import TIMEOUT, STRICTLY, Program, check, is_alive, lasting_port, wait_until  # noqa: E402

SERVER, RTM = (os.path.abspath(path) for path in sys.argv[1:3])
STEP = 0.01  # s
COMPONENT, VIEW = "rtcomp", "rtmon"
STATES = ("off", "on", "fault")


def children(pid):
    return {int(child) for child in subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()}


class Folder(programs.Folder):
    def program(self, *arguments, environment=None):
        """Starts a program. `says` reads its standard output by lines. Files that remain when it is killed are removed with the folder."""
        program = Program(arguments, self.path, stdout=subprocess.PIPE, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": self.path, **(environment or {})})
        return self.stack.enter_context(program)

    def rtm(self, *arguments, names=None):
        return self.program(RTM, *(["--nameserver", names.address] if names else []), *arguments)

    def names(self, port=0):
        return Names(self.rtm("names", "--port", str(port)))

    def server(self, script, *options, names=None, strict=True):
        """`script`: a script of the server, or the lines of a script."""
        if "\n" in script:
            script = self.write(f"world{len(os.listdir(self.path))}.rb", script)
        address = names.address if names else "none"
        return self.stack.enter_context(Server(self.path, script, "--Rtm.NameServer", address, *options, strict=strict))

    def ask(self, names, *arguments, status=0):
        """The output of a command of rtm, or its error line."""
        done = subprocess.run([RTM, "--nameserver", names.address, *arguments], cwd=self.path, capture_output=True, text=True, timeout=TIMEOUT)
        check(done.returncode == status, "rtm", *arguments, "ends with", done.returncode, done.stdout, done.stderr)
        return (done.stdout if status == 0 else done.stderr).rstrip("\n")


def says(program):
    """The next line of the program's standard output."""
    line = program.process.stdout.readline()
    check(line, "it says nothing more:", program.printed())
    return line.rstrip("\n")


class Names:
    """A real name server: its process, its address, and its answers."""

    def __init__(self, program):
        self.program, self.address = program, says(program).split()[-1]
        self.port = int(self.address.split(":")[1])
        self.reference = Reference("IDL:omg.org/CosNaming/NamingContext:1.0", "127.0.0.1", self.port, b"NameService")

    def kill(self):
        """Kills it as by kill -9, and waits for the end of the server that it runs."""
        inner = children(self.program.pid)
        self.program.send(signal.SIGKILL)
        self.program.wait()
        wait_until(lambda: not any(map(is_alive, inner)), "the end of omniNames")

    @contextlib.contextmanager
    def _call(self, operation, name, kind):
        caller = Caller(self.reference, patience=TIMEOUT)
        try:
            yield caller, lambda writer: writer.put("I", 1).string(name).string(kind)
        finally:
            caller.close()

    def find(self, name, kind=COMPONENT):
        """The reference of this name; raises UserException if the name does not exist."""
        with self._call("resolve", name, kind) as (caller, arguments):
            return Reference.read(caller.call("resolve", arguments))

    def has(self, name, kind=COMPONENT):
        try:
            return bool(self.find(name, kind))
        except (giop.UserException, OSError):
            return False

    def bind(self, name, kind, reference):
        with self._call("rebind", name, kind) as (caller, arguments):
            caller.call("rebind", lambda writer: (arguments(writer), reference.write(writer)))


class Server(Program):
    """A world whose robots are components."""

    def __init__(self, folder, script, *options, strict=True):
        self.logs = tempfile.mkdtemp(prefix="logs.", dir=folder)
        super().__init__([SERVER, *STRICTLY[0 if strict else 1:], "--script", script, "--monitor_port", "off", "--logdir", self.logs, *options], folder)

    def port(self):
        return int(self.wait_for(r"^rtm endpoint 127\.0\.0\.1:(\d+)")[1])

    def await_names(self, *names):
        for name in names:
            self.wait_for(rf"^rtm name {name}$")
        return self

    def table(self):
        """The table that it prints at SIGUSR2: ({robot: (cycles, longest answer in ms)}, {what: count})."""
        with self.updated:
            before = len(self.lines)
        self.send(signal.SIGUSR2)
        counts = self.wait_for(r"^rtm: (.*)$", before)[1]
        with self.updated:
            rows = [line.split() for line in self.lines[before:]]
        robots = {row[1]: (int(row[2]), float(row[8])) for row in rows if len(row) == 11 and row[0].isdigit()}
        return robots, {words: int(count) for count, words in re.findall(r"(\d+) ([^,]+)", counts)}

    def steps(self):
        """The number of control periods so far."""
        return max(cycles for cycles, _ in self.table()[0].values())

    def pace(self, seconds):
        """Simulated time per real time."""
        begun, first = time.monotonic(), self.steps()
        time.sleep(seconds)
        return STEP * (self.steps() - first) / (time.monotonic() - begun)


class Component(ComponentCaller):
    """A component of another process, read and moved with octets."""

    def __init__(self, names, name):
        self.names, self.name = names, name
        super().__init__(names.find(name), patience=TIMEOUT)
        self.view = self.caller(names.find(name, VIEW))

    def state(self):
        return STATES[self.view.call("_get_component_state").get("I")]

    def fault(self):
        return self.view.call("_get_fault").string()

    def put(self, port, number):
        self.ins[port].put(TK_FLOAT, number)

    def get(self, port):
        return self.outs[port].get()[1]


class Honest(programs.Steady):
    """A well-behaved client that puts into a port a hundred times per second."""

    def __init__(self, names, name, port):
        super().__init__()
        self.component, self.port = Component(names, name), port

    def ask(self, _):
        self.component.put(self.port, 1.0)

    def close(self):
        self.component.__exit__()


def refusal(call, *arguments):
    """(exception, minor) of a refused call."""
    try:
        call(*arguments)
    except giop.SystemException as exception:
        return exception.name, exception.minor
    raise AssertionError(f"{arguments} were accepted")
