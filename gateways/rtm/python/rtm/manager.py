# SPDX-License-Identifier: Apache-2.0
"""Publishes components on the network while the program runs."""

import atexit
import os
import signal
import sys
import threading
import time
import weakref

from rtm import _rtm, settings
from rtm.component import Component, demand

END_TIMEOUT = 2.0  # seconds that components have to end
SAME_REQUEST = 1.0  # seconds within which further signals belong to the same request to end
MODULES = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "components")
_open = weakref.WeakSet()


class Manager:
    """The components of this program on the network. Use it in a `with` statement, or close() it: this removes their names.

      nameserver    HOST:PORT of the name server, or "none"; by default RTM_NAMESERVER or 127.0.0.1:2809
      references    with "none": the folder into which references are written
      naming        names for programs of the OMG's form: "%n.rtc", "%h.host_cxt/%n.rtc" (%n instance, %t type, %h host, %p process)
      endpoint      where components are served, in the ORB's notation; by default any port of 127.0.0.1
      call_timeout  seconds that a call to others may last
      patience      seconds that on_activated may take
      context       the type of its components' execution contexts: PeriodicExecutionContext (the default), RealTimeEC,
                    an externally triggered one (SynchExtTriggerEC, ExtTrigExecutionContext), or one that a module
                    provides

    Raises RuntimeError with one line if the name server cannot be reached or `naming` is invalid.
    """

    def __init__(self, nameserver=None, references=None, *, naming="%n.rtc", endpoint="giop:tcp:127.0.0.1:", call_timeout=settings.CALL_TIMEOUT,
                 patience=settings.SWITCH_ON_TIMEOUT, context=None):
        server, folder = settings.name_server(nameserver, references)
        self._session = _rtm.Session(server, folder, naming, endpoint, float(call_timeout), float(patience), [MODULES],
                                     "" if context is None else demand(context, str, "context"))
        self._ours = []
        _open.add(self)

    def add(self, component):
        """Publishes a component in the off state, under the first free name of its type, and returns it. A class is instantiated."""
        if isinstance(component, type) and issubclass(component, Component):
            component = component()
        demand(component, Component, "a component")
        if component in self._ours:
            raise ValueError(f"{component.name} is published already")
        component._bind()
        self._session.adopt(component._core)
        self._ours.append(component)
        return component

    def remove(self, component):
        """Removes the component's name and stops it."""
        if isinstance(component, Component):
            self._ours.remove(component)
            self._session.remove(component._core)
        else:
            self._session.remove(component)

    def load(self, module):
        """Loads a module of components in C++, by its name (Logic) or file; `create` instantiates them."""
        self._session.load(demand(module, str, "a module"))

    def create(self, type, **parameters):
        """Publishes a component of a type that a module provides."""
        return self._session.create(demand(type, str, "a type"), [(name, str(value)) for name, value in parameters.items()])

    @property
    def components(self):
        """All components, including those of modules, in the order of their creation."""
        ours = {component.name: component for component in self._ours}
        return [ours.get(part.name, part) for part in self._session.components()]

    def connect(self, out, in_, once=False):
        """Connects two ports of this program: manager.connect("Slider0.out1", "Logic0.in1"). Raises RuntimeError if that is impossible."""
        self._session.connect(out, in_, bool(once))

    @property
    def endpoint(self):
        """HOST:PORT at which the components are served."""
        return self._session.endpoint

    def close(self):
        """Removes all names and stops all components; False if one of them hangs."""
        self._ours.clear()
        return self._session.close(END_TIMEOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def wait_for_the_end():
    """Returns when the program is asked to end: by Ctrl-C, SIGTERM, or the end of its terminal. Call it on the main thread.

    Another of these signals ends the program at once if it arrives a second later or more. An earlier one belongs to
    the same request: `timeout` of coreutils, for example, sends its signal twice.
    """
    end = threading.Event()
    came = []

    def take(number, _frame):
        now = time.monotonic()
        if not came:
            came.append(now)
            end.set()
        elif number != signal.SIGHUP and now - came[0] >= SAME_REQUEST:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, take)
    end.wait()


def leave(status=0):
    """Ends the process even if a thread of a component hangs, which sys.exit would not do."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def serve_until_the_end(manager, components, on):
    """Publishes components, and closes the manager when the program is asked to end."""
    for component in [manager.add(component) for component in components]:
        if on:
            component.on()
        print(f"{component.name} is {component.state}", flush=True)
    wait_for_the_end()
    if not manager.close():
        print("a component hangs and is left behind", file=sys.stderr)
        leave()


def serve(*components, nameserver=None, references=None, on=False, patience=settings.SWITCH_ON_TIMEOUT):
    """Publishes components, prints their names, and returns when the program is asked to end (Ctrl-C), after removing the names.

    on        whether they are switched on at once; otherwise they wait until a user does that
    patience  seconds that on_activated may take
    """
    with Manager(nameserver, references, patience=patience) as manager:
        serve_until_the_end(manager, components, on)


def _end():
    """Ends the framework before Python ends, because its threads would otherwise call into destroyed objects."""
    in_order = [manager.close() for manager in list(_open)]
    _rtm.end()
    if not all(in_order):
        leave(1)


atexit.register(_end)
