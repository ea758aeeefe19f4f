// SPDX-License-Identifier: Apache-2.0
// What is drawn once or seldom, over many seeds: every match has its own numbers, and no two quantities share one
// (in 0.5.2 they did; fidelity F3).
#include <catch2/catch.hpp>
#include <map>

#include "soccer-plugin/effectors/drive_effector.h"
#include "spark/core/state_hash.h"
#include "tests/soccer-plugin/seen.h"
#include "tests/soccer-plugin/statistics.h"

using namespace soccer;
using namespace soccer::test;

namespace {

/// The set-up script as the server runs it, nothing overridden.
struct FreshMatch {
  explicit FreshMatch(std::uint64_t seed) : assembly(seed) {
    provide_game(assembly);
    assembly.run_script({.file = "rcssserver3D.rb", .strict = true});
  }
  double number(const char* name) { return core.variables.real(std::string("Soccer.") + name).value(); }
  server::Assembly assembly;
  spark::Core& core = assembly.core;
};

/// Whole metres from ⌊U(min, max + 0.9)⌋: each but the last with probability 1/width, the last with 0.9/width.
void check_floors(const Sample& sample, int min, int max) {
  const double width = max - min + 0.9;
  std::map<double, int> counts;
  for (const double x : sample) ++counts[x];
  CHECK(counts.size() == static_cast<std::size_t>(max - min + 1));
  for (int value = min; value <= max; ++value) {
    CAPTURE(value);
    check_share(counts[value], static_cast<double>(sample.size()), (value == max ? 0.9 : 1.0) / width);
  }
  check_forgetful(sample);
}

}  // namespace

TEST_CASE("draws: the measure for distributions detects a difference and agrees with a manual count") {
  const auto straight = [](double x) { return x; };
  CHECK(largest_distance({0.5}, straight) == Approx(0.5));
  CHECK(largest_distance({0.75, 0.25}, straight) == Approx(0.25));
  CHECK(largest_distance({0.1, 0.9, 0.9}, straight) == Approx(0.9 - 1.0 / 3));
  // A uniform distribution with the mean and deviation of the normal one.
  Sample uniform;
  for (int i = 0; i < 4000; ++i) uniform.push_back(std::sqrt(3.0) * (2 * (i + 0.5) / 4000 - 1));
  CHECK(largest_distance(uniform, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }) ==
        Approx(0.057).margin(0.001));
}

TEST_CASE("draws: a player's random numbers disappear with it, and no one else's change") {
  const auto hash_of = [](const spark::Core& core) {
    spark::StateHash hash;
    core.random.add_to(hash);
    return hash.value();
  };
  std::uint64_t alone = 0;
  for (const bool has_company : {false, true}) {
    SoccerFixture f;
    f.add_player(Side::left, 1, {-5, 0, 0.22});
    if (!has_company) {
      alone = hash_of(f.core);
      continue;
    }
    AgentState& second = f.add_player(Side::right, 1, {5, 0, 0.22});
    const std::uint64_t before = hash_of(f.core);
    f.act(second, "(drive 50 0 0)");
    f.sense(second);
    CHECK(hash_of(f.core) != before);
    f.disconnect(second.agent());
    CHECK(hash_of(f.core) == alone);
  }
}

TEST_CASE("draws: field sizes and ball masses of 500 seeds have the right distributions (behaviour 1.6)") {
  Sample field_length, field_width, ball_mass;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    FreshMatch match(seed);
    field_length.push_back(match.number("FieldLength"));
    field_width.push_back(match.number("FieldWidth"));
    ball_mass.push_back(match.number("BallMass"));
  }
  check_floors(field_length, 100, 110);
  check_floors(field_width, 64, 75);
  check_uniform(ball_mass, 0.41, 0.45);
  check_independent(field_length, field_width);
  check_independent(field_length, ball_mass);
  check_independent(field_width, ball_mass);
}

TEST_CASE("draws: the first draws of 300 seeds are distributed as those within one match (behaviour 2.8)") {
  constexpr int n = 300;
  std::map<std::string, Sample> normal;
  Sample coin;
  for (std::uint64_t seed = 1; seed <= n; ++seed) {
    SoccerFixture f(seed);
    AgentState& player = f.add_player(Side::left, 1, {-50, 0, 0.22});
    f.call(player, "VisionPerceptor", "setNoiseParams", {0.0965, 0.1225, 0.1480, 0.0});
    f.place_ball({0, 0, 0.22});
    f.act(player, "(drive 50 50 50)(pantilt 0 0)");
    const spark::Vec3 force = f.part<DriveEffector>(player, "DriveEffector").force();
    normal["drive x"].push_back((force.x / 210 - 1) / 0.005);
    normal["drive y"].push_back((force.y / 210 - 1) / 0.005);
    normal["drive z"].push_back((force.z / 210 - 1) / 0.005);
    normal["pan"].push_back(player.pan_deg / 0.25);
    normal["tilt"].push_back(player.tilt_deg / 0.25);
    player.pan_deg = player.tilt_deg = 0;
    const SeenRecorder seen = look(f, player);
    normal["seen distance"].push_back((find(seen, "Ball")->distance / 50 - 1) / 0.000965);
    normal["seen theta"].push_back(find(seen, "Ball")->theta / 0.1480);
    normal["seen phi"].push_back(find(seen, "Ball")->phi / 0.1225);
    f.game().kick_off(Side::none);
    coin.push_back(f.game().play_mode() == PlayMode{Phase::kick_off, Side::left} ? 1.0 : 0.0);
  }
  for (const auto& [name, sample] : normal) {
    CAPTURE(name);
    check_normal(sample, 0, 1);
    for (const auto& [other_name, other] : normal) {
      CAPTURE(other_name);
      if (name < other_name) check_independent(sample, other);
    }
    CHECK(std::abs(correlation(sample, coin)) < kBound / std::sqrt(n));
  }
  check_share(mean(coin) * n, n, 0.5);
  check_forgetful(coin);
}

TEST_CASE("draws: the coin is fair, and its tosses are independent (behaviour 6.4)") {
  constexpr int n = 10000;
  SoccerFixture f(4);
  Sample left;
  for (int i = 0; i < n; ++i) {
    f.game().set_play_mode(PlayMode{Phase::before_kick_off});
    f.game().kick_off(Side::none);
    left.push_back(f.game().play_mode() == PlayMode{Phase::kick_off, Side::left} ? 1.0 : 0.0);
    REQUIRE((left.back() == 1.0 || f.game().play_mode() == PlayMode{Phase::kick_off, Side::right}));
  }
  check_share(mean(left) * n, n, 0.5);
  check_forgetful(left);
}

TEST_CASE("draws: the same seed gives the same percepts, another seed gives others") {
  const auto percepts = [](std::uint64_t seed) {
    SoccerFixture f(seed);
    AgentState& player = f.add_player(Side::left, 1, {-10, 0, 0.22});
    f.place_ball(-9.7, 0);
    f.game().set_play_mode(PlayMode{Phase::play_on});
    f.act(player, "(drive 50 0 0)(kick 30 50)(pantilt 30 5)");
    f.step(20);
    return f.sense(player);
  };
  CHECK(percepts(1) == percepts(1));
  CHECK(percepts(1) != percepts(2));
  CHECK(percepts(0) != percepts(1));
  CHECK(percepts(1) != percepts(1ULL << 32));
}
