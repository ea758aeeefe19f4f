# SPDX-License-Identifier: Apache-2.0
"""Inspects components over the network, switches and wires them."""

from rtm import _rtm, manager, settings  # noqa: F401: the manager ends the broker with the process


def words_of(value):
    """A value in the form in which a user would pass it to `rtm put PORT`."""
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, str):
        return [value]
    if isinstance(value, (int, float)):
        return [repr(value)]
    try:
        return [repr(float(number)) for number in value] if hasattr(value, "__iter__") else [repr(float(value))]
    except (TypeError, ValueError):
        raise TypeError(f"a value is a number, a bool, a str or a sequence of numbers, not {type(value).__name__}") from None


class Subscription:
    """Delivers values as they arrive, until close() or the end of a `with` statement."""

    def __init__(self, inner):
        self._inner = inner

    def close(self):
        self._inner.end()

    def is_gone(self):
        """Whether the port no longer exists, so that no value will arrive. Calls the port."""
        return self._inner.is_gone()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Client:
    """Inspects the components of a name server, switches and wires them: those of this project and those that other RT
    middleware has published in the OMG's form (NAME.rtc). Ports are written "Motor0.position". If several components
    have the same name, those in contexts are written with their paths, "lab.host_cxt/ConsoleIn0.rtc".

    The arguments are those of Manager. A call may take up to the time-out of calls. It raises RuntimeError with one
    line if there is no name server, component or port, if a value is invalid, or if the component refuses. Any
    thread may call.
    """

    def __init__(self, nameserver=None, references=None, *, call_timeout=settings.CALL_TIMEOUT):
        server, folder = settings.name_server(nameserver, references)
        self._session = _rtm.ClientSession(server, folder, float(call_timeout))

    def names(self):
        """The names of all components, in ascending order."""
        return self._session.names()

    def list(self):
        """All components, as dictionaries: name, category, state (on, off, fault, unknown, gone), fault, interfaces (of "2003", "omg"),
        in and out (lists of name, type, value as text), services (lists of name, type, provided), links (lists of from, to, kind (repeated,
        once, service), and pushed, overwritten, failed where the component counts them)."""
        return self._session.list()

    def look_at(self, name):
        """One component, as in `list`."""
        return self._session.look_at(name)

    def on(self, name, patience=settings.SWITCH_ON_TIMEOUT):
        """Switches the component on, which may take `patience` seconds."""
        self._session.on(name, float(patience))

    def off(self, name):
        self._session.off(name)

    def get(self, port, patience=settings.GET_TIMEOUT):
        """The last value of the OutPort with that name, otherwise of the InPort. OutPorts of the OMG's form do not keep
        it: for them it is the next value that arrives within `patience` seconds."""
        return self._session.get(port, float(patience))[0]

    def get_text(self, port, patience=settings.GET_TIMEOUT):
        """The value of `get` as text: numbers have the fewest digits that preserve them."""
        return self._session.get(port, float(patience))[1]

    def put(self, port, value):
        """Puts a value into an InPort."""
        self.put_words(port, words_of(value))

    def put_words(self, port, words):
        """Puts a value that is given by the words of a command line."""
        self._session.put(port, list(words))

    def connect(self, out, in_, once=False, *, subscription="", rate=0, pull=False, buffer=0):
        """Connects ports: from now on every value of the OutPort goes into the InPort, or with `once` one value only.
        Also connects two service ports.

        The other arguments are options of a connection of the OMG's form, which both components must then support:
        `subscription` "new" (the default), "flush" or "periodic" (with `rate`, in Hz), `pull` (the InPort requests
        each value), `buffer` (values kept for a slow reader)."""
        if subscription not in ("", "new", "flush", "periodic"):
            raise ValueError(f"a subscription is new, flush or periodic, not {subscription}")
        if (subscription == "periodic") != (0 < rate < float("inf")):
            raise ValueError("--subscription periodic needs --rate HZ, and only that takes it")
        if pull and subscription:
            raise ValueError("a connection that pulls has no subscription")
        self._session.connect(out, in_, bool(once), subscription, float(rate), bool(pull), int(buffer))

    def disconnect(self, out, in_):
        self._session.disconnect(out, in_)

    def watch(self, out, came):
        """Calls came(value, text) for each value of an OutPort, on a thread of its own, until the returned Subscription ends."""
        return Subscription(self._session.watch(out, came))
