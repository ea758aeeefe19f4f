// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rctp/protocol/world_contents.h"
#include "tests/gateways/rctp/protocol/records.h"
#include "tests/support/properties.h"

using namespace rctp_test;
using Result = WorldReader::Result;

TEST_CASE("the contents of world records octet by octet") {
  // A node at (-2, 0.1, 2) turned by 90 degrees about y, a camera that sees 45 degrees, and a node that has gone.
  const std::string bytes =
      "06 00 00 2e e0 00 2d 00 00 04 b0 "
      "00 00 01 c0 00 00 00 3d cc cc cd 40 00 00 00 00 00 00 00 3f 80 00 00 00 00 00 00 3f c9 0f db "
      "00 03 02 3f 49 0f d8 00 07 03";
  const std::vector<WorldEntry> entries{
      {.node = 0,
       .kind = WorldEntry::Kind::pose,
       .translation = {-2.0F, 0.1F, 2.0F},
       .rotation = {0.0F, 1.0F, 0.0F, 1.5707964F}},
      {.node = 3, .kind = WorldEntry::Kind::field_of_view, .field_of_view = 0.785398F},
      {.node = 7, .kind = WorldEntry::Kind::gone}};
  Object world = object("world", Object::Kind::binary_input);
  world.bits = 0;

  std::string contents, out;
  begin_world(contents, 1200);
  for (const WorldEntry& entry : entries) append_entry(contents, entry);
  CHECK(contents.size() == kWorldHead + kWorldPose + kWorldFieldOfView + kWorldGone);
  RecordWriter(out).binary(6, world, 12000, contents);
  CHECK(shown(out) == bytes);

  AssignedObjects assigned;
  assigned.set(6, world);
  RecordReader records(RecordReader::Peer::server, assigned);
  std::string_view rest = out;
  Record record;
  REQUIRE(records.next(rest, record) == RecordReader::Result::record);
  CHECK(record.stamp == 12000);
  WorldReader reader(record.octets);
  std::uint32_t step = 0;
  REQUIRE(reader.step(step));
  CHECK(step == 1200);
  WorldEntry entry;
  for (const WorldEntry& expected : entries) {
    REQUIRE(reader.next(entry) == Result::entry);
    CHECK(entry == expected);
  }
  CHECK(reader.next(entry) == Result::end);
}

TEST_CASE("contents that are cut off or of an unknown kind are reported") {
  std::string contents;
  std::uint32_t step = 0;
  WorldEntry entry;
  CHECK_FALSE(WorldReader("").step(step));
  CHECK_FALSE(WorldReader("\1\2\3").step(step));
  begin_world(contents, 5);
  append_entry(contents, {.node = 1, .kind = WorldEntry::Kind::pose});
  for (std::size_t size = kWorldHead; size < contents.size(); ++size) {
    WorldReader reader(std::string_view(contents).substr(0, size));
    REQUIRE(reader.step(step));
    CHECK(reader.next(entry) == (size == kWorldHead ? Result::end : Result::broken));
  }
  for (const char* unknown : {"00 00 00 05 00 01 00", "00 00 00 05 00 01 04 00 00 00 00"}) {
    const std::string bytes = octets(unknown);
    WorldReader reader(bytes);
    REQUIRE(reader.step(step));
    CHECK(reader.next(entry) == Result::broken);
  }
}

TEST_CASE("a record holds kMaxWorldPoses poses and no more") {
  CHECK(kWorldHead + kMaxWorldPoses * kWorldPose <= kMaxWorld);
  CHECK(kWorldHead + (kMaxWorldPoses + 1) * kWorldPose > kMaxWorld);
}

TEST_CASE("entries that are read from any octets are written as the same octets") {
  int entries = 0;
  hold([&] {
    auto bytes = *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 5));
    WorldReader reader(bytes);
    std::uint32_t step = 0;
    if (!reader.step(step)) return;
    WorldEntry entry;
    std::string again;
    begin_world(again, step);
    while (reader.next(entry) == Result::entry) {
      append_entry(again, entry);
      ++entries;
    }
    // The entries that were read are written as they were.
    RC_ASSERT(bytes.starts_with(again));
  });
  CHECK(entries > 1000);
}
