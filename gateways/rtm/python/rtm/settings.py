# SPDX-License-Identifier: Apache-2.0
"""Default time-outs, and the name server in use."""

import os
import re

STANDARD = "127.0.0.1:2809"
VARIABLE = "RTM_NAMESERVER"
CALL_TIMEOUT = 1.0  # seconds, the maximum of a call to another component
SWITCH_ON_TIMEOUT = 10.0  # seconds that a component may take to switch on
GET_TIMEOUT = 2.0  # seconds within which an OutPort that cannot be queried has to send a value


def name_server(given=None, references=None):
    """Returns (HOST:PORT or none, folder of reference files or ""). Raises ValueError with one line if the input is invalid."""
    server = given or os.environ.get(VARIABLE) or STANDARD
    if server == "none":
        if not references:
            raise ValueError("without a name server there has to be a folder of reference files: --nameserver none --references DIR")
        return server, os.path.abspath(references)
    match = re.fullmatch(r"[A-Za-z0-9._-]+:(\d{1,5})|\[[0-9A-Fa-f:.]+\]:(\d{1,5})", server)
    if not match or not 0 < int(match[1] or match[2]) < 65536:
        raise ValueError(f"the name server has to be HOST:PORT or none, not {server[:80]!r}")
    if references:
        raise ValueError("a folder of reference files goes with --nameserver none only")
    return server, ""
