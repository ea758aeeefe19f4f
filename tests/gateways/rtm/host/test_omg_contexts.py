#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Components of another system in our execution contexts, and ours in theirs.  test_omg_contexts.py RTM_HOST FOLDER_OF_PROBE"""

import math
import socket
import threading

from omg_stage import WAYS, Stage

import omg_idl
import omg_peer
from giop import Reference
from omg_idl import Proxy, Struct
from omg_peer import ACTIVE, BAD_PARAMETER, CREATED, FAILED, OK
from programs import wait_until
from skipping import run_tests


# The callbacks of a participant in each of ten passes: activation is requested before the second, deactivation before the eighth.
ACTIVATED, EXECUTED = ["on_activated", "on_execute", "on_state_update"], ["on_execute", "on_state_update"]
ABORTED = ["on_deactivated", "on_aborting", "on_error"]
PASSES = {
    None: [[], ACTIVATED, *[EXECUTED] * 5, ["on_deactivated"], [], []],
    "on_activated": [[], ["on_activated"], ABORTED, *[["on_error"]] * 7],
    "on_execute": [[], ["on_activated", "on_execute"], ABORTED, *[["on_error"]] * 7],
    "on_state_update": [[], ACTIVATED, ABORTED, *[["on_error"]] * 7],
    "on_deactivated": [[], ACTIVATED, *[EXECUTED] * 5, ["on_deactivated"], [], []],
    "on_aborting": [[], ACTIVATED, *[EXECUTED] * 5, ["on_deactivated"], [], []],
    "on_error": [[], ACTIVATED, *[EXECUTED] * 5, ["on_deactivated"], [], []],
    "on_reset": [[], ACTIVATED, *[EXECUTED] * 5, ["on_deactivated"], [], []],
}


class TheirsInOurContexts(Stage):
    """A component of another system takes part in our context, which this test ticks."""

    arguments = ("-o", "exec_cxt.periodic.type=SynchExtTriggerEC", "-o", "exec_cxt.sync_transition=NO")

    def setUp(self):
        super().setUp()
        self.ticked = self.context()

    def joined(self, component=None):
        component = component or omg_peer.Component(self.orb)
        self.assertEqual(OK, self.ticked.add_component(component.reference))
        self.addCleanup(self.ticked.remove_component, component.reference)
        return component

    def tick(self, component):
        component.callbacks.clear()
        self.ticked.tick()
        return list(component.callbacks)

    def state(self, component):
        return self.ticked.get_component_state(component.reference)

    def test_our_context_has_the_published_interface(self):
        owner = self.component()
        for minor, little in WAYS:
            with self.subTest(minor=minor, little=little):
                context = self.context(minor=minor, little=little)
                self.assertTrue(context._is_a("IDL:openrtm.aist.go.jp/OpenRTM/ExtTrigExecutionContextService:1.0"))
                self.assertTrue(context._is_a("IDL:omg.org/RTC/ExecutionContextService:1.0"))
                profile = context.get_profile()
                self.assertEqual((owner.reference, context.get_kind(), context.get_rate()), (profile.owner, profile.kind, profile.rate))
                self.assertEqual(OK, context.set_rate(250.0))
                self.assertEqual(250.0, context.get_rate())
                for rate in (0.0, -1.0, math.nan, math.inf):
                    self.assertEqual(BAD_PARAMETER, context.set_rate(rate))
                self.assertTrue(context.is_running())
                self.assertEqual(("PRECONDITION_NOT_MET", OK, False, "PRECONDITION_NOT_MET", OK),
                                 (context.start(), context.stop(), context.is_running(), context.stop(), context.start()))
                self.assertEqual(0, owner.get_context_handle(context.reference))
                self.assertEqual(context.reference, owner.get_context(0))
                self.assertTrue(owner.is_alive(context.reference))
                self.assertEqual((None, []), (owner.get_context(7), owner.get_participating_contexts()))
                other = omg_peer.Component(self.orb).reference
                self.assertEqual((BAD_PARAMETER, BAD_PARAMETER, BAD_PARAMETER, CREATED),
                                 (context.activate_component(other), context.deactivate_component(other), context.reset_component(None),
                                  context.get_component_state(other)))

    def test_callbacks_of_ten_passes_with_a_failure_in_each_callback(self):
        for failing, passes in PASSES.items():
            with self.subTest(failing=failing):
                component = self.joined()
                self.assertEqual([("attach_context", self.ticked.reference)], component.called("attach_context"))
                if failing:
                    component.fails[failing] = "RTC_ERROR"
                called = []
                for number in range(10):
                    if number == 1:
                        self.ticked.activate_component(component.reference)
                    if number == 7:
                        self.ticked.deactivate_component(component.reference)
                    called.append(self.tick(component))
                self.assertEqual(passes, called)
                self.assertEqual({1000}, {call[1] for call in component.calls if call[0].startswith("on_")})
                is_failed = failing in ("on_activated", "on_execute", "on_state_update")
                self.assertEqual(FAILED if is_failed else "INACTIVE_STATE", self.state(component))
                if is_failed:
                    self.ticked.reset_component(component.reference)
                    self.assertEqual((["on_reset"], "INACTIVE_STATE"), (self.tick(component), self.state(component)))

    def test_a_participant_stays_faulty_after_a_failed_reset(self):
        component = self.joined()
        component.fails.update(on_execute="RTC_ERROR", on_reset="RTC_ERROR")
        self.ticked.activate_component(component.reference)
        self.tick(component)
        self.assertEqual((ABORTED, FAILED), (self.tick(component), self.state(component)))
        self.ticked.reset_component(component.reference)
        self.assertEqual((["on_reset", "on_error"], FAILED), (self.tick(component), self.state(component)))

    def test_participants_are_notified_of_start_stop_and_rate(self):
        component = self.joined()
        self.ticked.activate_component(component.reference)
        self.tick(component)
        component.callbacks.clear()
        self.assertEqual((OK, OK, OK), (self.ticked.set_rate(20.0), self.ticked.stop(), self.ticked.start()))
        self.assertEqual(["on_rate_changed", "on_shutdown", "on_startup"], component.callbacks)
        self.assertEqual((EXECUTED, ACTIVE), (self.tick(component), self.state(component)))
        self.ticked.stop()
        self.assertEqual([], self.tick(component))
        self.ticked.start()

    def test_participants_are_called_in_their_order(self):
        order = []
        components = [omg_peer.Component(self.orb, f"Foreign{number}") for number in range(3)]
        for component in components:
            component.callback = lambda name, handle=None, component=component: order.append((component.name, name)) or OK
            self.joined(component)
            self.ticked.activate_component(component.reference)
        self.ticked.tick()
        names = [component.name for component in components]
        self.assertEqual([(name, "on_activated") for name in names] + [(name, call) for call in ("on_execute", "on_state_update") for name in names],
                         order)
        self.assertEqual([component.reference for component in components], self.ticked.get_profile().participants)

    def test_participants_that_vanish_raise_or_hang_do_not_disturb_others(self):
        good = self.joined()
        for what, behaviour in (("raises", omg_peer.raises("UNKNOWN")), ("hangs up", omg_peer.hang_up), ("hangs", self.orb.hang)):
            with self.subTest(what=what):
                bad = self.joined()
                self.ticked.activate_component(bad.reference)
                self.ticked.activate_component(good.reference)
                self.tick(good)
                bad.on_execute = behaviour
                self.assertEqual(EXECUTED, self.tick(good))
                self.assertIn(EXECUTED, [self.tick(good), self.tick(good)])
                # It has been removed, so the others have waited for it only once.
                self.assertEqual((CREATED, BAD_PARAMETER), (self.state(bad), self.ticked.remove_component(bad.reference)))
        gone = self.joined()
        self.ticked.activate_component(gone.reference)
        self.ticked.tick()
        gone.vanish()
        for _ in range(3):
            self.assertEqual(EXECUTED, self.tick(good))
        self.assertEqual(CREATED, self.state(gone))
        self.assert_alive()

    def test_invalid_participants_are_refused(self):
        closed = self.enterContext(socket.socket())
        closed.bind(("127.0.0.1", 0))
        dead = Reference("IDL:omg.org/RTC/RTObject:1.0", "127.0.0.1", closed.getsockname()[1], b"dead")
        no_component = omg_peer.Port(self.orb, "X0.in").reference
        for reference in (None, dead, no_component, self.ticked.reference):
            self.assertNotEqual(OK, self.ticked.add_component(reference))
        hanging = omg_peer.Component(self.orb)
        hanging.attach_context = self.orb.hang
        self.assertNotEqual(OK, self.ticked.add_component(hanging.reference))
        raising = omg_peer.Component(self.orb)
        raising.attach_context = omg_peer.raises("NO_RESOURCES")
        self.assertNotEqual(OK, self.ticked.add_component(raising.reference))
        self.assertEqual([], self.ticked.get_profile().participants)
        leaving = omg_peer.Component(self.orb)
        self.assertEqual(OK, self.ticked.add_component(leaving.reference))
        leaving.detach_context = self.orb.hang
        self.ticked.remove_component(leaving.reference)
        self.assertEqual([], self.ticked.get_profile().participants)

    def test_a_participant_can_be_removed_in_a_pass(self):
        component = self.joined()
        removed = []

        def leave(_):
            removed.append(Proxy(self.ticked.reference, "ExecutionContext").remove_component(component.reference))
            return OK

        component.on_execute = leave
        self.ticked.activate_component(component.reference)
        self.ticked.tick()
        self.ticked.tick()
        wait_until(lambda: removed)
        self.assertEqual([], self.ticked.get_profile().participants)

    def test_too_many_participants_are_refused(self):
        code, count = OK, 0
        component = omg_peer.Component(self.orb)
        added = []
        for number in range(10_000):
            key = f"another {number}".encode()
            self.orb.objects[key] = component
            reference = self.orb.reference(component.reference.type_id, key)
            code = self.ticked.add_component(reference)
            if code == OK:
                added.append(reference)
            count += 1
            if code != OK and count > 300:
                break
        self.assertEqual(("OUT_OF_RESOURCES", True), (code, len(added) <= 256))
        for reference in added:
            self.assertEqual(OK, self.ticked.remove_component(reference))

    def test_simultaneous_ticks_make_one_pass_at_a_time(self):
        component = self.joined()
        self.ticked.activate_component(component.reference)

        def storm():
            context = self.context()
            for _ in range(200):
                context.tick()

        threads = [threading.Thread(target=storm) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(1, component.callbacks.count("on_activated"))
        self.assertLessEqual(component.callbacks.count("on_execute"), 1600)
        pairs = component.callbacks[1:]
        self.assertEqual(EXECUTED * (len(pairs) // 2), pairs)  # one pass at a time


class OursInTheirContexts(Stage):
    """A context of another system executes our component, which records its callbacks."""

    components = ("Recorder",)
    arguments = ("-o", "exec_cxt.periodic.type=SynchExtTriggerEC")

    def setUp(self):
        super().setUp()
        self.ours = self.component("Recorder0")
        self.calls = self.port("calls", "Recorder0")
        self.target = omg_peer.InPort(self.orb, "X0.in", "TimedString")
        self.connector_id = self.connected(self.calls, self.target).connector_id

    def assert_alive(self):
        self.assertEqual("Recorder0", self.ours.get_component_profile().instance_name)

    def called(self):
        """The callbacks since the last call."""
        end = self.target.ends[self.connector_id]
        values, end.data[:] = self.target.values(self.connector_id), []
        return [value.data for value in values]

    def test_our_component_takes_part_in_their_context(self):
        for minor, little in WAYS:
            with self.subTest(minor=minor, little=little):
                context = omg_peer.Context(self.another_orb(little, minor))
                self.assertEqual(OK, context.add_component(self.ours.reference))
                self.assertEqual([context.reference], self.ours.get_participating_contexts())
                handle = self.ours.get_context_handle(context.reference)
                self.assertGreaterEqual(handle, 1000)
                self.assertEqual(context.reference, self.ours.get_context(handle))
                self.called()
                context.activate_component(self.ours.reference)
                for _ in range(3):
                    context.tick()
                context.deactivate_component(self.ours.reference)
                context.tick()
                self.assertEqual([*ACTIVATED, *EXECUTED, *EXECUTED, "on_deactivated"], self.called())
                # Its own context is not affected.
                self.assertEqual("INACTIVE_STATE", self.context("Recorder0").get_component_state(self.ours.reference))
                self.assertEqual(OK, context.remove_component(self.ours.reference))
                self.assertEqual([], self.ours.get_participating_contexts())
                self.assertEqual((BAD_PARAMETER, None), (self.ours.detach_context(handle), self.ours.get_context(handle)))
        self.assert_alive()

    def let_fail(self, configuration, callback):
        values = Struct(id="default", description="", configuration_data=omg_idl.texts(fails=callback))
        self.assertTrue(configuration.set_configuration_set_values(values))
        self.assertTrue(configuration.activate_configuration_set("default"))

    def test_their_context_gets_our_failures(self):
        context = omg_peer.Context(self.orb)
        context.add_component(self.ours.reference)
        configuration = Proxy(self.ours.get_configuration(), "Configuration")
        for failing, calls in (("on_activated", ["on_activated"]), ("on_execute", ["on_activated", "on_execute"])):
            self.let_fail(configuration, failing)
            self.addCleanup(self.let_fail, configuration, "")
            self.called()
            context.activate_component(self.ours.reference)
            context.tick()
            self.assertEqual(calls, self.called())
            context.participants[self.ours.reference].state = "INACTIVE_STATE"
        context.remove_component(self.ours.reference)

    def test_invalid_contexts_are_not_called(self):
        closed = self.enterContext(socket.socket())
        closed.bind(("127.0.0.1", 0))
        dead = Reference("IDL:omg.org/RTC/ExecutionContext:1.0", "127.0.0.1", closed.getsockname()[1], b"dead")
        self.assertLess(self.ours.attach_context(None), 0)
        handle = self.ours.attach_context(dead)  # is not called
        if handle >= 0:
            self.assertEqual(OK, self.ours.detach_context(handle))
        handles = []
        context = omg_peer.Context(self.orb)
        for number in range(10_000):
            key = f"another {number}".encode()
            handle = self.ours.attach_context(self.orb.reference(context.reference.type_id, key))
            if handle < 0:
                break
            handles.append(handle)
        self.assertLessEqual(len(handles), 256)
        for handle in handles:
            self.assertEqual(OK, self.ours.detach_context(handle))
        self.assert_alive()


if __name__ == "__main__":
    run_tests()
