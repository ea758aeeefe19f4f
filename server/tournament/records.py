# SPDX-License-Identifier: Apache-2.0
"""The lines of `league.jsonl`: the outcome of one attempt to play a match. A line may come from an untrusted source, so
every field is checked."""

import dataclasses
import json
import math
from typing import List, Optional

from .names import plain

LONGEST_LINE = 1 << 16  # bytes
MAX_ATTEMPTS = 3
LAST_NUMBER = 999999  # of an attempt; the name of its claim has as many digits
MAX_COUNT = 10**9  # of anything that is counted
PLAYED = ("played", "walk-over")
DECIDED = ("extra time", "shoot-out", "lot")  # how a match can be decided beyond two halves
# Reasons why a match has no result yet that do not count as attempts: it was ended by users, its runner has died, or
# its result was annulled.
NOTES = ("cancelled", "interrupted", "annulled")


@dataclasses.dataclass(frozen=True)
class Result:
    """A match that is over. Pairs are of the plan's left and right type, whichever side they had (`swapped`: the other
    one).

    `winner`: "left" or "right" for a walk-over, None if neither team came; also for a match that was decided by a
    shoot-out, or by lot after it. `decided`: one of `DECIDED`, empty after two halves and in draws. `shoot_out`: its
    score, if there was one. `lost`: agents. `late`: acts. `time`: simulated seconds. `wall`: real seconds. `teams`:
    the names that the teams gave themselves."""

    match: str
    attempt: int
    how: str
    score: List[int]
    winner: Optional[str] = None
    lost: List[int] = dataclasses.field(default_factory=lambda: [0, 0])
    late: List[int] = dataclasses.field(default_factory=lambda: [0, 0])
    teams: List[str] = dataclasses.field(default_factory=lambda: ["", ""])
    time: float = 0.0
    wall: float = 0.0
    host: str = ""
    why: str = ""
    swapped: bool = False
    decided: str = ""
    shoot_out: Optional[List[int]] = None

    def fields(self):
        """As a dict, without fields that only some matches have."""
        found = dataclasses.asdict(self)
        for name in ("decided", "shoot_out"):
            if not found[name]:
                del found[name]
        return found


@dataclasses.dataclass(frozen=True)
class Failure:
    """An attempt without a result: the server, its machine or its job has failed. `how` is "failed" or one of `NOTES`."""

    match: str
    attempt: int
    how: str
    why: str
    host: str = ""

    def fields(self):
        """As a dict."""
        return dataclasses.asdict(self)


def line(record):
    """The record as a line of bytes, with its newline."""
    return json.dumps(record.fields(), separators=(",", ":")).encode("ascii") + b"\n"


def _number(value, least, most, whole=True):
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or not math.isfinite(value) or not least <= value <= most:
        raise ValueError(f"expected a number from {least} to {most}, not {plain(repr(value), 30)}")
    return value


def _text(value, longest=200):
    if not isinstance(value, str):
        raise ValueError(f"expected a text, not {plain(repr(value), 30)}")
    return plain(value, longest)


def _two(value, check):
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"expected two values, not {plain(repr(value), 30)}")
    return [check(value[0]), check(value[1])]


def _count(value):
    return _number(value, 0, MAX_COUNT)


def record(text):
    """Parses the record in a line without its newline; ValueError has the reason if it is invalid. Unknown fields, from
    later versions, are ignored."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object")
    try:
        key, how = fields["match"], fields["how"]
        if not isinstance(key, str) or not key:
            raise ValueError(f"'match' is not a key: {plain(repr(key), 30)}")
        attempt = _number(fields["attempt"], 1, LAST_NUMBER)
        why, host = _text(fields.get("why", "")), _text(fields.get("host", ""))
        if how == "failed" or how in NOTES:
            return Failure(key, attempt, how, why, host)
        if how not in PLAYED:
            raise ValueError(f"'how' is {plain(repr(how), 30)}")
        winner = fields.get("winner")
        if winner not in (None, "left", "right"):
            raise ValueError(f"'winner' is {plain(repr(winner), 30)}")
        decided, shoot_out = fields.get("decided", ""), fields.get("shoot_out")
        if decided not in ("", *DECIDED):
            raise ValueError(f"'decided' is {plain(repr(decided), 30)}")
        return Result(
            key, attempt, how, _two(fields["score"], _count), winner, _two(fields["lost"], _count), _two(fields["late"], _count),
            _two(fields["teams"], _text), _number(fields["time"], 0, MAX_COUNT, False), _number(fields["wall"], 0, MAX_COUNT, False), host, why,
            fields.get("swapped") is True, decided, None if shoot_out is None else _two(shoot_out, _count),
        )  # fmt: skip
    except KeyError as error:
        raise ValueError(f"{error} is missing") from None
    except TypeError:
        raise ValueError("values have the wrong types") from None
