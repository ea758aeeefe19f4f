# SPDX-License-Identifier: Apache-2.0
"""The part of the agent database that a league needs: the types, and the folder of each type's files. The server reads
the database itself."""

import dataclasses
import os
import stat
import xml.etree.ElementTree as xml

from .errors import LeagueError, reason
from .names import plain

LARGEST = 1 << 20  # bytes of a database
TYPE = "agent_type_external"


@dataclasses.dataclass(frozen=True)
class AgentType:
    name: str
    folder: str  # absolute
    command: str  # as in the database
    is_awaited: bool = False  # users start its agents, which connect by themselves
    port: str = ""  # the port to which those connect; empty if the server chooses one


def bare(tag):
    """A tag or attribute without its namespace."""
    return tag.rpartition("}")[2]


def parse(path):
    """Parses the database into a tree; LeagueError if there is none."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise LeagueError(f"{path}: is not a regular file")
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise LeagueError(f"{path}: larger than {LARGEST} bytes")
        if b"<!ENTITY" in text:
            raise LeagueError(f"{path}: defines entities")
        return xml.fromstring(text)
    except OSError as error:
        raise LeagueError(f"{path}: {reason(error)}") from None
    except (xml.ParseError, ValueError, LookupError) as error:
        raise LeagueError(f"{path}: not XML: {plain(str(error))}") from None


def name_of(element):
    """The name of a type; None for any other element."""
    if not isinstance(element.tag, str) or bare(element.tag) != TYPE:
        return None
    return next((value for key, value in element.attrib.items() if bare(key) == "name"), None)


def text_of(element, tag):
    return next(((child.text or "").strip() for child in element if isinstance(child.tag, str) and bare(child.tag) == tag), "")


def load(path):
    """All types of the database by name."""
    base, found = os.path.dirname(os.path.abspath(path)), {}
    for element in parse(path).iter():
        name = name_of(element)
        if name is not None and name not in found:
            folder = os.path.normpath(os.path.join(base, text_of(element, "working_dir")))
            found[name] = AgentType(name, folder, text_of(element, "exec_line"), text_of(element, "connects") == "awaited", text_of(element, "port"))
    return found


def demand(path, names):
    """The types with these names; LeagueError for the first one that does not exist."""
    types = load(path)
    for name in names:
        if name not in types:
            has = ", ".join(plain(other, 30) for other in types) or "none"
            raise LeagueError(f"no agent type '{plain(name)}' in {path} (it has: {plain(has)})")
    return [types[name] for name in names]
