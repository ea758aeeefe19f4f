# SPDX-License-Identifier: Apache-2.0
"""Callers and servers of CORBA objects written from the specification alone: octets by hand, GIOP 1.0 and 1.2, both byte orders."""

import contextlib
import socket
import struct
import threading

from programs import TIMEOUT

REQUEST, REPLY, LOCATE_REQUEST, LOCATE_REPLY, CLOSE, ERROR, FRAGMENT = 0, 1, 3, 4, 5, 6, 7
NO_EXCEPTION, USER_EXCEPTION, SYSTEM_EXCEPTION, FORWARD = 0, 1, 2, 3
TK_FLOAT, TK_DOUBLE, TK_LONG, TK_BOOLEAN, TK_OBJECT, TK_STRING, TK_SEQUENCE, TK_ALIAS = 6, 7, 3, 8, 14, 18, 19, 21


class SystemException(Exception):
    def __init__(self, name, minor=0, completed=1):
        super().__init__(f"{name} minor {minor} completed {completed}")
        self.name, self.minor, self.completed = name, minor, completed


class UserException(Exception):
    """`reader` is positioned at the members of a caught exception; `write` writes the members of one that an operation raises."""

    def __init__(self, type_id, reader=None, write=None):
        super().__init__(type_id)
        self.type_id, self.reader, self.write = type_id, reader, write


class Writer:
    """CDR. `at` is the position of the first octet, for the alignment."""

    def __init__(self, little=True, at=0):
        self.little, self.data, self.at = little, bytearray(), at

    def align(self, size):
        while (self.at + len(self.data)) % size:
            self.data.append(0)

    def put(self, code, value):
        size = struct.calcsize("<" + code)
        self.align(size)
        self.data += struct.pack(("<" if self.little else ">") + code, value)
        return self

    def octets(self, octets):
        self.put("I", len(octets))
        self.data += octets
        return self

    def string(self, text):
        return self.octets(text.encode() + b"\0")

    def encapsulated(self, write):
        inner = Writer(self.little)
        inner.put("B", 1 if self.little else 0)
        write(inner)
        return self.octets(bytes(inner.data))


class Reader:
    def __init__(self, data, little, at=0):
        self.data, self.little, self.at = data, little, at

    def get(self, code):
        size = struct.calcsize("<" + code)
        self.at = (self.at + size - 1) // size * size
        value = struct.unpack_from(("<" if self.little else ">") + code, self.data, self.at)[0]
        self.at += size
        return value

    def octets(self):
        size = self.get("I")
        self.at += size
        return bytes(self.data[self.at - size:self.at])

    def string(self):
        return self.octets()[:-1].decode()


def type_code(writer, kind):
    """`kind`: a number, ("sequence", kind), ("alias", kind) or ("object", repository id)."""
    if isinstance(kind, tuple) and kind[0] == "object":
        writer.put("I", TK_OBJECT).encapsulated(lambda inner: inner.string(kind[1]).string(""))
    elif isinstance(kind, tuple):
        writer.put("I", TK_SEQUENCE if kind[0] == "sequence" else TK_ALIAS)

        def inside(inner):
            if kind[0] == "alias":
                inner.string("IDL:Somebody/Thing:1.0").string("Thing")
            type_code(inner, kind[1])
            if kind[0] == "sequence":
                inner.put("I", 0)

        writer.encapsulated(inside)
    else:
        writer.put("I", kind)
        if kind == TK_STRING:
            writer.put("I", 0)


def plain(kind):
    while isinstance(kind, tuple) and kind[0] == "alias":
        kind = kind[1]
    return kind


CODES = {1: "", 2: "h", TK_LONG: "i", 4: "H", 5: "I", TK_FLOAT: "f", TK_DOUBLE: "d", TK_BOOLEAN: "B", 10: "B", 23: "q", 24: "Q"}


def any_value(writer, kind, value):
    type_code(writer, kind)
    kind = plain(kind)
    if isinstance(kind, tuple) and kind[0] == "object":
        write_reference(writer, value)
    elif isinstance(kind, tuple):
        writer.put("I", len(value))
        for one in value:
            writer.put(CODES[plain(kind[1])], one)
    elif kind == TK_STRING:
        writer.string(value)
    else:
        writer.put(CODES[kind], value)


def read_type(reader):
    kind = reader.get("I")
    if kind == TK_STRING:
        reader.get("I")
    if kind not in (TK_SEQUENCE, TK_ALIAS, TK_OBJECT):
        return kind
    data = reader.octets()
    inner = Reader(data, data[0] != 0, 1)
    if kind == TK_OBJECT:
        return "object", inner.string()
    if kind == TK_ALIAS:
        inner.string()
        inner.string()
        return "alias", read_type(inner)
    return "sequence", read_type(inner)


def read_any(reader):
    kind = read_type(reader)
    known = plain(kind)
    if known in (0, 1):  # null and void have no value
        return kind, None
    if isinstance(known, tuple) and known[0] == "object":
        return kind, Reference.read(reader)
    if isinstance(known, tuple):
        return kind, [reader.get(CODES[plain(known[1])]) for _ in range(reader.get("I"))]
    return kind, reader.string() if known == TK_STRING else reader.get(CODES[known])


class Reference:
    """Host, port and key of an object, the repository id of its interface, and the GIOP version for calls."""

    def __init__(self, type_id, host, port, key, minor=0):
        self.type_id, self.host, self.port, self.key, self.minor = type_id, host, port, key, minor

    def __eq__(self, other):
        return isinstance(other, Reference) and (self.host, self.port, self.key) == (other.host, other.port, other.key)

    def __hash__(self):
        return hash((self.host, self.port, self.key))

    def __repr__(self):
        return f"<{self.type_id} {self.host}:{self.port} {self.key!r}>"

    @staticmethod
    def read(reader):
        type_id = reader.string()
        found = None
        for _ in range(reader.get("I")):
            tag, data = reader.get("I"), reader.octets()
            if tag == 0 and not found:
                inner = Reader(data, data[0] != 0, 3)  # byte order, version
                host, port = inner.string(), inner.get("H")
                found = Reference(type_id, host, port, inner.octets(), data[2])
        return found

    @staticmethod
    def parse(text):
        data = bytes.fromhex(text.strip().removeprefix("IOR:"))
        return Reference.read(Reader(data, data[0] != 0, 1))

    def write(self, writer):
        writer.string(self.type_id).put("I", 1).put("I", 0)

        def profile(inner):
            inner.put("B", 1).put("B", self.minor)
            inner.string(self.host).put("H", self.port).octets(self.key)
            if self.minor:
                inner.put("I", 0)

        writer.encapsulated(profile)

    def text(self, little=True):
        writer = Writer(little)
        writer.put("B", 1 if little else 0)
        self.write(writer)
        return "IOR:" + writer.data.hex()


def write_reference(writer, reference):
    """None is nil."""
    if reference:
        reference.write(writer)
    else:
        writer.string("").put("I", 0)


def receive(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise ConnectionError("closed")
        data += more
    return data


def message(connection):
    """Reads version, byte order, kind and body of the next message, with its fragments joined."""
    minor, little, kind, more, body = message_part(connection)
    while more:
        _, _, fragment, more, rest = message_part(connection)
        assert fragment == FRAGMENT, fragment
        body += rest[4:] if minor >= 2 else rest  # after the number of the request
    return minor, little, kind, body


def message_part(connection):
    header = receive(connection, 12)
    assert header[:4] == b"GIOP", header
    little = header[6] & 1 == 1
    size = struct.unpack(("<" if little else ">") + "I", header[8:])[0]
    return header[5], little, header[7], header[6] & 2 != 0, receive(connection, size)


def framed(minor, little, kind, body):
    return b"GIOP" + bytes([1, minor, 1 if little else 0, kind]) + struct.pack(("<" if little else ">") + "I", len(body)) + body


class Caller:
    """Calls an object over a separate connection."""

    def __init__(self, reference, minor=0, little=True, patience=TIMEOUT):
        self.reference, self.minor, self.little = reference, minor, little
        self.connection = socket.create_connection((reference.host, reference.port), timeout=patience)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = 0

    def close(self):
        self.connection.close()

    def request(self, operation, arguments=None):
        """The octets of a request; `arguments` writes its arguments."""
        self.number += 1
        writer = Writer(self.little, 12)
        if self.minor < 2:
            writer.put("I", 0).put("I", self.number).put("B", 1).octets(self.reference.key)
            writer.string(operation).put("I", 0)
        else:
            writer.put("I", self.number).put("B", 3)
            writer.data += b"\0\0\0"
            writer.put("H", 0).octets(self.reference.key).string(operation).put("I", 0)
        if arguments:
            if self.minor >= 2:
                writer.align(8)
            arguments(writer)
        return framed(self.minor, self.little, REQUEST, bytes(writer.data))

    def call(self, operation, arguments=None):
        """Sends a request and returns a reader of the answer."""
        self.connection.sendall(self.request(operation, arguments))
        return self.answer()

    def answer(self):
        minor, little, kind, body = message(self.connection)
        if kind in (CLOSE, ERROR):
            raise ConnectionError("the other end closes the connection" if kind == CLOSE else "a message that is an error")
        assert kind == REPLY, kind
        reader = Reader(bytes(12) + body, little, 12)
        if minor < 2:
            for _ in range(reader.get("I")):
                reader.get("I"), reader.octets()
            number, status = reader.get("I"), reader.get("I")
        else:
            number, status = reader.get("I"), reader.get("I")
            for _ in range(reader.get("I")):
                reader.get("I"), reader.octets()
            reader.at = (reader.at + 7) // 8 * 8
        assert number == self.number, (number, self.number)
        if status == USER_EXCEPTION:
            raise UserException(reader.string(), reader)
        if status == SYSTEM_EXCEPTION:
            raise SystemException(reader.string().split("/")[-1].split(":")[0], reader.get("I"), reader.get("I"))
        assert status == NO_EXCEPTION, status
        return reader

    # The interfaces.

    def put(self, kind, value):
        self.call("put", lambda writer: any_value(writer, kind, value))

    def get(self):
        return read_any(self.call("get"))

    def name(self):
        return self.call("_get_name").string()

    def port_type(self):
        return read_type(self.call("_get_port_type"))

    def subscribe(self, request, reference, operation="subscribe"):
        def arguments(writer):
            writer.put("I", request)
            write_reference(writer, reference)

        return self.call(operation, arguments).get("B") == 1

    def ports(self, operation):
        reader = self.call(operation)
        return [Reference.read(reader) for _ in range(reader.get("I"))]


class ComponentCaller:
    """A component and its ports by name, each over a separate connection. A context manager that closes them."""

    def __init__(self, reference, **how):
        self.how, self.callers = how, []
        self.component = self.caller(reference)
        self.ins, self.outs = self.ports("in_ports"), self.ports("out_ports")

    def caller(self, reference):
        self.callers.append(Caller(reference, **self.how))
        return self.callers[-1]

    def ports(self, operation):
        callers = map(self.caller, self.component.ports(operation))
        return {caller.name(): caller for caller in callers}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for caller in self.callers:
            caller.close()


class Server:
    """Listens on loopback, and answers requests with the result of `carry_out`. `little`: byte order of the answers; None: that of the request."""

    def __init__(self, little=None):
        self.little, self.connections = little, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def reference(self, type_id, key, minor=0):
        return Reference(type_id, "127.0.0.1", self.port, key, minor)

    def close(self):
        with contextlib.suppress(OSError):  # already closed
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits for it
            connection.close()

    def accept(self):
        try:
            while True:
                connection, _ = self.listener.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.connections.append(connection)
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()
        except OSError:
            pass

    def serve(self, connection):
        try:
            while True:
                minor, little, kind, body = message(connection)
                reader = Reader(bytes(12) + body, little, 12)
                order = little if self.little is None else self.little
                if kind == LOCATE_REQUEST:
                    reply = Writer(order, 12).put("I", reader.get("I")).put("I", 1)
                    connection.sendall(framed(minor, order, LOCATE_REPLY, bytes(reply.data)))
                elif kind == REQUEST:
                    wanted, octets = self.reply(minor, order, reader)
                    if wanted:
                        connection.sendall(framed(minor, order, REPLY, octets))
        except (ConnectionError, OSError):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def reply(self, minor, little, reader):
        """Whether the caller waits for an answer, and its octets."""
        if minor < 2:
            for _ in range(reader.get("I")):
                reader.get("I"), reader.octets()
            number = reader.get("I")
            wanted = reader.get("B") != 0
            key = reader.octets()
            operation = reader.string()
            reader.octets()
        else:
            number = reader.get("I")
            wanted = reader.get("B") & 1 != 0
            reader.at += 3
            assert reader.get("H") == 0
            key = reader.octets()
            operation = reader.string()
            for _ in range(reader.get("I")):
                reader.get("I"), reader.octets()
            reader.at = (reader.at + 7) // 8 * 8
        status, result = self.answer(key, operation, reader)
        writer = Writer(little, 12)
        if minor < 2:
            writer.put("I", 0).put("I", number).put("I", status)
        else:
            writer.put("I", number).put("I", status).put("I", 0)
            if result:
                writer.align(8)
        if result:
            result(writer)
        return wanted, bytes(writer.data)

    def answer(self, key, operation, reader):
        try:
            return NO_EXCEPTION, self.carry_out(key, operation, reader)
        except UserException as one:
            user_exception = one
            return USER_EXCEPTION, lambda writer: (writer.string(user_exception.type_id), user_exception.write and user_exception.write(writer))
        except SystemException as one:
            exception = one  # the name is deleted after the clause
        return SYSTEM_EXCEPTION, lambda writer: (writer.string(f"IDL:omg.org/CORBA/{exception.name}:1.0")
                                                 .put("I", exception.minor).put("I", exception.completed))

    def carry_out(self, key, operation, reader):
        """Returns a function that writes the result, or None without a result; or raises SystemException."""
        raise NotImplementedError


class InPortServer(Server):
    """An InPort of another ORB. `values` has the values that were put; `behaviour` selects the answer to a put: "take", "refuse", "hang", "gone"."""

    def __init__(self, kind, behaviour="take"):
        self.kind, self.behaviour, self.values = kind, behaviour, []
        self.updated = threading.Condition()
        super().__init__()
        self.reference = self.reference("IDL:InPort:1.0", b"an inport")

    def wait_for(self, count, patience=TIMEOUT):
        with self.updated:
            return self.updated.wait_for(lambda: len(self.values) >= count, patience)

    def carry_out(self, key, operation, reader):
        if operation == "_is_a":
            known = reader.string() in ("IDL:InPort:1.0", "IDL:omg.org/CORBA/Object:1.0")
            return lambda writer: writer.put("B", known)
        if operation == "_non_existent":
            return lambda writer: writer.put("B", 0)
        if operation == "_get_name":
            return lambda writer: writer.string("theirs")
        if operation == "_get_port_type":
            return lambda writer: type_code(writer, self.kind)
        assert operation == "put", operation
        return self.take(read_any(reader))

    def take(self, value):
        if self.behaviour == "hang":
            threading.Event().wait(3600)
        if self.behaviour == "refuse":
            raise SystemException("BAD_PARAM")
        if self.behaviour == "gone":
            raise SystemException("OBJECT_NOT_EXIST")
        with self.updated:
            self.values.append(value)
            self.updated.notify_all()
