# SPDX-License-Identifier: Apache-2.0
"""The program `rcssleague3D`."""

import contextlib
import os
import shlex
import signal
import sys

from . import files, options, server_arguments, settings
from .errors import LeagueError, WrongUsage, reason
from .league import League
from .local import Runner
from .names import plain
from .one_match import check_server
from .progress import Progress
from .records import Result
from .slurm.submitter import Submitter
from .slurm.task import Task
from .summary import Summary
from .text import lines
from .watch import watch


def play(league, chosen, progress):
    """Plays the league. Returns the number of the signal that ended it, or 0."""
    try:
        if chosen.backend == "slurm":
            return Submitter(league, chosen.server, chosen.jobs, progress, chosen.limit, chosen.sbatch).run()
        return Runner(league, chosen.server, chosen.jobs, progress, chosen.limit, chosen.connect_timeout).run()
    finally:
        progress.close()


def how_to_go_on(chosen, wanted):
    """The command that continues the league, with the server's arguments that have to be repeated."""
    words = options.there_again(chosen.folder)
    guarding = []
    with contextlib.suppress(LeagueError):  # its server is gone, which has been reported
        guarding = [word for word, guards in server_arguments.listed(chosen.server, wanted.server) if guards]
    return shlex.join([*words, "--", *guarding] if guarding else words)


def show(league, folder, renew):
    """Prints the table and updates the files with results. Returns the exit status."""
    league.refresh()
    summary = Summary(league)
    if renew:
        files.write_all(folder, summary)
    for line in lines(summary):
        print(line)
    return 0 if summary.is_over and all(isinstance(record, Result) for record in summary.outcomes.values()) else 1


def run_task(chosen, wanted, say):
    """Runs a job of a cluster. The exit status tells Slurm and the submitter whether the task itself has completed its bookkeeping."""
    ended_by = Task(chosen.folder, wanted, chosen.task, chosen.server, chosen.limit, say).run()
    return 128 + ended_by if ended_by else 0


def run(arguments):
    chosen = options.read(arguments)
    progress = Progress(quiet=chosen.quiet)
    wanted = options.settings(chosen, progress.say)
    if chosen.task:
        return run_task(chosen, wanted, progress.say)
    playing = not (chosen.table or chosen.watch)
    if not playing and settings.load(chosen.folder) is None:
        raise LeagueError(f"there is no league in {chosen.folder}")
    if playing:
        check_server(chosen.server)
        options.check_types(wanted)
        if wanted.server:
            server_arguments.check(chosen.server, wanted.server)
        settings.begin(chosen.folder, wanted)
        wanted = options.settings(chosen)  # another runner may have created a different league at the same moment
    league = League(chosen.folder, wanted, progress.say)
    for name in chosen.again:
        options.check_takes_part(wanted, name)
        progress.say(f"{plain(name)}: matches to be played again: {league.play_again(name)}")
    ended_by = watch(league) if chosen.watch else 0
    if playing:
        try:
            ended_by = play(league, chosen, progress)
        except LeagueError as error:
            print(f"error: {error}", file=sys.stderr)
            print(f"the league has stopped; to resume: {how_to_go_on(chosen, wanted)}", file=sys.stderr)
            return 1
    status = show(league, chosen.folder, not chosen.watch)
    if ended_by and playing:
        print(f"ended by {signal.Signals(ended_by).name}; to resume: {how_to_go_on(chosen, wanted)}", file=sys.stderr)
    return 128 + ended_by if ended_by else status


def main(arguments):
    """Returns the exit status. Every error is one line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # names may have letters that the terminal's character set lacks
    try:
        return run(arguments)
    except LeagueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, WrongUsage) else 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of the table has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        print(f"error: {name}{reason(error)}", file=sys.stderr)
        return 1
