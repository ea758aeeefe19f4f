// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench/report.h"
#include "gateways/sigverse/recording/recording.h"
#include "gateways/sigverse/recording/serializer.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"

using namespace sigverse;

namespace {

constexpr double kInterval = 0.04;  // s
constexpr int kSeeks = 200;

/// The attributes that every object of a world has, with their groups.
constexpr std::pair<const char*, const char*> kNumbers[] = {
    {"avx", "velocity"}, {"avy", "velocity"}, {"avz", "velocity"},        {"fx", "force"},     {"fy", "force"},
    {"fz", "force"},     {"mass", "physics"}, {"graspRadius", "physics"}, {"qw", "rotation"},  {"qx", "rotation"},
    {"qy", "rotation"},  {"qz", "rotation"},  {"scalex", "scale"},        {"scaley", "scale"}, {"scalez", "scale"},
    {"tqx", "torque"},   {"tqy", "torque"},   {"tqz", "torque"},          {"vx", "velocity"},  {"vy", "velocity"},
    {"vz", "velocity"},  {"x", "position"},   {"y", "position"},          {"z", "position"}};
constexpr const char* kTexts[] = {"class", "implementation", "language", "name", "shapeFile", "superclass", "visual"};
constexpr const char* kFlags[] = {"agent", "collision", "dynamics", "graspable"};

client::Object thing(std::uint32_t id) {
  client::Object object;
  object.id = id;
  object.name = fmt::format("thing_{}", id);
  object.class_name = "Thing.xml";
  for (const auto& [name, group] : kNumbers) object.attributes.push_back({name, group, 0.0});
  for (const char* name : kTexts) object.attributes.push_back({name, "", object.name});
  for (const char* name : kFlags) object.attributes.push_back({name, "physics", true});
  std::sort(object.attributes.begin(), object.attributes.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  client::Part body;
  body.id = 1;
  body.name = "body";
  body.size = {10, 20, 30};
  object.parts.push_back(body);
  return object;
}

/// A room in which the first objects slide and tumble; all of their 13 numbers change in each frame.
class MovingRoom {
 public:
  MovingRoom(int objects, int moving) : moving_(moving) {
    for (int i = 0; i < objects; ++i) world_.objects.push_back(thing(static_cast<std::uint32_t>(i + 1)));
  }
  const client::World& world() const { return world_; }
  void step() {
    world_.time += kInterval;
    for (int i = 0; i < moving_; ++i) {
      client::Object& object = world_.objects[static_cast<std::size_t>(i)];
      const double phase = world_.time * (0.3 + 0.01 * i) + i;
      for (const char* name : {"avx", "avy", "avz", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "x", "y", "z"})
        for (client::Attribute& attribute : object.attributes)
          if (attribute.name == name) attribute.value = std::sin(phase * (name[0] + name[1])) * 300.0;
      client::Part& body = object.parts[0];
      body.place = {object.number("x"), object.number("y"), object.number("z")};
      body.turn = {object.number("qw"), object.number("qx"), object.number("qy"), object.number("qz")};
    }
  }
  std::size_t octets() const {
    std::string octets;
    for (const client::Object& object : world_.objects) wire::append_record(octets, client::record_of(object));
    return octets.size();
  }

 private:
  int moving_;
  client::World world_;
};

void write(bench::Report& report, const std::filesystem::path& file, int objects, int moving, int length) {
  MovingRoom room(objects, moving);
  recording::Serializer se;
  se.writeToFile(file);
  const int frames = static_cast<int>(length / kInterval);
  double spent = 0.0;
  for (int i = 0; i < frames; ++i, room.step()) {
    const double begin = bench::thread_seconds();
    se.serializeWorld(room.world().time, room.world());
    spent += bench::thread_seconds() - begin;
  }
  se.writeToFile(file);
  report.add("a frame recorded", 1e6 * spent / frames, "us");
  report.add("raw records", static_cast<double>(room.octets()) * frames / 1e6, "MB");
}

void read(bench::Report& report, const std::filesystem::path& file) {
  const double begin = bench::thread_seconds();
  recording::Recording recording(file);
  report.add("opened in", 1e3 * (bench::thread_seconds() - begin), "ms", 1);
  std::mt19937 random(1);
  std::vector<double> times;
  for (int i = 0; i < kSeeks && recording.frames() != 0; ++i) {
    const double asked = bench::thread_seconds();
    if (recording.world(random() % recording.frames())) times.push_back(1e3 * (bench::thread_seconds() - asked));
  }
  if (times.empty()) return;
  report.add("a place sought, median", bench::median(times), "ms", 2);
  report.add("a place sought, longest", *std::max_element(times.begin(), times.end()), "ms", 2);
  std::size_t raw = 0;
  double last = 0.0;
  for (std::size_t i = 0; i < recording.frames(); ++i) {
    const client::World* const world = recording.world(i);
    if (!world) continue;
    last = world->time;
    std::string octets;
    for (const client::Object& object : world->objects) wire::append_record(octets, client::record_of(object));
    raw += octets.size();
  }
  const auto size = static_cast<double>(std::filesystem::file_size(file));
  report.add("frames", static_cast<double>(recording.frames()), "frames");
  report.add("until", last, "s", 1);
  report.add("file", size / 1e6, "MB", 2);
  report.add("raw records / file", static_cast<double>(raw) / size, "", 1);
}

}  // namespace

int main(int argc, char** argv) {
  int objects = 20, moving = 3, length = 3600;
  std::filesystem::path file;
  bool csv = false;
  spark::OptionTable table({.name = "bench_sig_recording",
                            .about =
                                "What recordings of SIGVerse's worlds take: an hour of a room in which a few things "
                                "move, written, opened and sought in, or any file that is there"});
  table.begin_section("Options");
  table.add({.names = {"objects"}, .value = spark::whole_number(objects, 1, 10000), .help = "number of objects"});
  table.add({.names = {"moving"}, .value = spark::whole_number(moving, 0, 10000), .help = "of them that move"});
  table.add(
      {.names = {"length"}, .value = spark::whole_number(length, 1, 100'000), .help = "of the recording", .unit = "s"});
  table.add({.names = {"file"}, .value = spark::file(file), .help = "a recording instead", .usual = "none"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_sig_recording", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        bench::Report report;
        if (!file.empty()) {
          read(report, file);
        } else {
          const auto path = std::filesystem::temp_directory_path() / fmt::format("bench-{}.svd", ::getpid());
          write(report, path, objects, std::min(objects, moving), length);
          read(report, path);
          std::filesystem::remove(path);
        }
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
