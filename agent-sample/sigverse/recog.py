#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A service for controllers that look for things: recog.py [--name NAME] [-h HOST] [-p PORT] [--once]

A controller sends one of these with sendMsgToSrv, and gets the answer in onRecvMsg. Fields are separated by blanks; places are in cm:

    see [camera]      seen N name x y z name x y z …     what that camera of it sees, the nearest first
    trash [camera]    trash N name x y z …               of this, what can be grasped
    what NAME         is NAME class graspable x y z      or fixed instead of graspable
                      unknown NAME

Texts that begin with another word are for other services, and are only printed.
"""

import math

from sigservice import Service, ServiceError, main


class Recog(Service):
    def message(self, sender, text):
        words = text.split()
        answers = {"see": self.see, "trash": self.trash, "what": self.what}
        answer = answers.get(words[0]) if words else None
        if not answer:
            self.say(f"{sender} says {text}")
            return
        try:
            reply = answer(sender, *words[1:2])
        except ServiceError as error:
            self.say(f"{sender} asks {text}: {error}")
            reply = f"failed {words[0]}"
        self.say(f"{sender} asks {text}: {reply}")
        self.send(sender, reply)

    def see(self, agent, camera="1"):
        return self.listed("seen", self.seen_by(agent, camera))

    def trash(self, agent, camera="1"):
        return self.listed("trash", [thing for thing in self.seen_by(agent, camera) if thing.get("graspable") is True])

    def what(self, _agent, name=""):
        thing = self.world.entity(name)
        if not thing:
            return f"unknown {name}"
        kind = "graspable" if thing.get("graspable") is True else "fixed"
        return f"is {name} {thing['class']} {kind} {self.place(thing)}"

    def detect(self, agent, camera):
        return self.world.detect(agent, camera)

    def seen_by(self, agent, camera):
        """The objects that the camera sees, the nearest first."""
        me = self.world.entity(agent)
        if not me or not camera.isdigit() or int(camera) > 9:
            raise ServiceError(f"{agent} has no camera {camera}")
        things = [thing for name in self.world.detect(agent, int(camera)) if (thing := self.world.entity(name))]
        return sorted(things, key=lambda thing: math.dist(self.xyz(me), self.xyz(thing)))

    def listed(self, word, things):
        return " ".join([f"{word} {len(things)}"] + [f"{thing['name']} {self.place(thing)}" for thing in things])

    def place(self, thing):
        return " ".join(f"{value:.1f}" for value in self.xyz(thing))

    @staticmethod
    def xyz(thing):
        return [float(thing.get(axis, 0.0)) for axis in "xyz"]

    # Other services.

    def started(self):
        self.say(f"is at {self.host}:{self.port}")

    def lost(self):
        self.say("waits for the next server" if not self.once else "ends with it")

    def controller_came(self, agent):
        self.say(f"{agent} has connected")

    def controller_left(self, agent):
        self.say(f"{agent} has disconnected")

    def service_came(self, name):
        self.say(f"the service {name} is available, too")

    def service_left(self, name):
        self.say(f"the service {name} has left")


if __name__ == "__main__":
    main(Recog, "RecogTrash", "Recognises things for controllers of SIGVerse: see, trash and what.")
