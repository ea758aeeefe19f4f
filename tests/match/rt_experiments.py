#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The figures of both demos of RT components in lock-step, which repeat to the byte, and errors of scripts.

    rt_experiments.py SERVER [TEST ...]
"""

import atexit
import collections
import os
import shutil
import subprocess
import sys
import tempfile

SERVER = os.path.abspath(sys.argv[1])
STEP = 0.01  # s
LONGEST = 120  # s of real time


def check(condition, *what):
    if not condition:
        sys.exit("failed: " + " ".join(map(str, what)))


def new_folder():
    """A folder that exists until this program ends."""
    folder = tempfile.mkdtemp(prefix="rt_experiments.")
    atexit.register(shutil.rmtree, folder, True)
    return folder


def play(script, *options, folder=None, status=0, strict=True):
    """Plays a run and returns its output; the logs are in folder/logs."""
    folder = folder or new_folder()
    command = [SERVER, "--script", script, *(["--strict"] if strict else []), "--monitor_port", "off", "--logdir", os.path.join(folder, "logs"),
               "--Rtm.NameServer", "none", *options]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST)
    check(ended.returncode == status, script, *options, "ended with", ended.returncode, ended.stdout, ended.stderr)
    return ended.stdout + ended.stderr, folder


def demo(script, *options):
    """The ports.log of a run in lock-step in which the script moves everything."""
    printed, folder = play(script, "--Rtm.Sync", "true", "--Rtm.Scripted", "true", "--Rtm.PortLog", "true", "--Spades.EndTime", "20", *options)
    check("warning" not in printed and "error" not in printed, printed)
    with open(os.path.join(folder, "logs/ports.log"), encoding="utf-8") as log:
        return log.read()


def series(log):
    """{'Motor0.position': {step: value}}; if an InPort and an OutPort have the same name, the value of the OutPort, which comes first."""
    all_of = collections.defaultdict(dict)
    for line in log.splitlines():
        step, component, port, value = line.split(",")
        number = {"true": 1.0, "false": 0.0}.get(value)
        all_of[f"{component}.{port}"].setdefault(int(step), float(value) if number is None else number)
    return all_of


def between(values, begin, end):
    """The values between these times in s."""
    some = [value for step, value in values.items() if begin <= step * STEP < end]
    check(some, "no values from", begin, "to", end)
    return some


def line_through(points):
    """Slope and r² of the best line through the points."""
    count = len(points)
    mean_x, mean_y = (sum(point[i] for point in points) / count for i in (0, 1))
    xx = sum((x - mean_x) ** 2 for x, _ in points)
    yy = sum((y - mean_y) ** 2 for _, y in points)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return xy / xx, xy * xy / (xx * yy)


def test_light():
    ports = series(demo("rtm/light.rb"))
    angle, light = ports["Motor0.position"], ports["Sensor0.light"]
    check(max(between(ports["Sensor0.pressure1"], 3.5, 4)) == 10, "the finger did not press in the dark")
    check(max(map(abs, between(angle, 0, 5))) < 1, "the motor moved in the dark")
    check("Logic0.out" in ports and min(ports["Logic0.out"]) * STEP >= 5, "the gate was open in the dark")
    check(set(between(light, 5.5, 17.5)) == {400}, "100 cd are 400 lx:", set(between(light, 5.5, 17.5)))
    # Half a second after each step of the force the motor has reached its position.
    points = [(force, between(angle, 6.9 + force, 7.0 + force)[0]) for force in range(11)]
    slope, fit = line_through(points)
    check(abs(slope - 9) < 0.02 * 9 and fit > 0.99, "9 degrees per N:", slope, fit, points)
    check(between(ports["Sensor0.pressure1"], 19, 20)[-1] == 0 and light[1999] == 0, "the finger has not let go, or the light is on")
    check(all(abs(value - angle[1750]) < 1 for value in between(angle, 17.5, 20)), "the motor moved in the dark")


def test_bilateral():
    ports = series(demo("rtm/bilateral.rb"))
    first, second = ports["Motor0.position"], ports["Motor1.position"]
    check(first[300] > 30, "the push moves the arm:", first[300])
    for step in range(120, 500):
        nearest = min(abs(second[step] - first[then]) for then in range(step - 20, step + 1))
        check(nearest < 5, "within 0.2 s the other arm follows to 5 degrees: step", step, nearest)
    for values in (first, second):
        still = between(values, 4, 6)
        check(max(still) - min(still) < 0.5, "released, both stay:", min(still), max(still))
    for pushes, holds, begin in ((0, 1, 8.0), (1, 0, 15.0)):
        felt = between(ports[f"Hand{holds}.torque"], begin, begin + 2)
        check(all(abs(abs(torque) - 0.2) < 0.02 for torque in felt), "0.2 N m are felt on the other side:", min(felt), max(felt))
        held = between(ports[f"Motor{holds}.position"], begin, begin + 2)
        check(max(held) - min(held) < 0.5, "the hand did not hold the arm")
        moved = between(ports[f"Motor{pushes}.position"], begin, begin + 2)
        check(abs(moved[-1] - held[-1]) > 1, "the arm did not give way when pushed")


def test_repeated():
    """Speed, load, sandbox and log format have no effect."""
    for script in ("rtm/light.rb", "rtm/bilateral.rb"):
        seed = ("--seed", "7")
        first = demo(script, *seed)
        check(len(first.splitlines()) > 5000, "a line per value:", len(first.splitlines()))
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
        try:
            check(demo(script, *seed, "--speed", "100") == first, script, "differs at speed 100 beside others")
        finally:
            for one in busy:
                one.kill()
                one.wait()
        check(demo(script, *seed, "--sandbox", "off", "--Rtm.SyncTimeout", "0") == first, script, "differs without sandbox")
        check(demo(script, "--seed", "8") == first, script, "depends on the seed, but nothing in it is random")


def test_player():
    """A component plays a player of the game among others; in lock-step the match is the same to the byte."""
    folder = new_folder()
    script = os.path.join(folder, "mine.rb")
    with open(script, "w", encoding="utf-8") as file:
        file.write("""defaultVariable('Rtm.ExportAgents', true)
defaultVariable('Rtm.Sync', true)
defaultVariable('Rtm.PortLog', true)
run 'rcssserver3D.rb'
importBundle 'rtm'
rtm = new('RtmServer', $serverPath + 'rtm')
rtm.addAgent('no7', '(create)', '(init (unum 7)(teamname rtm))', '(beam -10 0 0)')
rtm.activate('Agent0')
rtm.schedule('Agent0.drive', 6.0, 100, 0, 0)
rtm.schedule('Agent0.drive', 7.0, 100)
rtm.schedule('Agent0.say', 8.0, 'hello')
""")
    logs = []
    for number, options in enumerate((("--speed", "max"), ("--speed", "20", "--sandbox", "off"))):
        place = os.path.join(folder, str(number))
        os.mkdir(place)
        printed, _ = play(script, "--Soccer.AutomaticKickOff", "true", "--team", "foo:2", "--seed", "3", "--Spades.EndTime", "20", *options,
                          folder=place)
        check("Agent0.drive: 1 numbers, where its effector takes 3" in printed, printed)
        with open(os.path.join(place, "logs/monitor.log"), "rb") as log, open(os.path.join(place, "logs/ports.log"), "rb") as ports:
            logs.append((log.read(), ports.read()))
    check(logs[0] == logs[1], "the match is another the second time", folder)
    log, ports = logs[0]
    check(b",Agent0,drive,100,0,0\n" in ports and b",Agent0,GameState,(GameState (time " in ports, ports[:500])
    # External agents may connect at any time: those that connect may be named, and the end shows that one never connected.
    with open(script, "a", encoding="utf-8") as file:
        file.write("rtm.activate('Agent22')\nrtm.activate('Agent2')\nrtm.schedule('Agent2.drive', 2.0, 0, 100, 0)\n")
    printed, _ = play(script, "--Soccer.AutomaticKickOff", "true", "--team", "foo:2", "--Spades.EndTime", "4", "--speed", "5",
                      folder=folder, status=1)
    check(f"{script}:12: rtm: activate('Agent22'): there is no component Agent22; did you mean Agent2? (--strict)" in printed, printed)
    with open(os.path.join(folder, "logs/ports.log"), "rb") as log:
        check(b",Agent2,drive,0,100,0\n" in log.read(), "an agent that has come by itself is not driven", printed)


def test_match_with_the_module_is_unchanged():
    """A match of soccer is the same to the byte with and without the module."""
    logs = []
    for lines in ("", "importBundle 'rtm'\nnew('RtmServer', $serverPath + 'rtm')\n"):
        folder = new_folder()
        with open(os.path.join(folder, "mine.rb"), "w", encoding="utf-8") as file:
            file.write(f"defaultVariable('Rtm.NameServer', 'none')\nrun 'rcssserver3D.rb'\n{lines}")
        command = [SERVER, "--script", "mine.rb", "--strict", "--home", "off", "--monitor_port", "off", "--logdir", "logs", "--seed", "4", "--hash", "100",
                   "--timers", "fixed", "0", "--agentdb", "agentdb-0.1.xml", "--Soccer.AutomaticKickOff", "true", "--Soccer.RuleHalfTime", "5"]
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST)
        check(ended.returncode == 0, ended.stdout, ended.stderr)
        check(("rtm: 0 values in, 0 out" in ended.stdout) == bool(lines), "with the module, and without it:", ended.stdout)
        for name in ("monitor.log", "hashes.log"):
            with open(os.path.join(folder, "logs", name), "rb") as log:
                logs.append(log.read())
    check(logs[0].count(b"\n") > 100 and logs[1].count(b"\n") >= 10, "a match:", logs[0][:500], logs[1])
    check(logs[:2] == logs[2:], "the match differs with the module")


def test_robot():
    """Any robot can be a component: its percepts are ports, and a value put into a port drives it."""
    folder = new_folder()
    script = os.path.join(folder, "mine.rb")
    with open(script, "w", encoding="utf-8") as file:
        file.write("""defaultVariable('Rtm.Sync', true)
defaultVariable('Rtm.PortLog', true)
run 'rtm/robot.rb'
rtm = get('/sys/server/rtm')
rtm.activate('Agent0')
rtm.schedule('Agent0.FRONT_WHEEL', 1.0, 2)
""")
    play(script, "--Rtm.Robot", "robots/vehicle_torque.rsg", "--Spades.EndTime", "2", folder=folder)
    with open(os.path.join(folder, "logs/ports.log"), encoding="ascii") as file:
        lines = [line.split(",") for line in file]
    joints = dict.fromkeys(port for _, _, port, *_ in lines if port.startswith("JS_"))
    check(list(joints) == ["JS_STEERING", "JS_FRONT_WHEEL", "JS_REAR_WHEEL_L", "JS_REAR_WHEEL_R"], joints)
    chassis = {int(step): [float(value) for value in values] for step, _, port, *values in lines if port == "BS_CHASSIS"}
    check(max(chassis) > 1990, "it is not at steps of 1 ms", max(chassis))
    stands, drives = chassis[999], chassis[max(chassis)]
    check(abs(stands[2] - 0.15) < 1e-3 and abs(stands[1]) < 1e-3, "it does not stand on the floor", stands)
    check(drives[1] < -0.3, "it does not drive along -y", drives)


def test_short_steps():
    """With steps of 0.001 s the servo settles, too: the light demo gives the same line."""
    printed, folder = play("rtm/light.rb", "--Rtm.Sync", "true", "--Rtm.Scripted", "true", "--Rtm.PortLog", "true", "--Spades.EndTime", "20",
                           "--Spades.TimePerStep", "0.001", "--Rtm.Period", "10")
    with open(os.path.join(folder, "logs/ports.log"), encoding="utf-8") as log:
        angle = series(log.read())["Motor0.position"]
    check(all(step % 10 == 0 for step in angle), "a control period is 10 steps", printed)
    points = [(force, angle[6990 + 1000 * force]) for force in range(11)]
    slope, fit = line_through(points)
    check(abs(slope - 9) < 0.02 * 9 and fit > 0.99, "9 degrees per N:", slope, fit, points)


def refused(text, *words, options=(), status=1):
    """A failed start causes one line; the status is 2 if the options are the reason."""
    folder = new_folder()
    script = os.path.join(folder, "mine.rb")
    with open(script, "w", encoding="utf-8") as file:
        file.write("run 'rtm/base.rb'\nrtm = get('/sys/server/rtm')\n" + text)
    printed, _ = play(script, "--Spades.EndTime", "1", *options, folder=folder, status=status)
    check(all(word in printed for word in words), text, "is refused with:", printed)


def test_invalid_scripts():
    refused("rtm.load('Nothing')", "there is no Nothing.so")
    refused("rtm.load('Logic', 'threshold')", "expected NAME=VALUE")
    refused("rtm.addRobot('a b', 'rtm/motor.rsg', 1)", "1 to 64 printable characters")
    refused("rtm.addRobot('a', 'rtm/motor.rsg', 1); rtm.addRobot('a', 'rtm/motor.rsg', 1)", "there already is one with that name")
    refused("rtm.addRobot('a', 'x) (beam 1 2 3')", "not the name of a scene file")
    refused("rtm.connect('Motor0', 'Logic0.in1')", "port 'Motor0': expected COMPONENT.PORT")
    refused("rtm.schedule('Motor0.position', -1, 3)", "expected 0 s or later")
    refused("", "Rtm.Period", options=("--Rtm.Period", "0"), status=2)
    refused("", "cannot listen on nonsense", options=("--Rtm.Endpoint", "nonsense"))


def test_late_script_errors():
    """Each error that can be found only when the components exist has a line with its place, and ends a strict match."""
    for text, wanted in LATE_SCRIPT_ERRORS:
        folder = new_folder()
        script = os.path.join(folder, "mine.rb")
        with open(script, "w", encoding="utf-8") as file:
            file.write("run 'rtm/base.rb'\nrtm = get('/sys/server/rtm')\n" + text)
        with open(os.path.join(folder, "odd.rsg"), "w", encoding="utf-8") as file:
            file.write(ODD_ROBOT)
        for strict in (False, True):
            printed, _ = play(script, "--Spades.EndTime", "1", "--Rtm.Sync", "true", folder=folder, strict=strict, status=int(strict))
            for words in wanted:
                check(printed.count("error: " + folder + "/" + words) == 1, "missing:", words, "in", printed)
            check((f"(--strict; {len(wanted) - 1} more such mistakes above)" in printed) == strict, printed)


ODD_ROBOT = """(RubySceneGraph 0 1)
(
  (node Body (setName plate) (setBoxTotal 1.0 0.1 0.1 0.02))
  (node RtComponent
    (setName Odd)
    (addInPort level nothing 0))
)
"""
LATE_SCRIPT_ERRORS = (
    ("""rtm.addRobot('bench', 'rtm/motor.rsg', 1.0)
rtm.load('Logic', 'nix=1')
rtm.connect('Motor0.position', 'Hand0.hold')
rtm.connect('Motor0.posision', 'Hand0.torque')
rtm.connect('Sensor0.light', 'Motor0.position')
rtm.activate('Motr0')
rtm.schedule('Motor0.position', 0.2, 'fast')
rtm.schedule('Motor0.nothing', 9, 1)
""", ("mine.rb:4: rtm: load('Logic'): Logic has no parameter 'nix'", "mine.rb:5: rtm: connect('Motor0.position', 'Hand0.hold')",
      "mine.rb:6: rtm: connect('Motor0.posision', 'Hand0.torque'): Motor0 has no OutPort 'posision'; did you mean position?",
      "mine.rb:7: rtm: connect('Sensor0.light', 'Motor0.position'): there is no component Sensor0",
      "mine.rb:8: rtm: activate('Motr0'): there is no component Motr0; did you mean Motor0?",
      "mine.rb:9: rtm: schedule('Motor0.position', 0.2, …): 'fast' is not of type float",
      "mine.rb:10: rtm: schedule('Motor0.nothing', 9, …): Motor0 has no InPort 'nothing'")),
    ("""get('/sys/server/file').mount('FileSystemSTD', __dir__)
rtm.addRobot('bench', 'rtm/motor.rsg')
rtm.addRobot('other', 'rtm/nomotor.rsg', 1)
rtm.addRobot('odd', 'odd.rsg')
""", ("mine.rb:4: rtm: robot bench has no components: its scene brings none",
      "mine.rb:5: rtm: robot other has no components: its scene brings none",
      "odd.rsg:6: rtm: robot odd: Odd.level is left out: there is no effector nothing")),
)


def main():
    wanted = sys.argv[2:]
    tests = {name[5:]: test for name, test in globals().items() if name.startswith("test_")}
    for name, test in tests.items():
        if not wanted or name in wanted:
            print(name, flush=True)
            test()


if __name__ == "__main__":
    main()
