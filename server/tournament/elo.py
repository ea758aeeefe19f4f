# SPDX-License-Identifier: Apache-2.0
"""Ratings on the scale of Elo, with intervals.

Not the running sum that chess clubs keep, which depends on the order of matches, but the ratings under which the results are most likely: 400 points
between two mean that the better one scores 10 of 11. A draw is half a win, a walk-over a win. The mean is 1500. So that a team which has won everything
has a rating, too, each has drawn one match in addition, spread evenly over all others.

Intervals: the matches are drawn anew, as many, with repetition, `RESAMPLES` times, and rated; 95 of 100 ratings are within. The seed of these draws
is the league's, so the same results have the same intervals.
"""

import collections
import dataclasses
import math
import random

from .standings import verdict

MEAN = 1500.0
SCALE = 400.0 / math.log(10.0)
RESAMPLES = 1000
WORK = 1e8  # pairs times resamples times some 20 rounds of the fit: ten seconds of a core. Leagues of more than a hundred teams have fewer resamples
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
    """(left, right, points of the left one) of each match that somebody has come to."""
    found = []
    for match, record in results:
        left, right = verdict(record)
        if left + right == 0:
            found.append((match.left, match.right, (left + 1) / 2))
    return found


class _Fit:
    """Strengths of `number` teams, of which the logarithm is the rating, by the minorisation of Bradley-Terry models: each round makes the results
    likelier."""

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
    """How many times the matches are drawn anew, for so many teams."""
    return int(max(MIN_RESAMPLES, min(RESAMPLES, WORK / (number * (number - 1) / 2 * 20))))


def ratings(types, results, seed, times=None):
    """Best first; only those who have played. `results`: (match, `records.Result`)."""
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
    """Where the middle 95 of 100 of these begin and end."""
    cut = int(len(ordered) * 0.025)
    return ordered[cut], ordered[len(ordered) - 1 - cut]
