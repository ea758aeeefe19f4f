# SPDX-License-Identifier: Apache-2.0
"""The program `rtm`."""

import os
import sys

from rtm.commands.arguments import parse


def main(arguments=None, version=""):
    """Runs one command and returns its exit status: 0, or 1 with one line on standard error, or 2 for wrong usage."""
    try:
        given = parse(arguments, version)
        status = given.run(given) or 0
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (RuntimeError, ValueError, TypeError, KeyError, OSError) as error:
        text = error.args[0] if isinstance(error, KeyError) and error.args else error
        print("rtm: " + " ".join(str(text).split()), file=sys.stderr)
        return 1
