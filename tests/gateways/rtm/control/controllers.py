#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Controllers of another system, like those of OpenHRP: a component in a context that is ticked, an InPort `angle`, and an OutPort `torque`.

As a program: one such controller without faults, in a process of its own.  controllers.py NAME_SERVER NAME
"""

import contextlib
import os
import queue
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "support"))

import omg_idl  # noqa: E402
from omg_idl import Struct  # noqa: E402
from omg_peer import ACTIVE, ERROR, FAILED, INACTIVE, OK, Component, Context, InPort, Naming, Orb, OutPort  # noqa: E402

STIFFNESS, DAMPING = 200.0, 20.0  # N m/rad, N m s/rad
TARGET = 0.3  # rad, of J1
PERIOD = 0.002  # s


class TickedContext(Context):
    """A component's own context. Like published ones it answers requests with RTC_ERROR, and carries them out with the next tick."""

    def __init__(self, orb, component, type_name="SynchExtTriggerEC"):
        super().__init__(orb, component.reference)
        self.type_name = type_name
        component.call = lambda callback, handle: getattr(component, callback)(handle)
        self.participants[component.reference] = Struct(proxy=component, handle=0, state=INACTIVE, wanted=None)
        component.owned.append(self.reference)

    def change(self, component, state, wanted):
        code = super().change(component, state, wanted)
        return ERROR if code == OK else code

    def pass_of(self, one):
        super().pass_of(one)
        if one.state == ACTIVE and one.proxy.fails.get("on_execute", OK) != OK:
            one.state = FAILED
            one.proxy.on_aborting(one.handle)

    def get_profile(self):
        profile = super().get_profile()
        profile.properties = omg_idl.texts(type=self.type_name)
        return profile


class EarlyContext(TickedContext):
    """A context whose ticks return at once; a thread makes one pass for each. (Published ones lose ticks that arrive during a pass.)"""

    def __init__(self, orb, component):
        super().__init__(orb, component, "ExtTrigExecutionContext")
        self.ticks = queue.SimpleQueue()
        threading.Thread(target=self.make_passes, daemon=True).start()

    def tick(self):
        self.ticks.put(None)

    def make_passes(self):
        while not self.orb.ended.is_set():
            with contextlib.suppress(queue.Empty):
                self.ticks.get(timeout=0.1)
                super().tick()


class Controller(Component):
    """Drives J1 to TARGET and holds the other joints where they were. A test that needs another behaviour replaces `think`, which gets the
    angles and returns the torques, or None."""

    def __init__(self, orb, name, context=TickedContext, torque_type="TimedDoubleSeq"):
        super().__init__(orb, name)
        self.angle = self.add(InPort(orb, name + ".angle", "TimedDoubleSeq"))
        self.torque = self.add(OutPort(orb, name + ".torque", torque_type))
        self.context = context(orb, self)
        self.angles, self.times, self.first, self.passes = [], [], None, threading.Condition()

    def read(self):
        """The newest angles, and the time of their sensation; None if there are none."""
        ends = list(self.angle.ends.values())
        if not ends or not ends[-1].data:
            return None
        value = omg_idl.value("TimedDoubleSeq", ends[-1].data[-1])
        return value.data, value.tm.sec + 1e-9 * value.tm.nsec

    def on_activated(self, *_):
        self.first = self.read()
        return self.callback("on_activated")

    def on_execute(self, *_):
        read = self.read()
        answer = self.fails.get("on_execute", OK)
        if read:
            torques = self.think(read[0])
            with self.passes:
                self.angles.append(read[0])
                self.times.append(read[1])
                self.passes.notify_all()
            if torques is not None:
                self.torque.write(torques)
        return answer

    def think(self, angles):
        before = self.angles[-1] if self.angles else angles
        targets = [TARGET, *(self.first[0] if self.first else angles)[1:]]
        return [STIFFNESS * (target - angle) - DAMPING * (angle - old) / PERIOD for target, angle, old in zip(targets, angles, before)]

    def wait_for_passes(self, count, longest=60.0):
        with self.passes:
            return self.passes.wait_for(lambda: len(self.angles) >= count, longest)


def main(server, name):
    orb = Orb()
    controller = Controller(orb, name)
    naming = Naming(server)
    naming.rebind(name + ".rtc", controller.reference)
    print("ready", flush=True)
    while controller.wait_for_passes(len(controller.angles) + 50, longest=None):
        print(f"{controller.times[-1]:.3f} {controller.angles[-1][0]:.4f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
