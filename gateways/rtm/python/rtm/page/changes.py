# SPDX-License-Identifier: Apache-2.0
"""Distributes the states of several objects to fast and slow browsers."""

import json
import threading


class Changes:
    """Objects by name, each with the version of its last change. A browser that asks with the version it has seen
    receives everything that has changed since, however much it has missed. May be used on any thread."""

    def __init__(self):
        self.condition = threading.Condition()
        self.viewers = 0
        self._version = 1
        self._things = {}  # name: (version, text of JSON)
        self._expected = set()  # names of existing objects, some of which may not have been published
        self._problem = ""

    def publish(self, name, thing):
        text = json.dumps(thing, allow_nan=False)
        with self.condition:
            if self._things.get(name, (0, ""))[1] != text:
                self._version += 1
                self._things[name] = (self._version, text)
                self.condition.notify_all()

    def keep_only(self, names):
        """Keeps the objects with these names, some of which may not have been published yet, and removes all others."""
        with self.condition:
            if self._expected == set(names):
                return
            self._expected = set(names)
            for name in self._things.keys() - self._expected:
                del self._things[name]
            self._version += 1
            self.condition.notify_all()

    def report(self, problem):
        """Sets the line that users see while there is a problem; empty if there is none."""
        with self.condition:
            if self._problem != problem:
                self._version += 1
                self._problem = problem
                self.condition.notify_all()

    # Called by the server of a page:

    def attach(self):
        with self.condition:
            self.viewers += 1
            self.condition.notify_all()

    def detach(self):
        with self.condition:
            self.viewers -= 1

    def wait(self, version, seconds):
        """(version, text of JSON): {"names", "components": those that have changed, "problem"}; the text is None if nothing has changed."""
        with self.condition:
            if not self.condition.wait_for(lambda: self._version > version, seconds):
                return version, None
            changed = [text for at, text in self._things.values() if at > version]
            names, problem = json.dumps(sorted(self._expected | self._things.keys())), json.dumps(self._problem)
            return self._version, f'{{"names": {names}, "problem": {problem}, "components": [{", ".join(changed)}]}}'
