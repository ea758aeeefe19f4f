# SPDX-License-Identifier: Apache-2.0
"""What ends the program, or a piece of its work, with one line."""


class LeagueError(Exception):
    """Something that people have to mend; its text is one line."""


class WrongUsage(LeagueError):
    """A command line that makes no sense, or a part of which would have no effect."""


def reason(error):
    """The cause of an OSError in a few words, without number and file name."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
