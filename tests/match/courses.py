#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts that are supplied besides that of the match: obstacle course, penalty training, five a side.

    courses.py SERVER [TEST ...]
"""

import itertools
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))

from agents import ConnectedAgent  # noqa: E402
from programs import SYNC, TIMEOUT, Program, TemporaryFolder  # noqa: E402

SERVER = os.path.abspath(sys.argv[1])
START, TARGET = (-2.0, -2.0), (2.0, 2.0)


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Folder(TemporaryFolder):
    def __init__(self):
        super().__init__(prefix="courses.")

    def serve(self, *arguments):
        with open(os.path.join(self.name, "out"), "w") as out:
            return Program([SERVER, "--monitor_port", "off", "--logdir", "logs", *arguments], self.name, stdout=out)

    def summary(self, server):
        """Checks that the server has ended without an error. Returns its summary: name → value."""
        check(server.wait() == 0 and "error" not in server.printed(), server.printed())
        with open(os.path.join(self.name, "out")) as out:
            return dict(re.findall(r"^  (\S+(?: \S+)*)  +(\S.*)$", out.read(), re.M))

    def log(self):
        with open(os.path.join(self.name, "logs", "monitor.log")) as log:
            return log.read()


class Driver(ConnectedAgent):
    """Sets the wheels to these speeds; `judged` has the states and numbers of collisions that were reported to it."""

    def __init__(self, port, speed):
        self.speed, self.judged, self.sensations = speed, [], 0
        super().__init__(port)

    def decide(self, percepts):
        self.sensations += 1
        self.judged += re.findall(r"\(judge \(state (\w+)\) \(time \S+\) \(collisions (\d+)\) \(left (\S+)\)\)", percepts)
        return "(create)" if self.sensations == 1 else f"(LEFT_WHEEL {self.speed})(RIGHT_WHEEL {self.speed})"


def run_course(speed, *arguments):
    folder = Folder()
    with folder.serve("--script", "obstacle_run.rb", "--agent_port", "0", "--agents_awaited", "1", *SYNC, *arguments) as server:
        driver = Driver(server.port(r"agent port (\d+)"), speed)
        found = folder.summary(server)
        driver.join(TIMEOUT)
    return found, driver.judged


def places_depend_on_the_seed():
    """Three obstacles stand in free places, one of them in the way; their places depend on the seed."""
    courses = set()
    for seed in range(1, 9):
        folder = Folder()
        with folder.serve("--script", "obstacle_run.rb", "--seed", str(seed), "--Spades.EndTime", "0.1") as server:
            folder.summary(server)
        header, first = folder.log().splitlines()[:2]
        boxes = {name: (float(x), float(y)) for name, x, y in re.findall(r"\(shape (obstacle_\d)/body \(colour [^)]+\)\(box (\S+) (\S+) ", header)}
        places = {name: (float(x), float(y)) for name, x, y in re.findall(r"\(body (obstacle_\d)/body (\S+) (\S+) ", first)}
        check(sorted(places) == ["obstacle_1", "obstacle_2", "obstacle_3"], first)
        courses.add(tuple(sorted(places.items())))
        # A cylinder has a radius of 0.2 m at least.
        radius = {name: math.hypot(*boxes[name]) / 2 if name in boxes else 0.2 for name in places}
        for name, edges in boxes.items():
            check(all(0.4 <= edge <= 0.6 for edge in edges), (name, edges))
        for name, (x, y) in places.items():
            check(abs(x) <= 1.25 and abs(y) <= 1.25, (name, x, y))
            check(all(math.dist(place, (x, y)) - radius[name] >= 0.799 for place in (START, TARGET)), (seed, name))
        for one, other in itertools.combinations(places, 2):
            check(math.dist(places[one], places[other]) - radius[one] - radius[other] >= 0.799, (seed, one, other))
        check(min(abs(x - y) / math.sqrt(2) for x, y in places.values()) <= 0.3, "no obstacle is near the straight path")
    check(len(courses) == 8, "different seeds give the same course")


LAYOUTS = """
run 'obstacle_run.rb'
random = get($serverPath + 'random')
File.open('layouts', 'w') do |file|
  1000.times do |seed|
    random.seed(seed)
    course = drawCourse(random)
    [course, drawCourse(random, course)].each do |three|
      file.puts(three.map { |one| [one[:x], one[:y], one[:turn], *(one[:box] || [one[:radius]])].join(' ') }.join(' | '))
    end
  end
end
"""


def obstacles_keep_their_distances():
    """Obstacles have distances to each other, to the walls, and to start and target; one is in the way. This also holds in the next run."""
    folder = Folder()
    with open(os.path.join(folder.name, "layouts.rb"), "w", encoding="ascii") as file:
        file.write(LAYOUTS)
    with folder.serve("--script", "layouts.rb", "--Spades.EndTime", "0.1") as server:
        folder.summary(server)
    with open(os.path.join(folder.name, "layouts"), encoding="ascii") as file:
        courses = [[tuple(map(float, one.split())) for one in line.split("|")] for line in file]
    check(len(courses) == 2000 and len({str(course) for course in courses}) == 2000, f"{len(courses)} courses")
    fallen_back, boxes = 0, 0
    for first, second in zip(courses[::2], courses[1::2]):
        check([one[3:] for one in first] == [one[3:] for one in second], "an obstacle has a different size in the next run")
        for course in (first, second):
            fallen_back += course[0][:2] == (0, 0)
            circles = []
            for x, y, turn, *sizes in course:
                boxes += len(sizes) == 2
                check(all(0.4 <= edge <= 0.6 for edge in sizes) if len(sizes) == 2 else 0.2 <= sizes[0] <= 0.3, sizes)
                check(0 <= turn <= 90, turn)
                check(max(abs(x), abs(y)) <= 1.25, (x, y))
                circles.append((x, y, math.hypot(*sizes) / 2 if len(sizes) == 2 else sizes[0]))
            for x, y, radius in circles:
                check(2.5 - max(abs(x), abs(y)) - radius >= 0.8, f"too near to a wall: {course}")
                check(all(math.dist(place, (x, y)) - radius >= 0.7999 for place in (START, TARGET)), course)
            for (x, y, radius), (u, v, other) in itertools.combinations(circles, 2):
                check(math.dist((x, y), (u, v)) - radius - other >= 0.7999, course)
            check(min(abs(x - y) / math.sqrt(2) for x, y, _ in circles) <= 0.3, "no obstacle is near the straight path")
    check(fallen_back < 20, f"{fallen_back} courses are the fallback")
    check(2000 < boxes < 4000, boxes)


def runs():
    """A program may begin the next run at any time, until the last run; the same seed gives the same runs."""
    logs = []
    for _ in range(2):
        folder = Folder()
        with folder.serve("--script", "obstacle_run.rb", "--agent_port", "0", "--agents_awaited", "1", *SYNC, "--seed", "8", "--Course.TimeLimit", "2", "--Course.Runs", "3") as server:
            agent = Runner(server.port(r"agent port (\d+)"))
            found = folder.summary(server)
            agent.join(TIMEOUT)
        check(found["runs"] == "3" and found["result"] == "time limit", found)
        check(re.fullmatch(r"time limit, 2\.\d\d s, 0 collisions, 0\.\d\d m", found["run 1"]), found)
        check(found["run 2"].startswith("time limit, "), found)
        check(server.printed().count("this is the last run") == 1, server.printed())
        check(len(re.findall(r"(?m)^run [123]: time limit, 2\.", server.printed())) == 3, server.printed())
        first, second, third = (agent.seen[number] for number in (1, 2, 3))
        check(len({first, second, third}) == 3, agent.seen)
        logs.append(folder.log())
    check(logs[0] == logs[1], "the same seed gives different runs")


class Runner(ConnectedAgent):
    """Makes three runs, and requests a fourth. `seen` has the position of an obstacle from the first percepts of each run."""

    def __init__(self, port):
        self.sensations, self.number, self.seen, self.asked = 0, 1, {}, 0
        super().__init__(port)

    def decide(self, percepts):
        self.sensations += 1
        if self.sensations == 1:
            return "(create)"
        state = re.search(r"\(judge \(state (\w+)\)", percepts)
        if not state:
            return ""
        if state[1] == "ready" and self.asked:
            self.number, self.asked = self.number + 1, 0
        self.seen.setdefault(self.number, re.search(r"obstacle_1 \(pos [^)]+", percepts)[0])
        if state[1] == "late" and not self.asked:
            self.asked = 1
            return "(again)"
        return "(LEFT_WHEEL 1)(RIGHT_WHEEL 1)"


def late_rover_ends_the_run():
    """A rover that does not move is late; the server ends two seconds later."""
    found, judged = run_course(0, "--Course.TimeLimit", "3")
    check(found["result"] == "time limit" and found["collisions"] == "0" and found["path"] == "0.00 m", found)
    check(5.0 <= float(found["simulated"].split()[0]) <= 5.5, found)
    check(judged[0][:2] == ("ready", "0") and judged[-1][:2] == ("late", "0"), judged)
    check(abs(float(judged[-1][2]) - math.dist(START, TARGET)) < 0.02, judged[-1])


PATIENT = """
run 'obstacle_run.rb'
get($serverPath + 'gamecontrol/CourseJudge').setPatient(true)
"""


def patient_judge():
    """With a patient judge a rover that has not moved is never late."""
    folder = Folder()
    with open(os.path.join(folder.name, "patient.rb"), "w", encoding="ascii") as file:
        file.write(PATIENT)
    with folder.serve("--script", "patient.rb", "--agent_port", "0", "--agents_awaited", "1", *SYNC, "--Course.TimeLimit", "1", "--Spades.EndTime", "4") as server:
        driver = Driver(server.port(r"agent port (\d+)"), 0)
        found = folder.summary(server)
        driver.join(TIMEOUT)
    check(found["result"] == "ready" and found["time"] == "0.00 s", found)
    check({state for state, *_ in driver.judged} == {"ready"}, driver.judged)


def walls_count_once_each():
    """A rover drives backwards into the walls behind the start. Each wall counts as one collision, regardless of the duration of the contact."""
    found, judged = run_course(-6, "--Course.TimeLimit", "6")
    check(found["result"] == "time limit" and found["collisions"] in ("1", "2"), found)
    check(judged[-1][1] == found["collisions"] and "running" in {state for state, *_ in judged}, judged)
    check(0.1 < float(found["path"].split()[0]) < 2, found)


def penalties():
    """The sample team of release 0.1 shoots penalties and scores some; the same seed gives the same result."""
    logs = []
    for _ in range(2):
        folder = Folder()
        with folder.serve("--script", "penalty_training.rb", "--agentdb", "agentdb-0.1.xml", "--Training.Attempts", "5", "--seed", "3", "--timers", "fixed", "0") as server:
            found = folder.summary(server)
        taken, scored = map(int, re.fullmatch(r"(\d+) taken, (\d+) scored", found["penalties"]).groups())
        check(taken == 5 and 0 < scored <= 5, found)
        check(found["score"] == f"{scored} - 0", found)
        logs.append(folder.log())
    check(logs[0] == logs[1], "the same seed gives different training")
    # Each penalty begins with the ball on the spot, 11 m in front of the right goal.
    length = float(re.search(r"\(FieldLength (\S+?)\)", logs[0])[1])
    spots = re.findall(rf"\(B \(pos {length / 2 - 11:g} 0 0\.11\d*\)\)", logs[0])
    check(len(spots) >= 3, len(spots))


def invalid_trainings():
    """Invalid numbers are refused with file and line."""
    for option, value in (("--Training.Attempts", "0"), ("--Training.AttemptTime", "-1"), ("--Training.Distance", "1e9")):
        folder = Folder()
        with folder.serve("--script", "penalty_training.rb", "--Spades.EndTime", "0.1", option, value) as server:
            server.wait()
            check(re.search(r"penalty_training\.rb:\d+.*: set\w+\(.*\) refused", server.printed()), server.printed())


def five_a_side():
    """A match of five a side lasts ten seconds."""
    folder = Folder()
    with folder.serve("--script", "five_a_side.rb", "--Soccer.AutomaticKickOff", "true", "--Spades.EndTime", "10", "--timers", "fixed", "0") as server:
        found = folder.summary(server)
    check(found["agents"] == "10 started, 0 lost", found)
    players = re.findall(r"\(P \(s \d\)\(id \d+\)\(pos (\S+) (\S+) ", folder.log().splitlines()[-2])
    check(len(players) == 10 and all(abs(float(x)) < 26 and abs(float(y)) < 16 for x, y in players), players)


TESTS = (places_depend_on_the_seed, obstacles_keep_their_distances, runs, late_rover_ends_the_run, patient_judge, walls_count_once_each, penalties,
         invalid_trainings, five_a_side)


def main():
    failures = 0
    for test in TESTS:
        if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
            continue
        try:
            test()
            print(f"{test.__name__}: ok", flush=True)
        except (AssertionError, OSError, KeyError) as failure:
            print(f"{test.__name__}: FAILED: {failure}", flush=True)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
