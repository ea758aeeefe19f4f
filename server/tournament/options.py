# SPDX-License-Identifier: Apache-2.0
"""The command line of `rcssleague3D`."""

import argparse
import dataclasses
import difflib
import os
import shlex
import sys

from . import agent_types, places, server_arguments
from . import settings as kept
from .errors import LeagueError, WrongUsage
from .names import plain

MAX_JOBS = {"local": 4096, "slurm": 100000}
CONNECT_TIMEOUT = 300.0  # s
HOME_DATABASE = "~/.rcssserver3d/agentdb.xml"
EPILOG = """\
The league is kept in its folder: league.json has its settings, league.jsonl a line for each match that is over, matches/ the logs;
index.html, table.txt, results.json, standings.csv and matches.csv are the results. rcssleague3D, started again with that folder, resumes the league;
several runners may play one league at the same time, also on several machines that share the folder.
Arguments after -- are passed to the server:  rcssleague3D foo bar -- --Soccer.RuleHalfTime 60
They take precedence over those that a league gives it: --absent_types lose, --agent_wall 120, --sync 1 and --wait (docs/run/leagues.md).
When a league is resumed, those that affect security (--sandbox, ports, addresses, secrets, limits) have no effect unless they are repeated.

Exit status: 0 when the league is over and every match was played, 1 if not, 2 for wrong usage, 128 + the signal that ended it."""


def positive(text):
    value = float(text)
    if not 0 <= value < 1e9:
        raise ValueError
    return value


class Parser(argparse.ArgumentParser):
    """Reports every error in one line, with the option that may have been meant."""

    def error(self, message):
        unknown = message.partition("unrecognized arguments: ")[2].partition(" ")[0].partition("=")[0]
        if unknown.startswith("-"):
            near = difflib.get_close_matches(unknown, [name for name in self._option_string_actions if name != "--task"], 1)
            message = f"{unknown}: there is no such option" + (f"; did you mean {near[0]}?" if near else "")
        raise WrongUsage(plain(message.removeprefix("argument ")))


def parser():
    made = Parser(
        "rcssleague3D", description="Plays a league between types of an agent database, and shows its results.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
    )  # fmt: skip
    league = made.add_argument_group("the league (all of this is stored in its folder once it has begun)")
    only_given = {"default": argparse.SUPPRESS}
    league.add_argument("types", nargs="*", metavar="TYPE", **only_given, help="who plays: types of the agent database")
    league.add_argument("--plan", choices=kept.PLANS, **only_given, help="who meets whom (default round-robin)")
    league.add_argument("--games", type=int, metavar="N", **only_given, help="matches of each pairing; with --sides both, for each side (default 1)")
    league.add_argument("--sides", choices=kept.SIDES, **only_given,
                        help="both: each match is played again with the sides exchanged; alternate: the sides change from match to match (default both)")
    league.add_argument("--rounds", type=int, metavar="N", **only_given, help="rounds of a swiss league (default: as many as it takes to find one winner)")
    league.add_argument("--replays", type=int, metavar="N", **only_given, help="further matches after a draw in a knock-out before lots are drawn (default 2)")
    league.add_argument("--seed", type=int, metavar="N", **only_given, help="number from which the seeds of all matches and all lots are derived (default 1)")
    league.add_argument("--agents", type=int, metavar="N", **only_given, help="players of a team (default 11)")
    league.add_argument("--agentdb", metavar="FILE", **only_given, help=f"agent database (default: {HOME_DATABASE} if it exists, else the server's)")
    made.add_argument("--version", action="version", version=f"rcssleague3D {places.version()}")
    made.add_argument("--folder", default="League", metavar="DIR", help="folder of this league (default League)")
    made.add_argument("--server", default=places.server(), metavar="PROGRAM", help="default: rcssserver3D beside this program")
    made.add_argument("--jobs", type=int, default=0, metavar="N", help="matches at once (default: one per core, each on its own; slurm: 5000 in the queue)")
    made.add_argument("--backend", choices=("local", "slurm"), default="local", help="local: on this machine; slurm: on the cluster (default local)")
    made.add_argument("--sbatch", action="append", default=[], metavar="OPTION", help="with --backend slurm: --sbatch=--partition=long; may be given several times")
    made.add_argument("--task", metavar="CHUNK", help=argparse.SUPPRESS)  # a job of --backend slurm, on its node
    made.add_argument("--limit", type=positive, default=0.0, metavar="S", help="real time a match may take before it counts as failed (default: no limit)")
    made.add_argument("--wait", type=positive, dest="connect_timeout", default=CONNECT_TIMEOUT, metavar="S",
                      help=f"real time that awaited agents have to connect; then the other team wins (default {CONNECT_TIMEOUT:.0f} s; 0: no limit)")
    made.add_argument("--again", action="append", default=[], metavar="TYPE",
                      help="first annul the walk-overs that this type has lost, and its failed matches, so that they are played again; may be given several times")
    made.add_argument("--watch", action="store_true", help="play nothing, show the table while others play")
    made.add_argument("--table", action="store_true", help="play nothing, print the current table and update the files with results")
    made.add_argument("--quiet", action="store_true", help="print only problems, and the table at the end")
    return made


def check_modes(own, options):
    """WrongUsage for an option that has no effect in this mode: one line that names both."""
    typed = {word.partition("=")[0] for word in own if word.startswith("--")}
    mode = next((name for name in ("--watch", "--table") if name in typed), None)
    if {"--watch", "--table"} <= typed:
        raise WrongUsage("--watch and --table: expected one of them")
    idle = [name for name in ("--jobs", "--backend", "--sbatch", "--task", "--limit", "--wait", "--again") if name in typed]
    if mode and idle:
        raise WrongUsage(f"{idle[0]}: has no effect with {mode}")
    if "--sbatch" in typed and options.backend != "slurm":
        raise WrongUsage("--sbatch: expected --backend slurm with it")
    if "--wait" in typed and options.backend == "slurm":
        raise WrongUsage("--wait: has no effect with --backend slurm, where no agents are awaited")


def read(arguments):
    """The options, and the server's arguments after `--`."""
    own, more = list(arguments), []
    if "--" in own:
        cut = own.index("--")
        own, more = own[:cut], own[cut + 1 :]
    options = parser().parse_intermixed_args(own)
    options.more = more
    check_modes(own, options)
    if not 0 <= options.jobs <= MAX_JOBS[options.backend]:
        raise WrongUsage(f"--jobs {options.jobs}: from 0 to {MAX_JOBS[options.backend]}")
    options.server = os.path.abspath(options.server)
    return options


def given(options):
    """The properties of the league that the command line sets."""
    found = {field.name: getattr(options, field.name) for field in dataclasses.fields(kept.Settings) if field.name != "server" and hasattr(options, field.name)}
    if not found.get("types"):
        found.pop("types", None)
    if "agentdb" in found:
        found["agentdb"] = os.path.abspath(found["agentdb"])
    if options.more:
        found["server"] = options.more
    return found


def settings(options, say=lambda line: None):
    """The settings of the league in the folder, which the command line may repeat but not change, or of a new one. The
    agent database is not part of a league's identity but depends on the machine, so it may differ. A league from an
    untrusted sender runs nothing that came with it unless the command line names it, too, and does not obey
    security-relevant arguments of its server; `say` reports them."""
    wanted, there = given(options), kept.load(options.folder)
    plays = not (options.table or options.watch)
    if there is None:
        if not wanted.get("types"):
            raise WrongUsage(f"there is no league in {options.folder}, and no types were given to begin one: rcssleague3D A B C")
        home = os.path.expanduser(HOME_DATABASE)
        wanted.setdefault("agentdb", home if os.path.exists(home) else places.agent_database())
        there = kept.Settings(**wanted)
    elif "agentdb" in wanted:
        there = dataclasses.replace(there, agentdb=wanted["agentdb"])
    known, repeated = [], []
    if "server" in wanted and there.server != wanted["server"]:
        known, repeated = server_arguments.listed(options.server, there.server), server_arguments.listed(options.server, wanted["server"])
    elif there.server and "server" not in wanted and plays:
        known = server_arguments.listed(options.server, there.server)
    for name, value in wanted.items():
        if getattr(there, name) != value and not (name == "server" and all(word in known for word in repeated)):
            raise WrongUsage(f"the league in {options.folder} has {name} {plain(str(getattr(there, name)))}; leave that out, or begin another one with --folder")
    for name, plan in (("rounds", "swiss"), ("replays", "knock-out")):
        if name in wanted and there.plan != plan:
            raise WrongUsage(f"--{name}: expected --plan {plan} with it")
    try:
        there.check()
    except LeagueError as error:
        raise WrongUsage(str(error)) from None
    named = {wanted.get("agentdb"), *wanted.get("server", ())}
    foreign = [word for word in there.paths_within(options.folder) if word not in named]
    if foreign and plays and not options.task:
        own = "--agentdb FILE" if foreign[0] == there.agentdb else "the server's arguments after --"
        raise WrongUsage(f"{plain(foreign[0])}: is in the folder of the league, which may come from someone else; to use it, or another one, give {own}")
    if not known or not plays:
        return there
    left_out = [word for word, guards in known if guards and (word, guards) not in repeated]
    if left_out and not options.task:
        words = shlex.join([*there_again(options.folder), "--", *left_out])
        say(f"ignored, because league.json may come from someone else: {plain(' '.join(left_out))}; to apply it, run: {words}")
    return dataclasses.replace(there, server=[word for word, _ in known if word not in left_out])


def there_again(folder):
    """The command that continues the league in this folder."""
    return [sys.argv[0], *(("--folder", folder) if folder != "League" else ())]


def check_types(wanted):
    """LeagueError if the database lacks a type that takes part."""
    agent_types.demand(wanted.agentdb, wanted.types)


def check_takes_part(wanted, name):
    """WrongUsage if this type is not in the league."""
    if name not in wanted.types:
        raise WrongUsage(f"--again {plain(name)}: one of {', '.join(map(plain, wanted.types))}")
