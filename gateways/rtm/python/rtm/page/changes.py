# SPDX-License-Identifier: Apache-2.0
"""States of several things, for browsers that are quick or slow."""

import json
import threading


class Changes:
    """Things by their names, each with the version at which it last changed: a browser that asks with the version it has seen gets
    what has changed since, however much it has missed. May be used by any thread."""

    def __init__(self):
        self.condition = threading.Condition()
        self.viewers = 0
        self._version = 1
        self._things = {}  # name: (version, text of JSON)
        self._expected = set()  # names of things that exist, perhaps not published yet
        self._problem = ""

    def publish(self, name, thing):
        text = json.dumps(thing, allow_nan=False)
        with self.condition:
            if self._things.get(name, (0, ""))[1] != text:
                self._version += 1
                self._things[name] = (self._version, text)
                self.condition.notify_all()

    def keep_only(self, names):
        """These exist, or will as soon as they are published; all others are gone."""
        with self.condition:
            if self._expected == set(names):
                return
            self._expected = set(names)
            for name in self._things.keys() - self._expected:
                del self._things[name]
            self._version += 1
            self.condition.notify_all()

    def report(self, problem):
        """Sets the line that users see while something is wrong; empty: nothing is."""
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
        """(version, text of JSON): {"names", "components": those that have changed, "problem"}; None as text if nothing has."""
        with self.condition:
            if not self.condition.wait_for(lambda: self._version > version, seconds):
                return version, None
            changed = [text for at, text in self._things.values() if at > version]
            names, problem = json.dumps(sorted(self._expected | self._things.keys())), json.dumps(self._problem)
            return self._version, f'{{"names": {names}, "problem": {problem}, "components": [{", ".join(changed)}]}}'
