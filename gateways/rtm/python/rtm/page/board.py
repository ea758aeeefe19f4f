# SPDX-License-Identifier: Apache-2.0
"""The data and commands of the page of all components."""

import concurrent.futures
import threading
import time

from rtm.page.changes import Changes

PERIOD = 0.1  # seconds between two inspections of a component
NAMES_PERIOD = 0.5  # seconds between two look-ups of the names
RETRY_AFTER = 2.0  # seconds until a component that did not answer is asked again
WORKERS = 12
PORT_KEYS = ("name", "type", "value")
MAX_TEXT = 200  # of a value
MAX_NAME = 130


class Board(Changes):
    """Inspects all components, each at its own pace, so that one that hangs does not delay others. It does this once
    for all browsers, and not at all while there is none. `client` is an rtm.Client. Owns its threads."""

    def __init__(self, client):
        super().__init__()
        self.client = client
        self._ending = False
        self._due, self._busy = {}, set()
        self._own_links, self._own_states = {}, {}  # those of components that cannot report them
        self._last = {}  # name: the view of its last answer
        self._pool = concurrent.futures.ThreadPoolExecutor(WORKERS)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self):
        with self.condition:
            self._ending = True
            self.condition.notify_all()
        self._thread.join()
        self._pool.shutdown(cancel_futures=True)

    def _run(self):
        next_names = 0.0
        while True:
            with self.condition:
                self.condition.wait_for(lambda: self._ending or self.viewers)
                if self._ending:
                    return
            now = time.monotonic()
            if now >= next_names and "" not in self._busy:
                next_names = now + NAMES_PERIOD
                self._begin("", self._update_names)
            for name, due in list(self._due.items()):
                if due <= now and name not in self._busy:
                    self._due[name] = now + PERIOD
                    self._begin(name, self._inspect, name)
            time.sleep(PERIOD / 4)

    def _begin(self, key, call, *arguments):
        def work():
            try:
                call(*arguments)
            finally:
                self._busy.discard(key)

        self._busy.add(key)
        self._pool.submit(work)

    def _update_names(self):
        try:
            names = self.client.names()
        except RuntimeError as error:
            self.report(str(error))
            return
        self.report("")
        for name in names:
            self._due.setdefault(name, 0.0)
        for name in self._due.keys() - set(names):
            for memory in (self._due, self._last, self._own_states):
                memory.pop(name, None)
        self.keep_only(names)

    def _inspect(self, name):
        try:
            view = self.client.look_at(name)
        except RuntimeError as error:
            view = {"name": name, "category": "", "state": "gone", "fault": str(error), "interfaces": [], "services": [],
                    "in": [], "out": [], "links": []}
        if view["state"] == "gone":
            self._due[name] = time.monotonic() + RETRY_AFTER
            # The rectangle keeps its ports, so that users see where something is missing.
            view = {**self._last.get(name, view), "state": "gone", "fault": view["fault"], "links": []}
        else:
            self._last[name] = view
        if view["state"] == "unknown":
            view = {**view, "state": self._own_states.get(name, "unknown"), "links": view["links"] + self._remembered(name)}
        if name in self._due:
            self.publish(name, shown(view))

    def _remembered(self, name):
        return [link for (out, _), link in self._own_links.items() if out.rpartition(".")[0] == name]

    def command(self, given):
        """Carries out a browser's command: {"do": "on" or "off", "component"}, {"do": "connect" or "disconnect", "out", "in"}."""
        what = given.get("do")
        if what in ("on", "off"):
            name = text(given, "component")
            (self.client.on if what == "on" else self.client.off)(name)
            self._own_states[name] = what
        elif what in ("connect", "disconnect"):
            out, in_ = text(given, "out"), text(given, "in")
            if what == "connect":
                self.client.connect(out, in_)
                self._own_links[out, in_] = {"from": out, "to": in_, "kind": "repeated"}
            else:
                self._own_links.pop((out, in_), None)
                self.client.disconnect(out, in_)
        else:
            raise ValueError("there is no such command")


def text(given, key):
    value = given.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME:
        raise ValueError(f"the command has no {key}")
    return value


def services(view, provided):
    """Service ports as ports: provided services are on the side of InPorts, required ones on that of OutPorts."""
    types = {}
    for one in view["services"]:
        types.setdefault(one["name"], []).append(one)
    return [{"name": name, "type": "+".join(one["type"] for one in of)[:MAX_TEXT], "value": "", "service": True}
            for name, of in types.items() if all(one["provided"] for one in of) == provided]


def shown(view):
    """The part of a view that the page needs, with long values truncated."""

    def ports(side):
        return [{key: port[key][:MAX_TEXT] for key in PORT_KEYS} for port in view[side]] + services(view, side == "in")

    return {
        "name": view["name"], "category": view["category"][:MAX_NAME], "state": view["state"], "fault": view["fault"][:MAX_TEXT],
        "interfaces": view["interfaces"], "in": ports("in"), "out": ports("out"), "links": view["links"],
    }
