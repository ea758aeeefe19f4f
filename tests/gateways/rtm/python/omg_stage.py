# SPDX-License-Identifier: Apache-2.0
"""Components of another system beside the program rtm: written from the standard alone (tests/support/omg_peer.py), ticked by a thread."""

import contextlib
import threading

from stage import Stage

import omg_idl  # noqa: E402
import omg_peer  # noqa: E402
from omg_peer import Component, Context, Naming, Orb, connector  # noqa: E402, F401

PERIOD = 0.02  # s between two passes


class InPort(omg_peer.InPort):
    """Also keeps values from connections that have ended."""

    def __init__(self, *given):
        super().__init__(*given)
        self.all_ends = []

    def publish(self, profile):
        code = super().publish(profile)
        self.all_ends += [self.ends[profile.connector_id]] if profile.connector_id in self.ends else []
        return code

    def read(self, end):
        return [omg_idl.value(self.data_type, data, True) for data in end.data]


class OutPort(omg_peer.OutPort):
    def offer(self, value):
        """Offers a value to all connectors that pull."""
        for profile in self.get_connector_profiles():  # only these are complete: another thread may be about to connect
            end = self.ends.get(profile.connector_id)
            if isinstance(end, omg_peer.OutPortCdr):
                value_now = omg_idl.Struct(tm=omg_idl.Struct(sec=0, nsec=0), data=value)
                end.waiting.append(omg_idl.octets(self.data_type, value_now, omg_peer.is_little(profile)))


class Others(contextlib.ExitStack):
    """Components in this process with one context, whose passes a thread makes; known to a name server."""

    def __init__(self, server):
        super().__init__()
        self.orb = self.enter_context(contextlib.closing(Orb()))
        self.naming = self.enter_context(contextlib.closing(Naming(server)))
        self.context = Context(self.orb)
        self.outs, self.pulled, self.is_paused, self.ending = [], [], False, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        self.callback(self.end)

    def end(self):
        self.ending.set()
        self.thread.join()

    def run(self):
        """Makes the passes: state changes and callbacks, then each OutPort writes its values."""
        while not self.ending.wait(PERIOD):
            if not self.is_paused:
                self.context.tick()
            for port, value in self.pulled:
                port.offer(value)
            for port, values in list(self.outs):
                for value in values:
                    try:
                        port.write(value)
                    except (OSError, omg_peer.SystemException):
                        pass  # its connection has ended meanwhile

    def add(self, name, *ports, path=None):
        """A component with ports (class, name, type), bound as NAME.rtc or as `path`."""
        component = Component(self.orb, name)
        for kind, port, data_type in ports:
            component.add(kind(self.orb, f"{name}.{port}", data_type))
        component.owned.append(self.context.reference)
        self.context.add_component(component.reference)
        self.naming.rebind(path or name + ".rtc", component.reference)
        return component

    def write(self, port, *values):
        """Lets the OutPort write these values in each pass from now on."""
        self.outs.append((port, values))

    def offer(self, port, value):
        """Offers this value to connectors that pull from the OutPort, in each pass from now on."""
        self.pulled.append((port, value))


class OmgStage(Stage):
    def setUp(self):
        super().setUp()
        self.others = self.stack.enter_context(Others(self.server))

    def sequences(self, path=None):
        """SeqOut0 with two OutPorts, SeqIn0 with two InPorts; `path`: where they are bound, with `*` for their names."""
        ports = {"SeqOut0": ((OutPort, "Long", "TimedLong"), (OutPort, "Double", "TimedDouble")),
                 "SeqIn0": ((InPort, "Long", "TimedLong"), (InPort, "Float", "TimedFloat"))}
        return [self.others.add(name, *of, path=path and path.replace("*", name)) for name, of in ports.items()]

    @staticmethod
    def put_into(component, name):
        """All values that an InPort has received, over all its connections."""
        port = next(port for port in component.ports if port.name.endswith("." + name))
        return [value.data for end in port.all_ends for value in port.read(end)]
