// SPDX-License-Identifier: Apache-2.0
// Episodes: after a reset a match depends on the seed, the players and their acts, and on nothing before the reset.
#include <catch2/catch.hpp>

#include "spark/core/core.h"
#include "tests/support/played_world.h"

using namespace spark;

namespace {

constexpr Step kEpisode = 500;

struct Episode {
  std::string frames;
  std::uint64_t hash = 0;
  friend bool operator==(const Episode&, const Episode&) = default;
};

Episode play(PlayedWorld& world, std::optional<std::uint64_t> seed, Step steps = kEpisode) {
  REQUIRE(world.restart(seed).empty());
  const Step begin = world.now();
  CHECK(world.assembly().core.clock.begin() == begin);
  world.play_until(begin + steps);
  return {world.frames(), world.hash()};
}

}  // namespace

TEST_CASE("an episode with the same seed is the same in a new world and in one that has played long") {
  const auto kind =
      GENERATE(PlayedWorld::Kind::soccer, PlayedWorld::Kind::robots, PlayedWorld::Kind::robots_by_quick_step);
  Episode first, other;
  {
    PlayedWorld world({kind, 4, 1});
    world.play_until(100);
    first = play(world, 7);
    other = play(world, 8);
    for (int i = 0; i < 20; ++i) play(world, 100 + i, 37 + 11 * i);
    CHECK(play(world, 7) == first);
    CHECK(play(world, 8) == other);
    CHECK(world.lines() == std::vector<std::string>{});
  }
  CHECK(first.hash != other.hash);
  CHECK(first.frames.find("(time 0)") < 20);
  // Agents that have sent (init) are at their start places before they move.
  if (kind == PlayedWorld::Kind::soccer)
    CHECK(first.frames.substr(0, first.frames.find('\n')).find("(s 1)(id 1)(pos -") != std::string::npos);
  // A new world of the same match, as scripts draw the size of the field from its seed.
  PlayedWorld world({kind, 4, 1});
  world.play_until(777);
  const Episode again = play(world, 7);
  CHECK(again.frames == first.frames);
  CHECK(again.hash == first.hash);
}

TEST_CASE("an episode without a seed uses the seed of the match") {
  PlayedWorld world({PlayedWorld::Kind::soccer, 2, 5});
  world.play_until(200);
  const Episode first = play(world, std::nullopt);
  play(world, 6, 50);
  CHECK(play(world, 5) == first);
  CHECK(play(world, std::nullopt) == first);
  CHECK(world.assembly().core.random.seed() == 5);
}
