# SPDX-License-Identifier: Apache-2.0
"""The list of matches: a pure function of the league's settings and of the finished matches.

A plan may only use `outcomes` of matches that it has planned itself. So every runner, whenever and wherever it
starts, derives the same list, and a list only grows.
"""

import dataclasses
import importlib
from typing import Dict, List

from ..matches import Match


@dataclasses.dataclass
class Schedule:
    """`matches`: those that can be played by now, including played ones. `complete`: no more will be added. `total`:
    the minimum number of matches. `fixed`: no outcome changes the total. `byes`: rounds without an opponent by type.
    `reached`: how far a type has got in a knock-out, higher is better. `remarks`: lines for users."""

    matches: List[Match] = dataclasses.field(default_factory=list)
    complete: bool = True
    total: int = 0
    fixed: bool = False
    byes: Dict[str, int] = dataclasses.field(default_factory=dict)
    reached: Dict[str, int] = dataclasses.field(default_factory=dict)
    remarks: List[str] = dataclasses.field(default_factory=list)


def schedule(settings, outcomes):
    """`outcomes`: the record (`records.Result` or `records.Failure`) of each match that is over, by key."""
    made = importlib.import_module("." + settings.plan.replace("-", "_"), __name__).plan(settings, outcomes)
    made.total = max(made.total, len(made.matches))
    return made
