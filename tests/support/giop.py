# SPDX-License-Identifier: Apache-2.0
"""A caller and a server of CORBA objects written from the specification alone: octets by hand, GIOP 1.0 and 1.2, both byte orders."""

import contextlib
import socket
import struct
import threading

REQUEST, REPLY, LOCATE_REQUEST, LOCATE_REPLY, CLOSE, ERROR = 0, 1, 3, 4, 5, 6
TK_FLOAT, TK_DOUBLE, TK_LONG, TK_BOOLEAN, TK_STRING, TK_SEQUENCE, TK_ALIAS = 6, 7, 3, 8, 18, 19, 21


class SystemException(Exception):
    def __init__(self, name, minor, completed):
        super().__init__(f"{name} minor {minor} completed {completed}")
        self.name, self.minor, self.completed = name, minor, completed


class Writer:
    """CDR. `at` is where the first octet stands, for the alignment."""

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
    """`kind`: a number, ("sequence", kind) or ("alias", kind)."""
    if isinstance(kind, tuple):
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
    if isinstance(kind, tuple):
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
    if kind not in (TK_SEQUENCE, TK_ALIAS):
        return kind
    data = reader.octets()
    inner = Reader(data, data[0] != 0, 1)
    if kind == TK_ALIAS:
        inner.string()
        inner.string()
        return "alias", read_type(inner)
    return "sequence", read_type(inner)


def read_any(reader):
    kind = read_type(reader)
    known = plain(kind)
    if isinstance(known, tuple):
        return kind, [reader.get(CODES[plain(known[1])]) for _ in range(reader.get("I"))]
    return kind, reader.string() if known == TK_STRING else reader.get(CODES[known])


class Reference:
    """Host, port and key of an object, and the repository id of its interface."""

    def __init__(self, type_id, host, port, key):
        self.type_id, self.host, self.port, self.key = type_id, host, port, key

    @staticmethod
    def read(reader):
        type_id = reader.string()
        found = None
        for _ in range(reader.get("I")):
            tag, data = reader.get("I"), reader.octets()
            if tag == 0 and not found:
                inner = Reader(data, data[0] != 0, 3)  # byte order, version
                host, port = inner.string(), inner.get("H")
                found = Reference(type_id, host, port, inner.octets())
        return found

    @staticmethod
    def parse(text):
        data = bytes.fromhex(text.strip().removeprefix("IOR:"))
        return Reference.read(Reader(data, data[0] != 0, 1))

    def write(self, writer):
        writer.string(self.type_id).put("I", 1).put("I", 0)

        def profile(inner):
            inner.put("B", 1).put("B", 0)
            inner.string(self.host).put("H", self.port).octets(self.key)

        writer.encapsulated(profile)


def receive(connection, size):
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise ConnectionError("closed")
        data += more
    return data


def message(connection):
    """Version, byte order, kind and body of the next one."""
    header = receive(connection, 12)
    assert header[:4] == b"GIOP", header
    little = header[6] & 1 == 1
    size = struct.unpack(("<" if little else ">") + "I", header[8:])[0]
    return header[5], little, header[7], receive(connection, size)


def framed(minor, little, kind, body):
    return b"GIOP" + bytes([1, minor, 1 if little else 0, kind]) + struct.pack(("<" if little else ">") + "I", len(body)) + body


class Caller:
    """Calls one object over a connection of its own."""

    def __init__(self, reference, minor=0, little=True, patience=10.0):
        self.reference, self.minor, self.little = reference, minor, little
        self.connection = socket.create_connection((reference.host, reference.port), timeout=patience)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.number = 0

    def close(self):
        self.connection.close()

    def request(self, operation, arguments=None):
        """The octets of a request. `arguments` writes them."""
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
        """A reader of what it answers."""
        self.connection.sendall(self.request(operation, arguments))
        return self.answer()

    def answer(self):
        minor, little, kind, body = message(self.connection)
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
        if status == 2:
            raise SystemException(reader.string().split("/")[-1].split(":")[0], reader.get("I"), reader.get("I"))
        assert status == 0, status
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
            if reference:
                reference.write(writer)
            else:
                writer.string("").put("I", 0)

        return self.call(operation, arguments).get("B") == 1

    def ports(self, operation):
        reader = self.call(operation)
        return [Reference.read(reader) for _ in range(reader.get("I"))]


class ComponentCaller:
    """A component and its ports, by their names, each over a connection of its own. Closes them as a context."""

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


class InPortServer:
    """An InPort of another ORB. `values` is what was put; `behaviour` answers a put: "take", "refuse", "hang", "gone"."""

    def __init__(self, kind, behaviour="take"):
        self.kind, self.behaviour, self.values = kind, behaviour, []
        self.news = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.reference = Reference("IDL:InPort:1.0", "127.0.0.1", self.listener.getsockname()[1], b"an inport")
        self.connections = []
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        with contextlib.suppress(OSError):  # closed before
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)  # whoever waits for it does not keep it
            connection.close()

    def wait_for(self, count, patience=10.0):
        with self.news:
            return self.news.wait_for(lambda: len(self.values) >= count, patience)

    def accept(self):
        try:
            while True:
                connection, _ = self.listener.accept()
                self.connections.append(connection)
                threading.Thread(target=self.serve, args=(connection,), daemon=True).start()
        except OSError:
            pass

    def serve(self, connection):
        try:
            while True:
                minor, little, kind, body = message(connection)
                reader = Reader(bytes(12) + body, little, 12)
                if kind == LOCATE_REQUEST:
                    reply = Writer(little, 12).put("I", reader.get("I")).put("I", 1)
                    connection.sendall(framed(minor, little, LOCATE_REPLY, bytes(reply.data)))
                elif kind == REQUEST:
                    connection.sendall(framed(minor, little, REPLY, self.reply(minor, little, reader)))
        except (ConnectionError, OSError):
            pass

    def reply(self, minor, little, reader):
        if minor < 2:
            for _ in range(reader.get("I")):
                reader.get("I"), reader.octets()
            number = reader.get("I")
            reader.get("B")
            reader.octets()
            operation = reader.string()
            reader.octets()
        else:
            number = reader.get("I")
            reader.get("B")
            reader.at += 3
            assert reader.get("H") == 0
            reader.octets()
            operation = reader.string()
            for _ in range(reader.get("I")):
                reader.get("I"), reader.octets()
            reader.at = (reader.at + 7) // 8 * 8
        status, result = self.carry_out(operation, reader)
        writer = Writer(little, 12)
        if minor < 2:
            writer.put("I", 0).put("I", number).put("I", status)
        else:
            writer.put("I", number).put("I", status).put("I", 0)
            if result:
                writer.align(8)
        if result:
            result(writer)
        return bytes(writer.data)

    def carry_out(self, operation, reader):
        if operation == "_is_a":
            known = reader.string() in ("IDL:InPort:1.0", "IDL:omg.org/CORBA/Object:1.0")
            return 0, lambda writer: writer.put("B", known)
        if operation == "_non_existent":
            return 0, lambda writer: writer.put("B", 0)
        if operation == "_get_name":
            return 0, lambda writer: writer.string("theirs")
        if operation == "_get_port_type":
            return 0, lambda writer: type_code(writer, self.kind)
        assert operation == "put", operation
        return self.take(read_any(reader))

    def take(self, value):
        def exception(name):
            return 2, lambda writer: writer.string(f"IDL:omg.org/CORBA/{name}:1.0").put("I", 0).put("I", 1)

        if self.behaviour == "hang":
            threading.Event().wait(3600)
        if self.behaviour == "refuse":
            return exception("BAD_PARAM")
        if self.behaviour == "gone":
            return exception("OBJECT_NOT_EXIST")
        with self.news:
            self.values.append(value)
            self.news.notify_all()
        return 0, None
