# SPDX-License-Identifier: Apache-2.0
"""A library for players in Python: connections by pipes and TCP, percepts and acts, a world model, the motion of ball
and players, drawings.

A player is a function that receives the world and fills in the acts:

    from rcss3d.agent import main

    def decide(world, acts, drawing):
        if world.game.before_kick_off:
            acts.beam((-3, 0))
        elif world.ball.known:
            acts.drive(world.ball.position - world.me.position)

    main(decide)

This is the library of agent-sample/lib in Python, with the same names, frame and units (own frame, m, s, rad). It uses
only the standard library. It contains no team play; docs/write/team.md shows how to build a player on it.
"""

from . import player_motion
from .acts import STEPS, Acts
from .ball_motion import BallMotion, BallState, KickAnswer, KickTable, direction_noise, elevation_noise, power_noise
from .connection import PipeConnection, TcpConnection
from .drawing import Drawing
from .percepts import Percepts, Sighting
from .play import main, play
from .vector import Vector
from .world import Field, Game, Heard, Track, World
from .world_model import WorldModel

__all__ = ["STEPS", "Acts", "BallMotion", "BallState", "Drawing", "Field", "Game", "Heard", "KickAnswer", "KickTable", "Percepts",
           "PipeConnection", "Sighting", "TcpConnection", "Track", "Vector", "World", "WorldModel", "direction_noise", "elevation_noise", "main",
           "play", "player_motion", "power_noise"]
