# SPDX-License-Identifier: Apache-2.0
"""Components that exist only as data, for the page and its server: the part of rtm.Client that they use."""

import copy
import threading


def port(name, kind="float", value="0"):
    return {"name": name, "type": kind, "value": value}


def component(name, category, state, ins=(), outs=(), fault=""):
    return {"name": name, "category": category, "state": state, "fault": fault, "interfaces": ["2003", "omg"], "services": [], "in": list(ins),
            "out": list(outs), "links": []}


class FakeClient:
    """Keeps components as dictionaries; carries out commands and records them in `done`. May be used on any thread."""

    def __init__(self, components):
        self.lock = threading.Lock()
        self.components = {one["name"]: one for one in components}
        self.done, self.looks = [], 0

    def names(self):
        with self.lock:
            return sorted(self.components)

    def look_at(self, name):
        with self.lock:
            self.looks += 1
            if name not in self.components:
                raise RuntimeError(f"there is no component {name}")
            return copy.deepcopy(self.components[name])

    def _switch(self, name, state):
        with self.lock:
            self.done.append((state, name))
            if name not in self.components:
                raise RuntimeError(f"there is no component {name}")
            self.components[name].update(state=state, fault="")

    def on(self, name):
        self._switch(name, "on")

    def off(self, name):
        self._switch(name, "off")

    def connect(self, out, in_, once=False):
        with self.lock:
            self.done.append(("connect", out, in_))
            links = self.components[out.rpartition(".")[0]]["links"]
            if any(link["from"] == out and link["to"] == in_ for link in links):
                raise RuntimeError(f"{out} refuses {in_}")
            links.append({"from": out, "to": in_, "kind": "once" if once else "repeated", "pushed": 0, "overwritten": 0, "failed": 0})

    def disconnect(self, out, in_):
        with self.lock:
            self.done.append(("disconnect", out, in_))
            links = self.components[out.rpartition(".")[0]]["links"]
            links[:] = [link for link in links if (link["from"], link["to"]) != (out, in_)]

    def set(self, full_name, value):
        with self.lock:
            name, _, of = full_name.rpartition(".")
            for one in self.components[name]["in"] + self.components[name]["out"]:
                if one["name"] == of:
                    one["value"] = value
