#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random operations on connections and on life cycles in an execution context, each compared with a small model.  test_omg_model.py RTM_HOST FOLDER_OF_PROBE [SEED]"""

import random
import sys

SEED = int(sys.argv.pop()) if len(sys.argv) > 3 else random.randrange(1 << 30)

from omg_stage import Stage  # noqa: E402

import giop  # noqa: E402
import omg_peer  # noqa: E402
from omg_idl import Proxy  # noqa: E402
from omg_peer import ACTIVE, BAD_PARAMETER, CREATED, FAILED, INACTIVE, OK, PRECONDITION_NOT_MET, connector  # noqa: E402
from skipping import run_tests  # noqa: E402

OPERATIONS = 600


class Connections(Stage):
    """The model: the connectors, and the two ports of each."""

    def setUp(self):
        super().setUp()
        third = omg_peer.Port(self.orb, "Tool0.any")
        theirs = [omg_peer.OutPort(self.orb, "Y0.out", "TimedDouble"), omg_peer.OutPort(self.orb, "Y1.out", "TimedLong"),
                  omg_peer.InPort(self.orb, "X0.in", "TimedDouble"), omg_peer.InPort(self.orb, "X1.in", "TimedLong")]
        ours = [self.port(name) for name in ("double_out", "long_out", "double", "long")]
        kinds = [("out", "double"), ("out", "long"), ("in", "double"), ("in", "long")]
        self.ports = {}
        for (direction, kind), one, other in zip(kinds, ours, theirs):
            self.ports["ours", direction, kind] = one
            self.ports["theirs", direction, kind] = Proxy(other.reference, "PortService")
        self.third, self.model, self.count = third, {}, 0

    def test_random_operations(self):
        chance = random.Random(SEED)
        with self.subTest(seed=SEED):
            for _ in range(OPERATIONS):
                chance.choices([self.connect, self.disconnect, self.disconnect_all], [6, 3, 1])[0](chance)
                self.compare()

    def compare(self):
        for key, port in self.ports.items():
            there = {profile.connector_id for profile in port.get_connector_profiles()}
            self.assertEqual({name for name, ends in self.model.items() if key in ends}, there, key)

    def connect(self, chance):
        out, in_ = (chance.choice([key for key in self.ports if key[1] == direction]) for direction in ("out", "in"))
        # Ports of the other system do not compare types, and connections between two of them do not concern us.
        if "ours" not in (out[0], in_[0]) or ("theirs" in (out[0], in_[0]) and out[2] != in_[2]):
            return
        ends = chance.sample([out, in_], 2)
        self.count += 1
        taken = [name for name, others in self.model.items() if any(key[0] == "ours" for key in set(ends) & set(others))]
        name = chance.choice(taken) if taken and chance.random() < 0.1 else f"number {self.count}"
        is_dup = chance.random() < 0.3
        asked = self.ports[chance.choice(ends)] if chance.random() < 0.8 else self.third
        how = {"subscription_type": chance.choice(["flush", "new"]), "dataflow_type": chance.choice(["push", "pull"])}
        profile = connector([self.ports[key].reference for key in ends], connector_id=name, **how, **({"allow_dup_connection": "YES"} if is_dup else {}))
        code, _ = asked.connect(profile)
        joined = any(set(ends) == set(others) for others in self.model.values())
        if name in self.model:
            # A chain that finds its id in use at one of the ports is undone by this id, so the earlier connector may be gone, too.
            self.assertNotEqual(OK, code)
            self.resynchronize(name)
        elif out[2] != in_[2]:
            self.assertNotEqual(OK, code)
        elif joined and not is_dup:
            self.assertEqual(PRECONDITION_NOT_MET, code)
        else:
            self.assertEqual(OK, code, (ends, how))
            self.model[name] = tuple(ends)

    def resynchronize(self, name):
        for key in self.model.pop(name):
            self.ports[key].disconnect(name)

    def disconnect(self, chance):
        key = chance.choice(list(self.ports))
        name = chance.choice([*self.model, "nothing"])
        is_known = key in self.model.get(name, ())
        self.assertEqual(OK if is_known else BAD_PARAMETER, self.ports[key].disconnect(name))
        if is_known:
            del self.model[name]

    def disconnect_all(self, chance):
        key = chance.choice(list(self.ports))
        self.assertEqual(OK, self.ports[key].disconnect_all())
        self.model = {name: ends for name, ends in self.model.items() if key not in ends}


class Lives(Stage):
    """The model: the state of each participant, and those of its callbacks that fail."""

    arguments = ("-o", "exec_cxt.periodic.type=SynchExtTriggerEC", "-o", "exec_cxt.sync_transition=NO")

    def setUp(self):
        super().setUp()
        self.ticked = self.context()
        self.members = [omg_peer.Component(self.orb, f"Foreign{number}") for number in range(4)]
        self.states = {member: CREATED for member in self.members}
        self.is_running = self.ticked.is_running()

    def test_random_operations(self):
        chance = random.Random(SEED)
        operations = [self.join, self.leave, self.activate, self.deactivate, self.reset, self.tick, self.start, self.stop, self.let_fail]
        with self.subTest(seed=SEED):
            for _ in range(OPERATIONS):
                chance.choices(operations, [3, 1, 4, 3, 4, 8, 3, 1, 3])[0](chance, chance.choice(self.members))
                for member in self.members:
                    self.assertEqual(self.states[member], self.ticked.get_component_state(member.reference))
        for member in self.members:
            self.ticked.remove_component(member.reference)

    def join(self, _, member):
        code = self.ticked.add_component(member.reference)
        if self.states[member] == CREATED:
            self.assertEqual(OK, code)
            self.states[member] = INACTIVE
        else:
            self.assertEqual(PRECONDITION_NOT_MET, code)

    def leave(self, _, member):
        code = self.ticked.remove_component(member.reference)
        self.assertEqual(BAD_PARAMETER if self.states[member] == CREATED else OK, code)
        self.states[member] = CREATED

    def change(self, member, operation, before, callback, after):
        """Makes a request, and a pass that carries it out."""
        code = self.ticked.call(f"{operation}_component", member.reference)
        if self.states[member] != before:
            self.assertEqual(BAD_PARAMETER if self.states[member] == CREATED else PRECONDITION_NOT_MET, code)
            return
        if not self.is_running:
            self.assertEqual(OK, self.ticked.start())
            self.is_running = True
        self.pass_with({member: (callback, after)})

    def activate(self, _, member):
        self.change(member, "activate", INACTIVE, "on_activated", ACTIVE)

    def deactivate(self, _, member):
        self.change(member, "deactivate", ACTIVE, "on_deactivated", INACTIVE)

    def reset(self, _, member):
        self.change(member, "reset", FAILED, "on_reset", INACTIVE)

    def tick(self, *_):
        self.pass_with({})

    def start(self, *_):
        self.assertEqual(PRECONDITION_NOT_MET if self.is_running else OK, self.ticked.start())
        self.is_running = True

    def stop(self, *_):
        self.assertEqual(OK if self.is_running else PRECONDITION_NOT_MET, self.ticked.stop())
        self.is_running = False

    def let_fail(self, chance, member):
        member.fails.clear()
        if chance.random() < 0.7:
            member.fails[chance.choice(["on_activated", "on_execute", "on_state_update", "on_deactivated", "on_reset", "on_error"])] = "RTC_ERROR"

    def pass_with(self, changes):
        for member in self.members:
            member.callbacks.clear()
        self.ticked.tick()
        for member in self.members:
            self.assertEqual(self.expected(member, *changes.get(member, (None, None))) if self.is_running else [], member.callbacks, member.name)

    def expected(self, member, callback, after):
        """The expected callbacks of this pass; updates the member's state in the model."""
        calls, is_entering = [], False
        if getattr(member, "has_failed", False) and self.states[member] == ACTIVE:
            member.has_failed, self.states[member] = False, FAILED
            calls += ["on_deactivated", "on_aborting"]
        elif callback:
            calls.append(callback)
            is_entering = after == ACTIVE
            self.states[member] = after
            if callback == "on_reset" and member.fails.get(callback):
                self.states[member] = FAILED
        if self.states[member] == FAILED:
            return [*calls, "on_error"]
        if self.states[member] != ACTIVE:
            return calls
        member.has_failed = is_entering and bool(member.fails.get("on_activated"))
        for name in ("on_execute", "on_state_update"):
            if not member.has_failed:
                calls.append(name)
                member.has_failed = bool(member.fails.get(name))
        return calls


if __name__ == "__main__":
    run_tests()
