# SPDX-License-Identifier: Apache-2.0
"""An agent's knowledge of the world, in its team's own frame, for the moment at which its answer takes effect: 20 steps
of 0.01 s (two latencies) after the picture was taken."""

import math
from dataclasses import dataclass
from dataclasses import field as made

from .vector import Vector

PLAYERS = 11  # maximum of a team


@dataclass
class Field:
    """Lengths of the field, m, and masses, kg, from the first GameState; they are unknown before."""

    length: float = 0.0
    width: float = 0.0
    height: float = 0.0
    goal_width: float = 0.0
    goal_depth: float = 0.0
    goal_height: float = 0.0
    border: float = 0.0  # twice the distance from the lines to the walls
    player_mass: float = 75.0
    player_radius: float = 0.22
    ball_mass: float = 0.425
    ball_radius: float = 0.111

    @property
    def known(self):
        return self.length > 0

    @property
    def our_goal(self):
        return Vector(-self.length / 2, 0.0)

    @property
    def their_goal(self):
        return Vector(self.length / 2, 0.0)


# Modes by prefixes of the server's names (behaviour.md 6.1). Any other mode is "unknown" and is played like "play_on".
MODES = {"BeforeKickOff": "before_kick_off", "KickOff_": "kick_off", "PlayOn": "play_on", "KickIn_": "kick_in", "corner_kick_": "corner_kick",
         "goal_kick_": "goal_kick", "offside_": "offside", "GameOver": "game_over", "Goal_": "goal", "free_kick_": "free_kick",
         "PenaltyShoot_": "penalty"}


def mode_of(text):
    return next((mode for begins, mode in MODES.items() if text.startswith(begins)), "unknown")


@dataclass
class Game:
    mode: str = "before_kick_off"  # one of MODES' values, or "unknown"
    whose: str = ""  # "ours" or "theirs": the team that takes the restart or has scored; empty: neither
    time: float = 0.0  # s, of the game clock
    mode_time: float = 0.0  # s since this mode was first perceived
    half: int = 1  # 3 and 4 in extra time
    # The shoot-out.
    shooter: int = 0  # uniform number of the present shooter; 0: none, or the server does not send it
    shots_ours: int = 0  # goals
    shots_theirs: int = 0
    double_touch: bool = False  # the taker of a restart may not touch the ball again before another player

    @property
    def play_on(self):
        return self.mode in ("play_on", "penalty", "unknown")

    @property
    def before_kick_off(self):
        return self.mode == "before_kick_off"

    @property
    def pause(self):
        return self.mode in ("goal", "game_over")

    @property
    def restart(self):
        return not (self.play_on or self.before_kick_off or self.pause)

    @property
    def our_restart(self):
        return self.restart and self.whose == "ours"

    @property
    def their_restart(self):
        return self.restart and self.whose == "theirs"


@dataclass
class Track:
    """One player or the ball, as an estimate for the moment of the world. Own frame, m and m/s."""

    position: Vector = Vector()
    velocity: Vector = Vector()
    height: float = 0.0  # m, of the centre
    climb: float = 0.0  # m/s upwards
    error: float = math.inf  # m, standard deviation of the position along each axis; grows while the object is not seen
    velocity_error: float = math.inf  # m/s
    age: float = math.inf  # s since it was last seen

    @property
    def known(self):
        """Whether the object has been seen recently."""
        return self.age < 3


@dataclass
class Heard:
    from_mate: bool
    direction: float  # rad in the agent's frame
    text: str


@dataclass
class World:
    field: Field = made(default_factory=Field)
    game: Game = made(default_factory=Game)
    ready: bool = False  # whether the server has sent number, side and field
    episode: int = 0  # number of times that the server has sent them: when a trainer begins a new episode, discard everything
    number: int = 0  # own uniform number, 1 is the goalkeeper
    left: bool = True  # own side; it only affects the names of flags
    team_size: int = 1  # highest number of the agent's team seen in this episode, including its own
    opponents_seen: int = 0  # highest number of the opponents
    interval: float = 0.2  # s between two sensations
    can_delay: bool = False  # whether acts may take effect between two sensations (agents on pipes; Acts.after)
    now: float = 0.0  # s of simulated time of this moment, or since the connection if there are no times
    me: Track = made(default_factory=Track)
    pan: float = 0.0  # rad, direction of the camera; 0 with all-round vision
    tilt: float = 0.0
    can_turn_camera: bool = False
    battery: float = 100.0  # percent
    ball: Track = made(default_factory=Track)
    ball_spin: Vector = Vector()  # m/s, its surface speed along the ground
    mates: dict = made(default_factory=dict)  # number: Track of the known team-mates, without this agent
    opponents: dict = made(default_factory=dict)
    heard: list = made(default_factory=list)  # heard in this sensation, without its own words
