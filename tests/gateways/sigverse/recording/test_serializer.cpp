// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "gateways/sigverse/recording/serializer.h"
#include "tests/gateways/sigverse/recording/worlds.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace sigverse;
using recording::Recording;
using recording::Serializer;

namespace {

std::string line_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

/// Limits the size of files during its lifetime.
class FileLimit {
 public:
  explicit FileLimit(rlim_t octets) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{octets, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

}  // namespace

TEST_CASE("a recording gives every frame bit for bit, in any order") {
  const TemporaryFolder folder;
  const bool eventful = GENERATE(false, true);
  const unsigned seed = GENERATE(1U, 2U, 3U);
  const auto worlds = record_room(folder / "a.svd", 300, Room(7, eventful, seed));
  Serializer se;
  se.readFromFile(folder / "a.svd");
  double time = -1.0;
  const auto check = [&](std::size_t i) {
    const client::World* const world = se.deserializeWorld(i, time);
    REQUIRE(world);
    REQUIRE(time == worlds[i].time);
    REQUIRE(is_same(*world, worlds[i]));
  };
  for (std::size_t i = 0; i != worlds.size(); ++i) check(i);
  for (std::size_t i = worlds.size(); i-- != 0;) check(i);
  std::mt19937 random(seed);
  for (int i = 0; i != 300; ++i) check(random() % worlds.size());
  CHECK_FALSE(se.deserializeWorld(worlds.size(), time));
  CHECK(se.problems().empty());
}

TEST_CASE("blocks cover a second at most, and their times never go back") {
  const TemporaryFolder folder;
  record_room(folder / "a.svd", 500, Room(5, true, 4));
  const Recording recording(folder / "a.svd");
  CHECK(recording.is_complete());
  CHECK(recording.frames() == 500);
  for (const Recording::Stretch& stretch : recording.stretches()) {
    CHECK(stretch.first_time <= stretch.last_time);
    CHECK(stretch.last_time - stretch.first_time <= 1.0);
  }
}

TEST_CASE("a calm room has 25 frames in a block of one second") {
  const TemporaryFolder folder;
  record_room(folder / "a.svd", 100);
  const Recording recording(folder / "a.svd");
  REQUIRE(recording.stretches().size() == 4);
  for (const Recording::Stretch& stretch : recording.stretches()) CHECK(stretch.frames == 25);
  CHECK(recording.stretches()[2].first_frame == 50);
  CHECK(recording.stretches()[2].first_time == Approx(2.0));
}

TEST_CASE("during recording, all but the last second is in the file") {
  const TemporaryFolder folder;
  Room room(5, true, 9);
  std::vector<client::World> worlds;
  Serializer se;
  se.writeToFile(folder / "a.svd");
  for (int i = 0; i != 200; ++i, room.step()) {
    worlds.push_back(room.world());
    se.serializeWorld(room.world().time, room.world());
    if (i % 40 != 39) continue;
    // The file as a program that was killed now would leave it.
    write_file(folder / "killed.svd", content(folder / "a.svd"));
    std::vector<std::string> lines;
    Recording killed(folder / "killed.svd", [&](const std::string& line) { lines.push_back(line); });
    CHECK_FALSE(killed.is_complete());
    CHECK(lines.empty());
    CHECK(killed.frames() + se.frames_of_block() == worlds.size());
    for (std::size_t frame = 0; frame != killed.frames(); ++frame)
      REQUIRE(is_same(*killed.world(frame), worlds[frame]));
  }
  se.flush();
  CHECK(Recording(folder / "a.svd").frames() == 200);
}

TEST_CASE("a recording that has been written can be continued") {
  const TemporaryFolder folder;
  Room room;
  {
    Serializer se;
    for (int i = 0; i != 30; ++i, room.step()) se.serializeWorld(room.world().time, room.world());
    se.writeToFile(folder / "a.svd");
    CHECK(Recording(folder / "a.svd").is_complete());
    CHECK(Recording(folder / "a.svd").frames() == 30);
    for (int i = 0; i != 30; ++i, room.step()) se.serializeWorld(room.world().time, room.world());
    CHECK(line_of([&] { se.writeToFile(folder / "b.svd"); }) ==
          "cannot write " + (folder / "b.svd").string() + ": the recording is in " + (folder / "a.svd").string());
  }
  const Recording recording(folder / "a.svd");
  CHECK(recording.is_complete());
  CHECK(recording.frames() == 60);
}

TEST_CASE("a recording contains the shape files, and the places of shapes in their parts") {
  const TemporaryFolder folder;
  client::World world;
  world.objects = {object_named(1, "arm", 3), object_named(2, "ball"), object_named(3, "arm2", 2)};
  world.objects[0].parts[1].shape_place = {1.0, -2.5, 1e-3};
  world.objects[0].parts[2].shape_turn = {0.0, 1.0, 0.0, 0.0};
  Serializer se;
  se.set_shapes(client::ShapeBase({{"Toy:::", "Toy.wrl"}, {"TV::switch:on", "C:\\TV on.x3d"}}));
  for (const double time : {0.0, 0.04, 5.0}) {
    world.time = time;
    set(world.objects[1], "x", time);
    world.objects[0].parts[1].place[0] = time;
    se.serializeWorld(time, world);
  }
  se.writeToFile(folder / "a.svd");
  Recording recording(folder / "a.svd");
  REQUIRE(recording.shapes().entries().size() == 2);
  CHECK(recording.shapes().entries()[1].key == "TV::switch:on");
  CHECK(recording.shapes().entries()[1].file == "C:\\TV on.x3d");
  CHECK(is_same(*recording.world(2), world));
  REQUIRE(recording.world(0));
  CHECK(recording.world(0)->objects[0].parts[1].shape_place == sight::Vector{1.0, -2.5, 1e-3});
}

TEST_CASE("a world without objects, and a recording without frames, are written") {
  const TemporaryFolder folder;
  {
    Serializer se;
    se.writeToFile(folder / "none.svd");
  }
  {
    Serializer se;
    se.serializeWorld(3.0, {});
    se.writeToFile(folder / "empty.svd");
  }
  const Recording none(folder / "none.svd");
  CHECK(none.frames() == 0);
  CHECK(none.is_complete());
  Recording empty(folder / "empty.svd");
  REQUIRE(empty.frames() == 1);
  CHECK(empty.world(0)->objects.empty());
  CHECK(empty.world(0)->time == 3.0);
}

TEST_CASE("ids that several objects or several parts share are kept") {
  const TemporaryFolder folder;
  client::World world;
  world.objects = {object_named(1, "a", 2), object_named(1, "b"), object_named(0, "c")};
  world.objects[0].parts[1].id = 1;
  Serializer se;
  std::vector<client::World> worlds;
  for (int i = 0; i != 10; ++i) {
    world.time = 0.04 * i;
    if (i == 5) world.objects.erase(world.objects.begin());
    set(world.objects[0], "x", 1.0 * i);
    if (i < 5) world.objects[0].parts[1].place[2] = i;
    worlds.push_back(world);
    se.serializeWorld(world.time, world);
  }
  se.writeToFile(folder / "a.svd");
  Recording recording(folder / "a.svd");
  REQUIRE(recording.frames() == 10);
  for (std::size_t i = 0; i != 10; ++i) REQUIRE(is_same(*recording.world(i), worlds[i]));
}

TEST_CASE("a world that no file can hold is refused, and the recording continues without it") {
  const TemporaryFolder folder;
  Room room;
  Serializer se;
  se.serializeWorld(0.0, room.world());
  client::World large = room.world();
  set(large.objects[0], "name", std::string(70'000, 'x'));
  CHECK(line_of([&] { se.serializeWorld(0.04, large); }) == "'toy_0' is too large for a recording");
  CHECK(line_of([&] { se.serializeWorld(std::nan(""), room.world()); }) == "nan is not a time for a recording");
  CHECK(line_of([&] { se.serializeWorld(-1e300, room.world()); }) != "");
  room.step();
  se.serializeWorld(0.04, room.world());
  se.writeToFile(folder / "a.svd");
  Recording recording(folder / "a.svd");
  REQUIRE(recording.frames() == 2);
  CHECK(is_same(*recording.world(1), room.world()));
}

TEST_CASE("only a recording may be overwritten") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::filesystem::path& file) {
    const std::string line = line_of([&] { Serializer().writeToFile(file); });
    const std::string front = "cannot write " + file.string() + ": ";
    CHECK(line.substr(0, front.size()) == front);
    return line.size() < front.size() ? line : line.substr(front.size());
  };
  write_file(folder / "world.xml", "<world/>");
  CHECK(refusal(folder / "world.xml") == "it exists and is not a recording");
  CHECK(content(folder / "world.xml") == "<world/>");
  write_file(folder / "short", "SV");
  CHECK(refusal(folder / "short") == "it exists and is not a recording");
  CHECK(refusal(folder.path()) == "Is a directory");
  CHECK(refusal(folder / "none" / "a.svd") == "No such file or directory");
  ::mkfifo((folder / "pipe").c_str(), 0666);
  CHECK(refusal(folder / "pipe") == "it is not a file");
  CHECK(refusal("/dev/null") == "it is not a file");

  write_file(folder / "empty", "");
  record_room(folder / "empty", 3);
  record_room(folder / "a.svd", 100);
  const auto worlds = record_room(folder / "a.svd", 2);
  CHECK(Recording(folder / "a.svd").frames() == 2);

  Serializer one;
  one.writeToFile(folder / "a.svd");
  CHECK(refusal(folder / "a.svd") == "another program is recording into it");
}

TEST_CASE("a failed write causes one line, and earlier frames stay readable") {
  const TemporaryFolder folder;
  Room room(40, false, 3);
  Serializer se;
  se.writeToFile(folder / "a.svd");
  std::string line;
  const FileLimit limit(100'000);
  while (line.empty()) {
    room.step();
    line = line_of([&] { se.serializeWorld(room.world().time, room.world()); });
  }
  CHECK(line == "cannot write " + (folder / "a.svd").string() + ": File too large");
  std::vector<std::string> lines;
  Recording recording(folder / "a.svd", [&](const std::string& text) { lines.push_back(text); });
  CHECK(lines.empty());
  CHECK(recording.frames() >= 25);
  for (std::size_t i = 0; i != recording.frames(); ++i) REQUIRE(recording.world(i));
}
