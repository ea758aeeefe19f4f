# SPDX-License-Identifier: Apache-2.0
"""A library for monitors and trainers of rcssserver3D, live and from logs. One file, standard library only, Python 3.9 or later.

    with Client("127.0.0.1") as client:
        client.command(kick_off(Side.LEFT), 5.0)
        print(client.snapshot.time, client.snapshot.ball)

    for snapshot in LogFile("Logfiles/monitor.log"):
        print(snapshot.time, snapshot.ball)

The names are those of the C++ library beside it. Lengths are metres, times seconds, speeds metres per second; x runs
along the field with the left goal at negative x, z is up. docs/write/clients.md has examples, docs/write/behaviour.md
defines the meaning. A server or a log may send any bytes: invalid parts are omitted, and `problem` describes them.
"""

import bisect
import bz2
import collections
import collections.abc
import copy
import dataclasses
import enum
import errno
import gzip
import hashlib
import hmac
import lzma
import math
import os
import re
import secrets
import selectors
import shutil
import socket
import stat
import subprocess
import tarfile
import tempfile
import time
import weakref
import zipfile
import zlib
from typing import Any, Callable, Deque, Dict, IO, List, NamedTuple, Optional, Sequence, Tuple, Union

__all__ = [
    "Body",
    "BodyShape",
    "Client",
    "Event",
    "EventFinder",
    "Game",
    "LineReader",
    "LogError",
    "LogFile",
    "Mark",
    "Marker",
    "PlayModeWords",
    "Player",
    "Point",
    "Scorer",
    "ScorerFinder",
    "Side",
    "ShootOutAttempt",
    "ShownKick",
    "Snapshot",
    "began_on",
    "begin_half",
    "break_words",
    "change_sides",
    "draw",
    "drawn_circle",
    "drawn_line",
    "drawn_words",
    "drop_ball",
    "full_state",
    "kick_off",
    "load_secret",
    "move_ball",
    "move_player",
    "named_team",
    "other_side",
    "play_mode",
    "play_mode_sentence",
    "play_mode_text",
    "play_mode_words",
    "reset",
    "score_words",
    "set_speed",
    "shoot_out",
    "shoot_out_words",
    "subscribe",
    "team_label",
    "team_name",
]


# ---- a match --------------------------------------------------------------------------------------------------------


class Side(enum.IntEnum):
    """A side of the field, with the numbers of the monitor stream (behaviour 8.4)."""

    NONE = 0
    LEFT = 1
    RIGHT = 2


class Point(NamedTuple):
    """Metres, world frame: x along the field, the left goal at negative x; z is up."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


STANDARD_PLAY_MODES = (  # in the order of their numbers (behaviour 6.1)
    "BeforeKickOff", "KickOff_Left", "KickOff_Right", "PlayOn", "KickIn_Left", "KickIn_Right", "corner_kick_left",
    "corner_kick_right", "goal_kick_left", "goal_kick_right", "offside_left", "offside_right", "GameOver", "Goal_Left",
    "Goal_Right", "free_kick_left", "free_kick_right",
)  # fmt: skip


@dataclasses.dataclass
class Game:
    """The settings of a match: the Init line (behaviour 8.3). Defaults apply to values that a server does not send."""

    field_length: float = 104.0  # m, as all lengths here
    field_width: float = 68.0
    goal_width: float = 7.32
    goal_depth: float = 2.0
    goal_height: float = 1.6
    border_size: float = 10.0  # the walls are at half of it
    agent_radius: float = 0.22
    ball_radius: float = 0.111
    half_time: float = 300.0  # s
    # The play beyond two halves (docs/write/protocol.md, section 7.2); 0: not played.
    extra_half_time: float = 0.0  # s
    shoot_out: float = 0.0  # shots of each team, before sudden death
    # The modes of the Init; the standard ones if it lists none, as in old logs, or if its line is truncated.
    play_modes: List[str] = dataclasses.field(default_factory=lambda: list(STANDARD_PLAY_MODES))
    values: Dict[str, float] = dataclasses.field(default_factory=dict)  # all values, by the names of the stream
    # Whether this is a world without a game: frames have bodies, and no players, ball or score (docs/write/protocol.md,
    # section 7.4).
    has_bodies: bool = False
    shows_kicks: bool = False  # whether frames state who kicked the ball, and whether it was moved otherwise


class Player(NamedTuple):
    side: Side = Side.NONE
    number: int = 0
    created: bool = False  # an agent without a body is at (0, 0, 0)
    position: Point = Point()
    last_toucher: bool = False
    said: str = ""  # in this frame; empty: nothing, or the server does not send it
    # Set if the frame has them (`subscribe`, `full_state`).
    velocity: Optional[Point] = None  # m/s
    battery: Optional[float] = None  # 0 to 100


class ShootOutAttempt(NamedTuple):
    """A finished attempt of the shoot-out."""

    side: Side
    number: int  # uniform number of the shooter; 0: the team had none
    scored: bool
    time: float  # when it was over, s of game time


class ShownKick(NamedTuple):
    """A kick as reported by the stream, if the server reports kicks (MonitorKicks)."""

    side: Side  # NONE: the ball was moved by the referee, a trainer or a catch
    number: int  # uniform number of the player
    time: float  # s of game time


class Marker(NamedTuple):
    name: str  # "Flag" or "Goal"
    id: str  # "1_l" …
    position: Point


class Body(NamedTuple):
    """A body of a world without a game."""

    name: str
    position: Point
    rotation: Tuple[float, float, float, float]  # unit quaternion: w, x, y, z
    # Set if the frame has them (`subscribe`, `full_state`).
    velocity: Optional[Point] = None  # m/s
    angular_velocity: Optional[Point] = None  # rad/s, about the axes of the world


class BodyShape(NamedTuple):
    """A shape that moves with a body, or belongs to the scenery."""

    kind: str  # "sphere", "box", "capsule", "cylinder" or "plane"
    # m; the radius of a sphere; the edges of a box along x, y and z; the radius and the length along z of a capsule
    # (without its round ends) or cylinder. A plane has none: it is z = 0, and everything below is solid.
    lengths: Tuple[float, ...]
    middle: Point  # in the body's frame
    rotation: Tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)  # relative to the body; unit quaternion: w, x, y, z
    colour: Optional[Tuple[float, float, float]] = None  # red, green, blue, 0 to 1; None: the viewer chooses


class BodyJoint(NamedTuple):
    """A joint between two bodies, or between a body and the world."""

    kind: str  # "ball", "hinge", "hinge2", "universal", "slider" or "fixed"
    first: str  # names of bodies
    second: str  # empty for the world
    anchor: Point  # in the frame of the first body
    axes: Tuple[Point, ...]  # of length 1, in that frame; at most two


@dataclasses.dataclass
class Snapshot:
    """One complete frame of a match: values that the stream sends only when they change are retained (behaviour 8.4).

    Each frame is an object of its own that does not change afterwards.
    """

    time: float = 0.0  # game time, s
    half: int = 1
    score_left: int = 0
    score_right: int = 0
    play_mode: int = 0  # index into Game.play_modes
    sides_changed: bool = False  # whether the team that is now left began on the right
    # The shoot-out, which is not part of the score.
    shoot_out_left: int = 0
    shoot_out_right: int = 0
    attempts: Tuple[ShootOutAttempt, ...] = ()  # in order
    shooter: int = 0  # uniform number of the present shooter; 0: none
    lot: int = 0  # Side that won by lot after an undecided shoot-out; 0: none
    team_left: str = ""
    team_right: str = ""
    players: Tuple[Player, ...] = ()  # in order of connection
    markers: Tuple[Marker, ...] = ()
    kicks: Tuple[ShownKick, ...] = ()  # since the previous frame
    ball: Point = Point()
    ball_velocity: Optional[Point] = None  # m/s; set if the frame has it (`subscribe`, `full_state`)
    bodies: Tuple[Body, ...] = ()  # of a world without a game
    shapes: Dict[str, Tuple[BodyShape, ...]] = dataclasses.field(default_factory=dict)  # by the names of the bodies
    scenery: Tuple[BodyShape, ...] = ()  # of a world without a game, in its frame
    joints: Tuple[BodyJoint, ...] = ()
    acknowledged: bool = False  # whether a getAck was answered in this frame

    def player(self, side: Side, number: int) -> Optional[Player]:
        """The player with that side and number, if there is one."""
        return next((p for p in self.players if p.side == side and p.number == number), None)


def play_mode_text(game: Game, play_mode: int) -> str:
    """The text of a play mode, or "mode N" if the server has not defined N."""
    return game.play_modes[play_mode] if 0 <= play_mode < len(game.play_modes) else f"mode {play_mode}"


def team_name(snapshot: Snapshot, side: Side) -> str:
    """The name of a team, or a default before it has one."""
    if side == Side.NONE:
        return "no one"
    name, place = (snapshot.team_left, "left") if side == Side.LEFT else (snapshot.team_right, "right")
    return name if name.strip(" ") else place


# ---- lines ----------------------------------------------------------------------------------------------------------

# The tokens of behaviour 5.4. Texts are handled as Latin-1, so that every byte is one character.
_INSIDE = r"""(?:\\["'()\\]|[!#-&*-~\x80-\xff])*"""
_TOKEN = re.compile(
    r"[()]"
    r"""|(?:\\["'()\\]|[^ \t\r\n;()"'\0])""" + _INSIDE +  # an atom
    r"""|"(?:\\["'()\\]|[^"])*"?"""  # may lack its end
    r"|'" + _INSIDE +
    r"|;[^\n]*"  # a comment
    r"|\0"  # ends the text
)  # fmt: skip
_QUOTED = re.compile(r"""\"((?:\\["'()\\]|[^"])*)""")
_ESCAPE = re.compile(r"""\\(["'()\\])""")
_BEFORE_BRACKET = re.compile(r"""(?:\\["'()\\]|[^()])*""")
# Each digit can belong to only one part: otherwise a long number with an error at its end would cause excessive
# backtracking.
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_INTEGER = re.compile(r"\+?(-?)0*([0-9]{1,9})")
_UNPRINTABLE = re.compile(r"[^ -~]")


class _Refused(Exception):
    """The text exceeds a limit."""


def _printable(text: str, limit: int = 60) -> str:
    """The text in one line that is safe for a terminal: bytes that are not printable characters become `?`."""
    return _UNPRINTABLE.sub("?", text[:limit]) + ("..." if len(text) > limit else "")


def _tokens(text: str) -> List[str]:
    if "'" not in text:
        return _TOKEN.findall(text)
    tokens = []
    at = 0
    while True:
        found = _TOKEN.search(text, at)
        if not found:
            return tokens
        at = found.end()
        if found[0] == "'" and text.startswith("(", at):
            begin, at = at, _end_of_quoted_list(text, at)
            tokens.append("'" + text[begin:at])
        else:
            tokens.append(found[0])


def _end_of_quoted_list(text: str, at: int) -> int:
    depth = 0
    while at < len(text):
        depth += 1 if text[at] == "(" else -1
        at += 1
        if depth == 0:
            break
        found = _BEFORE_BRACKET.match(text, at)
        at = found.end() if found else at
    return at


_MOST_DEPTH = 16  # streams never nest deeper than three
_MOST_ITEMS = 64 * 1024  # a player has some ten


def _read_lists(text: str) -> Tuple[List[list], bool]:
    """The lists of a text, with atoms as strings, and whether its end was truncated. Lists may be nested."""
    top: List[list] = []
    stack: List[list] = []
    current = top
    items = 0
    for token in _tokens(text):
        first = token[0]
        if first == "(":
            if len(stack) >= _MOST_DEPTH:
                raise _Refused("nested too deeply")
            stack.append(current)
            current = []
            continue
        if first == ")":
            if not stack:
                return top, True
            done, current = current, stack.pop()
            current.append(done)
        elif first == "\0":
            break
        elif first == ";" or not stack:  # a comment, or an atom outside any list
            continue
        elif first == '"':
            current.append(_ESCAPE.sub(r"\1", _QUOTED.match(token)[1]))
        elif first == "'":
            current.append(token[1:])
        else:
            current.append(_ESCAPE.sub(r"\1", token) if "\\" in token else token)
        items += 1
        if items > _MOST_ITEMS:
            raise _Refused("too many elements")
    return (stack[0], True) if stack else (top, False)


def _atom(item: Any, index: int) -> str:
    """Element `index` of a list if it is an atom, otherwise an empty text."""
    return item[index] if isinstance(item, list) and index < len(item) and isinstance(item[index], str) else ""


def _part(item: list, name: str) -> Optional[list]:
    """The first list in `item` with that name."""
    for part in item:
        if part.__class__ is list and part and part[0] == name:
            return part
    return None


_VALUES = {
    "FieldLength": "field_length",
    "FieldWidth": "field_width",
    "GoalWidth": "goal_width",
    "GoalDepth": "goal_depth",
    "GoalHeight": "goal_height",
    "BorderSize": "border_size",
    "AgentRadius": "agent_radius",
    "BallRadius": "ball_radius",
    "RuleHalfTime": "half_time",
    "ExtraHalfTime": "extra_half_time",
    "ShootOut": "shoot_out",
}
_INTEGERS = ("half", "score_left", "score_right", "play_mode", "shoot_out_left", "shoot_out_right", "shooter", "lot")
_OBJECTS = ("P", "F", "G", "B")
_SHAPES = {"sphere": 1, "box": 3, "capsule": 2, "cylinder": 2, "plane": 0}  # with their numbers of lengths
_JOINTS = ("ball", "hinge", "hinge2", "universal", "slider", "fixed")
_LONGEST_NAME = 256  # of a body
_MOST_SHAPES = 100  # of one body
_MOST_SCENERY = 5000
_MOST_JOINTS = 5000
_AROUND = b" \t\r\0"  # may surround a line without being part of it
_FARTHEST = 1e6  # m; nothing that can be drawn is farther away


class LineReader:
    """Parses the lines of a monitor stream or log, in order, and keeps the state of the match.

    Any bytes may be passed. Lines other than Init, Info and Die change nothing, nor does an Info about a trainer's
    drawing; an Info about a pause only changes `is_paused`. Invalid parts of a line (a position that is not finite,
    text in place of a number) are omitted, and the rest of the line is used.
    """

    class Kind(enum.Enum):
        INIT = "init"
        INFO = "info"
        PAUSE = "pause"
        DRAWING = "drawing"
        DIE = "die"
        UNREADABLE = "unreadable"

    LONGEST_LINE = 1024 * 1024  # bytes; longer lines are not read
    MAX_PLAYERS = 1000
    MAX_BODIES = 5000
    MAX_ATTEMPTS = 1000
    MAX_KICKS = 1000  # of a frame

    def __init__(self) -> None:
        self.game = Game()
        self.snapshot = Snapshot()
        self.problem = ""  # the error in the last line, for users; empty if there was none
        self.has_game = False  # whether an Init has been read
        self.is_paused: Optional[bool] = None  # whether the clock is stopped; None: the server does not report it

    def read(self, line: Union[bytes, str]) -> "LineReader.Kind":
        """Parses one line, without its newline."""
        self.problem = ""
        text = line.encode("utf-8", "replace") if isinstance(line, str) else bytes(line)
        text = text.strip(_AROUND)
        try:
            if len(text) > self.LONGEST_LINE:
                raise _Refused("text too long")
            lists, cut = _read_lists(text.decode("latin-1"))
        except _Refused as refused:
            self._complain("not a line of a match", str(refused))
            return self.Kind.UNREADABLE
        name = _atom(lists[0], 0) if lists else ""
        if name == "Init":
            self._read_init(lists[0])
            return self.Kind.INIT
        if name == "Info":
            # A message that the clock is stopped or runs again is not a frame.
            if self._read_pause(lists[0][-1]):
                return self.Kind.PAUSE
            if _atom(lists[0][-1], 0) == "draw":  # a trainer's drawing, which is not a frame either
                return self.Kind.DRAWING
            self._read_info(lists[0])
            return self.Kind.INFO
        if name == "Die":
            return self.Kind.DIE
        self._complain("a line that is cut" if cut else "not a line of a match", text.decode("latin-1"))
        return self.Kind.UNREADABLE

    def go_on_from(self, snapshot: Snapshot) -> None:
        """Sets the state, for readers of logs, which know it at certain lines."""
        self.snapshot = snapshot

    def _read_init(self, line: list) -> None:
        self.game = game = Game()
        self.snapshot = Snapshot()  # after an Init the server resends everything
        self.is_paused = None
        self.has_game = True
        for item in line[1:]:
            name = _atom(item, 0)
            if name == "play_modes":
                game.play_modes = [_printable(_atom(item, i), 64) for i in range(1, min(len(item), 101))]
                continue
            if name == "bodies":  # their names come with each frame
                game.has_bodies = True
                continue
            if name == "shape":
                self._read_shapes(item, self.snapshot.shapes)
                continue
            if name == "scenery":
                self.snapshot.scenery = self._read_scenery(item)
                continue
            if name == "joints":
                self.snapshot.joints = self._read_joints(item)
                continue
            if self._read_pause(item):
                continue
            value = self._read_number(item)
            if value is None:
                continue
            game.values[name] = value
            if name == "MonitorKicks":
                game.shows_kicks = value > 0.0
            if name in _VALUES and 0.0 < value <= 10000.0:
                setattr(game, _VALUES[name], value)

    def _read_pause(self, item: Any) -> bool:
        """`(paused 1)`, `(paused 0)`; false for other items."""
        if _atom(item, 0) != "paused":
            return False
        self.is_paused = self._read_integer(item, 0) != 0
        return True

    def _read_info(self, line: list) -> None:
        now = copy.copy(self.snapshot)
        now.acknowledged = False
        now.ball_velocity = None
        now.kicks = ()
        players: Optional[List[Player]] = None
        markers: Optional[List[Marker]] = None
        bodies: List[Body] = []  # each frame has all of them
        shapes: Optional[Dict[str, Tuple[BodyShape, ...]]] = None
        for item in line[1:]:
            name = _atom(item, 0)
            if name[:1] in _OBJECTS:
                # Items with a position are identified by their first letter, as in the monitors of 2006 (behaviour
                # 8.4).
                if name not in _OBJECTS and _part(item, "pos") is None:
                    continue
                if name[0] == "P":
                    players = [] if players is None else players
                    self._read_player(item, players)
                elif name[0] == "B":
                    now.ball = self._read_position(item) or now.ball
                    now.ball_velocity = self._read_velocity(item)
                else:
                    markers = [] if markers is None else markers
                    self._read_marker(item, "Flag" if name[0] == "F" else "Goal", markers)
            elif name == "time":
                value = self._read_number(item)
                now.time = now.time if value is None else value
            elif name in _INTEGERS:
                setattr(now, name, self._read_integer(item, getattr(now, name)))
            elif name == "sides_changed":
                now.sides_changed = self._read_integer(item, 0) != 0
            elif name == "attempts":
                now.attempts = self._read_attempts(item)
            elif name == "kicks":
                now.kicks = self._read_kicks(item)
            elif name in ("team_left", "team_right"):
                if len(item) >= 2:
                    setattr(now, name, _printable(_atom(item, 1), 64))
            elif name == "ack":
                now.acknowledged = True
            elif name == "body":
                self._read_body(item, bodies)
            elif name == "shape":
                shapes = {} if shapes is None else shapes
                self._read_shapes(item, shapes)
            elif name == "scenery":
                now.scenery = self._read_scenery(item)
            elif name == "joints":
                now.joints = self._read_joints(item)
            # Other items come from servers that send more; that is not an error.
        if players is not None:
            now.players = tuple(players)
        if markers is not None:
            now.markers = tuple(markers)
        now.bodies = tuple(bodies)
        if shapes is not None:
            now.shapes = shapes
        self.snapshot = now

    def _read_attempts(self, item: list) -> Tuple[ShootOutAttempt, ...]:
        """`(attempts (S N SCORED TIME) …)`: all of them, each time."""
        attempts = []
        for shot in item[1 : 1 + self.MAX_ATTEMPTS]:
            numbers = self._numbers(shot[:4]) if isinstance(shot, list) and len(shot) >= 4 else []
            if not numbers or numbers[0] not in (1, 2) or numbers[1] not in range(1001):
                self._complain("impossible attempt", "")
                continue
            attempts.append(ShootOutAttempt(Side(int(numbers[0])), int(numbers[1]), numbers[2] != 0, numbers[3]))
        return tuple(attempts)

    def _read_kicks(self, item: list) -> Tuple[ShownKick, ...]:
        """`(kicks (S N TIME) …)`: those since the frame before."""
        self.game.shows_kicks = True  # of a log without its beginning
        kicks: List[ShownKick] = []
        for kick in item[1:]:
            if len(kicks) >= self.MAX_KICKS:
                break
            numbers = self._numbers(kick[:3]) if isinstance(kick, list) and len(kick) >= 3 else []
            if not numbers or numbers[0] not in (0, 1, 2) or numbers[1] not in range(1001):
                self._complain("impossible kick", "")
                continue
            kicks.append(ShownKick(Side(int(numbers[0])), int(numbers[1]), numbers[2]))
        return tuple(kicks)

    def _read_player(self, item: list, players: List[Player]) -> None:
        if len(players) >= self.MAX_PLAYERS:
            return self._complain("too many players", "")
        position = self._read_position(item)
        if position is None:
            return None
        side = _part(item, "s")
        number = _part(item, "id")
        say = _part(item, "say")
        battery = _part(item, "battery")
        which = self._read_integer(side, 0) if side else 0
        players.append(
            Player(
                _SIDES.get(which, Side.NONE),
                self._read_integer(number, 0) if number else 0,
                side is not None,
                position,
                _part(item, "last") is not None,
                _printable(_atom(say, 1), 512) if say else "",
                self._read_velocity(item),
                self._read_number(battery) if battery else None,
            )
        )
        return None

    def _read_body(self, item: list, bodies: List[Body]) -> None:
        self.game.has_bodies = True  # of a log without its beginning
        if len(bodies) >= self.MAX_BODIES:
            return self._complain("too many bodies", "")
        name = _atom(item, 1)[:_LONGEST_NAME]
        numbers = self._numbers(item[2:])
        rotation = self._rotation(numbers[3:7]) if len(numbers) in (7, 13) else None
        if not name or rotation is None:
            return self._complain("impossible body", name)
        motion = (Point(*numbers[7:10]), Point(*numbers[10:])) if len(numbers) == 13 else ()
        bodies.append(Body(name, Point(*numbers[:3]), rotation, *motion))
        return None

    @staticmethod
    def _rotation(numbers: List[float]) -> Optional[Tuple[float, float, float, float]]:
        """Normalised to length 1, because digits are truncated; None if it is not a rotation."""
        length = math.sqrt(sum(n * n for n in numbers))
        if not 0.9 < length < 1.1:
            return None
        w, x, y, z = (n / length for n in numbers)
        return (w, x, y, z)

    def _read_shapes(self, item: list, shapes: Dict[str, Tuple[BodyShape, ...]]) -> None:
        name = _atom(item, 1)[:_LONGEST_NAME]
        found, is_good = self._shape_list(item[2:], _MOST_SHAPES)
        if not name or not is_good:
            return self._complain("impossible shape of", name)
        if len(shapes) < self.MAX_BODIES:
            shapes[name] = found
        return None

    def _read_scenery(self, item: list) -> Tuple[BodyShape, ...]:
        found, is_good = self._shape_list(item[1:], _MOST_SCENERY)
        if not is_good:
            self._complain("impossible scenery", "")
        return found

    def _shape_list(self, items: list, most: int) -> Tuple[Tuple[BodyShape, ...], bool]:
        """The shapes up to the first error, and whether there was none."""
        found: List[BodyShape] = []
        colour = None
        for shape in items:
            kind = _atom(shape, 0)
            if len(found) >= most:
                break
            if kind == "colour":
                colour = None
                if len(shape) == 1:
                    continue
                parts = self._numbers(shape[1:])
                if len(parts) != 3 or min(parts) < 0.0 or max(parts) > 1.0:
                    return tuple(found), False
                colour = (parts[0], parts[1], parts[2])
            if kind not in _SHAPES:
                continue
            lengths = _SHAPES[kind]
            numbers = self._numbers(shape[1:])
            rotation = self._rotation(numbers[lengths + 3 :]) if len(numbers) == lengths + 7 else (1.0, 0.0, 0.0, 0.0)
            if len(numbers) not in (lengths + 3, lengths + 7) or rotation is None or min(numbers[:lengths], default=0.0) < 0.0:
                return tuple(found), False
            middle = Point(*numbers[lengths : lengths + 3])
            found.append(BodyShape(kind, tuple(numbers[:lengths]), middle, rotation, colour))
        return tuple(found), True

    def _read_joints(self, item: list) -> Tuple[BodyJoint, ...]:
        found: List[BodyJoint] = []
        for joint in item[1:]:
            kind = _atom(joint, 0)
            if kind not in _JOINTS or len(found) >= _MOST_JOINTS:
                continue
            first, second = _atom(joint, 1)[:_LONGEST_NAME], _atom(joint, 2)[:_LONGEST_NAME]
            numbers = self._numbers(joint[3:])
            if not first or len(numbers) not in (3, 6, 9):
                self._complain("impossible joint", "")
                break
            places = [Point(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)]
            found.append(BodyJoint(kind, first, second, places[0], tuple(places[1:])))
        return tuple(found)

    @staticmethod
    def _numbers(items: list) -> List[float]:
        """Their values; an empty list if one of them is not a number or too large."""
        if not all(isinstance(item, str) and _NUMBER.fullmatch(item) for item in items):
            return []
        numbers = [float(item) for item in items]
        return numbers if all(abs(number) <= _FARTHEST for number in numbers) else []

    def _read_marker(self, item: list, name: str, markers: List[Marker]) -> None:
        if len(markers) >= self.MAX_PLAYERS:
            return
        number = _part(item, "id")
        position = self._read_position(item)
        if position is not None:
            markers.append(Marker(name, _printable(_atom(number, 1), 16) if number else "", position))

    def _read_position(self, item: list) -> Optional[Point]:
        position = self._vector(_part(item, "pos"))
        if position is None:
            self._complain("impossible position of", _atom(item, 0))
        return position

    def _read_velocity(self, item: list) -> Optional[Point]:
        part = _part(item, "vel")
        velocity = self._vector(part)
        if part and velocity is None:
            self._complain("impossible velocity of", _atom(item, 0))
        return velocity

    @staticmethod
    def _vector(part: Optional[list]) -> Optional[Point]:
        if part and len(part) >= 4:
            try:
                if all(map(_NUMBER.fullmatch, part[1:4])):
                    x, y, z = map(float, part[1:4])
                    if -_FARTHEST <= x <= _FARTHEST and -_FARTHEST <= y <= _FARTHEST and -_FARTHEST <= z <= _FARTHEST:
                        return Point(x, y, z)
            except TypeError:
                pass  # a list instead of a number
        return None

    def _read_number(self, item: Any) -> Optional[float]:
        text = _atom(item, 1)
        value = float(text) if _NUMBER.fullmatch(text) else float("nan")
        if abs(value) < float("inf"):
            return value
        self._complain("no number in", _atom(item, 0))
        return None

    def _read_integer(self, item: list, otherwise: int) -> int:
        found = _INTEGER.fullmatch(_atom(item, 1))
        value = int(found[1] + found[2]) if found else 0
        if found and -1000 <= value <= 1000000:
            return value
        self._complain("no number in", _atom(item, 0))
        return otherwise

    def _complain(self, what: str, where: str) -> None:
        if not self.problem:
            self.problem = f"{what} '{_printable(where)}'" if where else what


_SIDES = {1: Side.LEFT, 2: Side.RIGHT}


# ---- events ---------------------------------------------------------------------------------------------------------


class Scorer(NamedTuple):
    """The scorer of a goal, as far as a stream shows it."""

    class Kind(enum.Enum):
        UNKNOWN = "unknown"  # no player was seen at the ball since it was placed, or the frames are too far apart
        SEEN = "seen"  # the stream names him: as the last player who touched or kicked the ball, or as the shooter
        PROBABLE = "probable"  # the stream names no player; he was the last one near the ball
        OWN_GOAL = "own_goal"  # by a player of the other team

    kind: Kind = Kind.UNKNOWN
    number: int = 0  # uniform number, in the team that scored or, for own goals, in the other team
    assist: int = 0  # number of the team-mate who played the ball before the scorer, if the scorer is seen; 0: none


class Event(NamedTuple):
    """An event of interest to users."""

    class Kind(enum.Enum):
        KICK_OFF = "kick_off"
        PLAY_ON = "play_on"
        GOAL = "goal"
        RESTART = "restart"
        OFFSIDE = "offside"
        PENALTY = "penalty"
        ATTEMPT = "attempt"
        HALF = "half"
        GAME_OVER = "game_over"
        OTHER = "other"

    kind: Kind
    time: float  # game time, s
    side: Side  # who scored, or whose ball it is
    text: str  # a few words: "goal for foo by 9, 2 : 1"
    scorer: Scorer = Scorer()  # of a goal
    score_left: int = 0  # after the event
    score_right: int = 0
    sides_changed: bool = False  # at that moment, relative to the beginning of the match
    # For an attempt in a shoot-out: the shooter, and the score of the shoot-out afterwards.
    shooter: int = 0
    scored: bool = False
    shoot_out_left: int = 0
    shoot_out_right: int = 0


class PlayModeWords(NamedTuple):
    """A play mode in words."""

    kind: Event.Kind = Event.Kind.OTHER
    ball: Side = Side.NONE  # whose ball it is, or who scored
    team: Side = Side.NONE  # the team to append to the words: for an offside, the team that was offside
    words: str = ""  # "play on", "kick-in for", "offside by"


_MODES = {
    "BeforeKickOff": (Event.Kind.OTHER, "before kick-off"),
    "KickOff": (Event.Kind.KICK_OFF, "kick-off for"),
    "PlayOn": (Event.Kind.PLAY_ON, "play on"),
    "KickIn": (Event.Kind.RESTART, "kick-in for"),
    "corner_kick": (Event.Kind.RESTART, "corner for"),
    "goal_kick": (Event.Kind.RESTART, "goal kick for"),
    "free_kick": (Event.Kind.RESTART, "free kick for"),
    "offside": (Event.Kind.OFFSIDE, "offside by"),
    "PenaltyShoot": (Event.Kind.PENALTY, "penalty for"),
    "Goal": (Event.Kind.GOAL, "goal for"),
    "GameOver": (Event.Kind.GAME_OVER, "full time"),
}
_MODE_SIDE = re.compile(r"(.+)_([Ll]eft|[Rr]ight)")


def other_side(side: Side) -> Side:
    return {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}.get(side, Side.NONE)


def began_on(side: Side, sides_changed: bool) -> Side:
    """The side on which the team that is now on `side` began the match."""
    return other_side(side) if sides_changed else side


def _score_began_on(now: Snapshot, side: Side) -> int:
    return now.score_left if began_on(side, now.sides_changed) == Side.LEFT else now.score_right


def break_words(half: int) -> str:
    """The text for the break before that half."""
    return "half time" if half <= 2 else "end of normal time" if half == 3 else "half time of extra time"


def team_label(snapshot: Snapshot, side: Side) -> str:
    """The team's name in texts that must be unambiguous: with the side if both teams have the same name."""
    name = team_name(snapshot, side)
    if side == Side.NONE or name != team_name(snapshot, other_side(side)):
        return name
    return name + (" (left)" if side == Side.LEFT else " (right)")


def play_mode_words(game: Game, snapshot: Snapshot) -> PlayModeWords:
    """The play mode in words."""
    mode, side = play_mode_text(game, snapshot.play_mode), Side.NONE
    if parts := _MODE_SIDE.fullmatch(mode):
        mode, side = parts[1], Side.LEFT if parts[2].lower() == "left" else Side.RIGHT
    if mode not in _MODES:  # a server may have more modes
        return PlayModeWords(Event.Kind.OTHER, side, side, mode.replace("_", " ") + (" for" if side else ""))
    kind, words = _MODES[mode]
    if mode == "BeforeKickOff" and snapshot.half > 1:
        words = break_words(snapshot.half)
    return PlayModeWords(kind, side, other_side(side) if kind == Event.Kind.OFFSIDE else side, words)


def play_mode_sentence(game: Game, snapshot: Snapshot) -> str:
    """The play mode's words with the team, such as "kick-in for foo"."""
    mode = play_mode_words(game, snapshot)
    return f"{mode.words} {team_label(snapshot, mode.team)}" if mode.team else mode.words


def shoot_out_words(snapshot: Snapshot) -> str:
    """The shoot-out: "4 : 3 in the shoot-out", "3 : 3 in the shoot-out, foo by lot"; empty if there was none."""
    if not snapshot.attempts:
        return ""
    words = f"{snapshot.shoot_out_left} : {snapshot.shoot_out_right} in the shoot-out"
    return words + (f", {team_label(snapshot, Side(snapshot.lot))} by lot" if snapshot.lot in (1, 2) else "")


def score_words(snapshot: Snapshot) -> str:
    """Teams and score, "foo 2 : 1 bar", followed by a comma and the shoot-out."""
    left, right = team_label(snapshot, Side.LEFT), team_label(snapshot, Side.RIGHT)
    shoot_out = shoot_out_words(snapshot)
    return f"{left} {snapshot.score_left} : {snapshot.score_right} {right}" + (f", {shoot_out}" if shoot_out else "")


def named_team(event: Event) -> Side:
    """The team that an event's words name: for an offside the team that was offside, otherwise the event's side."""
    return other_side(event.side) if event.kind == Event.Kind.OFFSIDE else event.side


class FrameClock:
    """Estimates the interval between the frames of a stream, for speeds.

    The game clock alone does not show it: it is stopped in some play modes while bodies move, and a stream has only six
    digits of it, so that beyond 10,000 s it advances in steps of 0.1 s. But frames are a constant number of steps
    apart, and in PlayOn the clock runs: the time over many frames gives the interval. Lost frames appear as a longer
    time.
    """

    USUAL = 0.15  # s
    LONGEST = 0.2  # s; the longest interval at which the kicker can be identified
    _STEADY = 0.1  # share of the interval, the tolerance for an unchanged interval
    _DIGITS = 5.0  # in units of the clock's last digit: from this time on an interval can be measured
    _EXACT = 0.01  # share of the interval

    def __init__(self) -> None:
        self.interval = self.USUAL  # between the frames of this stream, s
        self.seconds = 0.0  # between the frame added last and the one before it; 0 for the first
        self._last_time: Optional[float] = None
        self._was_in_play = False
        self._error = 0.02  # of the interval, as a share; initially it is assumed to be the usual one
        self._frames = self._passed = 0.0  # in PlayOn, since it began or the interval changed

    @property
    def is_dense(self) -> bool:
        """Whether the last frame is near enough to the one before it."""
        return self.seconds <= 1.05 * self.LONGEST  # the truncated digits of the clock may make the interval seem a little longer

    def add(self, game: Game, snapshot: Snapshot) -> None:
        """Takes the next frame."""
        is_in_play = play_mode_text(game, snapshot.play_mode) == "PlayOn"
        was_in_play, self._was_in_play = self._was_in_play, is_in_play
        before, self._last_time = self._last_time, snapshot.time
        if before is None or snapshot.time < before:
            self.seconds = self._frames = self._passed = 0.0
            return
        passed = snapshot.time - before
        digit = 10.0 ** (math.floor(math.log10(min(max(snapshot.time, 1.0), 1e9))) - 5)
        if is_in_play and was_in_play:
            self._frames += 1.0
            self._passed += passed
            self._measure(digit)
        else:
            self._frames = self._passed = 0.0
        self.seconds = passed if passed > 1.5 * self.interval + digit else self.interval

    def _measure(self, digit: float) -> None:
        """Updates the interval from the last frames in PlayOn, if they contradict the previous value or are more accurate."""
        if self._passed < self._DIGITS * digit:
            return
        expected, error = self._frames * self.interval, digit / self._passed
        is_another = abs(self._passed - expected) > digit + self._STEADY * expected
        if is_another or (self._error >= self._EXACT and error <= self._error / 2):
            self.interval = self._passed / self._frames
            self._error = error
            if is_another:
                self._frames = self._passed = 0.0


class ScorerFinder:
    """Tracks who plays the ball. Each frame names the last player who touched it; the stream may also list kicks, which
    then take precedence.

    Without kicks, if an opponent touches a shot that was on its way into the goal, and the ball keeps moving towards
    the line, the goal is the shooter's; otherwise the opponent has scored an own goal. In frames that are farther
    apart than `FrameClock.LONGEST` the two cannot be distinguished. A touch from before the ball was placed
    (kick-off, trainer) no longer counts.
    """

    _SPEED = 40.0  # m/s; faster than any kick
    _REACH = 0.8  # m between the surfaces of player and ball: a kick reaches 0.07 m, and a frame is late by up to 0.15 s
    _MARGIN = 0.3  # m beside the goal by which a shot on target may miss it, as measured
    _FLIGHT = 2.1  # s, the maximum time to the goal
    _MOVING = 1.0  # m/s; slower balls are no shots
    _ON_ITS_WAY = 3.0  # s for which the ball of a listed kick may be on its way: a shot crosses the line within this time
    _TOGETHER = 2 * FrameClock.LONGEST  # s; kicks this close to each other are made at the same ball, and frames do not show its path in between

    class _Kick(NamedTuple):
        by: Tuple[Side, int]
        time: float
        before: Optional[Tuple[Side, int]]  # whose kick the previous one was, unless it was his own

    def __init__(self) -> None:
        self._clock = FrameClock()
        self._toucher: Optional[Tuple[Side, int]] = None  # named by the stream since the ball was placed
        self._outdated: Optional[Tuple[Side, int]] = None  # whom the stream still names although the ball was placed elsewhere
        self._shooter: Optional[Tuple[Side, int]] = None  # whose shot has not been stopped by the toucher, an opponent
        self._since_touch = 0.0  # s
        self._nearest: Optional[Tuple[Side, int]] = None  # the player who was near the ball last
        self._names_touchers = False  # whether the stream has ever named one
        self._moment = 0.0  # s since the first frame
        self._places: Deque[Tuple[float, Point]] = collections.deque()  # of the ball since it was placed, oldest first
        self._previous: Optional[Tuple[Side, int]] = None  # the player who touched it before the toucher
        self._is_new = False  # whether the last frame names a different toucher than the one before it
        # If the stream lists kicks: since the ball was moved otherwise.
        self._shows_kicks = False
        self._kick: Optional[ScorerFinder._Kick] = None  # the last one
        self._shot: Optional[ScorerFinder._Kick] = None  # the kick whose ball was on its way when the last kick, an opponent's, met it
        self._moved: Optional[Tuple[Side, int]] = None  # the player who touched the ball before, and has not reached it since
        self._time = self._time_before = 0.0  # of the last frame and the one before it

    @classmethod
    def reach(cls, game: Game) -> float:
        """The distance between the centres of player and ball up to which the player may have touched it, m."""
        return cls._REACH + game.agent_radius + game.ball_radius

    def add(self, game: Game, snapshot: Snapshot) -> None:
        """Takes the next frame."""
        ball = snapshot.ball
        self._clock.add(game, snapshot)
        touched_before = self._toucher
        self._time_before, self._time = self._time, snapshot.time
        self._shows_kicks = game.shows_kicks
        if self._finds_put(game, snapshot):
            self._outdated = self._toucher or self._outdated
            self._toucher = self._previous = self._shooter = self._nearest = None
            self._places.clear()
        least = self.reach(game)
        near = named = None
        for player in snapshot.players:
            if not player.created or not player.side or player.number <= 0:
                continue
            if player.last_toucher:
                named = (player.side, player.number)
            away = math.hypot(player.position.x - ball.x, player.position.y - ball.y)
            if away < least:
                least, near = away, (player.side, player.number)
        self._nearest = near or self._nearest
        is_counted = bool(named) and (named != self._outdated or named == near)
        if named:
            self._names_touchers = True
        if is_counted:  # a player who touches the ball again after it was placed cannot be distinguished from one who does not
            self._outdated = None
        self._is_new = is_counted and named != self._toucher
        if self._is_new:
            self._previous, self._toucher = self._toucher, named
        self._follow(ball)
        self._take_kicks(game, snapshot, touched_before, near)
        if self._is_new and named:
            self._since_touch = 0.0
            self._judge(game, self._previous, named[0])
            return
        # The frame that shows the goal may have the ball in the net, so only the path up to the frame before it counts,
        # and of that only the part after the touch.
        self._since_touch += self._clock.seconds
        is_behind = self._since_touch > FrameClock.USUAL + 0.5 * self._clock.seconds
        if self._shooter and is_behind and not self._goes_on(game):
            self._shooter = None

    def _finds_put(self, game: Game, snapshot: Snapshot) -> bool:
        """Whether the ball was placed where it is. At a restart it lies at the spot, so it has not flown there."""
        if not self._places:
            return False
        mode = play_mode_text(game, snapshot.play_mode)
        is_flying = mode == "PlayOn" or mode.startswith("Goal_")
        seconds = max(self._clock.seconds, FrameClock.USUAL) if is_flying else FrameClock.USUAL
        (ax, ay, az), (bx, by, bz) = self._places[-1][1], snapshot.ball
        return math.hypot(math.hypot(ax - bx, ay - by), az - bz) > self._SPEED * seconds

    def _follow(self, ball: Point) -> None:
        """Records the ball's place, and finds the place long enough ago for a measurement of the speed."""
        places = self._places
        self._moment += self._clock.seconds
        places.append((self._moment, ball))
        oldest = places[-2][0] - FrameClock.USUAL if len(places) > 1 else self._moment
        while len(places) > 3 and places[1][0] <= oldest + 0.5 * self._clock.interval:
            places.popleft()

    def _motion_before(self) -> Optional[Tuple[Point, float, float]]:
        """The ball's place in the frame before the last one, and its velocity along the ground up to there, m/s."""
        if len(self._places) < 3:
            return None
        (began, start), (ended, at) = self._places[0], self._places[-2]
        seconds = ended - began
        return (at, (at.x - start.x) / seconds, (at.y - start.y) / seconds) if seconds > 0.0 else None

    @staticmethod
    def _line(game: Game, defender: Side) -> float:
        return (-0.5 if defender == Side.LEFT else 0.5) * game.field_length

    def _was_on_target(self, game: Game, defender: Side) -> bool:
        motion = self._motion_before()
        if not motion:
            return False
        at, x, y = motion
        until = (self._line(game, defender) - at.x) / x if abs(x) > 1e-5 else -1.0
        if math.hypot(x, y) < self._MOVING or not 0.0 <= until <= self._FLIGHT:
            return False
        return abs(at.y + until * y) <= game.goal_width / 2 + self._MARGIN

    def _goes_on(self, game: Game) -> bool:
        """Whether the ball still moves towards the line that the toucher defends; a saved ball counts as the toucher's."""
        motion = self._motion_before()
        if not motion or not self._toucher:
            return True
        _, x, y = motion
        return math.hypot(x, y) >= self._MOVING and x * self._line(game, self._toucher[0]) > 0.0

    def _judge(self, game: Game, previous: Optional[Tuple[Side, int]], side: Side) -> None:
        """Finds the shooter whose shot the new toucher, a player of that side, has not stopped."""
        on_target = self._was_on_target(game, side)
        if previous and previous[0] != side and on_target:
            self._shooter = previous
        elif not self._shooter or self._shooter[0] == side or not on_target:
            self._shooter = None

    def _take_kicks(
        self, game: Game, snapshot: Snapshot, last: Optional[Tuple[Side, int]], near: Optional[Tuple[Side, int]]
    ) -> None:
        for kick in snapshot.kicks:
            if not kick.side:
                self._kick = self._shot = self._shooter = None
                self._moved = last
                continue
            by = last = (kick.side, kick.number)
            before = self._kick
            if self._moved == by:
                self._moved = None
            if before and self._meets_shot(game, before, kick):
                self._shot = before
            elif self._shot and not self._meets_shot(game, self._shot, kick):
                self._shot = None
            self._kick = self._Kick(by, kick.time, before and (before.before if before.by == by else before.by))
        if self._toucher and (self._toucher != self._moved or self._toucher == near):
            self._moved = None

    def _meets_shot(self, game: Game, shot: "ScorerFinder._Kick", kick: ShownKick) -> bool:
        """Whether the kick is an opponent's, and the ball was on its way into the goal at that time.

        If frames are too far apart to show its path, it is assumed to have been on its way: hardly any other ball enters the
        goal so soon.
        """
        later = kick.time - shot.time
        if shot.by[0] == kick.side or later > self._ON_ITS_WAY:
            return False
        return later < self._TOGETHER or not self._clock.is_dense or self._was_on_target(game, kick.side)

    def of_goal(self, side: Side) -> Scorer:
        """The scorer of a goal that is first shown in the last frame."""
        scorer = self._of_kicks(side) or self._of_touches(side)
        if scorer.kind != Scorer.Kind.SEEN:
            return scorer
        return scorer._replace(assist=self._assist((side, scorer.number)))

    def _of_kicks(self, side: Side) -> Optional[Scorer]:
        """The scorer according to the listed kicks, if one of them explains the goal."""
        kick = self._kick
        # The ball entered the goal after the previous frame at the earliest.
        if not kick or self._time_before - kick.time > self._ON_ITS_WAY:
            return None
        if kick.by[0] == side:
            return Scorer(Scorer.Kind.SEEN, kick.by[1])
        if self._toucher and not self._moved and self._toucher[0] == side:
            return None  # it came to him from the opponent
        return Scorer(Scorer.Kind.SEEN, self._shot.by[1]) if self._shot else Scorer(Scorer.Kind.OWN_GOAL, kick.by[1])

    def _of_touches(self, side: Side) -> Scorer:
        last = None if self._moved else self._toucher
        if last:
            if last[0] == side:
                return Scorer(Scorer.Kind.SEEN, last[1])
            # Between frames that are far apart a shot may have been missed, unless kicks are listed; or he touched the
            # ball in the goal.
            if not self._clock.is_dense and (not self._shows_kicks or self._is_new):
                return Scorer()
            if self._clock.is_dense and self._shooter and self._shooter[0] == side:
                return Scorer(Scorer.Kind.SEEN, self._shooter[1])
            return Scorer(Scorer.Kind.OWN_GOAL, last[1])
        if not self._names_touchers and self._nearest and self._nearest[0] == side:
            return Scorer(Scorer.Kind.PROBABLE, self._nearest[1])
        return Scorer()

    def _assist(self, scorer: Tuple[Side, int]) -> int:
        helper = None
        if not self._shows_kicks:
            # Frames that are far apart do not show every player who touched the ball.
            if self._clock.is_dense and self._toucher == scorer:
                helper = self._previous
        else:
            kick = self._shot if self._shot and self._shot.by == scorer else self._kick
            helper = kick and (kick.before if kick.by == scorer else kick.by)
        return helper[1] if helper and helper[0] == scorer[0] else 0


def _listed(names: List[str]) -> str:
    """ "crate and ball", "wheel 1, wheel 2, wheel 3 and 4 more" """
    shown = [_printable(name) for name in (names if len(names) <= 4 else names[:3])]
    if len(shown) < len(names):
        return f"{', '.join(shown)} and {len(names) - len(shown)} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


class EventFinder:
    """Finds the events between each snapshot and the previous one.

    Frames come every 0.15 s, so anything that begins and ends between two of them is not seen; goals are, by the
    score. A score or a half that decreases begins a new match; a team's score stays with it when it changes sides.
    In a world without a game the events are bodies that appear and disappear.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forgets the past: the next snapshot is treated as the first one."""
        self._before: Optional[Snapshot] = None
        self._bodies: Optional[List[str]] = None  # sorted names
        self._scorers = ScorerFinder()

    def watch(self, game: Game, snapshot: Snapshot) -> None:
        """Takes the next snapshot if only players and ball have moved: there are no events."""
        self._scorers.add(game, snapshot)
        self._before = snapshot

    def next(self, game: Game, snapshot: Snapshot) -> List[Event]:
        """The events up to this snapshot; for the first one, the present state."""
        if game.has_bodies:
            return self._next_bodies(snapshot)
        now, before = snapshot, self._before
        sides = (Side.LEFT, Side.RIGHT)
        if before and (
            now.half < before.half or any(_score_began_on(now, side) < _score_began_on(before, side) for side in sides)
        ):
            self.restart()
            before = None
        self._scorers.add(game, now)
        self._before = now
        events = []
        is_half_time = False
        if before:
            for side in sides:
                began = began_on(side, now.sides_changed)
                more = _score_began_on(now, began) - _score_began_on(before, began)
                if more > 0:
                    events.append(self._goal(now, side, more))
            is_half_time = now.half != before.half
            if is_half_time:
                events.append(self._event(now, Event.Kind.HALF, Side.NONE, f"{break_words(now.half)}, {score_words(now)}"))
            events += self._attempts(now, len(before.attempts))
        # The score shows goals, and half time shows that there is no kick-off yet.
        mode = play_mode_words(game, now)
        is_reported = mode.kind == Event.Kind.GOAL or (is_half_time and mode.words == break_words(now.half))
        if not before or (now.play_mode != before.play_mode and not is_reported):
            text = play_mode_sentence(game, now)
            if mode.kind == Event.Kind.PENALTY and now.shooter > 0:
                text += f", number {now.shooter}"
            if mode.kind == Event.Kind.GAME_OVER:
                text += f", {score_words(now)}"
            kind = Event.Kind.OTHER if mode.kind == Event.Kind.GOAL else mode.kind  # a goal that was not seen
            events.append(self._event(now, kind, mode.ball, text))
        return events

    def _next_bodies(self, now: Snapshot) -> List[Event]:
        names = sorted(body.name for body in now.bodies)
        before, self._bodies = self._bodies, names
        if before is None:
            what = f"{len(names)} {'body' if len(names) == 1 else 'bodies'}: {_listed(names)}" if names else "a world without bodies"
            return [self._event(now, Event.Kind.OTHER, Side.NONE, what)]
        events = []
        for some, others, verb in ((names, before, "come"), (before, names, "gone")):
            those = [name for name in some if name not in set(others)]
            if those:
                text = f"{_listed(those)} {'has' if len(those) == 1 else 'have'} {verb}"
                events.append(self._event(now, Event.Kind.OTHER, Side.NONE, text))
        return events

    @staticmethod
    def _event(now: Snapshot, kind: Event.Kind, side: Side, text: str, scorer: Scorer = Scorer()) -> Event:
        return Event(kind, now.time, side, text, scorer, now.score_left, now.score_right, now.sides_changed)

    def _attempts(self, now: Snapshot, known: int) -> List[Event]:
        events, left, right = [], 0, 0
        for i, shot in enumerate(now.attempts):
            left += shot.scored and shot.side == Side.LEFT
            right += shot.scored and shot.side == Side.RIGHT
            if i < known:
                continue
            team = team_label(now, shot.side)
            who = f"{shot.number} of {team}" if shot.number > 0 else team
            text = f"{who} {'scores' if shot.scored else 'misses'} in the shoot-out, {left} : {right}"
            event = self._event(now, Event.Kind.ATTEMPT, shot.side, text)
            events.append(
                event._replace(shooter=shot.number, scored=shot.scored, shoot_out_left=left, shoot_out_right=right)
            )
        return events

    def _goal(self, now: Snapshot, side: Side, goals: int) -> Event:
        # If several goals were scored at once, their scorers are unknown.
        scorer = self._scorers.of_goal(side) if goals == 1 else Scorer()
        text = f"goal for {team_label(now, side)}"
        if scorer.kind == Scorer.Kind.SEEN:
            text += f" by {scorer.number}"
        elif scorer.kind == Scorer.Kind.PROBABLE:
            text += f", probably by {scorer.number}"
        elif scorer.kind == Scorer.Kind.OWN_GOAL:
            text += f", own goal by {scorer.number} of {team_label(now, other_side(side))}"
        return self._event(now, Event.Kind.GOAL, side, f"{text}, {now.score_left} : {now.score_right}", scorer)


# ---- logs -----------------------------------------------------------------------------------------------------------


class LogError(RuntimeError):
    """A log that cannot be read at all; its one line has the reason."""


class Mark(NamedTuple):
    frame: int  # in which the event is first shown
    event: Event


_LOG_NAMES = ("monitor.log", "monitor.log.zst", "monitor.log.gz", "monitor.log.bz2", "monitor.log.xz")  # preferred first
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_COMPRESSIONS = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\0", lzma.open))
_DAMAGES = (EOFError, OSError, RuntimeError, ValueError, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, zlib.error)
_MOST_TEXT = 1 << 30  # bytes of an unpacked log; a hundred matches
_MOST_FILES = 10_000  # in a pack
_MOST_RUNS = 500  # of the program zstd, to find the damaged parts of a file
_CHUNK = 1 << 18  # bytes of a log that are read at once
_DIGITS = b"0123456789.-"
# A frame of players and ball, without its digits; and the part of it that ScorerFinder needs.
_PLAIN_FORM = re.compile(
    rb"\(Info \(time \)((?:\(P (?:\(s \)\(id \))?\(pos   \)(?:\(vel e? e? e?\))?(?:\(battery \))?(?:\(last\))?\))*)"
    rb"\(B \(pos   \)(?:\(vel e? e? e?\))?\)\)\r?"
)
_PLAIN_PLAYER = re.compile(
    rb"\(P \(s ([12])\)\(id ([0-9]+)\)\(pos ([-0-9.]+) ([-0-9.]+) ([-0-9.]+)\)(?:\(vel [^()]*\))?(?:\(battery [^()]*\))?(\(last\))?"
)
_PLAIN_BALL = re.compile(rb"\(B \(pos ([-0-9.]+) ([-0-9.]+) ([-0-9.]+)\)")
_MOST_FORMS = 5000  # that are remembered
_MOST_FRAMES_BACK = 100  # consecutive frames with invalid numbers; beyond that, the place of the last complete frame is used
_NO_TEXT = re.compile(rb"[\0-\x08\x0e-\x1f]")  # occurs in the first bytes of compressed files, pictures and programs


def _damage(error: Exception) -> str:
    """The error in words; some libraries provide none."""
    return _printable(str(error), 200) or "it is damaged"


def _place_of_log(names: List[str]) -> int:
    """The index of the log among the files of a pack. In a pack with a single file it is that one, whatever its name is."""
    folders = [name[: -len(log)] for name in names for log in _LOG_NAMES if name == log or name.endswith("/" + log)]
    if not folders:
        if len(names) == 1:
            return 0
        raise LogError("there is no monitor.log in it")
    outermost = min(folders, key=len)
    others = [folder for folder in folders if not folder.startswith(outermost)]
    if others:
        both = f"{_printable(outermost, 200)} and {_printable(others[0], 200)}"
        raise LogError(f"it has the logs of several matches, in {both}: unpack it, and name one folder")
    log = next(outermost + name for name in _LOG_NAMES if outermost + name in names)
    if names.count(log) > 1:
        raise LogError(f"it has two files {log[len(outermost):]}")
    return names.index(log)


class LogFile(collections.abc.Sequence):
    """A monitor log, plain or compressed, or the one in a log folder or pack, with random access to its frames.

    The log is scanned once when it is opened, which takes a tenth of a second for a match. The scan keeps the
    position of each frame and the state that the stream had sent up to then. Most frames contain only positions,
    which are read on demand. `len(log)`, `log[i]`, slices and iteration work as for a list of snapshots. Invalid
    lines are skipped and counted; the intact parts of a truncated or damaged file can be read. Supported
    compressions are gz, bz2, xz, and zst, which requires the program `zstd`; packs are zip, tar and tgz with one
    match. Raises `LogError` with one line if the file cannot be read at all.
    """

    MAX_LINES = 1_000_000  # later ones are not read; forty hours of a match

    def __init__(self, file: Union[str, "os.PathLike[str]"]) -> None:
        self.game = Game()
        self.is_complete = False  # whether the log has the end of the match
        self._reader = LineReader()
        self._finder = EventFinder()
        self._marks: List[Mark] = []
        self._has_goals = False  # their scorers are determined on demand
        self._games: List[Tuple[int, Game]] = [(0, self.game)]  # with the first frame of each game
        self._full_frames: List[int] = []  # frames that were read completely
        self._forms: Dict[bytes, int] = {}  # of lines, and whether they are frames of positions: 1 without players, 2 with them
        self._follows = 0  # which forms may follow the last frame without being read
        self._frames: List[Tuple[float, int, int]] = []  # game time, place in the file, index into _states
        self._states: List[Snapshot] = []  # the state that frames do not contain themselves
        self._lines = 0
        self._bad_lines = 0
        self._first_problem = ""
        self._source_problem = ""
        self._is_text = True  # as far as its first bytes show
        self._file = self._open(os.fsdecode(file))
        self._closer = weakref.finalize(self, self._file.close)
        self._index()

    def __len__(self) -> int:
        return len(self._frames)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(len(self)))]
        return self.at(index)

    def at(self, index: int) -> Snapshot:
        """The complete frame `index`; negative indices count from the end."""
        time_s, _, state = self._frames[index]
        before = dataclasses.replace(self._states[state], time=time_s)  # a line may have none
        now = self._read(index, before)
        if not self._reader.problem:
            return now
        # It contains an invalid number, which its form does not show: the object keeps its state from the previous
        # frames.
        index = range(len(self._frames))[index]
        first = index
        while self._reader.problem and not self._is_full(first) and index - first < _MOST_FRAMES_BACK:
            first -= 1
            before = dataclasses.replace(self._states[self._frames[first][2]], time=self._frames[first][0])
            now = self._read(first, before)
        for each in range(first + 1, index + 1):
            now = self._read(each, now)
        return now

    def _is_full(self, index: int) -> bool:
        at = bisect.bisect_left(self._full_frames, index)
        return at < len(self._full_frames) and self._full_frames[at] == index

    def _read(self, index: int, before: Snapshot) -> Snapshot:
        self._reader.go_on_from(before)
        self._reader.read(self._line(index))
        return self._reader.snapshot

    def _line(self, index: int) -> bytes:
        self._file.seek(self._frames[index][1])
        return self._file.readline(LineReader.LONGEST_LINE + 1).rstrip(b"\n")

    def time_of(self, index: int) -> float:
        """The game time of a frame in seconds, without reading the frame."""
        return self._frames[index][0]

    @property
    def marks(self) -> List[Mark]:
        """All events, each with the frame that first shows it. The scorers are determined on the first call, which
        takes as long as opening the log did for a match with goals. Afterwards the result is available even if the
        log is closed."""
        if self._has_goals:
            self._find_scorers()
        return self._marks

    @property
    def problem(self) -> str:
        """One line about the parts that could not be read; empty if there are none."""
        parts = [self._source_problem] if self._source_problem else []
        if not self._frames and not self._is_text:
            parts.append(
                "it is not a log: expected a monitor.log, plain or compressed (zst, gz, bz2, xz), a log folder, or one in a file (zip, tar, tgz)"
            )
            return "; ".join(parts)
        if self._bad_lines:
            lines = "line" if self._bad_lines == 1 else "lines"
            parts.append(f"{self._bad_lines} {lines} could not be read completely, first: {self._first_problem}")
        if self._lines > self.MAX_LINES:
            parts.append(f"only the first {self.MAX_LINES} lines are read")
        if not self._frames:
            parts.append("there is no frame of a match in it")
        return "; ".join(parts)

    def close(self) -> None:
        """Closes the file, after which frames cannot be read. This happens automatically when the log is no longer referenced."""
        self._closer()

    def __enter__(self) -> "LogFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open(self, path: str) -> IO[bytes]:
        if os.path.isdir(path):
            logs = [file for name in _LOG_NAMES if os.path.exists(file := os.path.join(path, name))]
            if not logs:
                raise LogError(f"there is no monitor.log in {path}")
            path = logs[0]
        try:
            if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would block until a process writes into it
                raise LogError(f"cannot read {path}: it is not a file")
            file = open(path, "rb")
        except (OSError, ValueError) as error:
            raise LogError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
        file = self._decompressed(file, path, path.endswith(".zst"))
        inside = self._out_of_pack(file, path)
        if inside is not file:
            file = self._decompressed(inside, path, False)
        file.seek(0)
        self._is_text = not _NO_TEXT.search(file.read(1000))
        file.seek(0)
        return file

    def _decompressed(self, file: IO[bytes], path: str, is_named_zst: bool) -> IO[bytes]:
        """The decompressed file, if it is compressed: a new file, and this one is closed."""
        try:
            file.seek(0)
            head = file.read(6)
            file.seek(0)
            for magic, opener in _COMPRESSIONS:
                if head.startswith(magic):
                    with file, opener(file) as packed:
                        return self._copy(packed, path)
            packed_by_zstd = head[:4] == _ZSTD_MAGIC or (head[1:4] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50)
            # The name identifies a file whose first bytes are damaged.
            if packed_by_zstd or (is_named_zst and shutil.which("zstd")):
                text = self._unpack(file, path)
                if packed_by_zstd or os.fstat(text.fileno()).st_size:
                    file.close()
                    return text
                text.close()
                self._source_problem = ""
            return file
        except BaseException:
            file.close()
            raise

    def _out_of_pack(self, file: IO[bytes], path: str) -> IO[bytes]:
        """The log in a pack as a new file, and this one is closed; the same file if it is not a pack."""
        file.seek(0)
        head = file.read(262)
        file.seek(0)
        is_zip, is_tar = head[:4] in (b"PK\3\4", b"PK\5\6"), head[257:262] == b"ustar"
        if not is_zip and not is_tar:
            return file
        with file:
            try:
                if is_zip:
                    with zipfile.ZipFile(file) as archive:
                        entries = archive.infolist()
                        files = [entry for entry in entries if not entry.is_dir() and not stat.S_ISLNK(entry.external_attr >> 16)]
                        self._check_count(len(entries))
                        with archive.open(files[_place_of_log([entry.filename for entry in files])]) as packed:
                            return self._copy(packed, path)
                with tarfile.open(fileobj=file, mode="r:") as archive:
                    members = []
                    for number, member in enumerate(archive, 1):
                        self._check_count(number)
                        members += [member] if member.isreg() else []
                    with archive.extractfile(members[_place_of_log([member.name for member in members])]) as packed:
                        return self._copy(packed, path)
            except LogError as error:
                text = str(error)
                raise error if text.startswith("cannot read") else LogError(f"cannot read {path}: {text}") from None
            except _DAMAGES as error:
                raise LogError(f"cannot read {path}: {_damage(error)}") from None

    @staticmethod
    def _check_count(files: int) -> None:
        if files > _MOST_FILES:
            raise LogError(f"it has more than {_MOST_FILES} files")

    def _copy(self, packed: Any, path: str) -> IO[bytes]:
        """The part that can be unpacked, as a file without a name."""
        text = tempfile.TemporaryFile()
        try:
            while True:
                try:
                    piece = packed.read1(1 << 16)
                except _DAMAGES as error:
                    if not text.tell():
                        raise LogError(f"cannot read {path}: {_damage(error)}") from None
                    self._source_problem = f"what is packed after byte {text.tell()} of the log is left out: {_damage(error)}"
                    return text
                if not piece:
                    return text
                text.write(piece)
                if text.tell() > _MOST_TEXT:
                    raise LogError(f"cannot read {path}: it has more than {_MOST_TEXT >> 30} GiB of text")
        except BaseException:
            text.close()
            raise

    def _unpack(self, file: IO[bytes], path: str) -> IO[bytes]:
        program = shutil.which("zstd")
        if not program:
            raise LogError(f"cannot read {path}: the program zstd, which unpacks it, is not installed")
        text = tempfile.TemporaryFile()
        try:
            file.seek(0)
            os.lseek(file.fileno(), 0, os.SEEK_SET)  # the program reads from the position of the descriptor
            if self._run_zstd(program, file, text, path):
                text.seek(0)
                text.truncate()
                file.seek(0)
                self._unpack_parts(program, file.read(), text, path)
        except BaseException:
            text.close()
            raise
        text.seek(0)
        return text

    def _unpack_parts(self, program: str, data: bytes, text: IO[bytes], path: str) -> None:
        """Unpacks a damaged file: the frames are unpacked together if possible, otherwise in halves, recursively."""
        # Each frame begins with the same four bytes. If other data look like that, the parts cannot be unpacked either.
        begins = [found.start() for found in re.finditer(re.escape(_ZSTD_MAGIC), data)]
        if not begins or begins[0] != 0:
            begins.insert(0, 0)
        begins.append(len(data))
        damaged: List[int] = []
        runs = 0
        waiting = [(0, len(begins) - 1)]
        while waiting:
            first, last = waiting.pop()
            begin = text.tell()
            runs += 1
            problem = "too many"
            if runs <= _MOST_RUNS:
                with tempfile.TemporaryFile() as part:
                    part.write(data[begins[first] : begins[last]])
                    part.seek(0)
                    problem = self._run_zstd(program, part, text, path)
            if not problem:
                continue
            if last - first > 1 and runs <= _MOST_RUNS:
                middle = (first + last) // 2
                waiting += [(middle, last), (first, middle)]
                text.seek(begin)
                text.truncate()
                continue
            damaged.append(begins[first])
            text.seek(begin)
            lines = b"" if "checksum" in problem else text.read().rpartition(b"\n")[0]
            text.seek(begin)
            text.truncate()
            text.write(lines + b"\n")  # the next part does not continue this line
        more = f", and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        self._source_problem = ""
        if damaged:
            self._source_problem = f"something at or after byte {damaged[0]} is damaged or cut{more}"

    @staticmethod
    def _run_zstd(program: str, packed: IO[bytes], text: IO[bytes], path: str) -> str:
        """Unpacks all of a file. Returns the program's error message if that fails."""
        with tempfile.TemporaryFile() as errors:
            with subprocess.Popen([program, "-dcq"], stdin=packed, stdout=subprocess.PIPE, stderr=errors) as process:
                for piece in iter(lambda: process.stdout.read(1 << 20), b""):
                    text.write(piece)
                    if text.tell() > _MOST_TEXT:
                        process.kill()
                        raise LogError(f"cannot read {path}: it has more than {_MOST_TEXT >> 30} GiB of text")
            errors.seek(0)
            return (errors.read(1000).decode("latin-1") or "it does not say") if process.returncode != 0 else ""

    def _index(self) -> None:
        place = 0
        while self._lines <= self.MAX_LINES:
            self._file.seek(place)
            chunk = self._file.read(_CHUNK)
            end = chunk.rfind(b"\n") + 1
            if not chunk:
                return
            if not end and len(chunk) == _CHUNK:
                place += self._take_long_line(place)
                continue
            chunk = chunk[:end] if end else chunk
            self._take_lines(chunk, place)
            place += len(chunk)

    def _take_lines(self, chunk: bytes, place: int) -> None:
        """Takes the lines of a chunk. The form of a line, which is the line without its digits, shows whether it
        contains only positions."""
        frames, forms = self._frames, self._forms
        for line, form in zip(chunk.split(b"\n"), chunk.translate(None, _DIGITS).split(b"\n")):
            kind = forms.get(form)
            if kind is None:
                kind = self._kind_of(form)
            if kind and kind >= self._follows > 0 and self._lines < self.MAX_LINES:
                try:
                    frames.append((float(line[12 : line.index(b")", 12)]), place, len(self._states) - 1))
                    self._lines += 1
                    self._follows = kind
                except ValueError:
                    self._take(line, place)
            elif line.strip(_AROUND):
                self._take(line, place)
            place += len(line) + 1

    def _kind_of(self, form: bytes) -> int:
        found = _PLAIN_FORM.fullmatch(form)
        kind = 0 if not found else 2 if found[1] else 1
        if len(self._forms) < _MOST_FORMS and len(form) < _CHUNK // 64:
            self._forms[form] = kind
        return kind

    def _take_long_line(self, place: int) -> int:
        """Takes a line that is longer than a chunk. Returns its length."""
        self._file.seek(place)
        line = self._file.readline(LineReader.LONGEST_LINE + 1)
        size = len(line)
        if size > LineReader.LONGEST_LINE and not line.endswith(b"\n"):
            size += self._skip_line()
        self._take(line.rstrip(b"\n"), place)
        return size

    def _skip_line(self) -> int:
        skipped = 0
        while True:
            more = self._file.readline(1 << 20)
            skipped += len(more)
            if not more or more.endswith(b"\n"):
                return skipped

    def _take(self, line: bytes, place: int) -> None:
        self._lines += 1
        if self._lines > self.MAX_LINES:
            return
        if self._frames and (not self._full_frames or self._full_frames[-1] != len(self._frames) - 1) and self._follows:
            self.at(-1)  # the reader has not seen the last frames
        before = self._reader.snapshot
        kind = self._reader.read(line)
        if self._reader.problem:
            self._bad_lines += 1
            self._first_problem = self._first_problem or self._reader.problem
        if kind == LineReader.Kind.INIT:
            self.game = self._reader.game
            self._games.append((len(self._frames), self.game))
            self._follows = 0
        if kind == LineReader.Kind.DIE:
            self.is_complete = True
        if kind != LineReader.Kind.INFO:
            return
        self.game.has_bodies = self._reader.game.has_bodies
        self.game.shows_kicks = self._reader.game.shows_kicks
        now = self._reader.snapshot
        # A line that contains players and ball continues from the state that it shares with its neighbours; any other
        # line continues from the state that it has produced.
        tells_all = self.game.has_bodies or (now.players is not before.players and now.ball is not before.ball)
        if not (tells_all and self._states and _same_state(self._states[-1], now)):
            self._states.append(now if not tells_all else dataclasses.replace(now, players=(), bodies=(), kicks=()))
        self._full_frames.append(len(self._frames))
        self._frames.append((now.time, place, len(self._states) - 1))
        self._follows = 2 if tells_all else 1  # a line without players continues from a state that has them
        for event in self._finder.next(self.game, now):
            self.is_complete = self.is_complete or event.kind == Event.Kind.GAME_OVER
            self._has_goals = self._has_goals or event.kind == Event.Kind.GOAL
            self._marks.append(Mark(len(self._frames) - 1, event))

    def _find_scorers(self) -> None:
        """Finds the events once more, now with the movements of players and ball in between."""
        self._has_goals = False
        if len(self._full_frames) == len(self._frames):
            return
        finder, self._marks = EventFinder(), []
        games, game = collections.deque(self._games), self.game
        begin = 0
        for full in self._full_frames:
            for index in range(begin, full):
                finder.watch(game, self._watched(index, game))
            while games and games[0][0] <= full:
                game = games.popleft()[1]
            self._marks += [Mark(full, event) for event in finder.next(game, self.at(full))]
            begin = full + 1

    def _watched(self, index: int, game: Game) -> Snapshot:
        """The part of a frame with only positions that ScorerFinder needs: the ball, its last toucher and the players near it."""
        line = self._line(index)
        reach = ScorerFinder.reach(game)
        players = []
        try:
            ball = Point(*map(float, _PLAIN_BALL.search(line).groups()))
            for side, number, x, y, z, last in _PLAIN_PLAYER.findall(line):
                if last or (abs(float(x) - ball.x) <= reach and abs(float(y) - ball.y) <= reach):
                    place = Point(float(x), float(y), float(z))
                    players.append(Player(_SIDES[int(side)], int(number), True, place, bool(last)))
        except (ValueError, AttributeError):
            return self.at(index)
        time_s, _, state = self._frames[index]
        now = copy.copy(self._states[state])
        now.time, now.ball, now.players, now.kicks = time_s, ball, tuple(players), ()
        return now


def _same_state(a: Snapshot, b: Snapshot) -> bool:
    return (
        a.play_mode == b.play_mode
        and a.half == b.half
        and a.score_left == b.score_left
        and a.score_right == b.score_right
        and a.sides_changed == b.sides_changed
        and (a.shoot_out_left, a.shoot_out_right, a.shooter, a.lot) == (b.shoot_out_left, b.shoot_out_right, b.shooter, b.lot)
        and a.attempts == b.attempts
        and a.team_left == b.team_left
        and a.team_right == b.team_right
        and a.markers == b.markers
        and a.shapes is b.shapes
        and a.scenery is b.scenery
        and a.joints is b.joints
    )


# ---- commands -------------------------------------------------------------------------------------------------------

# Trainer's commands as texts (behaviour 9), to be sent with `Client.command`. Several can be joined with `+`.

_WORDS = {Side.NONE: "None", Side.LEFT: "Left", Side.RIGHT: "Right"}
Vector = Sequence[float]


def _vector(name: str, vector: Optional[Vector]) -> str:
    if vector is None:
        return ""
    x, y, z = map(float, vector)
    return f"({name} {x!r} {y!r} {z!r})"


def kick_off(side: Side) -> str:
    """Gives the kick-off to a side; `Side.NONE` tosses a coin."""
    return f"(kickOff {_WORDS[side]})"


def play_mode(mode: str) -> str:
    """Sets the play mode, one of `Game.play_modes`."""
    return f"(playMode {mode})"


def drop_ball() -> str:
    """Drops the ball where it is (drop ball)."""
    return "(dropBall)"


def shoot_out(first: Side) -> str:
    """Begins a new shoot-out, with the first attempt for that side; `Side.NONE` tosses a coin.

    This, `change_sides` and `begin_half` are additions of rcssserver3D (behaviour 7.12).
    """
    return f"(shootOut {_WORDS[first]})"


def change_sides() -> str:
    """Makes the teams change sides at once."""
    return "(changeSides)"


def begin_half(half: int) -> str:
    """Begins a later half, 2 to 4."""
    return f"(half {int(half)})"


def reset(seed: Optional[int] = None) -> str:
    """Begins a new episode: clock, score, players and ball as at the beginning, random numbers from that seed or the match's."""
    return "(reset)" if seed is None else f"(reset (seed {int(seed)}))"


def subscribe(interval: int, velocities: bool) -> str:
    """Sets the frames of this connection: every `interval`-th step, 1 to 1000, with or without velocities.

    This, `full_state` and `set_speed` are additions of rcssserver3D (docs/write/protocol.md, section 8.7).
    """
    return f"(subscribe (interval {int(interval)})(velocities {'true' if velocities else 'false'}))"


def full_state() -> str:
    """Requests one frame at once with the complete state, including velocities and batteries, even while the clock is stopped."""
    return "(fullState)"


def set_speed(speed: Optional[float]) -> str:
    """Sets the number of simulated seconds per real one; None: as fast as possible."""
    return "(speed max)" if speed is None else f"(speed {float(speed)!r})"


def draw(*shapes: str, side: Side = Side.NONE, number: int = 0, seconds: Optional[float] = None) -> str:
    """Shows shapes to viewers: `drawn_line`, `drawn_circle`, `drawn_words`. They do not affect the match.

    They replace the previous drawing under the same name, and are shown for `seconds` of game time, 0.01 to 60, by
    default 0.4. With a side and a number they belong to that player, and places are in the frame of his team, in
    which he attacks the goal at positive x. This is an addition of rcssserver3D (docs/write/protocol.md, section
    8.10).
    """
    by = "" if side == Side.NONE else f"(by {side.name.lower()} {int(number)})"
    return f"(draw {by}{'' if seconds is None else f'(for {float(seconds)!r})'}{''.join(shapes)})"


def drawn_line(layer: str, begin: Tuple[float, float], end: Tuple[float, float]) -> str:
    """A line on the ground, m. A layer is a word with which users toggle shapes."""
    return f"(line {layer} {_numbers(*begin, *end)})"


def drawn_circle(layer: str, centre: Tuple[float, float], radius: float) -> str:
    """A circle on the ground, m."""
    return f"(circle {layer} {_numbers(*centre, radius)})"


def drawn_words(layer: str, place: Tuple[float, float], text: str) -> str:
    """Words above that place."""
    quoted = text.replace("\\", "/").replace('"', "'")
    return f'(words {layer} {_numbers(*place)} "{quoted}")'


def _numbers(*numbers: float) -> str:
    return " ".join(f"{float(number):.3f}" for number in numbers)


def move_ball(position: Optional[Vector] = None, velocity: Optional[Vector] = None) -> str:
    """Moves the ball: position in m, velocity in m/s; omitted values stay unchanged."""
    return f"(ball {_vector('pos', position)}{_vector('vel', velocity)})"


def move_player(
    side: Side,
    number: int,
    position: Optional[Vector] = None,
    velocity: Optional[Vector] = None,
    battery: Optional[float] = None,
) -> str:
    """Moves a player: position in m, velocity in m/s, battery 0 … 100; omitted values stay unchanged."""
    charge = "" if battery is None else f"(battery {float(battery)!r})"
    return (
        f"(agent (team {_WORDS[side]})(unum {int(number)}){_vector('pos', position)}{_vector('vel', velocity)}{charge})"
    )


# ---- live -----------------------------------------------------------------------------------------------------------

OnFrame = Callable[[Snapshot], Any]


def _notice_silence(made: socket.socket) -> None:
    """Detects a machine that vanishes silently (its cable is pulled): it is probed after 5 s, three times, and dropped."""
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    options = (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 10000))
    for name, value in options:
        if hasattr(socket, name):  # not every system has all of them
            made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def load_secret(path: Union[str, "os.PathLike[str]"]) -> bytes:
    """The key in a file's first line, which `Client` proves to know. Raises ValueError or OSError, with one line.

    A file that users other than its owner can read or write is refused.
    """
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_mode & 0o077:
            raise ValueError(f"the secret in {path} is open to others: chmod 600 {path}")
        words = file.read(64 << 10).split(b"\n")[0].rstrip(b"\r ")
    if len(words) < 16:
        raise ValueError(f"the secret in {path} has {len(words)} letters; it needs 16")
    return hashlib.blake2b(words, digest_size=32).digest()


class _TrainerClaim:
    """The trainer's half of the proof that it knows the secret, for one connection (docs/write/protocol.md, section 7.5)."""

    _LINE = re.compile(rb"\(Trainer(Challenge|Welcome|Refused) (.*)\)", re.DOTALL)

    def __init__(self, key: bytes) -> None:
        self.nonce = secrets.token_bytes(32)
        self.may_command = self.is_over = False
        self.problem = ""
        self._key = key
        self._nonces = b""

    def take(self, line: bytes) -> Optional[bytes]:
        """The text of the next message, empty if there is nothing to send; None if the line is not part of the proof."""
        found = self._LINE.fullmatch(line)
        if not found:
            return None
        if self.is_over:
            return b""
        kind, text = found.groups()
        if kind == b"Refused":
            words = "".join(chr(c) if 32 <= c < 127 else "?" for c in text[:200])
            self._end(True, f"the server refuses the trainer's secret: {words}")
        elif kind == b"Challenge":
            if self._nonces or not re.fullmatch(rb"[0-9a-fA-F]{64}", text):
                self._end(False, "the server's challenge makes no sense: it gets no commands")
                return b""
            self._nonces = bytes.fromhex(text.decode()) + self.nonce
            return self._prove(b"trainer ")
        elif self._nonces and hmac.compare_digest(self._prove(b"match ").hex().encode(), text.lower()):
            self._end(True, "")
        else:
            self._end(False, "the server does not know the secret: it gets no commands")
        return b""

    def _prove(self, words: bytes) -> bytes:
        return hmac.new(self._key, words + self._nonces, hashlib.sha512).digest()[:32]

    def _end(self, may_command: bool, problem: str) -> None:
        self.is_over = True
        self.may_command = may_command
        self.problem = problem


class Client:
    """A live connection to a server's monitor port, for monitors and trainers.

    Connects automatically, and reconnects when the server is gone or its machine has been silent for some 11 s. No
    call blocks longer than requested, except for the look-up of a host's name, which may take many seconds if it
    fails: a program that must not block passes a numeric address. Use it on one thread only.
    """

    class State(enum.Enum):
        CONNECTING = "connecting"  # no answer yet; it keeps trying
        WATCHING = "watching"  # lines arrive
        OVER = "over"  # ended by the server (Die); no reconnecting

    MAX_UNSENT = 1 << 20  # unsent bytes beyond which commands are refused because the server does not read
    LONGEST_COMMAND = 64 << 10  # bytes with the letter before it; the server skips longer texts
    PATIENCE_S = 3.0  # s of silence after the server has accepted the connection; then `problem` reports a silent server
    _BETWEEN_TRIES_S = 0.5

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 12001,
        trainer_secret_file: Union[str, "os.PathLike[str]", None] = None,
    ) -> None:
        if not 0 < port < 65536:
            raise ValueError(f"there is no port {port}")
        self._key = None if trainer_secret_file is None else load_secret(trainer_secret_file)
        self._claim: Optional[_TrainerClaim] = None  # of this connection
        self.state = Client.State.CONNECTING
        self.problem = ""  # the last error, for users, including the reason why a server refuses this client; empty if there was none
        self.frames = 0  # since the last connection
        self.steps_per_frame = 15  # the server's Spades.MonitorInterval, for `advance`
        self._host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        self._port = port
        self._reader = LineReader()
        self._selector = selectors.DefaultSelector()
        self._closer = weakref.finalize(self, self._selector.close)
        self._socket: Optional[socket.socket] = None
        self._connected = False
        self._connected_at = 0.0
        self._served = False  # whether a line of a match has arrived on this connection
        self._other_message = ""  # what arrived instead, in words
        self._next_try = 0.0
        self._places = 1  # the number of addresses of the host's name
        self._next_place = 0
        self._input = bytearray()
        self._lines: Deque[bytes] = collections.deque()
        self._skipping = False  # skipping a line that is too long
        self._output = bytearray()
        self._acknowledgements = 0

    @property
    def may_command(self) -> bool:
        """Whether commands can be sent: there is a connection, and the server has answered the proof, if there is one.

        If it has refused the proof, `problem` has the reason; it may still accept commands from its own machine.
        Servers of 2006 do not answer, and then get no commands.
        """
        return self._connected and (self._claim is None or self._claim.may_command)

    @property
    def game(self) -> Game:
        return self._reader.game

    @property
    def snapshot(self) -> Snapshot:
        """The latest frame."""
        return self._reader.snapshot

    @property
    def is_paused(self) -> Optional[bool]:
        """Whether the clock of the match is stopped, on this connection; None: the server does not report it, like servers of 2006."""
        return self._reader.is_paused

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnects; the client is over afterwards."""
        self.state = Client.State.OVER
        self._lose(self.problem)
        self._closer()

    def poll(self, longest_s: float, on_frame: Optional[OnFrame] = None) -> "Client.State":
        """Handles pending work, and waits for at most `longest_s` seconds if there is none.

        Calls `on_frame` for each frame that has arrived. Returns the state afterwards.
        """
        if self._lines:  # left over by a callback that raised an exception or called poll itself
            self._take_lines(on_frame)
            return self.state
        if self.state == Client.State.OVER:
            return self.state
        if self._socket is None and time.monotonic() >= self._next_try:
            self._connect()
        if self._socket is None:
            time.sleep(max(0.0, min(self._next_try - time.monotonic(), longest_s)))
            return self.state
        if self._connected and not self._served and not self._other_message:
            longest_s = min(longest_s, max(0.001, self._connected_at + self.PATIENCE_S - time.monotonic()))
        writes = not self._connected or bool(self._output)
        self._selector.modify(self._socket, selectors.EVENT_READ | (selectors.EVENT_WRITE if writes else 0))
        happened = self._selector.select(max(0.0, min(longest_s, 1000.0)))
        if not happened:
            self._look_for_silence()
            return self.state
        what = happened[0][1]
        if not self._connected:
            self._finish_connecting()
        if self._socket is not None and what & selectors.EVENT_WRITE:
            self._write()
        if self._socket is not None and what & selectors.EVENT_READ:
            self._read()
            self._take_lines(on_frame)
        return self.state

    def wait_until(
        self, condition: Callable[[Snapshot], Any], patience_s: float, on_frame: Optional[OnFrame] = None
    ) -> bool:
        """Polls until a frame meets the condition. False if none does in time, or if the match is over.

        The server continues meanwhile, and `snapshot` may be later than that frame.
        """
        found = False

        def look(snapshot: Snapshot) -> None:
            nonlocal found
            found = found or bool(condition(snapshot))
            if on_frame:
                on_frame(snapshot)

        return self._poll_until(lambda: found, patience_s, look)

    def send(self, commands: str) -> bool:
        """Sends trainer's commands without waiting. Without `may_command` they are discarded, and the result is False."""
        return self._send_command("W", commands)

    def command(self, commands: str, patience_s: float, on_frame: Optional[OnFrame] = None) -> bool:
        """Sends commands as soon as `may_command`, and waits until a frame acknowledges that they were carried out.

        False if that does not happen within `patience_s` seconds, or if the connection is lost. While the simulation
        is paused there are no frames, so nothing is acknowledged: use `advance` then.
        """
        began = time.monotonic()
        if not self._poll_until(lambda: self.may_command, patience_s, on_frame):
            return False
        before = self._acknowledgements
        if not self.send(commands + "(getAck done)"):
            return False
        self._poll_until(
            lambda: self._acknowledgements != before or not self._connected,
            patience_s - (time.monotonic() - began),
            on_frame,
        )
        return self._acknowledgements != before

    def advance(self, commands: str, frames: int, patience_s: float, on_frame: Optional[OnFrame] = None) -> bool:
        """Stops the clock, carries out the commands, makes the steps of that many frames, and stops again.

        True when all frames have arrived: `snapshot` is then the last one, and the server waits. False if that does
        not happen within `patience_s` seconds, or if the connection is lost. When this client disconnects, the match
        continues, unless someone has paused it. Servers of 2006 do not support steps.
        """
        began = time.monotonic()
        seen = 0
        before = self._acknowledgements

        def count(snapshot: Snapshot) -> None:
            # Frames that were on their way before do not count; the first frame that counts has the answer.
            nonlocal seen
            seen += self._acknowledgements != before
            if on_frame:
                on_frame(snapshot)

        if frames < 1:
            raise ValueError("advance makes at least one frame")
        if not self._poll_until(
            lambda: self.state == Client.State.WATCHING and self.may_command, patience_s, on_frame
        ):
            return False
        before = self._acknowledgements
        if not (self.step(0) and self.send(commands + "(getAck done)") and self.step(frames * self.steps_per_frame)):
            return False
        self._poll_until(
            lambda: seen >= frames or not self._connected, patience_s - (time.monotonic() - began), count
        )
        return seen >= frames

    def pause(self) -> bool:
        """Stops the clock. False if there is no connection."""
        return self._send_command("P", "")

    def run(self) -> bool:
        """Lets the clock run again. False if there is no connection."""
        return self._send_command("R", "")

    def step(self, steps: int) -> bool:
        """Makes that many steps (0.01 s each), then waits for more; 0 stops the clock. False if there is no connection.

        A match that ran before continues when this client disconnects. Servers of 2006 do not support it.
        """
        return self._send_command("S", str(int(steps)))

    def _poll_until(self, done: Callable[[], bool], patience_s: float, on_frame: Optional[OnFrame]) -> bool:
        deadline = time.monotonic() + patience_s
        while not done():
            left = deadline - time.monotonic()
            if left <= 0 or self.state == Client.State.OVER:
                return False
            self.poll(left, on_frame)
        return True

    def _connect(self) -> None:
        self._next_try = time.monotonic() + self._BETWEEN_TRIES_S
        try:
            places = socket.getaddrinfo(self._host, self._port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            return self._lose(f"cannot find {self._host}: {getattr(error, 'strerror', None) or error}")
        family, kind, protocol, _, address = places[self._next_place % len(places)]
        self._places = len(places)
        made = None
        try:
            made = socket.socket(family, kind, protocol)
            made.setblocking(False)
            _notice_silence(made)
            error = made.connect_ex(address)
        except OSError as failure:
            error = failure.errno or errno.EIO
        if made is not None and error in (0, errno.EINPROGRESS, errno.EWOULDBLOCK):
            self._socket = made
            self._selector.register(made, selectors.EVENT_READ | selectors.EVENT_WRITE)
            return
        if made is not None:
            made.close()
        self._refused(error)

    def _refused(self, error: int) -> None:
        self._lose(f"no server on {self._host} port {self._port}: {os.strerror(error)}")
        self._next_place += 1
        if self._next_place % self._places != 0:  # "localhost" may mean ::1 first
            self._next_try = time.monotonic()

    def _finish_connecting(self) -> None:
        error = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error != 0:
            return self._refused(error)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connected = True
        self._connected_at = time.monotonic()
        self._served, self._other_message = False, ""
        self.frames = 0
        if self._key is not None:
            self._claim = _TrainerClaim(self._key)
            self._send_message(b"T" + self._claim.nonce)

    def _look_for_silence(self) -> None:
        if not self._connected or self._served or self._other_message or time.monotonic() < self._connected_at + self.PATIENCE_S:
            return
        self.problem = f"the server on {self._host} port {self._port} accepted the connection but sends nothing"

    def _lose(self, why: str) -> None:
        if self._connected and not self._served and self.state != Client.State.OVER:
            why = self._other_message or f"{why} (on {self._host} port {self._port}, before the first line of a match)"
        if self._socket is not None:
            self._selector.unregister(self._socket)
            self._socket.close()
        self._socket = None
        self._claim = None
        self._connected = self._skipping = False
        self._input.clear()
        self._lines.clear()
        self._output.clear()
        self.problem = why
        if self.state != Client.State.OVER:
            self.state = Client.State.CONNECTING
        self._next_try = time.monotonic() + self._BETWEEN_TRIES_S

    def _read(self) -> None:
        try:
            data = self._socket.recv(64 << 10)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            return self._lose(os.strerror(error.errno or errno.EIO))
        if not data:
            return self._lose("the server has closed the connection")
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = bytes(self._input) + lines[0]
            self._lines.extend(lines[1:] if self._skipping else lines)
            self._input.clear()
            self._skipping = False
        if self._skipping:
            return
        self._input += rest
        if len(self._input) > LineReader.LONGEST_LINE:
            self.problem = "an endless line is left out"
            if not self._served:
                self._other_message = self.problem
            self._skipping = True
            self._input.clear()

    def _take_lines(self, on_frame: Optional[OnFrame]) -> None:
        while self._lines:
            self._take_line(self._lines.popleft(), on_frame)

    def _take_line(self, line: bytes, on_frame: Optional[OnFrame]) -> None:
        if self._take_proof(line):
            return
        kind = self._reader.read(line)
        is_of_match = kind in (LineReader.Kind.INIT, LineReader.Kind.INFO, LineReader.Kind.PAUSE)
        if is_of_match and not self._served:
            self._served = True
            if self._claim is None or not self._claim.problem:
                self.problem = ""
        if self._reader.problem:
            self.problem = self._reader.problem
        if line.startswith(b"(Refused ") and line.endswith(b")"):
            self.problem = "the server refuses this monitor: " + _printable(line[9:-1].decode("ascii", "replace"), 200)
        if not self._served:
            self._other_message = self.problem
        if is_of_match:
            self.state = Client.State.WATCHING
        if kind == LineReader.Kind.DIE:
            self.state = Client.State.OVER
            self._lose("the match is over")
        if kind != LineReader.Kind.INFO:
            return
        self.frames += 1
        self._acknowledgements += self.snapshot.acknowledged
        if on_frame:
            on_frame(self.snapshot)

    def _write(self) -> None:
        while self._output:
            try:
                del self._output[: self._socket.send(self._output)]
            except InterruptedError:
                continue
            except BlockingIOError:
                return
            except OSError as error:
                return self._lose(os.strerror(error.errno or errno.EIO))

    def _take_proof(self, line: bytes) -> bool:
        reply = None if self._claim is None else self._claim.take(line)
        if reply is None:
            return False
        if self._claim.problem:
            self.problem = self._claim.problem
        if reply:
            self._send_message(b"T" + reply)
        return True

    def _send_command(self, letter: str, text: str) -> bool:
        return self.may_command and self._send_message((letter + text).encode("utf-8", "replace"))

    def _send_message(self, data: bytes) -> bool:
        if not self._connected or len(data) > self.LONGEST_COMMAND or len(self._output) + len(data) > self.MAX_UNSENT:
            return False
        self._output += len(data).to_bytes(4, "big") + data
        self._write()
        return self._connected
