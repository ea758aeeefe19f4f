# SPDX-License-Identifier: Apache-2.0
"""What several matches of the same two come to, for plans whose later rounds follow from earlier ones."""

from ..standings import Row, add_match


def rows_of(first, second, matches, outcomes):
    """A row for each of the two, out of those matches that are over."""
    rows = {first: Row(first), second: Row(second)}
    for match in matches:
        if match.key in outcomes:
            add_match(rows, match, outcomes[match.key])
    return rows[first], rows[second]


def are_over(matches, outcomes):
    return all(match.key in outcomes for match in matches)


def better(first, second):
    """The one of two rows that is better by points, then goal difference; None if they are equal. Between two, goals scored say nothing more."""
    one, other = (first.points, first.difference), (second.points, second.difference)
    return None if one == other else first if one > other else second
