# SPDX-License-Identifier: Apache-2.0
"""What components in Python derive from."""

from rtm import _rtm

# In the order of PythonComponent::Method.
CALLBACKS = ("on_initialize", "on_finalize", "on_startup", "on_shutdown", "on_activated", "on_deactivated", "on_aborting", "on_error",
             "on_reset", "on_execute", "on_state_update", "on_rate_changed", "on_watchdog")


def demand(value, kinds, what):
    """TypeError with a sentence unless `value` is of that type."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(f"{what} has to be {' or '.join(kind.__name__ for kind in kinds)}, not {type(value).__name__}")
    return value


class Parameter:
    """A text that a user may set at any time. A component reads it in its callbacks, as what its preset is."""

    def __init__(self, core, name, preset):
        self._core, self.name, self.preset = core, name, preset

    @property
    def text(self):
        return self._core.read_parameter(self.name)

    @property
    def value(self):
        """The text as what the preset is: bool, int, float or str; the preset where it is no such thing."""
        text = self.text.strip()
        if isinstance(self.preset, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text.lower(), self.preset)
        if isinstance(self.preset, str):
            return self.text
        try:
            number = type(self.preset)(text)
        except ValueError:
            return self.preset
        return number if abs(number) < float("inf") else self.preset

    def __repr__(self):
        return f"<Parameter {self.name} = {self.text!r}>"


class Component:
    """A part of a robot system: ports, a switch, and an activity that runs while it is on.

    Derive from it, call super().__init__() first and declare ports and parameters behind it. Instances are called after the class
    and a running number: Logic0, Logic1. Callbacks come one at a time, on a thread of the component's own; whatever one raises
    makes the component faulty, until a user switches it on again.

      type      the name that instances begin with; that of the class unless given
      category  shown to users and in the browser; the type unless given
      rate      how often on_execute is called, Hz, beside the values that come into signalling ports
      pattern   "client": the activity may call others. "self_contained": it never waits for others, so it has no direct
                OutPorts. "passive": there is no activity
    """

    def __init__(self, type=None, *, category=None, rate=100.0, pattern="client"):
        name = demand(self.__class__.__name__ if type is None else type, str, "type")
        if not _rtm.is_name(name):
            raise ValueError(f"{name[:80]!r} is not a name: expected 1 to 64 printable characters, none of them a blank, '/', '.' or '\\'")
        core = _rtm.Core(name, demand(pattern, str, "pattern"))
        if category is not None:
            core.set_category(demand(category, str, "category"))
        core.set_rate(float(demand(rate, (int, float), "rate")))
        self._own_core = core
        self._in_ports = {}

    @property
    def _core(self):
        try:
            return self.__dict__["_own_core"]
        except KeyError:
            name = type(self).__name__
            raise TypeError(f"{name}.__init__ has to call super().__init__() before anything else") from None

    # In __init__:

    def in_port(self, name, type="float", *, signalling=False):
        """Declares an InPort of one of the types in this package's own text. A signalling one calls on_execute at
        once when a value comes; a buffered one waits until the component looks. Ports are drawn in the order of their
        declaration."""
        port = self._core.in_port(demand(name, str, "the name of a port"), demand(type, str, "the type of a port"), bool(signalling))
        self._in_ports[name] = port
        return port

    def out_port(self, name, type="float", kind="multi"):
        """Declares an OutPort. Who waits for the network when a value is put: with "multi" no one, each receiver has a
        thread; with "single" no one, but there is one receiver only; with "direct" the component itself."""
        demand(name, str, "the name of a port")
        return self._core.out_port(name, demand(type, str, "the type of a port"), demand(kind, str, "kind"))

    def parameter(self, name, preset):
        """Declares a parameter, which is read by its .value. The type of the preset is that of its values."""
        demand(preset, (bool, int, float, str), f"the preset of {name}")
        text = ("true" if preset else "false") if isinstance(preset, bool) else str(preset)
        self._core.add_parameter(demand(name, str, "the name of a parameter"), text)
        return Parameter(self._core, name, preset)

    # To be written in derived classes:

    def on_initialize(self):
        """It has its name, and its execution context is about to start. What this raises keeps it from being published."""

    def on_finalize(self):
        """It is being removed; the last of its callbacks."""

    def on_startup(self):
        """Its execution context runs."""

    def on_shutdown(self):
        """Its execution context has stopped."""

    def on_activated(self):
        """It has been switched on. What came while it was off is forgotten."""

    def on_execute(self):
        """Called `rate` times a second while it is on, and whenever a value has come into a signalling port."""

    def on_state_update(self):
        """Called after on_execute, when all components of the execution context have been executed."""

    def on_deactivated(self):
        """It has been switched off, or something was raised."""

    def on_aborting(self):
        """It is at fault from now on; called after on_deactivated."""

    def on_error(self):
        """Called `rate` times a second while it is at fault."""

    def on_reset(self):
        """It leaves its fault. What this raises keeps it there."""

    def on_rate_changed(self):
        """Its execution context has another rate."""

    def on_watchdog(self, port):
        """The stream of values into this port has stopped (InPort.watch_for)."""

    # For any caller:

    @property
    def name(self):
        """Logic0; the type before it is published."""
        return self._core.name

    @property
    def type(self):
        return self._core.type

    @property
    def category(self):
        return self._core.category

    @property
    def state(self):
        """off, on or fault."""
        return self._core.state

    @property
    def fault(self):
        """Why it is at fault, else empty."""
        return self._core.fault

    @property
    def in_ports(self):
        return self._core.in_ports

    @property
    def out_ports(self):
        return self._core.out_ports

    @property
    def parameters(self):
        """All of them as texts, by name."""
        return dict(self._core.parameters)

    def set_parameter(self, name, value):
        """KeyError if there is none of that name."""
        self._core.set_parameter(demand(name, str, "the name of a parameter"), str(value))

    def on(self):
        """Switches it on. RuntimeError if that takes too long."""
        self._core.on()

    def off(self):
        """Switches it off. RuntimeError if that takes too long."""
        self._core.off()

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"

    # Called by the manager:

    def _bind(self):
        """Its callbacks come from now on. Those that are not overridden cost nothing."""
        written = []
        for name in CALLBACKS:
            method = getattr(self, name)
            if not callable(method):
                raise TypeError(f"{type(self).__name__}.{name} has to be a method, not {type(method).__name__}")
            is_empty = getattr(method, "__func__", None) is getattr(Component, name)
            written.append(None if is_empty else method)
        watchdog = written[-1]
        written[-1] = watchdog and (lambda name: watchdog(self._in_ports[name]))
        self._core.bind(written)
