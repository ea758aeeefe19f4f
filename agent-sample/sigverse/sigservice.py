#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Services for controllers of SIGVerse, in Python with nothing but its standard library.

A service is a program that controllers find by its name: checkService, connectToService, sendMsgToSrv. Write a class with the methods
that it needs, and run it; recog.py is an example:

    class Echo(Service):
        def message(self, sender, text):
            self.send(sender, text)

    Echo("Echo").run()

Names and texts are str. Octets that are not valid UTF-8 are kept as Python keeps those of file names, and are sent unchanged.
docs/systems/sigverse-protocol.md describes all that is sent here.
"""

import argparse
import contextlib
import io
import ipaddress
import os
import re
import selectors
import signal
import socket
import struct
import sys
import time

MESSAGE, SERVICE_CAME, CONNECT, SERVICE_LEFT = 1, 2, 3, 8                  # from the server
END, PICTURE, DISTANCE, DETECT = 4, 5, 6, 7                                # from a controller; so is MESSAGE
MESSAGE_TO_CONTROLLER, NO_CAMERA, NAMES = 2, 6, 8                          # to a controller
GET_ENTITY, ENTITY, DETECT_ENTITIES, DETECTED, GET_NAMES, OBJECT_NAMES = 3, 4, 8, 9, 41, 42    # packets
EVERYBODY, ALL_SERVICES, ALL_CONTROLLERS = -1, -2, -3
LONGEST_TEXT = 60000                                                       # octets of a message
SECONDS = 2.0                                                              # how long a peer may take


class ServiceError(Exception):
    """An error, described in one line."""


def octets_of(text):
    return text.encode("utf-8", "surrogateescape")


def text_of(octets):
    return octets.decode("utf-8", "surrogateescape")


class Connection:
    """One connection, whose octets are split into units: u16 code, u16 size including these four octets, body."""

    def __init__(self, stream, name):
        self.stream, self.name, self.received = stream, name, b""
        stream.settimeout(SECONDS)

    def send(self, octets):
        """Returns False if the peer accepts no more data."""
        try:
            self.stream.sendall(octets)
        except OSError:
            return False
        return True

    def receive(self):
        """The complete units received so far. OSError or EOFError if no more will come."""
        more = self.stream.recv(65536)
        if not more:
            raise EOFError(f"{self.name} has closed the connection")
        self.received += more
        units = []
        while len(self.received) >= 4:
            code, size = struct.unpack(">HH", self.received[:4])
            if size < 4:
                raise EOFError(f"{self.name} sends something that is not a request")
            if len(self.received) < size:
                break
            units.append((code, self.received[4:size]))
            self.received = self.received[size:]
        return units


def raw(code, body=b""):
    return struct.pack(">HH", code, len(body) + 4) + body


def message_body(text, to):
    """`LLLLL,text,distance,n,name,…,name,`; `to` is a list of names, or one of EVERYBODY, ALL_SERVICES, ALL_CONTROLLERS."""
    octets = octets_of(text)
    if len(octets) > LONGEST_TEXT:
        raise ServiceError(f"a text of {len(octets)} octets: at most {LONGEST_TEXT} can be sent")
    if isinstance(to, int):
        return b"%05d,%s,-1.0,%d," % (len(octets), octets, to)
    return b"%05d,%s,-1.0,%d," % (len(octets), octets, len(to)) + b"".join(octets_of(name) + b"," for name in to)


def sender_and_text(body):
    """Parses `sender,length,text…`; returns None if it is malformed."""
    sender, _, rest = body.partition(b",")
    length, comma, rest = rest.partition(b",")
    if not comma or not length.isdigit() or len(length) > 5 or int(length) > len(rest):
        return None
    return text_of(sender), text_of(rest[:int(length)])


class World:
    """Queries the server about objects, with a connection for each query, so that a service may ask rarely and the server may have been
    restarted in between. Raises ServiceError if there is no answer."""

    def __init__(self, host, port):
        self.address = host, port

    def names(self):
        """The names of all objects, sorted."""
        found = []
        for data in self.ask(GET_NAMES, struct.pack(">H", 3), OBJECT_NAMES):
            found += [data.text() for _ in range(data.number(">H"))]
        return found

    def detect(self, agent, camera=1):
        """The names of the objects that a camera of that agent sees, sorted."""
        data, = self.ask(DETECT_ENTITIES, packed(agent) + struct.pack(">h", camera), DETECTED)
        return [data.text() for _ in range(data.number(">h"))]

    def entity(self, name):
        """An object as {attribute: value}, including "class"; None if there is no object of that name."""
        data, = self.ask(GET_ENTITY, packed(name), ENTITY)
        data.number(">H"), data.number("<d")
        if not data.number(">H"):
            return None
        data.number(">H"), data.number(">I")                               # size and id of the record
        attributes = {"name": data.text(), "class": data.text()}
        data.number(">H"), data.number(">I"), data.number(">H"), data.number(">H")
        block = Data(data.read(data.number(">H") - 2))
        while not block.at_end():
            block.number(">H")                                             # the size of this attribute
            key, _, _ = block.text(), block.text(), block.number(">H")     # its name, its group, the size of its value
            kind = block.number(">H")
            attributes[key] = block.number("<d") if kind == 6 else bool(block.number(">H")) if kind == 7 else block.text()
        return attributes

    def ask(self, kind, data, answer):
        """The data of all packets of the answer."""
        inside = struct.pack(">HHHH", kind, 1, 0, 0) + packed("") + struct.pack("<d", -1.0) + data
        found = []
        try:
            with socket.create_connection(self.address, SECONDS) as stream, stream.makefile("rb") as packets:
                stream.settimeout(SECONDS)
                stream.sendall(struct.pack(">HH", 0xABCD, len(inside) + 6) + inside + struct.pack(">H", 0xDCBA))
                count = 1
                while len(found) < count:
                    begin, size = struct.unpack(">HH", packets.read(4))
                    packet = Data(packets.read(size - 4)[:-2])
                    if begin != 0xABCD or packet.number(">H") != answer:
                        raise ServiceError(f"the server answers packet {kind} with something else")
                    count, _, _ = packet.number(">H"), packet.number(">H"), packet.number(">H")
                    packet.text(), packet.number("<d")
                    found.append(packet)
        except (OSError, ValueError, struct.error) as error:
            raise ServiceError(f"the server does not answer packet {kind}: {error}") from error
        return found


class Data(io.BytesIO):
    """The fields of a packet. Reading beyond its end raises struct.error."""

    def number(self, form):
        """">H" u16, ">h" s16, ">I" u32, "<d" double."""
        return struct.unpack(form, self.read(struct.calcsize(form)))[0]

    def text(self):
        size = self.number(">I")
        octets = self.read(size)
        if len(octets) < size:
            raise struct.error("a text that is cut off")
        self.read(4 - size % 4 if size else 0)
        return text_of(octets)

    def at_end(self):
        return self.tell() == len(self.getbuffer())


def packed(string):
    """A text: its length, its octets, and 1 to 4 zeros up to a multiple of 4."""
    octets = octets_of(string)
    return struct.pack(">I", len(octets)) + (octets + bytes(4 - len(octets) % 4) if octets else b"")


class Service:
    """A service: connects to the server and calls its methods for incoming events, all on one thread.

    When the server ends, it waits for the next one; with `once` it ends, too. Connections of controllers end with the server: they have to
    connect again."""

    def __init__(self, name, host="127.0.0.1", port=9000, once=False):
        if not name or "," in name or len(octets_of(name)) > 255:
            raise ServiceError("a service has a name of 1 to 255 octets without a comma")
        self.name, self.host, self.port, self.once = name, host, port, once
        self.world = World(host, port)
        self.server = None                                                 # the connection to the server
        self.waits = False                                                 # it has been registered before
        self.has_complained = False                                        # about a missing server
        self.controllers = {}                                              # connections by the names of their agents
        self.services = set()                                              # other services that have come since
        self.selector = selectors.DefaultSelector()

    # Events, to be overridden by subclasses.

    def message(self, sender, text):
        """A controller, another service or a tool has sent a text."""

    def started(self):
        """The service has been registered at a server, for the first time or again."""

    def lost(self):
        """The server has ended."""

    def service_came(self, name):
        """Another service has been registered."""

    def service_left(self, name):
        """Another service has left."""

    def controller_came(self, agent):
        """A controller has connected (connectToService). Controllers that the server itself has started only send messages."""

    def controller_left(self, agent):
        """A controller has disconnected."""

    def detect(self, agent, camera):
        """A controller asks what that camera sees: returns a list of names, or None if there is no such camera."""

    # Actions of a service.

    def send(self, to, text):
        """Sends a text to a controller or service, which gets it in onRecvMsg: by its own connection, if there is one."""
        connection = self.controllers.get(to)
        octets = octets_of(text)
        if connection and len(octets) <= LONGEST_TEXT:
            if connection.send(raw(MESSAGE_TO_CONTROLLER, b"%s,%d,%s" % (octets_of(self.name), len(octets), octets))):
                return
            self.close(to)
        self.send_all([to], text)

    def send_all(self, to, text):
        """Sends a text to several names, or EVERYBODY, ALL_SERVICES, ALL_CONTROLLERS."""
        body = message_body(text, to)
        if not self.server or not self.server.send(b"%05d" % (len(body) + 5) + body):
            self.say("a message is lost: there is no server")

    def say(self, *words):
        """Prints a line on standard output. Control characters of others become ?, because terminals obey them."""
        line = " ".join(map(str, words))
        print(f"{self.name}:", "".join(c if c.isprintable() else "?" for c in line), flush=True)

    # Main loop.

    def run(self):
        """Runs until the process is interrupted or terminated (SIGTERM). ServiceError if the name is taken, or with `once` if there is no
        server."""
        for end in (signal.SIGINT, signal.SIGTERM):                        # a shell ignores the first one for programs in the background
            signal.signal(end, signal.default_int_handler)
        try:
            while True:
                if self.connect():
                    self.serve()
                if self.once:
                    return
                time.sleep(1.0)
        except KeyboardInterrupt:
            if self.server:
                self.server.send(b"00004")                                 # says goodbye
        finally:
            self.close_all()

    def connect(self):
        """Returns whether the service is now registered."""
        try:
            stream = socket.create_connection((self.host, self.port), SECONDS)
            stream.settimeout(SECONDS)
            stream.sendall(b"SIGMESSAGE," + octets_of(self.name) + b",")
            reply = b""
            while len(reply) < 4 and (more := stream.recv(4 - len(reply))):
                reply += more
        except OSError as error:
            problem = f"cannot connect to {self.host}:{self.port}: {error.strerror or error}"
            if self.once:
                raise ServiceError(problem) from error
            if not (self.waits or self.has_complained):
                self.say(problem + "; tries again every second")
            self.has_complained = True
            return False
        if reply != b"SUCC":
            stream.close()
            if self.waits and not self.once:
                return False                                               # the server may not have noticed yet that the old connection has ended
            if reply == b"FAIL":
                raise ServiceError(f"the name {self.name} is taken")
            raise ServiceError(f"{self.host}:{self.port} is not a server of SIGVerse")
        self.waits = True
        self.server = Connection(stream, "the server")
        self.selector.register(stream, selectors.EVENT_READ, None)
        self.services.clear()
        self.started()
        return True

    def serve(self):
        """Serves until the connection to the server ends."""
        while self.server:
            for key, _ in self.selector.select():
                agent = key.data
                connection = self.server if agent is None else self.controllers.get(agent)
                if not connection or connection.stream is not key.fileobj:
                    continue                                               # closed by an earlier unit
                try:
                    units = connection.receive()
                except (OSError, EOFError) as error:
                    if agent is not None:
                        self.close(agent)
                        continue
                    self.say(error)
                    self.close_all()
                    self.lost()
                    break
                for code, body in units:
                    self.take(agent, code, body)

    def take(self, agent, code, body):
        """Handles one unit: from a controller, or, without an agent, from the server."""
        try:
            if agent is None:
                self.take_from_server(code, body)
            elif agent in self.controllers:                                # not closed by an earlier unit
                self.take_from_controller(agent, code, body)
        except ServiceError as error:
            self.say(error)

    def take_from_server(self, code, body):
        if code == MESSAGE:
            if found := sender_and_text(body):
                self.message(*found)
        elif code == SERVICE_CAME:
            name = text_of(body.rstrip(b",\0"))
            self.services.add(name)
            self.service_came(name)
        elif code == SERVICE_LEFT:
            name = text_of(body.rstrip(b",\0"))
            self.services.discard(name)
            self.service_left(name)
        elif code == CONNECT and len(body) > 3:
            self.connect_to_controller(struct.unpack(">H", body[:2])[0], text_of(body[2:].rstrip(b",\0")))

    def connect_to_controller(self, port, agent):
        """Connects to a controller, which listens at that port of the server's machine."""
        self.close(agent)
        try:
            stream = socket.create_connection((self.host, port), SECONDS)
        except OSError as error:
            self.say(f"cannot connect to {agent}: {error}")
            return
        self.controllers[agent] = Connection(stream, agent)
        self.controllers[agent].send(raw(1))                               # announces the service
        self.selector.register(stream, selectors.EVENT_READ, agent)
        self.controller_came(agent)

    def take_from_controller(self, agent, code, body):
        if code == MESSAGE:
            if found := sender_and_text(body):
                self.message(agent, found[1])
        elif code == END:
            self.close(agent)
        elif code == DETECT:
            self.reply_names(agent, body)
        elif code in (PICTURE, DISTANCE):
            self.controllers[agent].send(raw(NO_CAMERA))

    def reply_names(self, agent, body):
        """`entity,camera,`"""
        entity, camera = (body.split(b",") + [b""])[:2]
        try:
            names = self.detect(text_of(entity), int(camera))
        except (ServiceError, ValueError) as error:
            self.say(f"{agent} gets no names: {error}")
            names = None
        if names is None:
            self.controllers[agent].send(raw(NO_CAMERA))
        else:
            self.controllers[agent].send(raw(NAMES, b"%d," % len(names) + b"".join(octets_of(name) + b"," for name in names)))

    def close(self, agent):
        """Closes the connection of a controller, if there is one."""
        if connection := self.controllers.pop(agent, None):
            self.selector.unregister(connection.stream)
            connection.stream.close()
            self.controller_left(agent)

    def close_all(self):
        for agent in list(self.controllers):
            self.close(agent)
        if self.server:
            self.selector.unregister(self.server.stream)
            self.server.stream.close()
            self.server = None


def port_number(word):
    if not word.isdecimal() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"{word}: expected a port from 1 to 65535")
    return int(word)


def server_address(word):
    """Host and port of "HOST:PORT"; the port is None if it is omitted."""
    with contextlib.suppress(ValueError):
        return str(ipaddress.IPv6Address(word)), None
    found = re.fullmatch(r"(?:\[([^]]+)\]|([^:[]+))(?::([0-9]+))?", word)
    if not found or (found[3] and not 1 <= int(found[3]) <= 65535):
        raise argparse.ArgumentTypeError(f"{word}: expected HOST or HOST:PORT")
    return found[1] or found[2], found[3] and int(found[3])


def read_options(parser):
    """Parses the command line: the options of that parser, --help, -h HOST and -p PORT. SIGVERSE_SERVER (HOST:PORT) is the default of host
    and port."""
    parser.add_argument("--help", action="help", help="show this text")
    parser.add_argument("-h", "--host", type=server_address, metavar="HOST[:PORT]", help="where the server runs (default: 127.0.0.1)")
    parser.add_argument("-p", "--port", type=port_number, help="its port (default: 9000)")
    parser.epilog = "SIGVERSE_SERVER, HOST:PORT, stands for a host and a port that are not given."
    options = parser.parse_args()
    try:
        usual = server_address(os.environ.get("SIGVERSE_SERVER") or "127.0.0.1")
    except argparse.ArgumentTypeError as error:
        parser.error(f"SIGVERSE_SERVER {error}")
    given = options.host or (None, None)
    options.host = given[0] or usual[0]
    options.port = options.port or given[1] or usual[1] or 9000
    return options


def main(make, name, about):
    """Runs a service as a program: `make(name, host, port, once)` creates it. Options: --name, -h HOST, -p PORT, --once."""
    parser = argparse.ArgumentParser(description=about, add_help=False)
    parser.add_argument("--name", default=name, help="of the service (default: %(default)s)")
    parser.add_argument("--once", action="store_true", help="end with the server; otherwise it waits for the next one")
    options = read_options(parser)
    try:
        make(options.name, options.host, options.port, options.once).run()
    except ServiceError as error:
        sys.exit(f"{options.name}: {error}")
