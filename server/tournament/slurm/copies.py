# SPDX-License-Identifier: Apache-2.0
"""Copies of the teams of one match on a node, and a database that refers to them. The copies are read-only: a team
finds the same files in each match."""

import contextlib
import os
import re
import shutil
import stat
import xml.etree.ElementTree as xml

from .. import agent_types
from ..errors import LeagueError, reason
from ..names import plain

LARGEST = 4 << 30  # bytes of a team's folder
MAX_FILES = 200000  # files; beyond either limit, the team's folder probably is a whole home directory
NAMESPACE = "http://spades-sim.sourceforge.net/agentdbxml.html"
DATABASE = "agentdb.xml"


def copy(source, target, beat):
    """Copies a folder recursively: folders, files and links. Anything else, such as sockets, is skipped. `beat()` is
    called for each file, because this may take minutes. LeagueError if the folder does not exist or is too large."""
    files = size = 0
    try:
        os.stat(source)
        for base, folders, names in os.walk(source, onerror=_raise):
            there = os.path.normpath(os.path.join(target, os.path.relpath(base, source)))
            os.makedirs(there, exist_ok=True)
            links = [name for name in folders if os.path.islink(os.path.join(base, name))]
            for name in (*names, *links):
                beat()
                path, kind = os.path.join(base, name), os.lstat(os.path.join(base, name))
                files, size = files + 1, size + kind.st_size
                if files > MAX_FILES or size > LARGEST:
                    raise LeagueError(f"{source}: a team's folder has at most {LARGEST >> 30} GB and {MAX_FILES} files")
                if stat.S_ISLNK(kind.st_mode):
                    os.symlink(os.readlink(path), os.path.join(there, name))
                elif stat.S_ISREG(kind.st_mode):
                    shutil.copy2(path, os.path.join(there, name))
    except OSError as error:
        raise LeagueError(f"{error.filename or source}: {reason(error)}") from None
    set_writable(target, False)


def _raise(error):
    raise error


def set_writable(folder, writable):
    """Sets whether the owner may write to everything in the folder; no one else may."""
    for base, _, names in os.walk(folder):
        for path in (base, *(os.path.join(base, name) for name in names)):
            if not os.path.islink(path):
                mode = stat.S_IMODE(os.stat(path).st_mode) & ~0o222
                os.chmod(path, mode | 0o200 if writable else mode)


def remove(folder):
    """Removes a folder that contains read-only copies."""
    with contextlib.suppress(OSError):
        set_writable(folder, True)
    shutil.rmtree(folder, ignore_errors=True)


def moved(words, source, target):
    """A command line in which the folder's path is replaced by that of its copy."""
    return re.sub(re.escape(source) + r"(?=[/\s\"']|$)", lambda _: target, words)


def prepare(settings, match, folder, beat):
    """Copies both types' folders into `folder` (`copy`) and writes the database for them; returns its path."""
    types = {one.name: one for one in agent_types.demand(settings.agentdb, [match.left, match.right])}
    root = xml.Element("agentdb", {"xmlns": NAMESPACE, "version": "0.91"})
    for element in agent_types.parse(settings.agentdb).iter():
        name = agent_types.name_of(element)
        if name not in types:
            continue
        source, target = types.pop(name).folder, os.path.join(folder, f"team{len(root)}")
        copy(source, target, beat)
        new = xml.SubElement(root, agent_types.TYPE, {agent_types.bare(key): value for key, value in element.attrib.items() if agent_types.bare(key) != "commserver"})
        xml.SubElement(new, "working_dir").text = target
        for child in element:
            tag = agent_types.bare(child.tag) if isinstance(child.tag, str) else "working_dir"
            if tag != "working_dir":
                xml.SubElement(new, tag).text = moved((child.text or "").strip(), source, target)
    path = os.path.join(folder, DATABASE)
    try:
        xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
    except (OSError, ValueError) as error:
        raise LeagueError(f"{path}: {plain(str(error))}") from None
    return path
