# SPDX-License-Identifier: Apache-2.0
"""Leagues under all kinds of faults: runners on several machines are killed at any point, power cuts remove the ends of files, and clocks of file
systems are changed. Compared with a model: nothing counts twice, nothing is lost, no live runner is taken for dead, and every league ends.

There are no processes and no waiting: runners are `League` objects, and time is a number."""

import os
import random
import shutil
import unittest.mock

from stage import Failure, LeagueTest, Settings, result, run_tests

from tournament import claims, records
from tournament.league import League

BEAT = 5.0  # s of a round
LEAGUES = 60
TROUBLE = 30  # rounds with faults; the rest are without
MAX_ROUNDS = 300  # by which the league must be over


class Killed(Exception):
    """Raised where a runner is killed in the middle of an operation."""


class Claims(claims.Claims):
    """Claims on a file system whose clock the test controls."""

    disk = None

    def _stamp(self, key, attempt):
        os.utime(os.path.join(self.folder, f"{key}.{attempt}"), (self.disk.time, self.disk.time))

    def take(self, key, attempt):
        taken = super().take(key, attempt)
        if taken:
            self._stamp(key, attempt)
            self.may_die()
        return taken

    def beat(self):
        for key, attempt in self.held.items():
            try:
                self._stamp(key, attempt)
            except FileNotFoundError:
                pass

    def _age(self, name):
        return self.disk.time - os.stat(os.path.join(self.folder, name)).st_mtime


class Runner:
    def __init__(self, world, machine, pid):
        self.world, self.pid = world, pid
        self.me = {"host": machine, "machine": machine, "pid": pid, "start": pid, "job": None}
        self.league = League(world.folder, world.settings, lambda _: None, self.me)
        self.league.claims = Claims(world.folder, self.me, lambda: world.time)
        self.league.claims.disk, self.league.claims.may_die = world.disk, self.may_die
        self.playing = {}  # key: attempt

    def may_die(self):
        if self.world.in_trouble and self.world.chance.random() < 0.05:
            raise Killed

    def act(self, chance):
        """Makes one round."""
        league = self.league
        league.claims.beat()
        league.refresh()
        for key, attempt in list(self.playing.items()):
            if chance.random() < 0.5:
                self.finish(key, attempt, chance)
        claimed = league.claims.attempts()
        for match in league.open_matches():
            if len(self.playing) < 2 and match.key not in league.claims.held:
                attempt = league.claim(match, claimed)
                if attempt is not None:
                    self.world.begin(self, match.key, attempt)
        if chance.random() < 0.1:
            league.tidy_claims()

    def finish(self, key, attempt, chance):
        league = self.league
        good = chance.random() < 0.7
        record = result(key, self.pid, attempt, attempt=attempt) if good else Failure(key, attempt, "failed", "no ball")
        assert league.still_mine(next(match for match in league.schedule().matches if match.key == key), attempt), "a live runner was considered dead"
        self.may_die()
        self.world.written(record, league.write(record))
        self.may_die()
        league.claims.release(key)
        del self.playing[key]

    def is_over(self):
        self.league.refresh()
        return self.league.is_over() and not self.playing


class Disk:
    time = 1e9


class World:
    """The league's folder, its runners, and the model: the lines of the journal."""

    def __init__(self, folder, seed):
        self.folder, self.chance = folder, random.Random(seed)
        self.settings = Settings(list("ABC"), games=1)
        self.time, self.disk = 0.0, Disk()
        self.runners, self.next_pid, self.in_trouble = [], 100, True
        self.counted = {}  # key: the record of the match that counts
        self.failed = {}  # key: attempts that count as failed

    def start_of(self, pid):
        return pid if any(runner.pid == pid for runner in self.runners) else None

    def begin(self, runner, key, attempt):
        others = [other.pid for other in self.runners if other is not runner and key in other.playing]
        assert not others, f"{key} is played twice at once"
        assert key not in self.counted, f"{key} is played although it is over"
        runner.playing[key] = attempt

    def written(self, record, was_written):
        assert was_written, "a live runner's line was refused"
        self.note(record)

    def note(self, record):
        if isinstance(record, Failure) and record.how in records.NOTES:
            return
        if isinstance(record, Failure):
            self.failed.setdefault(record.match, set()).add(record.attempt)
        elif len(self.failed.get(record.match, ())) < records.MAX_ATTEMPTS:
            self.counted.setdefault(record.match, record)

    def step(self):
        self.time += BEAT
        self.disk.time += BEAT
        for runner in list(self.runners):
            try:
                runner.act(self.chance)
            except Killed:
                self.runners.remove(runner)

    def trouble(self):
        kind = self.chance.choice(("come", "come", "killed", "clock", "power", "nothing", "nothing"))
        if kind == "come" and len(self.runners) < 4:
            self.next_pid += 1
            self.runners.append(Runner(self, self.chance.choice(("one", "two")), self.next_pid))
        elif kind == "killed" and self.runners:
            self.runners.remove(self.chance.choice(self.runners))
        elif kind == "clock":
            self.disk.time += self.chance.choice((-1e6, -200, -60, 60, 200, 1e6))
        elif kind == "power":
            self.power_cut()

    def power_cut(self):
        """All runners vanish, and any file may lose its end."""
        self.runners.clear()
        base = os.path.join(self.folder, claims.FOLDER)
        files = [os.path.join(base, name) for name in os.listdir(base)] if os.path.isdir(base) else []
        for path in [os.path.join(self.folder, "league.jsonl"), *files]:
            if os.path.exists(path) and self.chance.random() < 0.5:
                size = os.path.getsize(path)
                os.truncate(path, max(0, size - self.chance.randrange(min(size, 250) + 1)))
        self.read_lines()

    def read_lines(self):
        """Reads the file into the model: only complete lines, of which the first one of a match counts."""
        self.counted, self.failed = {}, {}
        try:
            with open(os.path.join(self.folder, "league.jsonl"), "rb") as file:
                lines = file.read().split(b"\n")
        except FileNotFoundError:
            return
        for text in lines:
            try:
                self.note(records.record(text))
            except ValueError:
                pass

    def check(self, league):
        """Checks that the journal agrees with the model."""
        league.refresh()
        failed = {key for key, attempts in self.failed.items() if len(attempts) >= records.MAX_ATTEMPTS and key not in self.counted}
        outcomes = league.journal.outcomes()
        assert {key: record for key, record in outcomes.items() if not isinstance(record, Failure)} == self.counted, outcomes
        assert {key for key, record in outcomes.items() if isinstance(record, Failure)} == failed, (outcomes, failed)


class Model(LeagueTest):
    def play(self, seed):
        folder = self.path(f"L{seed}")
        world = World(folder, seed)
        with unittest.mock.patch.object(claims, "start_of", world.start_of):
            for _ in range(TROUBLE):
                world.trouble()
                world.step()
            world.in_trouble = False
            if not world.runners:
                world.runners.append(Runner(world, "three", 999))
            rounds = 0
            while not all(runner.is_over() for runner in world.runners):
                world.step()
                rounds += 1
                self.assertLess(rounds, MAX_ROUNDS, "the league waits forever")
            known = dict(world.counted)
            world.read_lines()
            self.assertEqual({**world.counted, **known}, world.counted, "a result was lost or has changed")
            world.check(world.runners[0].league)
            world.runners[0].league.tidy_claims()
            self.assertEqual([name for name in os.listdir(os.path.join(folder, claims.FOLDER)) if not name.startswith(".")], [])
        shutil.rmtree(folder)

    def test_leagues_with_random_faults_agree_with_the_model(self):
        for seed in range(LEAGUES):
            with self.subTest(seed=seed), unittest.mock.patch("os.fsync"):
                self.play(seed)


if __name__ == "__main__":
    del LeagueTest
    run_tests()
