#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plays set plays on a running rcssserver3D, and counts their outcomes. One file beside rcss_monitor.py, standard library, Python 3.9 or later.

    rcss_trainer.py corner.play --plot corner.svg

    with Client("127.0.0.1") as client:
        trainer = Trainer(client, read_set_play("corner.play"))
        trainer.prepare()
        for attempt in trainer.attempts():
            print(attempt.number, attempt.outcome, attempt.seconds)

It behaves as the program rcsstrainer3D and the C++ library beside it: the same play, seed and agents give the same
table, files and plot, byte for byte. docs/write/trainers.md describes how to write a play. Lengths are in metres, times
in seconds of the game.
"""

import argparse
import dataclasses
import json
import math
import os
import re
import signal
import sys
import time
from typing import Callable, Dict, Iterator, List, NoReturn, Optional, Sequence, Tuple, Union

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "client"))

from rcss_monitor import (  # noqa: E402
    Client, Game, Point, Side, Snapshot, full_state, move_ball, move_player, play_mode, play_mode_text, reset, subscribe,
)  # fmt: skip

__all__ = ["Attempt", "Condition", "PlayError", "SetPlay", "Tally", "Trainer", "csv_of", "json_of", "plot_of", "read_set_play", "table_of", "tally"]

TIME_IS_UP = "time"  # the outcome of an attempt that no other outcome has ended
MAX_REPEAT = 1000000
MAX_SEED = 1 << 53
MAX_SECONDS = 3600.0
MAX_PLACE = 1000.0  # m, m/s
_MOST_BYTES = 256 * 1024


def _rounded(number: float, decimals: int) -> float:
    """Formats as printf does, without -0."""
    return float(f"{number:.{decimals}f}") or 0.0


def _short(number: float, decimals: int) -> str:
    text = f"{number:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


# ---- random numbers -------------------------------------------------------------------------------------------------


class Draws:
    """Random numbers of one attempt: SplitMix64, seeded by the play's seed and the attempt's number alone."""

    def __init__(self, seed: int, attempt: int) -> None:
        self._state = seed
        self._state = (self.bits() + attempt) & 0xFFFFFFFFFFFFFFFF

    def bits(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return z ^ (z >> 31)

    def unit(self) -> float:
        """A number from 0 inclusive to 1 exclusive."""
        return (self.bits() >> 11) * 2.0**-53


@dataclasses.dataclass
class Drawn:
    """A number in a set play: fixed, or drawn for each attempt."""

    kind: str = "fixed"
    numbers: Tuple[float, ...] = (0.0,)
    least: float = -MAX_PLACE  # drawn numbers are clamped to the limits
    most: float = MAX_PLACE

    def value(self, draws: Draws) -> float:
        a = self.numbers
        if self.kind == "uniform":
            drawn = a[0] + (a[1] - a[0]) * draws.unit()
        elif self.kind == "normal":
            radius = math.sqrt(-2.0 * math.log(1.0 - draws.unit()))
            drawn = a[0] + a[1] * (radius * math.cos(2.0 * math.pi * draws.unit()))
        elif self.kind == "choice":
            drawn = a[int(draws.unit() * len(a))]
        else:
            drawn = a[0]
        return _rounded(min(max(drawn, self.least), self.most), 6)


# ---- set plays ------------------------------------------------------------------------------------------------------


class PlayError(RuntimeError):
    """FILE:LINE: the error."""


@dataclasses.dataclass
class AttemptView:
    """The progress of an attempt, for its conditions."""

    game: Game
    begin: Snapshot  # its first frame
    now: Snapshot
    seconds: float
    ball_speed: float  # m/s


Condition = Callable[[AttemptView], bool]


@dataclasses.dataclass
class Placement:
    side: Side = Side.NONE  # NONE: the ball
    number: int = 0
    place: Tuple[Drawn, Drawn] = (Drawn(), Drawn())
    height: Optional[Drawn] = None  # None: it is at rest on the ground
    velocity: Tuple[Drawn, Drawn, Drawn] = (Drawn(), Drawn(), Drawn())
    battery: Optional[Drawn] = None

    @property
    def name(self) -> str:
        return _name(self.side, self.number)


def _name(side: Side, number: int) -> str:
    return "ball" if side == Side.NONE else f"{'Left' if side == Side.LEFT else 'Right'} {number}"


@dataclasses.dataclass
class SetPlay:
    """The initial placement, and the possible outcomes."""

    name: str = ""
    repeat: int = 100
    seed: int = 1
    interval: int = 5  # steps from frame to frame
    seconds: float = 10.0  # the time limit of an attempt
    mode: str = "PlayOn"
    placements: List[Placement] = dataclasses.field(default_factory=list)  # the ball first
    awaited: List[Placement] = dataclasses.field(default_factory=list)  # players that must be present; the server places them
    ends: List[Tuple[str, Condition]] = dataclasses.field(default_factory=list)  # the first condition that holds counts

    def outcomes(self) -> List[str]:
        """The distinct outcomes, in the order of the play, with `TIME_IS_UP` at the end."""
        names = dict.fromkeys(name for name, _ in self.ends if name != TIME_IS_UP)
        return [*names, TIME_IS_UP]


def _goals(shown: Snapshot, side: Side) -> Tuple[int, int]:
    """The goals of play and of the shoot-out."""
    if side == Side.LEFT:
        return shown.score_left, shown.shoot_out_left
    return shown.score_right, shown.shoot_out_right


class _List(list):
    line = 1


class _Atom(str):
    line = 1


_TOKEN = re.compile(r'\s+|;[^\n]*|([()])|("(?:[^"\\]|\\.)*"?)|((?:[^\s()";\\]|\\.)+)|.', re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_INTEGER = re.compile(r"[-+]?\d+")


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.play = SetPlay()

    def fail(self, at: Union[_List, _Atom], what: str) -> NoReturn:
        raise PlayError(f"{self.file}:{at.line}: {what}")

    def refuse(self, at: Union[_List, _Atom], expected: str) -> NoReturn:
        found = at if isinstance(at, _Atom) else self.head(at)
        shown = "".join(c if " " <= c <= "~" else "?" for c in found)[:60]
        self.fail(at, f"'{shown}': expected {expected}")

    @staticmethod
    def head(item: Union[_List, _Atom]) -> str:
        return item[0] if isinstance(item, _List) and item and isinstance(item[0], _Atom) else ""

    def need(self, item: _List, least: int, most: int, form: str) -> None:
        if not least <= len(item) <= most:
            self.fail(item, f"expected {form}")

    def parse(self, text: str) -> List[_List]:
        top: List[_List] = []
        stack: List[_List] = []
        line, items = 1, 0
        for token in _TOKEN.finditer(text):
            bracket, quoted, atom = token.groups()
            if bracket == "(":
                new = _List()
                new.line = line
                if stack:
                    stack[-1].append(new)
                if len(stack) >= 16:
                    raise PlayError(f"{self.file}: nested too deeply")
                stack.append(new)
            elif bracket == ")":
                if not stack:
                    raise PlayError(f'{self.file}: expected one (play "name" ...), and a bracket for each bracket')
                done = stack.pop()
                if not stack:
                    top.append(done)
            elif (quoted or atom) and stack:
                word = _Atom(re.sub(r"\\(.)", r"\1", quoted[1:].removesuffix('"') if quoted else atom, flags=re.DOTALL))
                word.line = line
                stack[-1].append(word)
            items += 1 if bracket == "(" or quoted or atom else 0
            if items > 16 * 1024:
                raise PlayError(f"{self.file}: too many elements")
            line += token[0].count("\n")
        if stack:
            raise PlayError(f'{self.file}: expected one (play "name" ...), and a bracket for each bracket')
        return top

    def read(self, text: str) -> SetPlay:
        top = self.parse(text)
        if len(top) != 1 or self.head(top[0]) != "play":
            raise PlayError(f'{self.file}: expected one (play "name" ...)')
        play = top[0]
        if len(play) < 2 or not isinstance(play[1], _Atom):
            self.fail(play, 'expected its name: (play "name" ...)')
        self.play.name = self.word(play[1])
        for part in play[2:]:
            self.part(part)
        if not self.play.placements and not self.play.awaited:
            self.fail(play, "it places neither ball nor players")
        self.play.placements.sort(key=lambda each: each.side != Side.NONE)
        return self.play

    def part(self, part: Union[_List, _Atom]) -> None:
        name = self.head(part)
        play = self.play
        if name == "repeat":
            self.need(part, 2, 2, "(repeat N)")
            play.repeat = self.whole(part[1], 1, MAX_REPEAT)
        elif name == "seed":
            self.need(part, 2, 2, "(seed N)")
            play.seed = self.whole(part[1], 0, MAX_SEED)
        elif name == "interval":
            self.need(part, 2, 2, "(interval STEPS)")
            play.interval = self.whole(part[1], 1, 1000)
        elif name == "time":
            self.need(part, 2, 2, "(time SECONDS)")
            play.seconds = self.number(part[1], 0.01, MAX_SECONDS)
        elif name == "mode":
            self.need(part, 2, 2, "(mode NAME)")
            play.mode = self.word(part[1])
        elif name == "ball":
            if any(each.side == Side.NONE for each in play.placements):
                self.fail(part, "there is one ball")
            play.placements.append(self.placement(part, 1, Placement()))
        elif name == "player":
            if len(part) < 4:
                self.fail(part, "expected (player Left|Right NUMBER (at X Y) ...)")
            player = Placement(self.side(part[1]), self.whole(part[2], 1, 11))
            if any((each.side, each.number) == (player.side, player.number) for each in play.placements):
                self.fail(part, f"{player.name} is placed twice")
            play.placements.append(self.placement(part, 3, player))
        elif name == "await":
            self.need(part, 3, 3, "(await Left|Right NUMBER)")
            play.awaited.append(Placement(self.side(part[1]), self.whole(part[2], 1, 11)))
        elif name == "end":
            self.need(part, 3, 3, "(end NAME CONDITION)")
            if len(play.ends) >= 100:
                self.fail(part, "there are more than 100 ends")
            play.ends.append((self.word(part[1]), self.condition(part[2])))
        else:
            self.refuse(part, "repeat, seed, interval, time, mode, ball, player, await or end")

    def placement(self, part: _List, first: int, made: Placement) -> Placement:
        has_place = False
        for item in part[first:]:
            name = self.head(item)
            if name == "at":
                self.need(item, 3, 4, "(at X Y) or (at X Y Z)")
                numbers = [self.drawn(each, -MAX_PLACE, MAX_PLACE) for each in item[1:]]
                made.place = (numbers[0], numbers[1])
                made.height = numbers[2] if len(numbers) == 3 else made.height
                has_place = True
            elif name == "speed":
                self.need(item, 3, 4, "(speed X Y) or (speed X Y Z)")
                numbers = [self.drawn(each, -MAX_PLACE, MAX_PLACE) for each in item[1:]]
                made.velocity = (numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else Drawn())
            elif name == "battery" and made.side != Side.NONE:
                self.need(item, 2, 2, "(battery B)")
                made.battery = self.drawn(item[1], 0, 100)
            else:
                self.refuse(item, "(at X Y) or (speed X Y)" + ("" if made.side == Side.NONE else " or (battery B)")
                            if made.side == Side.NONE else "(at X Y), (speed X Y) or (battery B)")  # fmt: skip
        if not has_place:
            self.fail(part, "it is nowhere: (at X Y) is missing")
        return made

    def condition(self, item: Union[_List, _Atom]) -> Condition:
        name = self.head(item)
        if name in ("and", "or", "not"):
            self.need(item, 2, 2 if name == "not" else 100, "(not CONDITION)" if name == "not" else "conditions within it")
            parts = [self.condition(part) for part in item[1:]]
            if name == "and":
                return lambda view: all(part(view) for part in parts)
            if name == "or":
                return lambda view: any(part(view) for part in parts)
            return lambda view: not parts[0](view)
        if name == "score":
            self.need(item, 2, 2, "(score Left|Right)")
            scorer = self.side(item[1])
            return lambda view: any(now > before for now, before in zip(_goals(view.now, scorer), _goals(view.begin, scorer)))
        if name == "leads":
            self.need(item, 2, 2, "(leads Left|Right)")
            leader = self.side(item[1])
            other = Side.RIGHT if leader == Side.LEFT else Side.LEFT
            return lambda view: _goals(view.now, leader) > _goals(view.now, other)
        if name == "mode":
            self.need(item, 2, 100, "(mode NAME ...)")
            words = [self.word(each) for each in item[1:]]
            return lambda view: play_mode_text(view.game, view.now.play_mode) in words
        if name == "touched":
            self.need(item, 2, 3, "(touched Left|Right) or (touched Left|Right NUMBER)")
            side, number = self.side(item[1]), self.whole(item[2], 1, 11) if len(item) == 3 else 0
            return lambda view: any(
                player.last_toucher and player.side == side and number in (0, player.number) for player in view.now.players
            )
        if name == "ball_in":
            self.need(item, 5, 5, "(ball_in X1 X2 Y1 Y2)")
            is_in = self.area(item, 1)
            return lambda view: is_in(view.now.ball)
        if name == "player_in":
            self.need(item, 7, 7, "(player_in Left|Right NUMBER X1 X2 Y1 Y2)")
            who, which, holds = self.side(item[1]), self.whole(item[2], 1, 11), self.area(item, 3)

            def player_is_in(view: AttemptView) -> bool:
                player = view.now.player(who, which)
                return player is not None and holds(player.position)

            return player_is_in
        if name in ("ball_faster", "ball_slower"):
            self.need(item, 2, 2, "a speed in m/s")
            limit = self.number(item[1], 0, MAX_PLACE)
            if name == "ball_faster":
                return lambda view: view.ball_speed > limit
            return lambda view: view.ball_speed < limit
        if name == "after":
            self.need(item, 2, 2, "(after SECONDS)")
            seconds = self.number(item[1], 0, MAX_SECONDS)
            return lambda view: view.seconds >= seconds
        self.refuse(item, "(score ...), (leads ...), (mode ...), (touched ...), (ball_in ...), (player_in ...), (ball_faster ...), (ball_slower ...), "
                          "(after ...), (and ...), (or ...) or (not ...)")  # fmt: skip

    def area(self, item: _List, first: int) -> Callable[[Point], bool]:
        left, right, lower, upper = (self.number(each, -MAX_PLACE, MAX_PLACE) for each in item[first:])
        if left > right or lower > upper:
            self.fail(item, "the area is empty: X1 <= X2 and Y1 <= Y2")
        return lambda point: left <= point.x <= right and lower <= point.y <= upper

    def drawn(self, item: Union[_List, _Atom], least: float, most: float) -> Drawn:
        if isinstance(item, _Atom):
            return Drawn("fixed", (self.number(item, least, most),), least, most)
        numbers = tuple(self.number(each, least, most) for each in item[1:])
        name = self.head(item)
        good = {"uniform": len(numbers) == 2, "normal": len(numbers) == 2 and numbers[-1] >= 0, "choice": len(numbers) >= 1}
        if not good.get(name):
            self.refuse(item, "a number, (uniform FROM TO), (normal MEAN DEVIATION) or (choice A B ...)")
        return Drawn(name, numbers, least, most)

    def number(self, item: Union[_List, _Atom], least: float, most: float) -> float:
        value = float(item) if isinstance(item, _Atom) and _NUMBER.fullmatch(item) else math.nan
        if not least <= value <= most:
            self.refuse(item, f"a number from {_short(least, 6)} to {_short(most, 6)}")
        return value

    def whole(self, item: Union[_List, _Atom], least: int, most: int) -> int:
        value = int(item) if isinstance(item, _Atom) and len(item) < 30 and _INTEGER.fullmatch(item) else least - 1
        if not least <= value <= most:
            self.refuse(item, f"a whole number from {least} to {most}")
        return value

    def word(self, item: Union[_List, _Atom]) -> str:
        if not isinstance(item, _Atom) or not re.fullmatch(r"[ -~]{1,40}", item):
            self.refuse(item, "a name of 1 to 40 characters of ASCII")
        return str(item)

    def side(self, item: Union[_List, _Atom]) -> Side:
        if isinstance(item, _Atom) and item in ("Left", "L"):
            return Side.LEFT
        if isinstance(item, _Atom) and item in ("Right", "R"):
            return Side.RIGHT
        self.refuse(item, "Left or Right")


def read_set_play(path: Union[str, "os.PathLike[str]"]) -> SetPlay:
    """Raises `PlayError` with one line if the file has an error."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise PlayError(f"{os.fspath(path)}: cannot be read: {error.strerror}") from None
    if len(data) > _MOST_BYTES:
        raise PlayError(f"{os.fspath(path)}: longer than the limit")
    return set_play_from(data.decode("latin-1"), os.fspath(path))


def set_play_from(text: str, file: str = "play") -> SetPlay:
    """Reads a set play from a text; `file` is for error messages."""
    return _Reader(file).read(text)


# ---- attempts -------------------------------------------------------------------------------------------------------

_THINNING = 0.3  # m, between points of a path
_USUAL_STEP = 0.01  # s


@dataclasses.dataclass
class Placed:
    side: Side
    number: int
    place: Point
    velocity: Point
    battery: Optional[float] = None

    @property
    def name(self) -> str:
        return _name(self.side, self.number)


@dataclasses.dataclass
class Attempt:
    """The outcome and the initial placement of an attempt."""

    number: int
    seed: int  # of the server's episode
    placed: List[Placed]
    outcome: str = ""
    seconds: float = 0.0
    ball_end: Point = Point()
    ball_top_speed: float = 0.0  # m/s
    ball_way: float = 0.0  # m, along the ground
    ball_path: List[Point] = dataclasses.field(default_factory=list)  # thinned out


def begin_attempt(play: SetPlay, game: Game, seed: int, number: int) -> Attempt:
    draws = Draws(seed, number)
    attempt = Attempt(number, draws.bits() >> 12, [])
    for each in play.placements:
        x, y = each.place[0].value(draws), each.place[1].value(draws)
        ground = game.ball_radius if each.side == Side.NONE else game.agent_radius
        place = Point(x, y, each.height.value(draws) if each.height else ground)
        velocity = Point(*[part.value(draws) for part in each.velocity])
        attempt.placed.append(Placed(each.side, each.number, place, velocity, each.battery.value(draws) if each.battery else None))
    return attempt


def commands_for(play: SetPlay, attempt: Attempt, anew: bool) -> str:
    """The mode is set first, because the referee holds the ball before kick-off. `anew`: for servers without `reset`."""
    commands = play_mode(play.mode)
    for each in attempt.placed:
        if each.side == Side.NONE:
            commands += move_ball(each.place, each.velocity)
        else:
            battery = 100.0 if anew and each.battery is None else each.battery
            commands += move_player(each.side, each.number, each.place, each.velocity, battery)
    return commands


class _Watch:
    """Follows one attempt, frame by frame."""

    def __init__(self, play: SetPlay, game: Game, attempt: Attempt, first: Snapshot) -> None:
        self.attempt = dataclasses.replace(attempt, ball_end=first.ball, ball_path=[first.ball])
        self._play, self._game, self._first = play, game, first
        self._frames = 0
        self._per_frame = play.interval * _USUAL_STEP
        self._last_time = first.time
        self._ball = first.ball

    def see(self, now: Snapshot) -> bool:
        attempt = self.attempt
        self._frames += 1
        passed = now.time - self._last_time
        self._last_time = now.time
        if passed > 0 and self._frames > 1:
            self._per_frame = passed
        before = attempt.seconds
        seconds = attempt.seconds = before + (passed if passed > 0 else self._per_frame)
        since = seconds - before
        x, y = now.ball.x - self._ball.x, now.ball.y - self._ball.y
        way = math.sqrt(x * x + y * y + 0.0)
        velocity = now.ball_velocity
        if velocity:
            speed = math.sqrt(velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z)
        else:
            speed = way / since if since > 0 else 0.0
        attempt.ball_top_speed = max(attempt.ball_top_speed, speed)
        attempt.ball_way += way
        attempt.ball_end = self._ball = now.ball
        last = attempt.ball_path[-1]
        x, y = now.ball.x - last.x, now.ball.y - last.y
        if math.sqrt(x * x + y * y + 0.0) >= _THINNING:
            attempt.ball_path.append(now.ball)
        view = AttemptView(self._game, self._first, now, seconds, speed)
        attempt.outcome = next((outcome for outcome, holds in self._play.ends if holds(view)), "")
        if not attempt.outcome and seconds + 1e-6 >= self._play.seconds:
            attempt.outcome = TIME_IS_UP
        return attempt.outcome != ""


class Trainer:
    """Plays attempts at a set play over a connection: places everything, lets the match run for the duration of the
    attempt, and observes it.

    The match makes steps only while an attempt is played, some in advance. When the client disconnects, the match
    continues. If the server has no `reset`, the clock continues and nothing can be repeated: `repeats` is then False.
    `patience_s` applies to each answer of the server.
    """

    STEPS_AHEAD = 100
    USUAL_INTERVAL = 15  # of servers without `subscribe`

    def __init__(self, client: Client, play: SetPlay, seed: Optional[int] = None, patience_s: float = 30.0) -> None:
        self.repeats = True
        self._client, self._play, self._patience_s = client, play, patience_s
        self._seed = play.seed if seed is None else seed
        self._frames = 0
        self._ahead = max(self.STEPS_AHEAD, 2 * play.interval)
        self._asked = self._made = 0

    def prepare(self) -> None:
        """Waits for the server and for all players that the play names. Raises `RuntimeError` with one line if they do not arrive."""
        client, play = self._client, self._play
        self._await(lambda: client.state == Client.State.WATCHING and client.may_command, None, False, "no match to be seen")
        client.send(full_state())  # the clock may be stopped
        self._await(lambda: client.frames > 0, None, False, "no match to be seen")
        if client.game.has_bodies:
            raise RuntimeError("this world has no ball and no players")
        if play.mode not in client.game.play_modes:
            raise RuntimeError(f"the server has no play mode '{play.mode}'")
        players = [each for each in [*play.placements, *play.awaited] if each.side != Side.NONE]
        names = ", ".join(each.name for each in players)
        self._await(lambda: all(client.snapshot.player(each.side, each.number) for each in players), None, False,
                    f"not all of {names} are there")  # fmt: skip
        client.send(subscribe(play.interval, True))
        client.step(0)  # otherwise the match would run, and might end, before the first attempt is set up

    def attempts(self, is_over: Optional[Callable[[Snapshot, float], str]] = None) -> Iterator[Attempt]:
        """Plays all attempts of the play, one after another. `is_over` may end each one with an outcome of its own,
        given the frame and the seconds since the attempt began; "" continues it."""
        for number in range(1, self._play.repeat + 1):
            yield self.play(number, is_over)

    def play(self, number: int, is_over: Optional[Callable[[Snapshot, float], str]] = None) -> Attempt:
        """Plays one attempt. Raises `RuntimeError` with one line if the server has ended or does not answer."""
        beginning = begin_attempt(self._play, self._client.game, self._seed, number)
        self._place(beginning)
        watch: Optional[_Watch] = None  # set once a frame shows the placement
        outcome = ""

        def see(now: Snapshot) -> None:
            nonlocal watch, outcome
            if outcome or (watch is None and not now.acknowledged):
                return  # a frame of the previous attempt, or of none
            if watch is None and self.repeats and now.time > 1e-9:
                self.repeats = False
                self._place(beginning)
                return
            if watch is None:
                watch = _Watch(self._play, self._client.game, beginning, now)
                return
            if watch.see(now):
                outcome = watch.attempt.outcome
            elif is_over:
                outcome = is_over(now, watch.attempt.seconds)
            self._made += self._play.interval if now.ball_velocity else self.USUAL_INTERVAL
            if not outcome:
                self._ask_for_steps(self._play.seconds - watch.attempt.seconds)

        self._await(lambda: outcome != "", see, True, "the server does not answer")
        return dataclasses.replace(watch.attempt, outcome=outcome)

    def _place(self, attempt: Attempt) -> None:
        begin = reset(attempt.seed) if self.repeats else ""
        if not self._client.send(f"{begin}{commands_for(self._play, attempt, not self.repeats)}(getAck placed){full_state()}"):
            raise RuntimeError("the connection to the server was lost")
        self._asked = self._made = 0
        self._ask_for_steps(self._play.seconds)

    def _ask_for_steps(self, seconds_left: float) -> None:
        """Requests steps so that some are always pending, but none long after the time of the attempt: those would be
        in the log, but in no attempt."""
        under_way = self._asked - self._made
        wanted = math.ceil(seconds_left / 0.01) + 2 * self._play.interval - under_way
        more = min(self._ahead, wanted)
        if under_way <= self._ahead // 2 and more > 0:
            self._client.step(more)
            self._asked += more

    def _await(self, done: Callable[[], bool], on_frame: Optional[Callable[[Snapshot], None]], each_frame: bool, what: str) -> None:
        client = self._client
        deadline = time.monotonic() + self._patience_s
        while not done():
            state = client.poll(0.1, on_frame)
            if done():
                return
            if state == Client.State.OVER:
                raise RuntimeError("the match is over")
            if client.frames < self._frames or (self._frames > 0 and state != Client.State.WATCHING):
                raise RuntimeError("the connection to the server was lost")
            if each_frame and client.frames > self._frames:
                deadline = time.monotonic() + self._patience_s
            self._frames = client.frames
            if time.monotonic() >= deadline:
                problem = f" ({client.problem})" if client.problem else ""
                raise RuntimeError(f"{what}, for {self._patience_s:g} s{problem}")


# ---- results --------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Run:
    play: str
    seed: int
    interval: int
    repeats: bool
    outcomes: Sequence[str]


@dataclasses.dataclass
class Outcome:
    name: str
    attempts: int = 0
    share: float = 0.0  # 0 to 1
    low: float = 0.0  # 95 % of Wilson's score interval for it
    high: float = 0.0
    mean_seconds: float = 0.0
    deviation_seconds: float = 0.0  # of a sample; 0 for fewer than two


@dataclasses.dataclass
class Tally:
    outcomes: List[Outcome]
    attempts: int = 0
    seconds: float = 0.0  # of all
    mean_ball_top_speed: float = 0.0
    mean_ball_way: float = 0.0


def tally(run: Run, attempts: Sequence[Attempt]) -> Tally:
    """The totals of all attempts. Outcomes defined by a program follow those of the play."""
    made = Tally([Outcome(name) for name in run.outcomes], len(attempts))
    named: Dict[str, Outcome] = {each.name: each for each in made.outcomes}
    for attempt in attempts:
        if attempt.outcome not in named:
            made.outcomes.append(named.setdefault(attempt.outcome, Outcome(attempt.outcome)))
        outcome = named[attempt.outcome]
        outcome.attempts += 1
        outcome.mean_seconds += attempt.seconds
        made.seconds += attempt.seconds
        made.mean_ball_top_speed += attempt.ball_top_speed
        made.mean_ball_way += attempt.ball_way
    if not attempts:
        return made
    n, z = float(len(attempts)), 1.959963984540054
    z2 = z * z
    for outcome in made.outcomes:
        p = outcome.attempts / n
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = z / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        outcome.share, outcome.low, outcome.high = p, max(0.0, middle - half), min(1.0, middle + half)
        if outcome.attempts:
            outcome.mean_seconds /= outcome.attempts
    for attempt in attempts:
        off = attempt.seconds - named[attempt.outcome].mean_seconds
        named[attempt.outcome].deviation_seconds += off * off
    for outcome in made.outcomes:
        several = outcome.attempts > 1
        outcome.deviation_seconds = math.sqrt(outcome.deviation_seconds / (outcome.attempts - 1)) if several else 0.0
    made.mean_ball_top_speed /= n
    made.mean_ball_way /= n
    return made


def table_of(run: Run, results: Tally) -> str:
    """The results as a table for people."""
    plural, remark = "" if results.attempts == 1 else "s", "" if run.repeats else ", not repeatable"
    text = f"{run.play}: {results.attempts} attempt{plural}, seed {run.seed}{remark}\n\n"
    width = max([7, *(len(each.name) for each in results.outcomes)])
    text += f"{'outcome':{width}}  attempts    share  95 %                time\n"
    for each in results.outcomes:
        text += f"{each.name:{width}}  {each.attempts:8}  {100 * each.share:5.1f} %  {100 * each.low:5.1f} to {100 * each.high:5.1f} %"
        text += f"  {each.mean_seconds:.2f} ± {each.deviation_seconds:.2f} s\n" if each.attempts else "\n"
    way, speed = results.mean_ball_way, results.mean_ball_top_speed
    return text + f"\nball: {way:.1f} m on its way, {speed:.1f} m/s at most, on average; {results.seconds:.1f} s of the game\n"


def csv_of(attempts: Sequence[Attempt]) -> str:
    """A row for each attempt: number, seed, outcome, seconds, ball, initial placement."""
    text = "number,seed,outcome,seconds,ball_end_x,ball_end_y,ball_top_speed,ball_way"
    for placed in attempts[0].placed if attempts else ():
        text += f",{placed.name} x,{placed.name} y"
    text += "\n"
    for each in attempts:
        quotes = '"' if re.search(r'[,"\r\n]', each.outcome) else ""
        doubled = each.outcome.replace('"', '""')
        numbers = (each.seconds, each.ball_end.x, each.ball_end.y, each.ball_top_speed, each.ball_way)
        row = [str(each.number), str(each.seed), f"{quotes}{doubled}{quotes}", *(_short(number, 3) for number in numbers)]
        for placed in each.placed:
            row += [_short(placed.place.x, 6), _short(placed.place.y, 6)]
        text += ",".join(row) + "\n"
    return text


def json_of(run: Run, results: Tally, attempts: Sequence[Attempt]) -> str:
    """All results as JSON (docs/write/trainers.md)."""

    def words(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    def milli(number: float) -> str:
        return _short(number, 3)

    outcomes = ",\n".join(
        f'  {{"name": {words(each.name)}, "attempts": {each.attempts}, "share": {_short(each.share, 4)}, "low": {_short(each.low, 4)}, '
        f'"high": {_short(each.high, 4)}, "mean_seconds": {milli(each.mean_seconds)}, "deviation_seconds": {milli(each.deviation_seconds)}}}'
        for each in results.outcomes
    )
    rows = []
    for each in attempts:
        placed = ", ".join(f"{words(one.name)}: [{', '.join(_short(number, 6) for number in one.place)}]" for one in each.placed)
        rows.append(
            f'  {{"number": {each.number}, "seed": {each.seed}, "outcome": {words(each.outcome)}, "seconds": {milli(each.seconds)}, '
            f'"ball_end": [{milli(each.ball_end.x)}, {milli(each.ball_end.y)}], "ball_top_speed": {milli(each.ball_top_speed)}, '
            f'"ball_way": {milli(each.ball_way)}, "placed": {{{placed}}}}}'
        )
    return (
        f'{{\n "format": 1,\n "play": {words(run.play)},\n "seed": {run.seed},\n "interval": {run.interval},\n '
        f'"repeatable": {"true" if run.repeats else "false"},\n "outcomes": [\n{outcomes}\n ],\n "attempts": [\n' + ",\n".join(rows) + "\n ]\n}\n"
    )


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#595959")  # Okabe and Ito
_WIDTH, _MOST_HEIGHT, _HEAD, _LEGEND_LINE = 1000.0, 700.0, 34.0, 22.0  # units of the picture
_MARGIN, _AROUND, _LEAST_WIDTH, _LEAST_HEIGHT = 4.0, 5.0, 36.0, 26.0  # m: around the field, around the area of the attempts


def _widened(least: float, most: float, size: float, limit: float) -> Tuple[float, float]:
    """Widens a range to at least `size`, within the limits as far as possible."""
    lacking = max(0.0, size - (most - least)) / 2
    least, most = max(least - lacking, -limit), min(most + lacking, limit)
    if most - least >= size:
        return least, most
    return (least, min(limit, least + size)) if least == -limit else (max(-limit, most - size), most)


def _seen(points: Sequence[Point], game: Game) -> Tuple[float, float, float, float]:
    """The part of the field that was used: left, right, lower and upper end."""
    length, width = game.field_length / 2 + _MARGIN, game.field_width / 2 + _MARGIN
    ends = [min(point.x - _AROUND for point in points), max(point.x + _AROUND for point in points)]
    sides = [min(point.y - _AROUND for point in points), max(point.y + _AROUND for point in points)]
    left, right = (min(max(end, -length), length) for end in ends)
    lower, upper = (min(max(side, -width), width) for side in sides)
    return (*_widened(left, right, _LEAST_WIDTH, length), *_widened(lower, upper, _LEAST_HEIGHT, width))


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return "".join(c if c < "\x80" else "?" * len(c.encode("utf-8", "replace")) for c in text)


def plot_of(run: Run, results: Tally, attempts: Sequence[Attempt], game: Game) -> str:
    """The field as SVG: the initial places of players, and the ball's paths in a colour for each outcome."""
    length, width = game.field_length, game.field_width

    points = [point for each in attempts for point in (*(placed.place for placed in each.placed), *each.ball_path, each.ball_end)]
    left, right, lower, upper = _seen(points, game)
    scale = min(_WIDTH / (right - left), _MOST_HEIGHT / (upper - lower))

    def x(metres: float) -> str:
        return _short((metres - left) * scale, 1)

    def y(metres: float) -> str:
        return _short((upper - metres) * scale, 1)

    def size(metres: float) -> str:
        return _short(metres * scale, 1)

    names = [each.name for each in results.outcomes]
    bottom = _HEAD + (upper - lower) * scale
    height = bottom + _LEGEND_LINE * (len(names) + 1)
    w, h = _short(_WIDTH, 1), _short(height, 1)
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'font-family="sans-serif" font-size="15">\n<rect width="100%" height="100%" fill="#fff"/>\n',
        f'<text x="12" y="23" font-size="18">{_escaped(run.play)}: {results.attempts} attempts, seed {run.seed}</text>\n',
        f'<svg y="{_short(_HEAD, 1)}" width="{size(right - left)}" height="{size(upper - lower)}">\n<rect width="100%" height="100%" fill="#dfeadf"/>\n',
        f'<rect x="{x(-length / 2)}" y="{y(width / 2)}" width="{size(length)}" height="{size(width)}" fill="#cfe0cf" stroke="#fff" '
        f'stroke-width="2"/>\n',
        f'<line x1="{x(0)}" y1="{y(width / 2)}" x2="{x(0)}" y2="{y(-width / 2)}" stroke="#fff" stroke-width="2"/>\n',
    ]
    for side in (-1, 1):
        line = side * length / 2
        text.append(
            f'<rect x="{x(line - game.goal_depth if side < 0 else line)}" y="{y(game.goal_width / 2)}" width="{size(game.goal_depth)}" '
            f'height="{size(game.goal_width)}" fill="none" stroke="#fff" stroke-width="2"/>\n'
        )
    text.append('<g fill="none" stroke-width="1.5" stroke-linejoin="round" opacity="0.7">\n')
    for each in attempts:
        colour = _COLOURS[names.index(each.outcome) % len(_COLOURS)]
        path = "".join(f"{x(point.x)},{y(point.y)} " for point in each.ball_path)
        end = x(each.ball_end.x), y(each.ball_end.y)
        text.append(
            f'<polyline points="{path}{end[0]},{end[1]}" stroke="{colour}"/>'
            f'<circle cx="{end[0]}" cy="{end[1]}" r="3" fill="{colour}" stroke="none"/>\n'
        )
    text.append('</g>\n<g stroke="#333" stroke-width="0.5" opacity="0.75">\n')
    for each in attempts:
        for placed in each.placed:
            if placed.side != Side.NONE:
                fill = "#409eff" if placed.side == Side.LEFT else "#ffa614"
                text.append(f'<circle cx="{x(placed.place.x)}" cy="{y(placed.place.y)}" r="4" fill="{fill}"/>\n')
    text.append("</g>\n</svg>\n")
    line = bottom
    for i, outcome in enumerate(results.outcomes):
        line += _LEGEND_LINE
        text.append(
            f'<rect x="12" y="{_short(line - 8, 1)}" width="22" height="6" fill="{_COLOURS[i % len(_COLOURS)]}"/>'
            f'<text x="44" y="{_short(line, 1)}">{_escaped(outcome.name)}: {outcome.attempts} of {results.attempts} '
            f"({100 * outcome.share:.1f} %, 95 %: {100 * outcome.low:.1f} to {100 * outcome.high:.1f} %)</text>\n"
        )
    return "".join(text) + "</svg>\n"


# ---- the program ----------------------------------------------------------------------------------------------------


def _words_for(play: SetPlay) -> str:
    text = f"{play.name}: {play.repeat} attempts from seed {play.seed}, {_short(play.seconds, 3)} s each, in mode {play.mode}, with a frame "
    text += f"every {play.interval} steps\nthe first of them:\n"
    for placed in begin_attempt(play, Game(), play.seed, 1).placed:
        text += f"  {placed.name:8} at {', '.join(_short(number, 3) for number in placed.place)}"
        if any(placed.velocity):
            text += f", with {', '.join(_short(number, 3) for number in placed.velocity)} m/s"
        text += "" if placed.battery is None else f", battery {_short(placed.battery, 3)}"
        text += "\n"
    for each in play.awaited:
        text += f"  {each.name:8} where the server puts it\n"
    return f"{text}it can end as: {', '.join(play.outcomes())}\n"


def _between(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not _INTEGER.fullmatch(text) or len(text) > 30 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text}': expected a whole number from {least} to {most}")
        return int(text)

    return read


def _patience(text: str) -> float:
    if not _NUMBER.fullmatch(text) or not 0.1 <= float(text) <= 1e6:
        raise argparse.ArgumentTypeError(f"'{text}': expected a number from 0.1 to 1000000")
    return float(text)


_PLAYED = ("server", "port", "trainer_secret_file", "patience", "end", "plot", "csv", "json")  # options without effect with --check


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Plays a set play again and again on a running server, each time from other places, and counts how it ends. docs/write/trainers.md "
        "says how to write one.",
        epilog="Exit status: 0, 1 if not all attempts could be played, 2 for wrong usage or a mistake in the set play.",
    )
    parser.add_argument("play", metavar="FILE", help="what is where, and how it can end")
    parser.add_argument("--check", action="store_true", help="print what the file means, with an example of what is drawn, and play nothing")
    parser.add_argument("--repeat", type=_between(1, MAX_REPEAT), metavar="N", help="number of attempts (default: the number in the play, or 100)")
    parser.add_argument("--seed", type=_between(0, MAX_SEED), metavar="N", help="seed of what is drawn; the same seed gives the same attempts")
    parser.add_argument("--server", default="127.0.0.1", metavar="HOST", help="where the server runs (default: %(default)s)")
    parser.add_argument("--port", type=_between(1, 65535), default=12001, metavar="N", help="its monitor port (default: %(default)s)")
    parser.add_argument("--trainer_secret_file", metavar="FILE", help="the secret of the server, for a trainer on another machine")
    parser.add_argument("--patience", type=_patience, default=30.0, metavar="S", help="how long to wait for the server, for players, and for each frame, s")
    parser.add_argument("--end", action="store_true", help="end the match after the last attempt; otherwise it continues")
    parser.add_argument("--plot", metavar="FILE", help="draw the field with all starting positions and all paths of the ball, as SVG")
    parser.add_argument("--csv", metavar="FILE", help="write a row for each attempt")
    parser.add_argument("--json", metavar="FILE", help="write attempts and numbers as JSON")
    options = parser.parse_args(namespace=argparse.Namespace(**dict.fromkeys(_PLAYED)))
    for name in _PLAYED:
        if getattr(options, name) is None:
            setattr(options, name, parser.get_default(name))
        elif options.check:
            parser.error(f"--{name}: has no effect with --check")
    return options


def _complain(text: object) -> None:
    print(f"rcss_trainer.py: {text}", file=sys.stderr)


def _write(path: Optional[str], text: str, mode: str = "w") -> bool:
    """Writes a file of results. True if it was written, or if no path was given."""
    if not path:
        return True
    try:
        with open(path, mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        _complain(f"{path}: cannot be written: {error.strerror}")
        return False
    return True


def main() -> int:
    options = _options()
    try:
        play = read_set_play(options.play)
    except (OSError, RuntimeError, ValueError) as error:
        _complain(error)
        return 2
    play.repeat = play.repeat if options.repeat is None else options.repeat
    play.seed = play.seed if options.seed is None else options.seed
    if options.check:
        print(_words_for(play), end="")
        return 0
    # An invalid path is reported before the attempts, not after them. The files keep their contents until then.
    if not all(_write(path, "", "a") for path in (options.csv, options.json, options.plot)):
        return 1
    stopped = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.append(True))
    attempts: List[Attempt] = []
    problem = None
    try:
        connection = Client(options.server, options.port, options.trainer_secret_file)
    except (OSError, RuntimeError, ValueError) as error:
        _complain(error)
        return 1
    with connection as client:
        trainer = Trainer(client, play, patience_s=options.patience)
        try:
            trainer.prepare()
            for number in range(1, play.repeat + 1):
                if stopped:
                    break
                attempts.append(trainer.play(number))
                if number == 1 and not trainer.repeats:
                    _complain("the server has no reset: attempts follow each other, and are not repeatable")
            if options.end and client.run():
                client.command(play_mode("GameOver"), options.patience)
        except RuntimeError as error:
            problem = error
        game = client.game
    if attempts:
        run = Run(play.name, play.seed, play.interval, trainer.repeats, play.outcomes())
        results = tally(run, attempts)
        print(table_of(run, results), end="")
        files = ((options.csv, csv_of(attempts)), (options.json, json_of(run, results, attempts)), (options.plot, plot_of(run, results, attempts, game)))
        if not all(_write(*each) for each in files):
            return 1
    if problem is not None:
        _complain(problem)
    if len(attempts) < play.repeat:
        _complain(f"{len(attempts)} of {play.repeat} attempts have been played")
    return 0 if problem is None and len(attempts) == play.repeat else 1


if __name__ == "__main__":
    sys.exit(main())
