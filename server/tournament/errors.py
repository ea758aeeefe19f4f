# SPDX-License-Identifier: Apache-2.0
"""Errors that end the program, or a part of its work, with one line."""


class LeagueError(Exception):
    """An error that users have to fix; its text is one line."""


class WrongUsage(LeagueError):
    """A command line that is invalid, or part of which would have no effect."""


def reason(error):
    """The cause of an OSError in a few words, without number and file name."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
