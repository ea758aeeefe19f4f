# SPDX-License-Identifier: Apache-2.0
"""The base class of components in Python."""

from rtm import _rtm

# In the order of PythonComponent::Method.
CALLBACKS = ("on_initialize", "on_finalize", "on_startup", "on_shutdown", "on_activated", "on_deactivated", "on_aborting", "on_error",
             "on_reset", "on_execute", "on_state_update", "on_rate_changed", "on_watchdog")


def demand(value, kinds, what):
    """Returns `value`. Raises TypeError with one line unless it has one of these types."""
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise TypeError(f"{what} has to be {' or '.join(kind.__name__ for kind in kinds)}, not {type(value).__name__}")
    return value


class Parameter:
    """A text that a user may set at any time. A component reads it in its callbacks, converted to the type of its default."""

    def __init__(self, core, name, preset):
        self._core, self.name, self.preset = core, name, preset

    @property
    def text(self):
        return self._core.read_parameter(self.name)

    @property
    def value(self):
        """The text converted to the type of the default: bool, int, float or str; the default itself if the conversion fails."""
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

    Derive from this class, call super().__init__() first and declare ports and parameters after that. Instances are
    named by the class and a running number: Logic0, Logic1. Callbacks run one at a time, on a thread of the component.
    An exception in a callback makes the component faulty until a user switches it on again.

      type      the prefix of the names of instances; by default the name of the class
      category  shown to users and in the browser; by default the type
      rate      the rate of on_execute, Hz, in addition to calls by values that arrive at signalling ports
      pattern   "client": the activity may call other components. "self_contained": it never waits for
                others, so it has no direct OutPorts. "passive": there is no activity
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
        """Declares an InPort of one of the types in this package's docstring. When a value arrives, a signalling port
        calls on_execute at once; otherwise the value is kept until the component reads it. Ports are drawn in the
        order of their declaration."""
        port = self._core.in_port(demand(name, str, "the name of a port"), demand(type, str, "the type of a port"), bool(signalling))
        self._in_ports[name] = port
        return port

    def out_port(self, name, type="float", kind="multi"):
        """Declares an OutPort. `kind` defines who waits for the network when a value is put: with "multi" no one,
        because each receiver has a thread; with "single" no one, but there is only one receiver; with "direct" the
        component itself."""
        demand(name, str, "the name of a port")
        return self._core.out_port(name, demand(type, str, "the type of a port"), demand(kind, str, "kind"))

    def parameter(self, name, preset):
        """Declares a parameter and returns it; `value` reads it. Its values have the type of the default, `preset`."""
        demand(preset, (bool, int, float, str), f"the preset of {name}")
        text = ("true" if preset else "false") if isinstance(preset, bool) else str(preset)
        self._core.add_parameter(demand(name, str, "the name of a parameter"), text)
        return Parameter(self._core, name, preset)

    # Callbacks to be overridden in derived classes:

    def on_initialize(self):
        """The component has its name, and its execution context is about to start. An exception prevents its publication."""

    def on_finalize(self):
        """The component is being removed; this is the last of its callbacks."""

    def on_startup(self):
        """The execution context has started."""

    def on_shutdown(self):
        """The execution context has stopped."""

    def on_activated(self):
        """The component has been switched on. Values that arrived while it was off have been dropped."""

    def on_execute(self):
        """Called `rate` times a second while it is on, and whenever a value has arrived at a signalling port."""

    def on_state_update(self):
        """Called after on_execute, when all components of the execution context have been executed."""

    def on_deactivated(self):
        """The component has been switched off, or a callback has raised an exception."""

    def on_aborting(self):
        """The component is faulty from now on; called after on_deactivated."""

    def on_error(self):
        """Called `rate` times a second while the component is faulty."""

    def on_reset(self):
        """The component leaves the faulty state. An exception keeps it there."""

    def on_rate_changed(self):
        """The rate of the execution context has changed."""

    def on_watchdog(self, port):
        """The stream of values into this port has stopped (InPort.watch_for)."""

    # Functions for any caller:

    @property
    def name(self):
        """The name, such as Logic0; the type before the component is published."""
        return self._core.name

    @property
    def type(self):
        return self._core.type

    @property
    def category(self):
        return self._core.category

    @property
    def state(self):
        """"off", "on" or "fault"."""
        return self._core.state

    @property
    def fault(self):
        """The reason of the fault, otherwise empty."""
        return self._core.fault

    @property
    def in_ports(self):
        return self._core.in_ports

    @property
    def out_ports(self):
        return self._core.out_ports

    @property
    def parameters(self):
        """All parameters as texts, by name."""
        return dict(self._core.parameters)

    def set_parameter(self, name, value):
        """Sets a parameter. Raises KeyError if there is none with that name."""
        self._core.set_parameter(demand(name, str, "the name of a parameter"), str(value))

    def on(self):
        """Switches the component on. Raises RuntimeError if that takes too long."""
        self._core.on()

    def off(self):
        """Switches the component off. Raises RuntimeError if that takes too long."""
        self._core.off()

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}>"

    # Called by the manager:

    def _bind(self):
        """Enables the callbacks. Those that are not overridden cost nothing."""
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
