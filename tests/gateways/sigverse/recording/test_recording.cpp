// SPDX-License-Identifier: Apache-2.0
// Recordings that are cut, damaged, or made to do harm.
#include <fcntl.h>
#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "gateways/sigverse/recording/dump.h"
#include "gateways/sigverse/recording/recording.h"
#include "spark/core/descriptor.h"
#include "tests/gateways/sigverse/recording/worlds.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace sigverse;
using recording::BlockHead;
using recording::Recording;

namespace {

/// A recording of 8 blocks, and the frames that can be read from changed copies.
class Damaged {
 public:
  Damaged() : worlds(record_room(folder_ / "a.svd", 200, Room(4, false, 5))), whole(content(folder_ / "a.svd")) {
    for (const client::World& world : worlds) octets_.insert(octets_of(world));
    for (std::size_t at = whole.find("BLK1"); at != std::string::npos; at = whole.find("BLK1", at + 1))
      blocks.push_back(at);
  }

  /// The number of readable frames, each of which was recorded; nothing if the file is refused.
  std::optional<std::size_t> read(std::string_view file) {
    lines.clear();
    refusal.clear();
    const std::filesystem::path path = folder_ / "damaged.svd";
    write_file(path, file);
    try {
      Recording recording(path, [this](const std::string& line) { lines.push_back(line); });
      std::size_t readable = 0;
      frames = recording.frames();
      for (std::size_t i = 0; i != recording.frames(); ++i)
        if (const client::World* const world = recording.world(i)) {
          ++readable;
          if (octets_.count(octets_of(*world)) == 0) ++strange;
        }
      complete = recording.is_complete();
      return readable;
    } catch (const std::runtime_error& error) {
      refusal = error.what();
      const std::string front = path.string() + " is not a recording: ";
      CHECK(refusal.substr(0, front.size()) == front);
      refusal = refusal.substr(std::min(refusal.size(), front.size()));
      return std::nullopt;
    }
  }
  std::string name() const { return (folder_ / "damaged.svd").string(); }

 private:
  TemporaryFolder folder_;
  std::set<std::string> octets_;

 public:
  std::vector<client::World> worlds;
  std::string whole;
  std::vector<std::size_t> blocks;  ///< where each begins
  std::vector<std::string> lines;
  std::string refusal;
  std::size_t frames = 0;  ///< that there seem to be
  bool complete = false;
  std::size_t strange = 0;  ///< frames that were not recorded so
};

std::string packed(std::string_view octets) {
  uLongf size = compressBound(octets.size());
  std::string out(size, '\0');
  compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(octets.data()), octets.size(),
            9);
  return out.substr(0, size);
}

std::string with_header(std::string_view blocks) {
  std::string file("SVD1\1\0\0\0\2\0\0\0\0\0", 14);
  return file.append(blocks);
}

/// A file with one block and any head.
std::string file_of_block(BlockHead head, std::string_view stored) {
  std::string block;
  if (head.stored == 0) head.stored = static_cast<std::uint32_t>(stored.size());
  head.append_to(block);
  return with_header(block.append(stored));
}

std::string frame(double time, const std::vector<std::string>& records, const std::vector<std::uint32_t>& gone = {}) {
  std::string out;
  recording::append_real(out, time);
  recording::append_number(out, static_cast<std::uint16_t>(records.size()));
  for (const std::string& record : records) out += record;
  recording::append_number(out, static_cast<std::uint16_t>(gone.size()));
  for (const std::uint32_t id : gone) recording::append_number(out, id);
  return out;
}

std::string record_of_object(const client::Object& object) {
  std::string out;
  wire::append_record(out, client::record_of(object));
  return out;
}

std::string file_of_frames(const std::vector<std::string>& frames, double first, double last) {
  std::string unpacked;
  for (const std::string& each : frames) unpacked += each;
  const BlockHead head{0, static_cast<std::uint32_t>(unpacked.size()), static_cast<std::uint32_t>(frames.size()), first,
                       last};
  return file_of_block(head, packed(unpacked));
}

}  // namespace

TEST_CASE("a recording that is cut at any of 100 places yields its whole blocks") {
  Damaged damaged;
  REQUIRE(damaged.blocks.size() == 8);
  for (int i = 0; i != 100; ++i) {
    const std::size_t cut = damaged.whole.size() * static_cast<std::size_t>(i) / 100;
    CAPTURE(cut);
    const auto readable = damaged.read(damaged.whole.substr(0, cut));
    if (cut < damaged.blocks[0]) {
      CHECK_FALSE(readable);
      CHECK(damaged.refusal == (cut == 0  ? "it is empty"
                                : cut < 4 ? "it does not begin with SVD1"
                                          : "it ends within its header"));
      continue;
    }
    std::size_t whole_blocks = 0;
    while (whole_blocks != 8 &&
           (whole_blocks == 7 ? damaged.whole.find("IDX1") : damaged.blocks[whole_blocks + 1]) <= cut)
      ++whole_blocks;
    CHECK(readable == 25 * whole_blocks);
    CHECK_FALSE(damaged.complete);
    CHECK(damaged.lines.size() <= 1);
  }
  CHECK(damaged.strange == 0);
  CHECK(damaged.read(damaged.whole) == 200);
  CHECK(damaged.complete);
}

TEST_CASE("a file that ends within a block is reported in one line") {
  Damaged damaged;
  CHECK(damaged.read(damaged.whole.substr(0, damaged.blocks[3] + 50)) == 75);
  CHECK(damaged.lines ==
        std::vector<std::string>{damaged.name() + ": the block at octet " + std::to_string(damaged.blocks[3]) +
                                 " is left out: the file ends within it"});
}

TEST_CASE("if an octet is changed, all other blocks are read, and no frame is wrong") {
  Damaged damaged;
  std::mt19937 random(7);
  for (int i = 0; i != 400; ++i) {
    std::string file = damaged.whole;
    const std::size_t at = i < 200 ? damaged.blocks[static_cast<std::size_t>(i) % 8] + random() % 32
                                   : damaged.blocks[0] + random() % (file.size() - damaged.blocks[0]);
    file[at] = static_cast<char>(file[at] ^ (1 + random() % 255));
    if (i % 2 == 0) file.resize(file.find("IDX1") == std::string::npos ? file.size() : file.find("IDX1"));
    CAPTURE(i, at);
    const auto readable = damaged.read(file);
    REQUIRE(readable);
    CHECK(*readable >= 175);
    CHECK(damaged.lines.size() <= 2);
  }
  // A changed time in a head may be valid, but a changed world is not.
  CHECK(damaged.strange == 0);
}

TEST_CASE("damaged blocks cause one line on opening, or one line each when they are unpacked") {
  Damaged damaged;
  std::string file = damaged.whole;
  for (const std::size_t block : {1U, 4U}) file[damaged.blocks[block]] = 'X';
  CHECK(damaged.read(file) == 150);
  CHECK(damaged.lines == std::vector<std::string>{damaged.name() + ": 2 blocks are left out; the first, at octet " +
                                                  std::to_string(damaged.blocks[1]) + ": its head is damaged"});
  file = damaged.whole;
  for (const std::size_t block : {1U, 4U}) file[damaged.blocks[block] + 40] ^= 1;
  CHECK(damaged.read(file) == 150);
  REQUIRE(damaged.lines.size() == 2);
  CHECK(damaged.lines[1] ==
        damaged.name() + ": frames 101 to 125 are left out, as their block is damaged: its octets cannot be unpacked");
  CHECK(damaged.complete);
}

TEST_CASE("a block whose length points into another block is lost alone") {
  Damaged damaged;
  for (const bool has_index : {false, true}) {
    std::string file = damaged.whole;
    if (!has_index) file.resize(file.find("IDX1"));
    std::string length;
    recording::append_number(length, static_cast<std::uint32_t>(damaged.blocks[5] - damaged.blocks[2] + 17));
    file.replace(damaged.blocks[2] + 4, 4, length);
    CHECK(damaged.read(file) == 175);
    CHECK(damaged.lines.size() == 1);
  }
}

TEST_CASE("an index that does not fit its file is not used") {
  Damaged damaged;
  const std::size_t index = damaged.whole.find("IDX1");
  for (std::size_t at = index; at != damaged.whole.size(); ++at)
    for (const int change : {1, 0x80}) {
      std::string file = damaged.whole;
      file[at] = static_cast<char>(file[at] ^ change);
      CAPTURE(at - index);
      CHECK(damaged.read(file) == 200);
    }
}

TEST_CASE("an index that does not name all blocks is not used") {
  Damaged damaged;
  const std::size_t index = damaged.whole.find("IDX1");
  const auto with_index_of = [&](std::vector<std::size_t> offsets) {
    std::string file = damaged.whole.substr(0, index) + "IDX1";
    recording::append_number(file, static_cast<std::uint32_t>(offsets.size()));
    for (const std::size_t offset : offsets) recording::append_number(file, std::uint64_t{offset});
    recording::append_number(file, std::uint64_t{index});
    return file + "SVDE";
  };
  CHECK(with_index_of(damaged.blocks) == damaged.whole);
  std::vector<std::vector<std::size_t>> indices{{}, {damaged.blocks[0]}, {damaged.blocks[7]}};
  for (std::size_t left_out = 0; left_out != 8; ++left_out) {
    std::vector<std::size_t>& offsets = indices.emplace_back(damaged.blocks);
    offsets.erase(offsets.begin() + static_cast<long>(left_out));
  }
  for (const std::vector<std::size_t>& offsets : indices) {
    CAPTURE(offsets);
    CHECK(damaged.read(with_index_of(offsets)) == 200);
    CHECK(damaged.lines.empty());
  }
}

TEST_CASE("invalid headers are refused with a line") {
  Damaged damaged;
  const auto refusal = [&](const std::string& file) {
    CHECK_FALSE(damaged.read(file));
    return damaged.refusal;
  };
  std::string other = damaged.whole;
  other[4] = 2;
  CHECK(refusal(other) == "version 2 is not known");
  CHECK(refusal("SVD1\1") == "it ends within its header");
  CHECK(refusal(std::string("SVD1\1\0\0\0\xff\xff\xff\xff", 12)) == "it ends within its header");
  CHECK(refusal(std::string("SVD1\1\0\0\0\2\0\0\0\0\5", 14)) == "its header cannot be read");
  CHECK(refusal(std::string("SVD1\1\0\0\0\0\0\0\0", 12)) == "its header cannot be read");
  CHECK(refusal("an ordinary text") == "it does not begin with SVD1");
  CHECK(damaged.read(with_header("")) == 0);
  CHECK_FALSE(damaged.complete);
  // Octets after the entries are ignored.
  CHECK(damaged.read(std::string("SVD1\1\0\0\0\5\0\0\0\0\0abc", 17)) == 0);
}

TEST_CASE("a block is not unpacked to more than its head says, and a head with an impossible size is refused") {
  Damaged damaged;
  const std::string zeros(50 << 20, '\0');
  const std::string bomb = packed(zeros);
  REQUIRE(bomb.size() < 100'000);
  CHECK(damaged.read(file_of_block({0, 0xffffffff, 1, 0, 0}, bomb)) == 0);
  CHECK(damaged.lines.size() == 1);
  CHECK(damaged.read(file_of_block({0, 3'000'000'000, 9'000, 0, 0}, bomb)) == 0);
  // More than zlib can compress into so few octets.
  CHECK(damaged.read(file_of_block({0, 60 << 20, 1, 0, 0}, packed("few"))) == 0);
  CHECK(damaged.lines.size() == 1);
  CHECK(damaged.frames == 0);
  CHECK(damaged.read(file_of_block({0, 1'000, 2, 0, 0}, bomb)) == 0);
  CHECK(damaged.lines == std::vector<std::string>{damaged.name() + ": frames 1 to 2 are left out, as their block is "
                                                                   "damaged: its octets cannot be unpacked"});
  CHECK(damaged.read(file_of_block({0, 60'000'000, 2, 0, 0}, bomb)) == 0);
}

TEST_CASE("a block has 10,000 frames at most") {
  Damaged damaged;
  const auto readable = [&](std::uint32_t frames) {
    const std::string zeros(std::size_t{12} * frames, '\0');
    return damaged.read(file_of_block({0, 12 * frames, frames, 0, 0}, packed(zeros)));
  };
  CHECK(readable(10'000) == 10'000);
  CHECK(readable(10'001) == 0);
}

TEST_CASE("blocks with impossible heads are refused") {
  Damaged damaged;
  const std::string two = frame(0.0, {}) + frame(0.5, {});
  const auto size = static_cast<std::uint32_t>(two.size());
  const std::string stored = packed(two);
  damaged.worlds.clear();
  const auto readable = [&](const BlockHead& head) { return damaged.read(file_of_block(head, stored)); };
  CHECK(readable({0, size, 2, 0.0, 0.5}) == 2);
  CHECK(readable({0, size, 1, 0.0, 0.5}) == 0);
  CHECK(damaged.lines == std::vector<std::string>{damaged.name() + ": frames 1 to 1 are left out, as their block is "
                                                                   "damaged: there are octets after its last frame"});
  CHECK(readable({0, size, 3, 0.0, 0.5}) == 0);
  CHECK(readable({0, size, 0, 0.0, 0.5}) == 0);
  CHECK(readable({0, size, 20'000, 0.0, 0.5}) == 0);
  CHECK(readable({0, size, 2, 0.5, 0.0}) == 0);
  CHECK(readable({0, size, 2, 0.0, 0.4}) == 0);
  CHECK(readable({0, size, 2, 0.1, 0.5}) == 0);
  CHECK(readable({0, size, 2, std::nan(""), 0.5}) == 0);
  CHECK(readable({0, size, 2, 0.0, HUGE_VAL}) == 0);
  CHECK(readable({0, size + 1, 2, 0.0, 0.5}) == 0);
  CHECK(readable({0, size - 1, 2, 0.0, 0.5}) == 0);
  CHECK(readable({1'000'000, size, 2, 0.0, 0.5}) == 0);
}

TEST_CASE("invalid frames are not shown") {
  Damaged damaged;
  const std::string record = record_of_object(object_named(1, "a"));
  const auto readable = [&](const std::vector<std::string>& frames) {
    return damaged.read(file_of_frames(frames, 0.0, 1.0));
  };
  CHECK(readable({frame(0.0, {record}), frame(1.0, {record})}) == 2);
  CHECK(readable({frame(0.0, {record.substr(0, 40)}), frame(1.0, {})}) == 0);
  CHECK(readable({frame(0.0, {}), frame(std::nan(""), {})}) == 0);
  CHECK(readable({frame(0.5, {}), frame(0.4, {})}) == 0);
  CHECK(readable({frame(0.0, {}), frame(1.0, {}, {1, 2}).substr(0, 14)}) == 0);
  CHECK(damaged.lines.size() == 1);
  std::string bad = record;
  bad[bad.find("agent") - 5] = 0x7f;
  CHECK(readable({frame(0.0, {bad})}) == 0);
}

TEST_CASE("a file of another writer may add attributes later, and remove unknown ids") {
  const TemporaryFolder folder;
  const client::Object a = object_named(1, "a", 2), b = object_named(2, "b");
  client::Object changed{1, "a", "Toy.xml", true, 0, {{"aaa", "new", 7.0}, {"x", "position", 3.0}}, {}};
  changed.parts = {object_named(9, "c", 3).parts[2]};
  write_file(folder / "a.svd", file_of_frames({frame(0.0, {record_of_object(a), record_of_object(b)}),
                                               frame(0.5, {record_of_object(changed)}, {77, 2, 2}),
                                               frame(0.5, {record_of_object(object_named(5, "d"))}, {1})},
                                              0.0, 0.5));
  Recording recording(folder / "a.svd");
  REQUIRE(recording.frames() == 3);
  const client::World* world = recording.world(1);
  REQUIRE(world);
  REQUIRE(world->objects.size() == 1);
  const client::Object& object = world->objects[0];
  CHECK(object.attached);
  CHECK(object.attributes.size() == a.attributes.size() + 1);
  CHECK(object.attributes[0].name == "aaa");
  CHECK(object.number("x") == 3.0);
  CHECK(object.number("mass") == 1.5);
  REQUIRE(object.parts.size() == 3);
  CHECK(object.parts[2].name == "PART_2");
  world = recording.world(2);
  REQUIRE(world->objects.size() == 1);
  CHECK(world->objects[0].name == "d");
  CHECK(recording.world(0)->objects.size() == 2);
}

TEST_CASE("a recording never yields numbers that are not finite") {
  const TemporaryFolder folder;
  client::Object object = object_named(1, "a", 2);
  set(object, "x", std::nan(""));
  object.parts[1].place[0] = HUGE_VAL;
  write_file(folder / "a.svd", file_of_frames({frame(0.0, {record_of_object(object)})}, 0.0, 0.0));
  Recording recording(folder / "a.svd");
  REQUIRE(recording.world(0));
  CHECK_FALSE(recording.world(0)->objects[0].find("x"));
  CHECK(recording.world(0)->objects[0].parts.size() == 1);
}

TEST_CASE("a dump has a line for each object and frame, with all digits") {
  const TemporaryFolder folder;
  recording::Serializer se;
  client::World world;
  world.objects = {object_named(1, "toy 1"), object_named(2, "with\ncontrols")};
  set(world.objects[0], "x", 0.1);
  set(world.objects[0], "qy", -1.0 / 3.0);
  se.serializeWorld(0.04, world);
  world.objects.pop_back();
  se.serializeWorld(0.12, world);
  se.writeToFile(folder / "a.svd");
  Recording recording(folder / "a.svd");
  const spark::Descriptor out(::open((folder / "dump").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  CHECK(recording::dump(recording, out.get()) == 0);
  CHECK(read_lines(folder / "dump") ==
        std::vector<std::string>{"0.040000000000000001 toy 1 0.10000000000000001 0 0 1 0 -0.33333333333333331 0",
                                 "0.040000000000000001 with?controls 0 0 0 1 0 0 0",
                                 "0.12 toy 1 0.10000000000000001 0 0 1 0 -0.33333333333333331 0"});
  CHECK(recording::dump(recording, -1) == EBADF);
}
