# SPDX-License-Identifier: Apache-2.0
"""What the page of all components shows and does."""

import concurrent.futures
import threading
import time

from rtm.page.news import News

PERIOD = 0.1  # seconds between two looks at a component
LOOKING_UP = 0.5  # seconds between two looks at the names
AFTER_SILENCE = 2.0  # seconds until one that did not answer is asked again
WORKERS = 12
PORT_KEYS = ("name", "type", "value")
MOST_TEXT = 200  # of a value
MOST_NAME = 130


class Board(News):
    """Looks at all components, each at its own pace, so that one that hangs delays none; once for all browsers, and not at all while
    there is none. `client` is an rtm.Client. Owns its threads."""

    def __init__(self, client):
        super().__init__()
        self.client = client
        self._ending = False
        self._due, self._busy = {}, set()
        self._own_links, self._own_states = {}, {}  # of components that cannot say theirs
        self._last = {}  # name: what it said when it last answered
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
                next_names = now + LOOKING_UP
                self._begin("", self._look_for_names)
            for name, due in list(self._due.items()):
                if due <= now and name not in self._busy:
                    self._due[name] = now + PERIOD
                    self._begin(name, self._look, name)
            time.sleep(PERIOD / 4)

    def _begin(self, key, call, *arguments):
        def work():
            try:
                call(*arguments)
            finally:
                self._busy.discard(key)

        self._busy.add(key)
        self._pool.submit(work)

    def _look_for_names(self):
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

    def _look(self, name):
        try:
            view = self.client.look_at(name)
        except RuntimeError as error:
            view = {"name": name, "category": "", "state": "gone", "fault": str(error), "in": [], "out": [], "links": []}
        if view["state"] == "gone":
            self._due[name] = time.monotonic() + AFTER_SILENCE
            # Its rectangle keeps its ports, so that people see what is missing where.
            view = {**self._last.get(name, view), "state": "gone", "fault": view["fault"], "links": []}
        else:
            self._last[name] = view
        if view["state"] == "unknown":
            view = {**view, "state": self._own_states.get(name, "unknown"), "links": view["links"] + self._remembered(name)}
        if name in self._due:
            self.tell(name, shown(view))

    def _remembered(self, name):
        return [link for (out, _), link in self._own_links.items() if out.rpartition(".")[0] == name]

    def command(self, given):
        """What a browser asks for: {"do": "on" or "off", "component"}, {"do": "connect" or "disconnect", "out", "in"}."""
        what = given.get("do")
        if what in ("on", "off"):
            name = text(given, "component")
            (self.client.on if what == "on" else self.client.off)(name)
            self._own_states[name] = what
        elif what in ("connect", "disconnect"):
            out, in_ = text(given, "out"), text(given, "in")
            if what == "connect":
                self.client.connect(out, in_)
                self._own_links[out, in_] = {"from": out, "to": in_, "kind": "repeated", "pushed": 0, "overwritten": 0, "failed": 0}
            else:
                self._own_links.pop((out, in_), None)
                self.client.disconnect(out, in_)
        else:
            raise ValueError("there is no such command")


def text(given, key):
    value = given.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= MOST_NAME:
        raise ValueError(f"the command has no {key}")
    return value


def shown(view):
    """What the page needs of a component, with long values cut."""

    def ports(side):
        return [{key: port[key][:MOST_TEXT] for key in PORT_KEYS} for port in view[side]]

    return {
        "name": view["name"], "category": view["category"][:MOST_NAME], "state": view["state"], "fault": view["fault"][:MOST_TEXT],
        "in": ports("in"), "out": ports("out"), "links": view["links"],
    }
