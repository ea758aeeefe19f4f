# SPDX-License-Identifier: Apache-2.0
"""Ratings on the Elo scale, with intervals.

These are not the running sums of chess clubs, which depend on the order of matches, but the ratings under which the
results are most likely. A difference of 400 points means that the better team scores 10 of 11. A draw is half a win,
a walk-over a win. The mean is 1500. In addition each team has drawn one match, spread evenly over all others, so
that a team which has won every match has a rating, too.

Intervals come from a bootstrap: the matches are drawn with repetition, as many as there are, `RESAMPLES` times, and
rated; 95 of 100 ratings are within the interval. The seed of these draws is the league's, so the same results have
the same intervals.
"""

import collections
import dataclasses
import math
import random

from .standings import verdict

MEAN = 1500.0
SCALE = 400.0 / math.log(10.0)
RESAMPLES = 1000
WORK = 1e8  # pairs times resamples times some 20 rounds of the fit: ten seconds of a core. Leagues of more than a hundred teams use fewer resamples
MIN_RESAMPLES = 100
EXACT, ROUGH = 1e-9, 1e-4  # relative change of a strength at which the fit ends; the second one is 0.02 points
ROUNDS = 10000


@dataclasses.dataclass(frozen=True)
class Rating:
    team: str
    rating: float
    low: float
    high: float


def games(results):
    """(left, right, points of the left team) of each match to which at least one team came."""
    found = []
    for match, record in results:
        left, right = verdict(record)
        if left + right == 0:
            found.append((match.left, match.right, (left + 1) / 2))
    return found


class _Fit:
    """Fits the strengths of `number` teams, whose logarithms are the ratings, by the minorisation algorithm for
    Bradley-Terry models: each round increases the likelihood of the results."""

    def __init__(self, number):
        self.number = number
        self.prior = 1.0 / (number - 1)

    def strengths(self, played, begin, enough):
        """`played`: (team, team, points of the first) as numbers."""
        won = [0.5] * self.number
        met = collections.Counter()
        for one, other, points in played:
            won[one] += points
            won[other] += 1.0 - points
            met[(one, other) if one < other else (other, one)] += 1
        pairs = [(one, other, met[one, other] + self.prior) for one in range(self.number) for other in range(one + 1, self.number)]
        strengths = list(begin)
        for _ in range(ROUNDS):
            shares = [0.0] * self.number
            for one, other, number in pairs:
                share = number / (strengths[one] + strengths[other])
                shares[one] += share
                shares[other] += share
            new = [points / share for points, share in zip(won, shares)]
            mean = math.exp(sum(map(math.log, new)) / self.number)
            new = [strength / mean for strength in new]
            change = max(abs(after / before - 1.0) for before, after in zip(strengths, new))
            strengths = new
            if change < enough:
                break
        return strengths


def rating(strength):
    return MEAN + SCALE * math.log(strength)


def resamples(number):
    """The number of resamples for a number of teams."""
    return int(max(MIN_RESAMPLES, min(RESAMPLES, WORK / (number * (number - 1) / 2 * 20))))


def ratings(types, results, seed, times=None):
    """The ratings of the types that have played, best first. `results`: (match, `records.Result`)."""
    played = games(results)
    teams = [name for name in types if any(name in game[:2] for game in played)]
    if len(teams) < 2:
        return []
    place = {name: index for index, name in enumerate(teams)}
    numbered = [(place[left], place[right], points) for left, right, points in played]
    fit = _Fit(len(teams))
    best = fit.strengths(numbered, [1.0] * len(teams), EXACT)
    source = random.Random(f"{seed} ratings")
    samples = [[] for _ in teams]
    for _ in range(resamples(len(teams)) if times is None else times):
        again = [numbered[int(source.random() * len(numbered))] for _ in numbered]
        for ones, strength in zip(samples, fit.strengths(again, best, ROUGH)):
            ones.append(rating(strength))
    rows = []
    for name, strength, ones in zip(teams, best, samples):
        ones.sort()
        rows.append(Rating(name, rating(strength), *within(ones)) if ones else Rating(name, rating(strength), math.nan, math.nan))
    return sorted(rows, key=lambda row: -row.rating)


def within(ordered):
    """The bounds of the middle 95 of 100 values."""
    cut = int(len(ordered) * 0.025)
    return ordered[cut], ordered[len(ordered) - 1 - cut]
