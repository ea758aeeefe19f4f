# SPDX-License-Identifier: Apache-2.0
"""The text of one sensation, parsed into dataclasses (protocol.md, 5)."""

import math
import re
from dataclasses import dataclass, field
from typing import Optional

TOKEN = re.compile(r'[()]|"[^"]*"|[^\s()"]+')
MAX_DEPTH = 16
KINDS = {"Flag": "flag", "Goal": "goal", "Ball": "ball", "Player": "player"}
LENGTHS = {"FieldLength": "length", "FieldWidth": "width", "FieldHeight": "height", "GoalWidth": "goal_width", "GoalDepth": "goal_depth",
           "GoalHeight": "goal_height", "BorderSize": "border", "AgentMass": "player_mass", "AgentRadius": "player_radius",
           "BallRadius": "ball_radius", "BallMass": "ball_mass"}
COUNTS = ("half", "shoot_out_left", "shoot_out_right", "shooter")


@dataclass
class Sighting:
    """One object of the Vision percept, as sent: relative to the camera, with noise."""

    kind: str  # "flag", "goal", "ball", "player" or "other"
    distance: float  # m, between the centres
    azimuth: float  # rad, to the left
    elevation: float  # rad, upwards
    team: str = ""  # of a player
    id: str = ""  # "1_l" of a flag or goal post, the uniform number of a player


@dataclass
class Percepts:
    """A value that was not in the text, or was not a number, is missing here. Percepts that are truncated, reordered or
    unknown do no harm."""

    vision: bool = False
    seen: list = field(default_factory=list)  # Sighting
    number: Optional[int] = None  # the server has accepted `init` and sends the number together with the constants of the match
    left: Optional[bool] = None
    lengths: dict = field(default_factory=dict)  # of Field, those that were sent
    game_time: Optional[float] = None
    play_mode: str = ""
    counts: dict = field(default_factory=dict)  # half, shoot_out_left, shoot_out_right, shooter: if the server plays such a match
    double_touch: bool = False  # sent with `number`
    pan_tilt: Optional[tuple] = None  # rad, rounded to degrees by the server
    battery: Optional[float] = None
    simulated_time: Optional[float] = None  # s, from a `(time (now T))` of a TCP connection
    heard: list = field(default_factory=list)  # (sender, text); the sender is "self", or the direction in degrees

    @classmethod
    def read(cls, text):
        percepts = cls()
        for item in expressions(text):
            readers = {"Vision": percepts.read_vision, "GameState": percepts.read_game_state, "AgentState": percepts.read_agent_state,
                       "hear": percepts.read_hear, "time": percepts.read_time}
            if reader := readers.get(name_of(item)):
                reader(item[1:])
        return percepts

    def read_vision(self, items):
        self.vision = True
        for item in items:
            if not (name := name_of(item)):
                continue
            parts = {name_of(part): part[1:] for part in item[1:] if name_of(part)}
            place = [number_of(word) for word in parts.get("pol", [])[:3]]
            if len(place) < 3 or None in place or not 0 < place[0] < 1e4:
                continue
            self.seen.append(Sighting(KINDS.get(name, "other"), place[0], math.radians(place[1]), math.radians(place[2]),
                                      word_of(parts.get("team")), word_of(parts.get("id"))))

    def read_game_state(self, items):
        for item in items:
            name, word = name_of(item), word_of(item[1:])
            number = number_of(word)
            if name in LENGTHS and number is not None and 0 < number < 1e5:
                self.lengths[LENGTHS[name]] = number
            elif name == "unum" and number is not None:
                self.number = int(number)
            elif name == "team":
                self.left = word == "left"
            elif name in COUNTS and number is not None and 0 <= number < 1000:
                self.counts[name] = int(number)
            elif name == "DoubleTouch":
                self.double_touch = word == "true"
            elif name == "playmode":
                self.play_mode = word
            elif name == "time" and number is not None:
                self.game_time = number

    def read_agent_state(self, items):
        for item in items:
            numbers = [number_of(word) for word in item[1:]]
            if name_of(item) == "pan_tilt" and len(numbers) == 2 and None not in numbers:
                self.pan_tilt = (math.radians(numbers[0]), math.radians(numbers[1]))
            if name_of(item) == "battery" and numbers and numbers[0] is not None:
                self.battery = numbers[0]

    def read_hear(self, items):
        if len(items) >= 3 and all(isinstance(word, str) for word in items[1:3]):
            self.heard.append((items[1], items[2]))

    def read_time(self, items):
        for item in items:
            if name_of(item) == "now":
                self.simulated_time = number_of(word_of(item[1:]))


def expressions(text):
    """The S-expressions of a text as lists of words and lists. Lists without an end are closed at the end of the text."""
    stack, depth = [[]], 0
    for token in TOKEN.findall(text):
        if token == "(":
            depth += 1
            if depth < MAX_DEPTH:
                stack[-1].append([])
                stack.append(stack[-1][-1])
        elif token == ")":
            if 0 < depth < MAX_DEPTH:
                stack.pop()
            depth = max(0, depth - 1)
        else:
            stack[-1].append(token)
    return [item for item in stack[0] if isinstance(item, list)]


def name_of(item):
    return item[0] if isinstance(item, list) and item and isinstance(item[0], str) else ""


def word_of(items):
    return items[0] if items and isinstance(items[0], str) else ""


def number_of(word):
    """The number; None if the word is not a finite number."""
    try:
        number = float(word)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
