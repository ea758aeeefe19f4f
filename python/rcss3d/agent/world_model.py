# SPDX-License-Identifier: Apache-2.0
"""Maintains an agent's knowledge of the world. For each sensation: call `read`, decide by the world that it returns, call `acted`."""

import math

from .percepts import Percepts
from .tracks import EYE_HEIGHT, MISSES_OF_ONE_GONE, BallTracker, OwnPlace, PlayerTracker, errors, fix_of
from .vector import angle_between, distance
from .world import PLAYERS, Field, Heard, Track, World, mode_of

STEP = 0.01  # s
ACTION_LATENCY, USUAL_INTERVAL, USUAL_AHEAD = 10, 20, 20  # steps
LONGEST = 1000  # steps
KEPT = 128  # steps for which own commands are kept
PUSHING = 0.6  # m between two players who may touch each other


class WorldModel:
    """A picture is 20 steps old when the answer to it takes effect. The estimates are therefore kept for the moment of
    the last picture, at which they are corrected by sightings. The returned world is predicted from them: this
    player and the ball step by step, with the commands that have been sent and have not taken effect at that moment."""

    def __init__(self, team_name):
        self.team_name = team_name
        self.world = World()
        self._picture, self._before, self._ahead, self._first = 0, 0, USUAL_AHEAD, True
        self._begin()

    def _begin(self):
        self._me, self._ball, self._mates, self._opponents = OwnPlace(), BallTracker(), {}, {}
        self._sent, self._tilt, self._play_mode, self._mode_began = {}, 0.0, "", 0.0

    def read(self, text, made=-1, arrives=-1):
        """`made`, `arrives`: steps; -1 if the connection carries no times."""
        percepts, world = Percepts.read(text), self.world
        self._read_times(made, arrives)
        if percepts.number is not None and percepts.number >= 1:
            self._begin_episode(percepts)
            world = self.world
        if not world.ready:
            return world
        if percepts.battery is not None:
            world.battery = percepts.battery
        self._read_mode(percepts)
        if percepts.pan_tilt:
            world.can_turn_camera, self._tilt = True, percepts.pan_tilt[1]
        self._move_on()
        if percepts.vision:
            self._me.see(percepts.seen, world.field, world.left, world.can_turn_camera)
            self._see_tilt(percepts.seen)
            if self._me.known:
                self._see_others(percepts.seen)
        self._foresee()
        self._hear(percepts.heard)
        return world

    def acted(self, acts):
        """Takes the answer to the sensation that was read last."""
        first = self._picture + self._ahead
        for step in range(len(acts.texts) if self.world.can_delay else 1):
            sent = acts.drives.get(step), acts.kicks.get(step), math.radians(acts.pans.get(step, 0.0))
            if any(sent):
                self._sent[first + step] = sent
        self._sent = {step: sent for step, sent in self._sent.items() if step > first - KEPT}

    def _read_times(self, made, arrives):
        """Without times, every sensation is assumed to arrive the usual interval after the previous one."""
        self._before = self._picture
        self.world.can_delay = 0 <= made <= arrives
        if self.world.can_delay:
            self._picture, self._ahead = made, min(arrives - made, LONGEST) + ACTION_LATENCY
        else:
            self._picture, self._ahead = self._before + USUAL_INTERVAL, USUAL_AHEAD
        if self._first or self._picture < self._before:
            self._before = self._picture
        self._first = False
        if 0 < self._picture - self._before < LONGEST:
            self.world.interval = (self._picture - self._before) * STEP
        self.world.now = (self._picture + self._ahead) * STEP

    def _begin_episode(self, percepts):
        old, field = self.world, Field()
        for name, value in percepts.lengths.items():
            setattr(field, name, value)
        # Values that the server did not send, or that a truncated percept has lost.
        field.width = field.width or 0.65 * field.length
        field.goal_width = field.goal_width or 0.15 * field.width
        number = min(percepts.number, PLAYERS)
        self.world = World(field=field, number=number, team_size=number, ready=field.known, episode=old.episode + 1, now=old.now,
                           interval=old.interval, can_delay=old.can_delay)
        if percepts.left is not None:
            self.world.left = percepts.left
        self.world.game.double_touch = percepts.double_touch
        self._begin()

    def _read_mode(self, percepts):
        game = self.world.game
        if percepts.game_time is not None:
            game.time = percepts.game_time
        if percepts.play_mode and percepts.play_mode != self._play_mode:
            self._play_mode, self._mode_began = percepts.play_mode, self.world.now
            game.mode = mode_of(percepts.play_mode)
            of_left, of_right = percepts.play_mode.endswith("eft"), percepts.play_mode.endswith("ight")
            game.whose = "" if not (of_left or of_right) else "ours" if of_left == self.world.left else "theirs"
        game.mode_time = self.world.now - self._mode_began
        ours, theirs = ("left", "right") if self.world.left else ("right", "left")
        names = {"half": "half", "shooter": "shooter", "shots_ours": f"shoot_out_{ours}", "shots_theirs": f"shoot_out_{theirs}"}
        for name, said in names.items():
            setattr(game, name, percepts.counts.get(said, getattr(game, name)))

    def _is_near(self, range_):
        """Whether another player may be within this range, as known at the last picture."""
        others = [*self.world.mates.values(), *self.world.opponents.values()]
        return any(track.known and distance(track.position, self.world.me.position) < range_ for track in others)

    def _move_on(self):
        if self._picture == self._before:
            return
        path = self._me.advance(self._before, self._picture, self._sent, self._is_near(PUSHING))
        self._ball.advance(self._before, path, self._sent, self.world.field)
        seconds = (self._picture - self._before) * STEP
        for player in (*self._mates.values(), *self._opponents.values()):
            player.advance(seconds)

    def _see_tilt(self, seen):
        """Flags lie on the ground, so they are seen below the horizon by a known angle."""
        marks = [mark for mark in seen if mark.kind in ("flag", "goal")]
        if self.world.can_turn_camera and marks:
            self._tilt = sum(-math.asin(EYE_HEIGHT / max(mark.distance, EYE_HEIGHT)) - mark.elevation for mark in marks) / len(marks)

    def _should_be_seen(self, position):
        """Nothing is hidden by other objects: everything well within the picture is seen."""
        line = position - self._me.position
        return not self.world.can_turn_camera or (line.length > 0.5 and angle_between(line.angle, self._me.pan) < math.radians(80))

    def _see_others(self, seen):
        world, balls, met = self.world, 0, set()
        for sighting in seen:
            if sighting.kind == "ball" and not balls:
                balls += 1
                self._ball.see(fix_of(sighting, self._me, self._tilt, world.field.player_radius), world.field)
            number = int(sighting.id) if sighting.kind == "player" and sighting.id.isascii() and sighting.id.isdigit() else 0
            ours = sighting.team == self.team_name
            if not 1 <= number <= PLAYERS or (ours and number == world.number) or (ours, number) in met:
                continue
            met.add((ours, number))
            trackers = self._mates if ours else self._opponents
            trackers.setdefault(number, PlayerTracker()).see(fix_of(sighting, self._me, self._tilt, world.field.player_radius))
            if ours:
                world.team_size = max(world.team_size, number)
            else:
                world.opponents_seen = max(world.opponents_seen, number)
        if not balls and self._ball.age < math.inf and self._should_be_seen(self._ball.ball.position):
            self._ball.missed += 1
            if self._ball.missed >= MISSES_OF_ONE_GONE:
                self._ball = BallTracker()
        for ours, trackers in ((True, self._mates), (False, self._opponents)):
            for number, player in list(trackers.items()):
                if (ours, number) not in met and self._should_be_seen(player.track(0, 0).position):
                    player.missed += 1
                    if player.missed >= MISSES_OF_ONE_GONE:
                        del trackers[number]

    def _foresee(self):
        """The world at the moment at which the answer takes effect."""
        world, later = self.world, self._ahead * STEP
        me = self._me.copy()
        path = me.advance(self._picture, self._picture + self._ahead, self._sent, self._is_near(PUSHING))
        ball = self._ball.copy()
        ball.advance(self._picture, path, self._sent, world.field)
        world.ball, world.ball_spin = ball.track(self._ball.age), ball.ball.spin
        world.me = Track(me.position, me.velocity, world.field.player_radius, 0.0, *errors(me.axes), 0.0 if me.known else math.inf)
        world.pan, world.tilt = me.pan, self._tilt
        world.mates = {number: player.track(later, world.field.player_radius) for number, player in self._mates.items()}
        world.opponents = {number: player.track(later, world.field.player_radius) for number, player in self._opponents.items()}

    def _hear(self, messages):
        """A team-mate's message comes before an opponent's, but a single message may be either: it is attributed to the
        team that has a player in that direction."""
        heard = []
        for sender, text in messages:
            try:
                direction = math.radians(float(sender))
            except ValueError:
                continue  # its own words
            if len(heard) == 2 or not math.isfinite(direction):
                continue

            def off(team, direction=direction):
                lines = [track.position - self.world.me.position for track in team.values() if track.known]
                return min((angle_between(line.angle, direction) for line in lines), default=math.inf)

            heard.append(Heard(off(self.world.mates) <= off(self.world.opponents), direction, text))
        if len(heard) == 2:
            heard[0].from_mate, heard[1].from_mate = True, False
        self.world.heard = heard
