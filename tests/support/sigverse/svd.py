# SPDX-License-Identifier: Apache-2.0
"""Recordings of SIGVerse worlds (.svd), read and written from the description of the format alone: an independent check of what sigviewer records
and plays. The reader is strict: everything that a recorder must not do is an error."""

import struct
import zlib

BOX, CYLINDER, SPHERE = 0, 1, 2
NUMBERS = {BOX: 3, CYLINDER: 2, SPHERE: 1}


class Octets:
    """Takes fields from the front. Fields of the protocol are big-endian, fields of the file little-endian; doubles are always little-endian."""

    def __init__(self, octets):
        self.octets, self.at = octets, 0

    def take(self, count):
        assert 0 <= count <= len(self.octets) - self.at, "the data end within a field"
        self.at += count
        return self.octets[self.at - count:self.at]

    def field(self, layout):
        return struct.unpack(layout, self.take(struct.calcsize(layout)))[0]

    def text(self):
        length = self.field(">I")
        return self.take(0 if length == 0 else 4 * (1 + length // 4))[:length]

    def block(self):
        return Octets(self.take(self.field(">H") - 2))

    def left(self):
        return len(self.octets) - self.at


def text(octets):
    return struct.pack(">I", len(octets)) + (octets.ljust(4 * (1 + len(octets) // 4), b"\0") if octets else b"")


def with_length(octets):
    return struct.pack(">H", len(octets) + 2) + octets


class Part:
    def __init__(self, shape, name, place, turn, size):
        self.shape, self.name, self.place, self.turn, self.size = shape, name, place, turn, size

    def octets(self, number):
        return with_length(struct.pack(">IH", number, self.shape) + text(self.name) + struct.pack("<3d", *self.place) + b"\0\0" +
                           struct.pack("<4d", *self.turn) + struct.pack(">H", 8 * len(self.size)) +
                           struct.pack(f"<{len(self.size)}d", *self.size))


class Object:
    """`attributes`: name -> (group, value), a value being bytes, float or bool; `parts`: number -> Part. All texts are bytes."""

    def __init__(self, number, name, class_name, attached=False, attributes=(), parts=()):
        self.id, self.name, self.class_name, self.attached, self.operations = number, name, class_name, attached, 0
        self.attributes, self.parts = dict(attributes), dict(parts)

    def copy(self):
        other = Object(self.id, self.name, self.class_name, self.attached, self.attributes, self.parts)
        other.operations = self.operations
        return other

    def number(self, name, otherwise=0.0):
        value = self.attributes.get(name, (b"", otherwise))[1]
        return otherwise if isinstance(value, bytes) else float(value)

    def record(self, attributes=None, parts=None):
        """A record with all attributes and parts, or with the given names and numbers."""
        def value(of):
            if isinstance(of, bytes):
                return b"\0\0" + text(of)
            return struct.pack(">HH", 7, of) if isinstance(of, bool) else b"\0\6" + struct.pack("<d", of)
        entries = b"".join(with_length(text(name) + text(group) + struct.pack(">H", len(value(of))) + value(of))
                           for name, (group, of) in sorted(self.attributes.items()) if attributes is None or name in attributes)
        shapes = b"".join(part.octets(number) for number, part in self.parts.items() if parts is None or number in parts)
        front = struct.pack(">I", self.id) + text(self.name) + text(self.class_name) + struct.pack(">hI", self.attached, self.operations)
        at = 2 + len(front) + 4
        return with_length(front + struct.pack(">HH", at, at + 2 + len(entries)) + with_length(entries) + with_length(shapes))


def read_record(octets):
    """Reads an object from its record."""
    begin = octets.at
    end = begin + octets.field(">H")
    whole = Octets(octets.octets[:end])
    whole.at = octets.at
    thing = Object(whole.field(">I"), whole.text(), whole.text(), whole.field(">h") != 0)
    thing.operations = whole.field(">I")
    offsets = whole.field(">H"), whole.field(">H")
    for offset, read in zip(offsets, (read_attribute, read_part)):
        whole.at = begin + offset
        entries = whole.block()
        while entries.left():
            read(entries.block(), thing)
    assert whole.left() == 0, "a record has data after its parts"
    octets.at = end
    return thing


def read_attribute(entry, thing):
    name, group = entry.text(), entry.text()
    value = Octets(entry.take(entry.field(">H")))
    kind = value.field(">H")
    assert kind in (0, 6, 7) and name not in thing.attributes and all(other < name for other in thing.attributes)
    thing.attributes[name] = group, value.text() if kind == 0 else value.field("<d") if kind == 6 else value.field(">H") != 0
    assert value.left() == entry.left() == 0


def read_part(entry, thing):
    number, shape, name = entry.field(">I"), entry.field(">H"), entry.text()
    place = struct.unpack("<3d", entry.take(24))
    assert entry.field(">H") == 0 and number not in thing.parts
    turn = struct.unpack("<4d", entry.take(32))
    assert entry.field(">H") == 8 * NUMBERS[shape] == entry.left()
    thing.parts[number] = Part(shape, name, place, turn, struct.unpack(f"<{NUMBERS[shape]}d", entry.take(entry.left())))


class Recording:
    """`shapes`: [(key, file)]; `places`: object -> {part: (centre, turn)}; `frames`: [(time, {id: Object})]; `blocks`: frames of each;
    `raw`: octets that all records of all frames would have."""

    def __init__(self, path, needs_index=True):
        with open(path, "rb") as file:
            self.octets = Octets(file.read())
        self.shapes, self.places, self.frames, self.blocks, self.raw = [], {}, [], [], 0
        assert self.octets.take(4) == b"SVD1" and self.octets.field("<I") == 1
        self.read_header(Octets(self.octets.take(self.octets.field("<I"))))
        offsets = []
        while self.octets.left() and self.octets.octets[self.octets.at:self.octets.at + 4] == b"BLK1":
            offsets.append(self.octets.at)
            self.read_block()
        if needs_index or self.octets.left():
            self.read_index(offsets)
        self.size = len(self.octets.octets)

    def read_header(self, header):
        for _ in range(header.field(">h")):
            self.shapes.append((header.text(), header.text()))
        while header.left():
            places = self.places[header.text()] = {}
            for _ in range(header.field(">h")):
                part = header.field(">I")
                places[part] = struct.unpack("<3d", header.take(24)), struct.unpack("<4d", header.take(32))

    def read_index(self, offsets):
        at = self.octets.at
        assert self.octets.take(4) == b"IDX1"
        assert [self.octets.field("<Q") for _ in range(self.octets.field("<I"))] == offsets
        assert self.octets.field("<Q") == at and self.octets.take(4) == b"SVDE" and self.octets.left() == 0

    def read_block(self):
        self.octets.take(4)
        stored, unpacked, count = (self.octets.field("<I") for _ in range(3))
        first, last = self.octets.field("<d"), self.octets.field("<d")
        frames = Octets(zlib.decompress(self.octets.take(stored)))
        assert len(frames.octets) == unpacked and count > 0
        objects, times = {}, []
        for index in range(count):
            times.append(frames.field("<d"))
            objects = self.read_frame(frames, objects, index == 0)
            self.frames.append((times[-1], objects))
            self.raw += sum(len(each.record()) for each in objects.values())
        self.blocks.append(count)
        assert frames.left() == 0 and times == sorted(times) and (times[0], times[-1]) == (first, last) and last - first <= 1.0

    def read_frame(self, frames, before, is_first):
        objects = dict(before)
        for _ in range(frames.field("<H")):
            record = read_record(frames)
            if record.id in objects:
                assert not is_first
                merged = objects[record.id].copy()
                assert (merged.name, merged.class_name) == (record.name, record.class_name)
                merged.attached, merged.operations = record.attached, record.operations
                unchanged = objects[record.id].record(set(record.attributes), set(record.parts))
                assert record.record() != unchanged, "a record without a change"
                merged.attributes.update(record.attributes)
                merged.parts.update(record.parts)
                objects[record.id] = merged
            else:
                objects[record.id] = record
        for _ in range(frames.field("<H")):
            del objects[frames.field("<I")]
        return objects

    def dump(self):
        """The lines of sigviewer --dump."""
        for time, objects in self.frames:
            for each in objects.values():
                numbers = [each.number(name, float(name == b"qw")) for name in (b"x", b"y", b"z", b"qw", b"qx", b"qy", b"qz")]
                yield " ".join(["%.17g" % time, each.name.decode("utf-8", "replace")] + ["%.17g" % number for number in numbers])


def whole_blocks(octets):
    """The beginning of a file that is being written, up to the end of its last complete block; empty if it has none yet."""
    end, at = 0, octets.find(b"BLK1")
    while octets[at:at + 4] == b"BLK1" and len(octets) >= at + 32:
        at += 32 + struct.unpack_from("<I", octets, at + 4)[0]
        if at <= len(octets):
            end = at
    return octets[:end]


def pack_frame(time, records, gone=()):
    return struct.pack("<dH", time, len(records)) + b"".join(records) + struct.pack(f"<H{len(gone)}I", len(gone), *gone)


def pack_block(frames):
    """`frames`: [(time, records, ids of removed objects)]; the first frame has all objects."""
    unpacked = b"".join(pack_frame(*frame) for frame in frames)
    stored = zlib.compress(unpacked)
    return b"BLK1" + struct.pack("<3I2d", len(stored), len(unpacked), len(frames), frames[0][0], frames[-1][0]) + stored


def pack_file(blocks, shapes=(), places=(), with_index=True):
    header = struct.pack(">h", len(shapes)) + b"".join(text(key) + text(file) for key, file in shapes)
    for name, of_object in dict(places).items():
        header += text(name) + struct.pack(">h", len(of_object))
        header += b"".join(struct.pack(">I", part) + struct.pack("<7d", *centre, *turn) for part, (centre, turn) in of_object.items())
    octets, offsets = b"SVD1" + struct.pack("<II", 1, len(header)) + header, []
    for block in blocks:
        offsets.append(len(octets))
        octets += block
    if not with_index:
        return octets
    return octets + b"IDX1" + struct.pack(f"<I{len(offsets)}Q", len(offsets), *offsets) + struct.pack("<Q", len(octets)) + b"SVDE"
