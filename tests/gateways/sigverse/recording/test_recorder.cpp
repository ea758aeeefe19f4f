// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/recording/recorder.h"
#include "tests/gateways/sigverse/recording/worlds.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace sigverse;
using recording::Recorder;
using recording::Recording;

namespace {

struct Recorded {
  TemporaryFolder folder;
  std::filesystem::path file = folder / "a.svd";
  std::vector<std::string> lines;
  Room room;
  client::ShapeBase shapes{std::vector<wire::ShapeEntry>{{"Toy:::", "Toy.wrl"}}};

  std::unique_ptr<Recorder> recorder(double interval = 0.04) {
    return std::make_unique<Recorder>(file, interval, [this](const std::string& line) { lines.push_back(line); });
  }
  client::World at(double time) const {
    client::World world = room.world();
    world.time = time;
    return world;
  }
  std::vector<double> times() const {
    Recording recording(file);
    std::vector<double> all;
    for (std::size_t i = 0; i != recording.frames(); ++i) all.push_back(recording.world(i)->time);
    return all;
  }
};

}  // namespace

TEST_CASE("a world is recorded when its time enters a new interval") {
  Recorded recorded;
  {
    const auto recorder = recorded.recorder(0.1);
    // As from a server in real time, which is not asked exactly at its steps.
    for (const double time : {0.0, 0.0, 0.05, 0.1, 0.17, 0.23, 0.29, 0.31, 0.9, 0.9, 1.0})
      recorder->record(recorded.at(time), recorded.shapes, time);
    CHECK(recorder->frames() == 6);
    CHECK(recorder->is_recording());
  }
  CHECK(recorded.times() == std::vector<double>{0.0, 0.1, 0.23, 0.31, 0.9, 1.0});
  CHECK(recorded.lines.empty());
  CHECK(Recording(recorded.file).is_complete());
}

TEST_CASE("every step is recorded if the interval is a step, despite rounding") {
  Recorded recorded;
  double time = 0.0;
  {
    const auto recorder = recorded.recorder(0.01);
    for (int i = 0; i != 1000; ++i, time += 0.01) recorder->record(recorded.at(time), recorded.shapes, time);
    CHECK(recorder->frames() == 1000);
  }
  CHECK(recorded.times().size() == 1000);
}

TEST_CASE("after a reset the recording continues from time 0") {
  Recorded recorded;
  {
    const auto recorder = recorded.recorder();
    for (const double time : {5.0, 5.04, 0.0, 0.0, 0.04, 0.0})
      recorder->record(recorded.at(time), recorded.shapes, 1.0);
  }
  CHECK(recorded.times() == std::vector<double>{5.0, 5.04, 0.0, 0.04, 0.0});
  const Recording recording(recorded.file);
  for (const auto& stretch : recording.stretches()) CHECK(stretch.first_time <= stretch.last_time);
}

TEST_CASE("a world is in the file after a second, even if simulated time stands still") {
  Recorded recorded;
  const auto recorder = recorded.recorder();
  for (int i = 0; i != 3; ++i) recorder->record(recorded.at(0.04 * i), recorded.shapes, 100.0 + 0.04 * i);
  recorder->advance(100.9);
  CHECK(Recording(recorded.file).frames() == 0);
  recorder->advance(101.0);
  CHECK(recorded.times().size() == 3);
  // A slow simulation.
  for (int i = 3; i != 10; ++i) recorder->record(recorded.at(0.04 * i), recorded.shapes, 101.0 + 0.3 * i);
  CHECK(recorded.times().size() >= 10 - 4);
}

TEST_CASE("in real time blocks are a second long") {
  Recorded recorded;
  {
    const auto recorder = recorded.recorder();
    for (int i = 0; i != 250; ++i) {
      recorder->record(recorded.at(0.04 * i), recorded.shapes, 7.0 + 0.04 * i + 0.003 * (i % 5));
      recorder->advance(7.0 + 0.04 * i + 0.03);
    }
  }
  CHECK(Recording(recorded.file).stretches().size() == 10);
}

TEST_CASE("a recording contains one world, and ends with a line if the server has another") {
  Recorded recorded;
  {
    const auto recorder = recorded.recorder();
    recorder->record(recorded.at(0.0), recorded.shapes, 0.0);
    recorder->record(recorded.at(1.0), client::ShapeBase(std::vector<wire::ShapeEntry>{{"Toy:::", "Toy.wrl"}}), 0.1);
    CHECK(recorded.lines.empty());
    recorder->record(recorded.at(2.0), client::ShapeBase(), 0.2);
    CHECK_FALSE(recorder->is_recording());
    recorder->record(recorded.at(3.0), recorded.shapes, 0.3);
    CHECK(recorder->frames() == 2);
  }
  CHECK(recorded.lines ==
        std::vector<std::string>{recorded.file.string() + ": the recording ends, as the server has another world"});
  CHECK(recorded.times() == std::vector<double>{0.0, 1.0});
  CHECK(Recording(recorded.file).is_complete());
  CHECK(Recording(recorded.file).shapes().entries().size() == 1);
}

TEST_CASE("a file that cannot be made throws, and a world that cannot be recorded causes a line") {
  Recorded recorded;
  // Texts may begin like a recording, even with its version.
  for (const std::string& other :
       {std::string("something else"), std::string("SVD1"), std::string("SVD1 is the beginning of my novel"),
        std::string("SVD1\1\0\0\0\5\0\0\0novel", 17), std::string("SVD1\1\0\0\0\6\0\0\0novel", 17),
        std::string("SVD1\2\0\0\0\2\0\0\0\0\0", 14)}) {
    write_file(recorded.file, other);
    CHECK_THROWS_WITH(recorded.recorder(),
                      "cannot write " + recorded.file.string() + ": it exists and is not a recording");
    CHECK(content(recorded.file) == other);
  }
  write_file(recorded.file, "");
  const auto recorder = recorded.recorder();
  client::World large = recorded.at(0.0);
  set(large.objects[0], "name", std::string(70'000, 'x'));
  recorder->record(large, recorded.shapes, 0.0);
  CHECK(recorded.lines == std::vector<std::string>{"the recording ends: 'toy_0' is too large for a recording"});
  CHECK_FALSE(recorder->is_recording());
  recorder->record(recorded.at(1.0), recorded.shapes, 0.0);
  recorder->advance(9.0);
  CHECK(recorded.lines.size() == 1);
}
