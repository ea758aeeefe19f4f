// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/spark/physics/joint_bench.h"

using namespace spark;

namespace {

/// A playground with a floor and boxes of 0.3 m.
struct Yard : JointBench {
  Yard() { make_floor(); }
  Body& add_box(const Vec3& place) {
    const std::string name = "box" + std::to_string(boxes.size());
    Body& body = make_box(name, place, 2.0, {0.3, 0.3, 0.3});
    make<BoxCollider>("BoxCollider", name + "/shape").set_box_lengths({0.3, 0.3, 0.3});
    auto& contact = make<ContactJointHandler>("ContactJointHandler", name + "/shape/contact");
    contact.set_bounce_mode(false);
    contact.set_mu(0.8);
    boxes.push_back(&body);
    return body;
  }
  std::vector<Vec3> places() const {
    std::vector<Vec3> result;
    for (const Body* box : boxes) result.push_back(box->position());
    return result;
  }
  bool logged(const std::string& text) const {
    return std::ranges::any_of(log_lines, [&](const std::string& line) { return line.find(text) != line.npos; });
  }
  std::vector<Body*> boxes;
};

/// Pairs whose centres are nearer to each other than half an edge.
int pairs_inside(const std::vector<Vec3>& places) {
  int pairs = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) pairs += length(places[i] - places[j]) < 0.15;
  return pairs;
}

}  // namespace

TEST_CASE("three hundred boxes in one place come apart with few warnings, and repeat to the bit") {
  std::vector<Vec3> first;
  for (int round = 0; round < 2; ++round) {
    Yard yard;
    for (int i = 0; i < 300; ++i) yard.add_box({0, 0, 5});
    yard.run(110);
    const auto places = yard.places();
    CHECK(pairs_inside(places) < 150);  // of 44,850
    for (const Vec3& place : places) CHECK(length(place) < 200.0);
    // The third line is ODE's message about its equations, also once.
    CHECK(yard.log_lines.size() <= 3);
    CHECK(yard.logged("bodies are inside each other; they are separated step by step"));
    CHECK(yard.logged("are solved by iteration"));
    if (round == 0)
      first = places;
    else
      CHECK(places == first);
  }
}

TEST_CASE("many stacks are solved by iteration if together they make a world slow") {
  for (const int stacks : {10, 80}) {
    Yard yard;
    for (int i = 0; i < stacks; ++i)
      for (int level = 0; level < 5; ++level) yard.add_box({2.0 * (i % 10), 2.0 * (i / 10), 0.15 + 0.3 * level});
    yard.run(30);
    CHECK(yard.logged("islands with more than 10 are solved by iteration") == (stacks == 80));
    // They stand in both cases.
    for (std::size_t i = 4; i < yard.places().size(); i += 5) CHECK(yard.places()[i].z == Approx(1.35).margin(0.05));
  }
}

TEST_CASE("bodies that do not touch a large island move as without it, to the bit") {
  std::vector<std::vector<Vec3>> outside;
  std::vector<std::size_t> lines;
  for (const bool has_island : {false, true}) {
    Yard yard;
    Body& ball = yard.make_ball({20, 0, 0.5}, 0.43);
    ball.set_velocity({1, 2, 0});
    Body& player = yard.make_agent("player", {21, 0, 0.22});
    player.set_velocity({-1, 0.3, 0});
    if (has_island)
      for (int i = 0; i < 200; ++i) yard.add_box({0.28 * (i % 5), 0.28 * (i / 5 % 5), 0.16 + 0.31 * (i / 25)});
    std::vector<Vec3> seen;
    for (int i = 0; i < 60; ++i) {
      yard.run(1);
      seen.push_back(ball.position());
      seen.push_back(player.position());
      seen.push_back(player.angular_velocity());
    }
    outside.push_back(seen);
    lines.push_back(yard.log_lines.size());
    for (const Body* box : yard.boxes) CHECK(box->is_enabled());
    for (const Body* box : yard.boxes) CHECK(box->position().z < 0.16 + 0.31 * 8);
  }
  CHECK(outside[0] == outside[1]);
  CHECK(lines[0] == 0);
  CHECK(lines[1] == 1);
}

TEST_CASE("an island enables a disabled body in it, but not one beside it") {
  Yard yard;
  for (int i = 0; i < 150; ++i) yard.add_box({0.28 * (i % 5), 0.28 * (i / 5 % 5), 0.16 + 0.31 * (i / 25)});
  Body& in_island = *yard.boxes[70];
  Body& beside = yard.add_box({9, 9, 0.5});
  in_island.disable();
  beside.disable();
  yard.run(3);
  CHECK(yard.log_lines.size() == 1);
  CHECK(in_island.is_enabled());
  CHECK_FALSE(beside.is_enabled());
  CHECK(beside.position() == Vec3{9, 9, 0.5});
}

TEST_CASE("stacks that do not touch each other are not a large island, however many there are") {
  Yard yard;
  for (int i = 0; i < 200; ++i) yard.add_box({1.0 * (i % 10), 1.0 * (i / 10 % 10), 0.15 + 0.3 * (i / 100)});
  yard.run(50);
  CHECK(yard.log_lines.empty());
  for (const Body* box : yard.boxes) CHECK(length(box->velocity()) < 0.05);
}

TEST_CASE("boxes that lie on a slanted plank, inside its bounding box, stay on it") {
  // The centres of all boxes on it are inside the bounding box of the long plank.
  Yard yard;
  yard.make_transform("plank", {0, 0, 3}, {0, 20, 0});
  auto& plank = yard.make<Body>("Body", "plank/physics");
  plank.set_box_total(500, {12, 1, 0.2});
  plank.set_kinematic(true);
  yard.make<BoxCollider>("BoxCollider", "plank/shape").set_box_lengths({12, 1, 0.2});
  auto& contact = yard.make<ContactJointHandler>("ContactJointHandler", "plank/shape/contact");
  contact.set_bounce_mode(false);
  const Mat3 slant = plank.rotation();
  for (int i = 0; i < 20; ++i) {
    const Vec3 place = Vec3{0, 0, 3} + slant * Vec3{-5.0 + 0.5 * i, 0, 0.26};
    yard.add_box(place).set_rotation(slant);
  }
  yard.run(20);
  for (const Body* box : yard.boxes) CHECK((transposed(slant) * (box->position() - Vec3{0, 0, 3})).z > 0.2);
}
