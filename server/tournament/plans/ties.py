# SPDX-License-Identifier: Apache-2.0
"""The combined result of several matches of the same two types, for plans whose later rounds depend on earlier ones."""

from ..standings import Row, add_match


def rows_of(first, second, matches, outcomes):
    """A row for each of the two types, from those matches that are over."""
    rows = {first: Row(first), second: Row(second)}
    for match in matches:
        if match.key in outcomes:
            add_match(rows, match, outcomes[match.key])
    return rows[first], rows[second]


def are_over(matches, outcomes):
    return all(match.key in outcomes for match in matches)


def better(first, second):
    """The better one of two rows by points, then goal difference; None if they are equal. Between two types, goals
    scored make no further difference."""
    one, other = (first.points, first.difference), (second.points, second.difference)
    return None if one == other else first if one > other else second
