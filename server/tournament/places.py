# SPDX-License-Identifier: Apache-2.0
"""Where the program stands that plays the league, the server beside it, and the agent database that comes with both."""

import os
import sys

_program = os.path.realpath(sys.argv[0])
_scripts = os.path.join(os.path.dirname(_program), "scripts")


def set_program(program, scripts):
    """Called once, by the program itself: its absolute path, and the folder of the scripts that come with the server."""
    global _program, _scripts
    _program, _scripts = program, scripts


def program():
    return _program


def server():
    return os.path.join(os.path.dirname(_program), "rcssserver3D")


def agent_database():
    return os.path.join(_scripts, "agentdb.xml")
