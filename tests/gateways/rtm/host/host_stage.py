# SPDX-License-Identifier: Apache-2.0
"""rtm-host and name servers as processes of a test, which are killed at its end."""

import os
import pathlib
import socket
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "support"))

from giop import Reference, framed, message  # noqa: E402
from programs import TIMEOUT, Program, TemporaryFolder, lasting_port, wait_until  # noqa: E402


class Running(Program):
    """A program in a folder of its own, of which standard output and error are read. Files that it leaves behind when it is killed are
    removed with the folder."""

    def __init__(self, arguments):
        self.folder = TemporaryFolder(prefix="rtm_host.")
        super().__init__(arguments, self.folder.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env={**os.environ, "TMPDIR": self.folder.name})

    def count(self, text):
        return len(self.lines_of(text))

    def close(self):
        super().close()
        self.folder.cleanup()


class Host(Running):
    """rtm-host. Without a name server it writes its references into a folder."""

    def __init__(self, program, *arguments, names=None):
        super().__init__([program, "--nameserver", names.address if names else "none", *arguments])
        self.wait_for("ready")

    def reference(self, name="Probe0", kind="rtcomp"):
        return Reference.parse(pathlib.Path(self.folder.name, "ior", f"{name}.{kind}").read_text())


class NameServer(Running):
    """omniNames on a free loopback port. Raises FileNotFoundError where it is not installed."""

    def __init__(self):
        self.port = lasting_port()
        self.address = f"127.0.0.1:{self.port}"
        self.data = TemporaryFolder(prefix="rtm_names.")
        super().__init__(["omniNames", "-start", str(self.port), "-logdir", self.data.name, "-errlog", os.path.join(self.data.name, "errors"),
                          "-ignoreport", "-ORBendPoint", f"giop:tcp:{self.address}"])
        wait_until(self.knows_itself, "a name server")

    def knows_itself(self):
        """Whether its NameService object exists; it listens before that."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1.0) as connection:
                connection.sendall(framed(0, True, 3, b"\1\0\0\0\13\0\0\0NameService"))
                return message(connection)[3][4] == 1
        except OSError:
            return False

    def close(self):
        super().close()
        self.data.cleanup()
