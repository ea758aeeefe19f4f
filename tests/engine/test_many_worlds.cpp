// SPDX-License-Identifier: Apache-2.0
// Worlds in one process share only Ruby, and only while they are built.
#include <catch2/catch.hpp>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "spark/agent/agent_aspect.h"
#include "spark/physics/body.h"
#include "tests/support/played_world.h"
#include "tests/support/temporary_folder.h"

using namespace spark;

namespace {

constexpr Step kEnd = 500;
constexpr Step kTurn = 25;

/// Two threads take turns with the worlds, so that each world passes from one thread to the other.
void play_on_two_threads(const std::vector<std::unique_ptr<PlayedWorld>>& worlds) {
  std::mutex mutex;
  std::deque<PlayedWorld*> waiting;
  std::vector<std::string> problems;
  for (const auto& world : worlds) waiting.push_back(world.get());
  const auto play = [&] {
    for (std::unique_lock lock(mutex); !waiting.empty();) {
      PlayedWorld* world = waiting.front();
      waiting.pop_front();
      lock.unlock();
      std::string problem;
      try {
        world->play_until(std::min(kEnd, world->now() + kTurn));
      } catch (const std::exception& error) {
        problem = error.what();
      }
      lock.lock();
      if (!problem.empty())
        problems.push_back(problem);
      else if (world->now() < kEnd)
        waiting.push_back(world);
    }
  };
  std::thread other(play);
  play();
  other.join();
  CHECK(problems == std::vector<std::string>{});
}

/// The 64 worlds: of all kinds, each with its own seed, except for the last three, which repeat the first three.
std::vector<PlayedWorld::Choice> choices() {
  using Kind = PlayedWorld::Kind;
  constexpr Kind kinds[] = {Kind::soccer, Kind::robots, Kind::robots_by_quick_step};
  std::vector<PlayedWorld::Choice> all;
  for (std::uint64_t i = 0; i < 61; ++i)
    all.push_back({kinds[i % 3], kinds[i % 3] == Kind::soccer ? 2 + static_cast<int>(i % 2) * 2 : 2, i + 1});
  all.insert(all.end(), {all[0], all[1], all[2]});
  return all;
}

}  // namespace

TEST_CASE("each of 64 worlds on two threads plays the same as alone", "[threads]") {
  const auto all = choices();
  REQUIRE(all.size() == 64);
  std::vector<std::uint64_t> alone;
  for (std::size_t i = 0; i < 61; ++i) {
    PlayedWorld world(all[i]);
    world.play_until(kEnd);
    alone.push_back(world.hash());
    CHECK(world.sensations() > 40);
  }
  CHECK(std::set(alone.begin(), alone.end()).size() == 61);
  alone.insert(alone.end(), {alone[0], alone[1], alone[2]});

  std::vector<std::unique_ptr<PlayedWorld>> worlds;
  for (const auto& choice : all) worlds.push_back(std::make_unique<PlayedWorld>(choice));
  play_on_two_threads(worlds);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    INFO("world " << i);
    CHECK(worlds[i]->now() == kEnd);
    CHECK(worlds[i]->hash() == alone[i]);
    CHECK(worlds[i]->lines() == std::vector<std::string>{});
  }
}

TEST_CASE("a world without scripts can end on another thread", "[threads]") {
  PlayedWorld::Choice choice{PlayedWorld::Kind::soccer, 2, 7};
  auto world = std::make_unique<PlayedWorld>(choice);
  std::thread([&] {
    world->play_until(200);
    world.reset();
  }).join();
  CHECK_NOTHROW(PlayedWorld(choice));
}
