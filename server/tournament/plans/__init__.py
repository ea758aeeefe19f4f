# SPDX-License-Identifier: Apache-2.0
"""Which matches there are: a pure function of the league's settings and of the matches that are over.

A plan may only use what `outcomes` says of matches that it has planned itself. So every runner, whenever and wherever it starts, comes to the same
list, and a list only ever grows.
"""

import dataclasses
import importlib
from typing import Dict, List

from ..matches import Match


@dataclasses.dataclass
class Schedule:
    """`matches`: those that can be played by now, played ones among them. `complete`: no more will come. `total`: how many there will be at least.
    `fixed`: no outcome changes it. `byes`: rounds without an opponent by type. `reached`: how far a type has come in a knock-out, more is better. `remarks`: lines for people."""

    matches: List[Match] = dataclasses.field(default_factory=list)
    complete: bool = True
    total: int = 0
    fixed: bool = False
    byes: Dict[str, int] = dataclasses.field(default_factory=dict)
    reached: Dict[str, int] = dataclasses.field(default_factory=dict)
    remarks: List[str] = dataclasses.field(default_factory=list)


def schedule(settings, outcomes):
    """`outcomes`: by key, the record (`records.Result` or `records.Failure`) of each match that is over."""
    made = importlib.import_module("." + settings.plan.replace("-", "_"), __name__).plan(settings, outcomes)
    made.total = max(made.total, len(made.matches))
    return made
