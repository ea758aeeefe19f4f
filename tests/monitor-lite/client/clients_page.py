#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the Python examples of docs/write/clients.md against a real server and compiles the C++ ones.

    clients_page.py SERVER CLIENTS_MD CXX

A block that is marked with a name (```python drill) is a program: it runs unchanged except for the port, beside the server's log
folder. The expected output is listed here.
"""

import contextlib
import os
import re
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

from frames import frame  # noqa: E402
from programs import ROOT, STRICTLY, TIMEOUT, Program, TemporaryFolder  # noqa: E402

# The match hardly advances until the example is connected and has printed its first line.
QUICK_MATCH = ["--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "30", "--speed", "0.01"]

# The name, the text that the server is sent, and the output of the example.
EXAMPLES = (
    ("watch", QUICK_MATCH, r"(?:before kick-off|half time, .*)\n(?:.*\n)*.*kick-off for \w+\n(?:.*\n)*.*full time.*\n\d+ : \d+\n\Z"),
    ("replay", None, r"\A(?:goal for .*\n)*\d\d+ frames, [1-9]\d* of them PlayOn\nmean x of the ball -?\d+\.\d\d m\n\Z"),
    ("drill", ["--speed", "max"], r"\A(?: *\d+: the ball came to +-?\d+\.\d\d, +-?\d+\.\d\d\n){20}\d+ goals\n\Z"),
    ("running", ["--speed", "1"], r"PlayOn Point\(x=\S+, y=1[0-4]\.\S+, z=\S+\)\n"),
)


def blocks(page, language):
    """(first word after the language, text) of each block."""
    with open(page, encoding="utf-8") as file:
        return re.findall(rf"^```{language} ?(\w*)\n(.*?)^```$", file.read(), re.M | re.S)


def run_example(program, server, options, folder):
    with contextlib.ExitStack() as beside:
        if options is not None:
            match = beside.enter_context(Program(
                [server, *STRICTLY, "--agent_db_fn", os.path.join(ROOT, "scripts", "agentdb-0.1.xml"), "--team", "foo:5", "--team", "bar:5"]
                + ["--monitor_port", "0", "--random_seed", "1", "--logfile_dir", os.path.join(folder, "Logfiles"), *options],
                folder,
            ))  # fmt: skip
            beside.callback(match.stop)
            assert "Client()" in program
            port = match.port(r"monitor port (\d+)")
            program = program.replace("Client()", f'Client("127.0.0.1", {port})')
        environment = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "monitor-lite", "client"))
        done = beside.enter_context(Program([sys.executable, "-u", "-W", "error", "-c", program], folder, env=environment, stdout=subprocess.PIPE))
        printed = ""
        if options is QUICK_MATCH:
            printed = done.process.stdout.readline()
            trainer = beside.enter_context(socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT))
            trainer.sendall(frame("W(speed 30)"))
        printed += done.process.stdout.read()
        status = done.wait()
        return printed + done.printed() + (f"exit status {status}\n" if status else "")


def main():
    server, page, compiler = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    failures = []
    programs = dict(blocks(page, "python"))
    if set(programs) != {name for name, _, _ in EXAMPLES}:
        failures.append(f"the page has the examples {sorted(programs)}")
    with TemporaryFolder(prefix="clients_page.") as folder:
        for name, options, expected in EXAMPLES:
            printed = run_example(programs.get(name, ""), server, options, folder)
            print(f"{name}: {'ok' if re.search(expected, printed) else 'FAILED'}", flush=True)
            if not re.search(expected, printed):
                failures.append(f"{name} printed\n{printed}")
        sources = blocks(page, "cpp")
        if not sources:
            failures.append("the page has no C++ example")
        for number, (_, source) in enumerate(sources, 1):
            file = os.path.join(folder, f"example_{number}.cpp")
            with open(file, "w", encoding="utf-8") as out:
                out.write(source)
            done = subprocess.run(
                [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", ROOT, file],
                capture_output=True, text=True, timeout=TIMEOUT,
            )  # fmt: skip
            print(f"C++ example {number}: {'FAILED' if done.returncode else 'ok'}", flush=True)
            if done.returncode:
                failures.append(done.stderr)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
