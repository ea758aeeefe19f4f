// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <future>
#include <thread>

#include "tests/spark/physics/playground.h"

using namespace spark;

namespace {

/// FNV-1a over the bits of a number.
void mix(std::uint64_t& hash, double value) {
  unsigned char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3ULL;
}

struct Outcome {
  std::uint64_t states = 0xcbf29ce484222325ULL;   ///< of all bodies after every step
  std::uint64_t touches = 0xcbf29ce484222325ULL;  ///< of the recorders' touches in their order
  std::size_t touch_count = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// 23 spheres thrown into a pit; one of them is replaced midway. `ballast` shifts all memory addresses.
Outcome play(std::size_t ballast) {
  Playground ground;
  std::vector<std::unique_ptr<std::string>> blocks;
  for (std::size_t i = 0; i < ballast; ++i) blocks.push_back(std::make_unique<std::string>(100 + i, 'x'));
  ground.make_floor();
  const double walls[4][3] = {{1, 0, -4}, {-1, 0, -4}, {0, 1, -4}, {0, -1, -4}};
  for (int i = 0; i < 4; ++i)
    ground.make<PlaneCollider>("PlaneCollider", "W" + std::to_string(i))
        .set_params(walls[i][0], walls[i][1], 0, walls[i][2]);
  RandomStream random(7);
  std::vector<Body*> bodies{&ground.make_ball({0, 0, 10}, 0.43)};
  std::vector<RecorderHandler*> recorders;
  const auto add_agent = [&](int number) {
    const std::string name = "Agent" + std::to_string(number);
    Body& body = ground.make_agent(name, {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(1, 8)});
    body.set_velocity({random.uniform(-5, 5), random.uniform(-5, 5), 0});
    recorders.push_back(&ground.make<RecorderHandler>("RecorderHandler", name + "/geometry/recorder"));
    return &body;
  };
  for (int i = 0; i < 22; ++i) bodies.push_back(add_agent(i));

  Outcome outcome;
  for (int step = 0; step < 2000; ++step) {
    if (step == 700) {
      ground.drop("Agent21");
      recorders.pop_back();
      bodies.back() = add_agent(22);
    }
    for (Body* body : bodies)
      if (step % 200 == 0) body->add_force({random.uniform(-4e4, 4e4), random.uniform(-4e4, 4e4), 3e4});
    ground.run(1);
    for (const Body* body : bodies)
      for (const Vec3& v : {body->position(), body->velocity(), body->angular_velocity()})
        for (const double x : {v.x, v.y, v.z}) mix(outcome.states, x);
    for (const RecorderHandler* recorder : recorders)
      for (const Collider* touched : recorder->touching()) {
        ++outcome.touch_count;
        for (const char c : touched->full_path()) mix(outcome.touches, c);
      }
  }
  return outcome;
}

}  // namespace

TEST_CASE("the same scene plays the same 2000 steps, bit by bit") {
  const Outcome first = play(0);
  CHECK(first == play(0));
  CHECK(first == play(1234));
  CHECK(first.touch_count > 10000);  // they do collide, and more than one pair at a time
}

TEST_CASE("two worlds that are stepped on two threads have the same bits as each alone") {
  const Outcome alone = play(0);
  auto there = std::async(std::launch::async, [] { return play(3); });
  const Outcome here = play(17);
  CHECK(here == alone);
  CHECK(there.get() == alone);
}

TEST_CASE("simultaneous steps of two worlds do not interfere in ODE") {
  // Both threads do little else than dWorldStep from the start: with the data that ODE shares between worlds it would
  // soon abort.
  std::atomic<int> ready{0};
  const auto play = [&ready](int seed) {
    Playground ground;
    ground.world->set_gravity({});
    Body& body = ground.make_sphere("a", {0, 0, 1}, 1, 0.1);
    body.set_velocity({0.1 * seed, 0, 0});
    ++ready;
    while (ready < 2) std::this_thread::yield();
    for (int i = 0; i < 60000; ++i) ground.world->step(kStep);
    return body.position().x;
  };
  auto there = std::async(std::launch::async, play, 1);
  CHECK(play(2) == Approx(120));
  CHECK(there.get() == Approx(60));
}
