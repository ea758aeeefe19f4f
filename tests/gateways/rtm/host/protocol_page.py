#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The client of components-protocol.md, built with the IDL alone, moves something.  protocol_page.py RTM_HOST FOLDER_OF_PROBE PAGE IDL COMPILER

The page drives Motor0; here it is Probe0, whose first InPort takes a float, too.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "support"))

from giop import TK_FLOAT, Caller, Reference, framed, message  # noqa: E402
from skipping import run_tests  # noqa: E402

RTM_HOST, MODULES, PAGE, IDL = (os.path.abspath(argument) for argument in sys.argv[1:5])
COMPILER = sys.argv[5]
PATIENCE = 60.0
HEAD = "#include <RtComponent.hh>\n#include <omniORB4/Naming.hh>\n#include <iostream>\nint main(int argc, char** argv) {\n"
# What the test reads: where the ports are.
TAIL = """OutPortList_var outs = motor->out_ports();
CORBA::String_var reference = orb->object_to_string(outs[0]);
std::cout << reference.in() << std::endl;
orb->destroy();
}
"""


def knows_itself(port):
    """A name server listens before its own object is there."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0) as connection:
            connection.sendall(framed(0, True, 3, b"\1\0\0\0\13\0\0\0NameService"))
            return message(connection)[3][4] == 1
    except OSError:
        return False


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.processes = []
        self.addCleanup(lambda: [process.kill() or process.wait() for process in self.processes])

    def start(self, *arguments):
        self.processes.append(subprocess.Popen(arguments, cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL))
        return self.processes[-1]

    def wait_until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def name_server(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        os.mkdir(os.path.join(self.folder.name, "names"))
        self.start("omniNames", "-start", str(port), "-logdir", "names", "-errlog", "errors", "-ignoreport", "-ORBendPoint",
                   f"giop:tcp:127.0.0.1:{port}")
        self.wait_until(lambda: knows_itself(port))
        return port

    def build(self, port):
        text = pathlib.Path(PAGE).read_text(encoding="utf-8")
        example = re.search(r"```cpp\n(.*?)```", text, re.DOTALL)[1]
        self.assertIn("Motor0", example)
        self.assertIn("127.0.0.1:2809", example)
        folder = pathlib.Path(self.folder.name)
        (folder / "client.cpp").write_text(HEAD + example.replace("Motor0", "Probe0").replace("2809", str(port)) + TAIL)
        command = re.search(r"`(omniidl [^`]*) RtComponent.idl`", text)[1].split()
        subprocess.run([*command, IDL], cwd=folder, check=True)
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "omniORB4", "omniDynamic4"], capture_output=True, text=True, check=True)
        subprocess.run([COMPILER, "-I.", "-o", "client", "client.cpp", "RtComponentSK.cc", "RtComponentDynSK.cc", *flags.stdout.split()],
                       cwd=folder, check=True)
        return folder / "client"

    def test_the_client_of_the_page(self):
        for program in ("omniNames", "omniidl", "pkg-config"):
            if not shutil.which(program):
                self.skipTest(f"there is no {program}")
        port = self.name_server()
        host = self.start(RTM_HOST, "--modules", MODULES, "-l", "Probe", "--nameserver", f"127.0.0.1:{port}")
        client = self.build(port)
        reference = subprocess.run([client], capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
        out = Caller(Reference.parse(reference))
        self.wait_until(lambda: out.get() == (TK_FLOAT, 45.0))
        out.close()
        host.send_signal(signal.SIGTERM)
        self.assertEqual(0, host.wait(PATIENCE))


if __name__ == "__main__":
    run_tests()
