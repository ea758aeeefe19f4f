# SPDX-License-Identifier: Apache-2.0
"""All figures of a league at one moment: text, JSON, CSV and the page print these figures and compute none."""

import dataclasses
import functools

from . import elo
from .names import without_folders
from .records import Result
from .standings import head_to_head, standings


def shown(records):
    """The records (by key) without folders of this machine, which are irrelevant to readers of the results; the journal keeps them."""
    return {key: dataclasses.replace(record, why=without_folders(record.why)) if "/" in record.why else record for key, record in records.items()}


class Summary:
    def __init__(self, league):
        self.settings, self.schedule = league.settings, league.schedule()
        self.outcomes, self.notes = shown(league.journal.outcomes()), shown(league.journal.notes)
        self.failures = {key: shown(failures) for key, failures in league.journal.failures.items()}
        self.is_over = league.is_over()
        self.playing = league.playing()
        keys = {match.key for match in self.schedule.matches}
        self.results = [(match, self.outcomes[match.key]) for match in self.schedule.matches if isinstance(self.outcomes.get(match.key), Result)]
        self.played = len(self.results)
        self.swapped = sum(record.swapped for _, record in self.results)
        self.strangers = sorted({*self.outcomes, *self.failures} - keys)
        self.rows = standings(self.settings, self.schedule, self.outcomes)
        self.pairs = head_to_head(self.settings, self.schedule, self.outcomes)

    @functools.cached_property
    def ratings(self):
        """`elo.Rating` of each type that has played, best first. Takes some time in large leagues."""
        return elo.ratings(self.settings.types, self.results, self.settings.seed)

    @functools.cached_property
    def resamples(self):
        return elo.resamples(len(self.ratings)) if self.ratings else 0
