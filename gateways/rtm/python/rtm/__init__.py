# SPDX-License-Identifier: Apache-2.0
"""RT components in Python: parts of a robot system that users see in a browser, switch with a click and wire with the mouse.

A component has ports and callbacks:

    import rtm

    class Doubler(rtm.Component):
        def __init__(self):
            super().__init__()
            self.given = self.in_port("in", "float", signalling=True)
            self.out = self.out_port("out", "float")
            self.factor = self.parameter("factor", 2.0)

        def on_execute(self):
            value = self.given.take()
            if value is not None:
                self.out.put(self.factor.value * value)

    if __name__ == "__main__":
        rtm.serve(Doubler())

`rtm.serve` registers it with the name server as Doubler0 and returns when the program is asked to end. `rtm.Manager` does the
same for programs that have other work, and `rtm.Client` inspects and wires components on the network, as the command
`rtm` does.

Values are float and double (float), long, short, ushort, ulong, octet and state (int), boolean (bool), string and char (str). Their
sequences are lists (floats, doubles, longs, shorts, ushorts, ulongs, booleans, strings), bytes (octets) and str (chars); pose3d is a
list of 6 floats (m, rad), angular_velocity3d (rad/s) and acceleration3d (m/s2) are lists of 3.

The name server is given by the argument `nameserver` ("HOST:PORT", or "none" with a folder `references`), otherwise by
the environment variable RTM_NAMESERVER, otherwise it is 127.0.0.1:2809.
"""

import importlib
import typing

if typing.TYPE_CHECKING:
    from rtm.client import Client
    from rtm.component import Component, Parameter
    from rtm.manager import Manager, serve

__all__ = ["Client", "Component", "Manager", "Parameter", "serve"]
_PLACES = {"Client": "client", "Component": "component", "Parameter": "component", "Manager": "manager", "serve": "manager"}


def __getattr__(name):
    # Imported on demand: `rtm --help` and `rtm names` need no broker.
    if name not in _PLACES:
        raise AttributeError(f"module 'rtm' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module("rtm." + _PLACES[name]), name)
    return value


def __dir__():
    return sorted({*globals(), *__all__})
