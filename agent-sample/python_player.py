#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small player on top of rcss3d.agent: five of them are a team. docs/write/team.md explains it.

    python_player.py [--teamname NAME] [--unum N] [--port N] [--draw]
"""
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, place) for place in ("../python", "../build/lib/rcssserver3d/python", "../../../lib/rcssserver3d/python")]

from rcss3d.agent import BallMotion, BallState, KickTable, Vector, main, player_motion  # noqa: E402

# Places by uniform number, as shares of half the field; each shifts towards the ball by a share of its distance from it.
PLACES = {1: (-0.95, 0.0, 0.1), 2: (-0.45, 0.35, 0.4), 3: (-0.45, -0.35, 0.4), 4: (0.3, 0.4, 0.4), 5: (0.4, -0.4, 0.4)}
OTHERS = (-0.2, 0.0, 0.4)
BEHIND = 0.36  # m from player to ball, centre to centre, where it kicks
IN_REACH = 0.38
tables = {}


def place_of(world):
    x, y, lean = PLACES.get(world.number, OTHERS)
    home = Vector(x * world.field.length / 2, y * world.field.width / 2)
    return home + (world.ball.position - home) * lean if world.ball.known else home


def goes_for_ball(world):
    """The player that can be at the ball first; the goalkeeper only if the ball is near its goal."""
    time = lambda track: player_motion.time_to(track.position, track.velocity, world.ball.position)  # noqa: E731
    if world.number == 1 and (world.ball.position - world.field.our_goal).length > 6:
        return False
    mine = time(world.me)
    return all(mine <= time(mate) for number, mate in world.mates.items() if mate.known and number != 1)


def meeting_place(world):
    """Where the player can be at the ball first, or where the ball is after 3 s."""
    motion = BallMotion(world.field)
    ball = BallState(world.ball.position, world.ball.velocity, world.ball.height, world.ball.climb, world.ball_spin)
    for step in range(30):
        if player_motion.time_to(world.me.position, world.me.velocity, ball.position, BEHIND) <= step * 0.1:
            break
        ball = motion.after(ball, 0.1)
    return ball.position


def kick(world, acts, drawing):
    """Runs to the place behind the ball and kicks as soon as the ball is between the player and the goal."""
    table = tables.setdefault(world.episode, KickTable(BallMotion(world.field)))
    ball, goal = meeting_place(world), world.field.their_goal
    goal_line = (goal - ball).unit()
    off = (ball - world.me.position).unit()
    drawing.line("kick", ball, goal)
    gap = (ball - world.me.position).length
    aim = math.acos(max(-1.0, min(1.0, off.x * goal_line.x + off.y * goal_line.y)))
    if gap < IN_REACH + 0.1 and aim < math.radians(45):
        distance = min((goal - ball).length, 15.0)
        answer = table.kick_for(distance, below=1.0) or table.kick_for(5.0)
        acts.drive(off)
        for step in range(0, 20, 2):
            acts.after(step).kick(answer.elevation, answer.power)
        return
    behind = ball - goal_line * BEHIND
    if off.x * goal_line.x + off.y * goal_line.y < 0.3 and gap < 1.5:  # around the ball, not through it
        side = 1 if goal_line.x * off.y - goal_line.y * off.x < 0 else -1
        behind = ball + goal_line.turned_left() * (0.8 * side)
    acts.drive(player_motion.command_to(world.me.position, world.me.velocity, behind, world.interval * 1.5))


def decide(world, acts, drawing):
    if world.can_turn_camera and not world.ball.known:
        acts.turn_camera(90, 0)
    if world.game.before_kick_off:
        place = place_of(world)
        acts.beam((min(place.x, -0.5), place.y))
    elif world.game.pause or not world.me.known:
        acts.drive((0, 0))
    elif world.ball.known and not world.game.their_restart and goes_for_ball(world):
        kick(world, acts, drawing)
    else:
        place = place_of(world)
        drawing.circle("place", place, 0.3)
        acts.drive(player_motion.command_to_rest(world.me.position, world.me.velocity, place, world.interval))


if __name__ == "__main__":
    main(decide)
