// SPDX-License-Identifier: Apache-2.0
// Writes and reads packets of SIGVerse: objects with all attributes of agents, forces, and positions.
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/report.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"

namespace {

using namespace sigverse::wire;

/// An agent has about a hundred attributes, mostly numbers. Most bodies have a few parts, a humanoid has twenty.
constexpr int kAttributes = 100, kParts = 20, kObjects = 100, kRounds = 41;

struct Names {
  std::vector<std::string> attributes, parts;
  Names() {
    for (int i = 0; i < kAttributes; ++i) attributes.push_back("attribute_" + std::to_string(100 + i));
    for (int i = 0; i < kParts; ++i) parts.push_back("RARM_LINK" + std::to_string(i));
  }
};

ObjectRecord object(const Names& names, std::size_t parts) {
  ObjectRecord made;
  made.id = 1;
  made.name = "robot_000";
  made.class_name = "Robot";
  for (const std::string& name : names.attributes) made.attributes.push_back({name, "position", 0.125});
  for (std::size_t i = 0; i != parts; ++i)
    made.parts.push_back(
        {static_cast<std::uint32_t>(i + 1), PartShape::box, names.parts[i], {}, {1.0}, {1.0, 1.0, 1.0}});
  return made;
}

/// The median of the duration of one of `times` calls in nanoseconds.
double nanoseconds(int times, const std::function<void()>& call) {
  std::vector<double> rounds;
  for (int i = 0; i < kRounds; ++i) {
    const double start = bench::thread_seconds();
    for (int j = 0; j < times; ++j) call();
    rounds.push_back((bench::thread_seconds() - start) * 1e9 / times);
  }
  return bench::median(rounds);
}

std::string_view taken(std::string_view stream) {
  return stream.substr(0, first_unit(stream).size);
}

}  // namespace

int main(int argc, char** argv) {
  const Names names;
  const ObjectRecord box = object(names, 1), humanoid = object(names, kParts);
  std::string force, ball, robot, position, out;
  append_packet(force, AddForce{"ball_0", {0.0, 0.0, 500.0}, false});
  append_entity(ball, 0.5, &box);
  append_entity(robot, 0.5, &humanoid);
  RawRequest request;
  request.code = RawCode::get_position;
  request.object = "ball_0";
  append_raw_request(position, request);

  bench::Report report;
  report.add("an object of one part", static_cast<double>(ball.size()), "octets");
  report.add("an object of 20 parts", static_cast<double>(robot.size()), "octets");
  ObjectRecord record;
  EntityResult result;
  AddForce push;
  bool good = true;
  const auto again = [&out](const std::function<void()>& write) {
    return [&out, write] {
      out.clear();
      write();
    };
  };
  report.add("ADD_FORCE written", nanoseconds(20'000, again([&] { append_packet(out, push); })), "ns");
  report.add("ADD_FORCE read", nanoseconds(20'000, [&] { good &= read_data(read_packet(taken(force))->data, push); }),
             "ns");
  report.add("position asked", nanoseconds(20'000, again([&] { append_raw_request(out, request); })), "ns");
  report.add("question read",
             nanoseconds(20'000, [&] { good &= read_raw_request(read_raw(taken(position)), request); }), "ns");
  report.add("object of one part written", nanoseconds(500, again([&] { append_entity(out, 0.5, &box); })) / 1e3, "us",
             2);
  report.add("object of one part read",
             nanoseconds(500, [&] { good &= read_entity(read_packet(taken(ball))->data, result, record); }) / 1e3, "us",
             2);
  report.add("object of 20 parts written", nanoseconds(500, again([&] { append_entity(out, 0.5, &humanoid); })) / 1e3,
             "us", 2);
  report.add("object of 20 parts read",
             nanoseconds(500, [&] { good &= read_entity(read_packet(taken(robot))->data, result, record); }) / 1e3,
             "us", 2);
  const auto all = [&] {
    for (std::uint16_t i = 0; i != kObjects; ++i) append_one_of_all(out, 0.5, &box, kObjects, i);
  };
  report.add("100 objects of one part written", nanoseconds(5, again(all)) / 1e3, "us");
  if (!good) return 1;
  const bool as_csv = argc > 1 && std::string_view(argv[1]) == "--csv";
  std::fputs((as_csv ? report.csv() : report.text()).c_str(), stdout);
  return 0;
}
