# SPDX-License-Identifier: Apache-2.0
"""One match of a plan, with the key and the seed that follow from its place in the plan."""

import dataclasses
import hashlib

from .names import quoted


@dataclasses.dataclass(frozen=True)
class Match:
    """`left` and `right` are types; the server is given the left one first. `game` numbers the matches of a pairing
    with these sides, from 1."""

    __slots__ = ("key", "round", "game", "left", "right", "seed")  # there may be many

    key: str
    round: int
    game: int
    left: str
    right: str
    seed: int


def drawn(seed, words):
    """A number from 1 to 2^31 - 1 that depends only on the league's seed and these words, and is the same on all machines."""
    digest = hashlib.sha256(f"{seed} {words}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") % (2**31 - 1) + 1


def match(settings, number, left, right, game):
    """The match `game` of these two types in this round. The key states all of that, and the seed is derived from the key."""
    key = f"r{number:02}-{quoted(left)}-{quoted(right)}-{game}"
    return Match(key, number, game, left, right, drawn(settings.seed, key))


def pairing(settings, number, first, second):
    """All matches of a pairing in order. With sides "both", each is played once more with the sides swapped."""
    found = []
    for game in range(1, settings.games + 1):
        if settings.sides == "both":
            found += [match(settings, number, first, second, game), match(settings, number, second, first, game)]
        else:
            left, right = (first, second) if game % 2 else (second, first)
            found.append(match(settings, number, left, right, game))
    return found
