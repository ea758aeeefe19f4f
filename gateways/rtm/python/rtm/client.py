# SPDX-License-Identifier: Apache-2.0
"""Looking at components from outside, switching and wiring them."""

from rtm import _rtm, manager, settings  # noqa: F401: the manager ends the broker with the process


def words_of(value):
    """A value as a person would write it behind `rtm put PORT`."""
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
    """Values as they come, until close() or the end of a `with` statement."""

    def __init__(self, inner):
        self._inner = inner

    def close(self):
        self._inner.end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Client:
    """Looks at the components of a name server, switches and wires them. Ports are written "Motor0.position".

    Arguments are those of Manager. Calls may last as long as the time-out of a call, and raise RuntimeError with one line: no name
    server, no such component or port, a value that is none, a refusal. Any thread may call.
    """

    def __init__(self, nameserver=None, references=None, *, call_timeout=settings.CALL_TIMEOUT):
        server, folder = settings.name_server(nameserver, references)
        self._looker = _rtm.Looker(server, folder, float(call_timeout))

    def names(self):
        """The names of all components, ascending."""
        return self._looker.names()

    def list(self):
        """All components, as dictionaries: name, category, state (on, off, fault, unknown, gone), fault, in and out (lists of name,
        type, value as text), links (lists of from, to, kind, pushed, overwritten, failed)."""
        return self._looker.list()

    def look_at(self, name):
        """One component, as in list."""
        return self._looker.look_at(name)

    def on(self, name, patience=settings.PATIENCE):
        """Switches it on, which may take `patience` seconds."""
        self._looker.on(name, float(patience))

    def off(self, name):
        self._looker.off(name)

    def get(self, port):
        """The last value of the OutPort of that name, else of the InPort."""
        return self._looker.get(port)[0]

    def get_text(self, port):
        """The same as text: numbers with the fewest digits that give them back."""
        return self._looker.get(port)[1]

    def put(self, port, value):
        """Puts a value into an InPort."""
        self.put_words(port, words_of(value))

    def put_words(self, port, words):
        """The same, as words of a command line."""
        self._looker.put(port, list(words))

    def connect(self, out, in_, once=False):
        """Every value of the OutPort goes into the InPort from now on; `once`: one value only."""
        self._looker.connect(out, in_, bool(once))

    def disconnect(self, out, in_):
        self._looker.disconnect(out, in_)

    def watch(self, out, came):
        """Calls came(value, text) for each value of an OutPort, on a thread of its own, until the Subscription that it returns ends."""
        return Subscription(self._looker.watch(out, came))
