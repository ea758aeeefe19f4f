# SPDX-License-Identifier: Apache-2.0
"""One match as a process and a folder: the server's command line, its start, and the files that it leaves.

During the match its files are in a separate working folder. Afterwards that is renamed to `matches/KEY`, so a folder
there is complete; the line in the journal comes after that. A failed attempt leaves `matches/KEY.failed-N`.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess

from . import server_arguments
from .below import folder_below, open_below
from .errors import LeagueError, reason
from .match_report import NoReport, read, result
from .names import plain
from .owned import OwnedFolder
from .records import Failure

FOLDER = "matches"
LOGS = "logs"  # in the working folder: the server requires a folder that is empty or its own
CONSOLE = "console.txt"
REPORT = "report.html"
SERVER_LOG = "server.log"
LARGEST_CONSOLE = 1 << 40  # bytes, of which the last ones are read
WRONG_USAGE = 2  # the server's exit status
MIN_FREE = 64 << 20  # bytes of disk: a match's logs, and the report of an error
AGENT_WALL = "120"  # s of real time that a match may wait for one agent in total, as with --competition
KICKS = "Soccer.MonitorKicks"  # older scripts have no such variable
DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def command(server, settings, match, logs, agentdb=None, more=(), connect_timeout=0.0):
    """The arguments with which the server plays the match. The user's arguments come last and take precedence.
    `connect_timeout`: s within which awaited agents have to connect, 0: unlimited."""
    wait = ("--wait", f"{connect_timeout:.12g}") if connect_timeout else ()
    kicks = (f"--{KICKS}", "true") if server_arguments.has_variable(server, KICKS, tuple(settings.server)) else ()
    return [
        server, "--quiet", "--monitor_port", "off", "--monitor_log", "zst", "--Soccer.AutomaticKickOff", "true", *kicks,
        "--absent_types", "lose", "--agent_wall", AGENT_WALL, "--sync", "1", *wait,
        "--agentdb", agentdb or settings.agentdb, f"--team={match.left}:{settings.agents}", f"--team={match.right}:{settings.agents}",
        "--seed", str(match.seed), *settings.server, *more, "--logdir", logs,
    ]  # fmt: skip


def report_command(server, working):
    """The command with which the server makes a page of the match it has played."""
    return [server, "--quiet", "--report", os.path.join(working, LOGS), "--html", os.path.join(working, LOGS, REPORT)]


def check_server(server):
    """LeagueError if the program does not exist."""
    if not os.access(server, os.X_OK) or os.path.isdir(server):
        raise LeagueError(f"{server}: there is no such program; build it, or name it with --server")


def check_space(folder):
    """LeagueError if there is hardly space for the logs of a match, because all remaining matches would then fail."""
    try:
        disk = os.statvfs(folder)
    except OSError as error:
        raise LeagueError(f"{folder}: {reason(error)}") from None
    if disk.f_bavail * disk.f_frsize < MIN_FREE:
        raise LeagueError(f"{folder}: the disk is full (less than {MIN_FREE >> 20} MB are free)")


def working_folder(folder):
    """The folder for the matches that this process is playing (`OwnedFolder`), below `matches`."""
    try:
        with folder_below(folder, FOLDER, make=True):
            return OwnedFolder(os.path.join(folder, FOLDER), ".playing.")
    except OSError as error:
        raise LeagueError(f"{os.path.join(folder, FOLDER)}: {reason(error)}") from None


_libc = ctypes.CDLL(None, use_errno=True)


def start(arguments, working, core=None, console=CONSOLE):
    """Starts the server in a session of its own, which keeps Ctrl-C away from it, on one core, with its agents. If the
    runner is killed, the server ends cleanly. Its output goes to the file `console` in the folder `working`, which
    is created, or is discarded (None). LeagueError if that fails."""
    runner = os.getpid()

    def prepare():
        os.setsid()
        _libc.prctl(DIES_WITH_PARENT, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != runner:
            os._exit(1)
        if core is not None:
            with contextlib.suppress(OSError):  # the core was taken from this process: any other will do
                os.sched_setaffinity(0, {core})

    try:
        os.makedirs(working, exist_ok=True)
        with open(open_below(working, console, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if console else os.devnull, "ab") as out:
            return subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=out, stderr=out, preexec_fn=prepare, close_fds=True)
    except (OSError, ValueError) as error:
        name = getattr(error, "filename", None) or arguments[0]
        raise LeagueError(f"{name}: {reason(error)}") from None
    except subprocess.SubprocessError:
        raise LeagueError(f"{arguments[0]} cannot be started") from None


def last_line(working):
    """The last line of the server's output, or an empty text."""
    with contextlib.suppress(OSError, LeagueError), open(open_below(working, CONSOLE, largest=LARGEST_CONSOLE), "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - 4096))
        lines = [text for text in file.read().decode("utf-8", "replace").splitlines() if text.strip()]
        return plain(lines[-1]) if lines else ""
    return ""


def outcome(match, attempt, status, working, host, wall):
    """The record of an attempt: `Result` if the server reports that the match is over, otherwise `Failure`. LeagueError
    if the server has refused its arguments, because it would refuse them for all matches."""
    line = last_line(working)
    if status == WRONG_USAGE:
        raise LeagueError(f"the server does not understand its arguments: {line}")
    try:
        return result(read(os.path.join(working, LOGS)), match, attempt, host, wall)
    except NoReport as error:
        ended = f"signal {-status}" if status < 0 else f"status {status}"
        return Failure(match.key, attempt, "failed", plain(f"the server ended with {ended}: {line or error}"), host)


def place(folder, working, name):
    """Moves the files of the match to `matches/NAME`. An existing folder there belongs to an attempt whose line was never written."""
    target = os.path.join(folder, FOLDER, name)
    try:
        with contextlib.suppress(FileNotFoundError), folder_below(folder, f"{FOLDER}/{name}"):
            shutil.rmtree(target, ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):
            if not os.path.getsize(os.path.join(working, CONSOLE)):
                os.unlink(os.path.join(working, CONSOLE))
            os.replace(os.path.join(working, CONSOLE), os.path.join(working, LOGS, CONSOLE))
        if os.path.isdir(os.path.join(working, LOGS)):
            os.rename(os.path.join(working, LOGS), target)
            shutil.rmtree(working, ignore_errors=True)
        else:
            os.rename(working, target)
    except OSError as error:
        raise LeagueError(f"{target}: {reason(error)}") from None


def name_of(record):
    """The name of the folder with the files of this attempt."""
    return f"{record.match}.failed-{record.attempt}" if isinstance(record, Failure) else record.match
