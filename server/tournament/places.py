# SPDX-License-Identifier: Apache-2.0
"""The paths of the program that plays the league, of the server beside it, and of the agent database that comes with both."""

import os
import sys

_program = os.path.realpath(sys.argv[0])
_version = "unknown"
_scripts = os.path.join(os.path.dirname(_program), "scripts")


def set_program(program, scripts, version):
    """Called once, by the program itself: its absolute path, the folder of the server's scripts, and its version."""
    global _program, _scripts, _version
    _program, _scripts, _version = program, scripts, version


def version():
    return _version


def program():
    return _program


def server():
    return os.path.join(os.path.dirname(_program), "rcssserver3D")


def agent_database():
    return os.path.join(_scripts, "agentdb.xml")
