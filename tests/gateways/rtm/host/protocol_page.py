#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The client of components-protocol.md, built with the IDL alone, sets a value.  protocol_page.py RTM_HOST FOLDER_OF_PROBE PAGE IDL COMPILER

The page drives Motor0; here it is Probe0, whose first InPort takes a float, too.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

from host_stage import TIMEOUT, NameServer

import omg_idl  # noqa: E402
from giop import TK_FLOAT, Caller, Reference  # noqa: E402
from omg_idl import Struct  # noqa: E402
from programs import TemporaryFolder, wait_until  # noqa: E402
from skipping import run_tests  # noqa: E402

RTM_HOST, MODULES, PAGE, IDL = (os.path.abspath(argument) for argument in sys.argv[1:5])
COMPILER = sys.argv[5]
HEAD = "#include <RtComponent.hh>\n#include <omniORB4/Naming.hh>\n#include <iostream>\nint main(int argc, char** argv) {\n"
# The output that the test reads: the reference of a port.
TAIL = """OutPortList_var outs = motor->out_ports();
CORBA::String_var reference = orb->object_to_string(outs[0]);
std::cout << reference.in() << std::endl;
orb->destroy();
}
"""


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = TemporaryFolder()
        self.addCleanup(self.folder.cleanup)
        self.processes = []
        self.addCleanup(lambda: [process.kill() or process.wait() for process in self.processes])

    def start(self, *arguments):
        self.processes.append(subprocess.Popen(arguments, cwd=self.folder.name, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL))
        return self.processes[-1]

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

    def test_the_client_of_the_page_sets_a_value(self):
        for program in ("omniNames", "omniidl", "pkg-config"):
            if not shutil.which(program):
                self.skipTest(f"there is no {program}")
        names = NameServer()
        self.addCleanup(names.close)
        host = self.start(RTM_HOST, "--modules", MODULES, "-l", "Probe", "--nameserver", names.address)
        client = self.build(names.port)
        reference = subprocess.run([client], capture_output=True, text=True, check=True, timeout=TIMEOUT).stdout
        out = Caller(Reference.parse(reference))
        wait_until(lambda: out.get() == (TK_FLOAT, 45.0))
        out.close()
        host.send_signal(signal.SIGTERM)
        self.assertEqual(0, host.wait(TIMEOUT))


class Octets(unittest.TestCase):
    """The table of timed values."""

    VALUES = {"TimedDoubleSeq, 1.0000005 s, [2.5]": ("TimedDoubleSeq", 1, 500, [2.5]), "TimedLong, 0 s, -2": ("TimedLong", 0, 0, -2),
              'TimedString, 0 s, "ab"': ("TimedString", 0, 0, "ab"), "TimedBooleanSeq, 0 s, true, false": ("TimedBooleanSeq", 0, 0, [True, False])}

    def test_the_octets_of_the_table_are_correct(self):
        rows = re.findall(r"^\| ([^|]*) \| `([0-9a-f ]*)` \|$", pathlib.Path(PAGE).read_text(encoding="utf-8"), re.M)
        before, seen = None, 0
        for name, octets in rows:
            little = name != "the same, big endian"
            before = name if little else before
            if before in self.VALUES:
                kind, sec, nsec, data = self.VALUES[before]
                value = Struct(tm=Struct(sec=sec, nsec=nsec), data=data)
                self.assertEqual(omg_idl.octets(kind, value, little).hex(), octets.replace(" ", ""), name)
                seen += 1
        self.assertEqual(len(self.VALUES) + 1, seen)


if __name__ == "__main__":
    run_tests()
