# SPDX-License-Identifier: Apache-2.0
"""The definition of a league, from which its plan and its matches follow. Once a league has begun, it is kept as
`league.json` in the league's folder, so that any runner that continues with the folder plays the same league."""

import dataclasses
import json
import math
import os
from typing import List

from .below import open_below, write_below
from .errors import LeagueError, reason
from .names import LONGEST, plain, quoted

FILE = "league.json"
FORMAT = 1
LARGEST = 1 << 20  # bytes
PLANS = ("round-robin", "swiss", "knock-out")
SIDES = ("both", "alternate")
MAX_TYPES = 1000
MAX_GAMES = 10000
MAX_MATCHES = 1000000
# Options that the league itself passes to the server.
OWN_OPTIONS = ("--team", "--seed", "--random_seed", "--logdir", "--logfile_dir", "--agentdb", "--agent_db_fn", "--parameters",
               "--verify", "--pack", "--report", "--scene", "--list_files", "--list_arguments", "--variables", "--describe",
               "--help", "--version", "--help_as_markdown")  # fmt: skip


def default_rounds(number):
    """The number of rounds of a swiss league for this number of types: as many as a knock-out would have. Then at most
    one type has won every match."""
    return max(1, math.ceil(math.log2(number)))


@dataclasses.dataclass(frozen=True)
class Settings:
    """`games` are matches of each pairing; with `sides` "both", that many for each side. `rounds` (swiss) and `replays`
    (knock-out) have no effect on other plans; `rounds` 0: as many as it takes to find a first. `server`: further
    arguments of the server."""

    types: List[str]
    plan: str = "round-robin"
    games: int = 1
    sides: str = "both"
    rounds: int = 0
    replays: int = 2
    seed: int = 1
    agents: int = 11
    agentdb: str = ""
    server: List[str] = dataclasses.field(default_factory=list)

    def check(self):
        """LeagueError if the settings are invalid."""
        if len(self.types) < 2:
            raise LeagueError("a league needs two types of the agent database or more: rcssleague3D A B C")
        if len(self.types) > MAX_TYPES:
            raise LeagueError(f"{len(self.types)} types are more than {MAX_TYPES}")
        for name in self.types:
            if self.types.count(name) > 1:
                raise LeagueError(f"the type '{plain(name)}' is named twice")
            if not name or name == "none" or len(quoted(name)) > LONGEST:
                raise LeagueError(f"the type '{plain(name)}' cannot take part: its name is empty, 'none', or too long")
        limits = {"games": (1, MAX_GAMES), "rounds": (0, MAX_GAMES), "replays": (0, MAX_GAMES), "agents": (1, 11), "seed": (0, 2**53)}
        for name, (least, most) in limits.items():
            if not least <= getattr(self, name) <= most:
                raise LeagueError(f"--{name} {getattr(self, name)}: from {least} to {most}")
        for name, choices in (("plan", PLANS), ("sides", SIDES)):
            if getattr(self, name) not in choices:
                raise LeagueError(f"--{name} {plain(getattr(self, name))}: one of {', '.join(choices)}")
        max_rounds = len(self.types) - 1 + len(self.types) % 2
        if self.plan == "swiss" and self.rounds > max_rounds:
            raise LeagueError(f"--rounds {self.rounds}: {len(self.types)} types can play {max_rounds} rounds without meeting twice")
        if self.max_matches() > MAX_MATCHES:
            raise LeagueError(f"this league could have more than {MAX_MATCHES} matches, which are too many")
        for word in self.server:
            if word.startswith("--") and "--" + word[2:].split("=", 1)[0].replace("-", "_") in OWN_OPTIONS:
                raise LeagueError(f"{plain(word)}: the league passes that to the server itself")

    def paths_within(self, folder):
        """The files in this folder that the settings name: the agent database, and files in the server's arguments.
        They were chosen by the sender of the league."""
        bases = (os.path.abspath(folder), os.path.realpath(folder))

        def is_within(path):
            if "\0" in path or not (os.sep in path or os.path.lexists(path)):
                return False  # a word or number, which is not a file even if this is the current folder
            # A link in the folder leads wherever its sender wants.
            places = (os.path.abspath(path), os.path.realpath(path))
            return any(os.path.commonpath([base, place]) == base for base in bases for place in places)

        words = [self.agentdb, *(word.partition("=")[2] if word.startswith("--") else word for word in self.server)]
        return [word for word in words if any(map(is_within, (word, *word.split(":"))))]

    def max_matches(self):
        """The maximum number of matches for any outcomes."""
        number, each = len(self.types), self.matches_of_a_pairing()
        if self.plan == "round-robin":
            return number * (number - 1) // 2 * each
        if self.plan == "swiss":
            return (self.rounds or default_rounds(number)) * (number // 2) * each
        return (number - 1) * (each + self.replays)

    def matches_of_a_pairing(self):
        return self.games * (2 if self.sides == "both" else 1)


def from_json(text, where):
    """LeagueError, with `where` in front, if the text is not a valid `league.json`."""
    try:
        fields = json.loads(text)
        if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
            raise ValueError(f"not a league of format {FORMAT}")
        settings = Settings(**fields)
        for field in dataclasses.fields(Settings):
            value = getattr(settings, field.name)
            wanted = {"types": list, "server": list, "plan": str, "sides": str, "agentdb": str}.get(field.name, int)
            if type(value) is not wanted or (wanted is list and not all(isinstance(word, str) for word in value)):
                raise ValueError(f"'{field.name}' has the wrong type")
        settings.check()
    except (ValueError, TypeError, RecursionError, LeagueError) as error:
        raise LeagueError(f"{where}: {plain(str(error))}") from None
    return settings


def load(folder):
    """The settings of the league in this folder, or None if there is none yet."""
    path = os.path.join(folder, FILE)
    try:
        with open(open_below(folder, FILE, largest=LARGEST), encoding="utf-8") as file:
            return from_json(file.read(), path)
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise LeagueError(f"{path}: not text") from None
    except OSError as error:
        raise LeagueError(f"{path}: {reason(error)}") from None


def begin(folder, settings):
    """Creates a league in the folder. If another runner was faster, its settings apply and are returned."""
    path = os.path.join(folder, FILE)
    try:
        write_below(folder, FILE, json.dumps({"format": FORMAT, **dataclasses.asdict(settings)}, indent=1) + "\n", make=True)
    except FileExistsError:
        pass
    except OSError as error:
        raise LeagueError(f"{path}: {reason(error)}") from None
    return load(folder)
