#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A controller written from docs/systems/sigverse-protocol.md alone: client.py HOST PORT AGENT OBJECT. It attaches, lists all objects,
pushes its object, sends a message to the other controllers, and prints what it receives until the server closes the connection."""
import io, socket, struct, sys
GET_ENTITY, ATTACH_CONTROLLER, ON_RECV_MESSAGE, GET_OBJECT_NAMES, ADD_FORCE = 3, 10, 32, 41, 53

def text(string):                                  # a length, the octets, and 1 to 4 zeros up to a multiple of 4
    octets = string.encode()
    return struct.pack(">I", len(octets)) + octets + bytes(4 - len(octets) % 4 if octets else 0)

def send(kind, data, flags=0):                     # flag 1: to be forwarded, here to all controllers
    inside = struct.pack(">HHHH", kind, 1, 0, flags) + text("") + struct.pack("<d", -1.0) + data
    connection.sendall(struct.pack(">HH", 0xABCD, len(inside) + 6) + inside + struct.pack(">H", 0xDCBA))

def number(data, form):                            # ">H" u16, ">I" u32, "<d" double
    return struct.unpack(form, data.read(struct.calcsize(form)))[0]

def read_text(data):
    size = number(data, ">I")
    return data.read(size + (4 - size % 4 if size else 0))[:size].decode(errors="replace")

def receive(wanted=None):                          # data of the next packet of that type, and whether it is the last
    while head := stream.read(4):
        begin, size = struct.unpack(">HH", head)
        data, kind = io.BytesIO(stream.read(size - 4)), None
        if begin == 0xABCD:                        # else a raw request: 1 message, 2 start, 3 stop
            kind, count, place, flags = (number(data, ">H") for _ in range(4))
            target, reach = read_text(data), number(data, "<d")
            if kind == wanted:
                return data, place + 1 == count
        print("heard:", f"raw {begin}" if kind is None else f"packet {kind}", data.read(), flush=True)
    sys.exit(0)                                    # the server has closed the connection

def where_is(name):
    send(GET_ENTITY, text(name))
    data, last = receive(GET_ENTITY + 1)
    result, time, exists = number(data, ">H"), number(data, "<d"), number(data, ">H")
    record = io.BytesIO(data.read() if exists else sys.exit(f"there is no {name}"))
    size, identity, name, kind = number(record, ">H"), number(record, ">I"), read_text(record), read_text(record)
    attached, operations, attributes, parts = (number(record, form) for form in (">H", ">I", ">H", ">H"))
    record.seek(parts + 2 + 2 + 4 + 2)             # the first part, behind its length, id and shape
    return f"{name} ({kind}): {read_text(record)} at {struct.unpack('<3d', record.read(24))} cm, time {time} s"

connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
stream, agent, thing = connection.makefile("rb"), sys.argv[3], sys.argv[4]
send(ATTACH_CONTROLLER, text(agent))
reply, last = receive(ATTACH_CONTROLLER + 1)
if number(reply, ">H") != 0:                       # 1: already attached, 2: no such agent
    sys.exit(f"not attached: {read_text(reply)}")
send(GET_OBJECT_NAMES, struct.pack(">H", 3))       # agents and entities, 50 to a packet
last = False
while not last:
    reply, last = receive(GET_OBJECT_NAMES + 1)
    print("there are:", ", ".join(read_text(reply) for _ in range(number(reply, ">H"))), flush=True)
print(where_is(thing), flush=True)
send(ADD_FORCE, text(thing) + struct.pack("<3d", 0.0, 0.0, 500.0) + b"\0")
send(ON_RECV_MESSAGE, text(agent) + struct.pack(">I", 2) + text("pushed") + text(thing), flags=1)
receive()                                          # any further packet
