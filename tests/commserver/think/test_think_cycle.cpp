// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "commserver/think/think_cycle.h"

using commserver::ThinkCycle;
using spark::Step;
using Opener = ThinkCycle::Opener;
using Opening = std::optional<ThinkCycle::Opening>;

namespace {

const Opening kNothing = std::nullopt;
Opening sensation(Step time) {
  return ThinkCycle::Opening{Opener::sensation, time};
}
Opening notify(Step time) {
  return ThinkCycle::Opening{Opener::notify, time};
}

}  // namespace

TEST_CASE("a sensation opens a cycle, done closes it") {
  ThinkCycle cycle(0);
  CHECK(cycle.open_next() == kNothing);
  cycle.expect_sensation(11);
  CHECK(cycle.open_next() == kNothing);
  cycle.add_sensation(11, 31);
  CHECK_FALSE(cycle.is_open());
  CHECK(cycle.open_next() == sensation(11));
  CHECK(cycle.is_open());
  CHECK(cycle.stamp() == 11);
  CHECK(cycle.act(5) == nullptr);
  CHECK(cycle.ask_thinking_time() == nullptr);
  CHECK(cycle.done() == nullptr);
  CHECK_FALSE(cycle.is_open());
  CHECK(cycle.open_next() == kNothing);
}

TEST_CASE("while a cycle is open others wait in the order of time, a sensation before a notify of its time") {
  ThinkCycle cycle(0);
  cycle.add_sensation(11, 31);
  REQUIRE(cycle.open_next() == sensation(11));
  for (const Step time : {40, 31, 25, 11}) CHECK(cycle.request_notify(time) == nullptr);
  cycle.add_sensation(31, 51);
  for (const Opening& expected : {notify(11), notify(25), sensation(31), notify(31), notify(40)}) {
    CHECK(cycle.open_next() == kNothing);
    CHECK(cycle.done() == nullptr);
    CHECK(cycle.open_next() == expected);
    CHECK(cycle.stamp() == expected->time);
  }
  CHECK(cycle.done() == nullptr);
  CHECK(cycle.open_next() == kNothing);
}

TEST_CASE("a notify waits as long as a future sensation may arrive before it or at its time") {
  ThinkCycle cycle(0);
  cycle.add_sensation(11, 31);
  cycle.open_next();
  for (const Step time : {30, 31, 32}) cycle.request_notify(time);
  cycle.done();
  CHECK(cycle.open_next() == notify(30));
  cycle.done();
  CHECK(cycle.open_next() == kNothing);
  cycle.add_sensation(31, 51);
  CHECK(cycle.open_next() == sensation(31));
  cycle.done();
  CHECK(cycle.open_next() == notify(31));
  cycle.done();
  CHECK(cycle.open_next() == notify(32));
}

TEST_CASE("every request is answered with its own time, also for the present, the past and twice the same") {
  ThinkCycle cycle(0);
  cycle.add_sensation(211, 231);
  cycle.open_next();
  for (const Step time : {211, 3, 211, 0}) REQUIRE(cycle.request_notify(time) == nullptr);
  for (const Step time : {0, 3, 211, 211}) {
    cycle.done();
    CHECK(cycle.open_next() == notify(time));
    CHECK(cycle.stamp() == 211);  // the agent cannot act in the past
  }
  cycle.done();
  CHECK(cycle.open_next() == kNothing);
}

TEST_CASE("thinking time is charged to acts and delays the next cycle") {
  ThinkCycle cycle(7);
  CHECK(cycle.thinking_time() == 0);
  cycle.expect_sensation(11);
  CHECK(cycle.earliest_act() == 18);
  cycle.add_sensation(11, 31);
  CHECK(cycle.open_next() == sensation(11));
  CHECK(cycle.stamp() == 18);
  cycle.request_notify(12);
  cycle.request_notify(25);
  cycle.done();
  CHECK(cycle.open_next() == notify(12));  // late: it begins where the cycle before ended, at 18
  CHECK(cycle.stamp() == 25);
  cycle.done();
  CHECK(cycle.open_next() == notify(25));
  CHECK(cycle.stamp() == 32);
  cycle.add_sensation(31, 51);
  cycle.done();
  CHECK(cycle.open_next() == sensation(31));
  CHECK(cycle.stamp() == 39);
}

TEST_CASE("the earliest act is the next opening, never before the end of the last cycle") {
  ThinkCycle cycle(0);
  CHECK(cycle.earliest_act() == 0);
  cycle.expect_sensation(11);
  CHECK(cycle.earliest_act() == 11);
  cycle.add_sensation(11, 31);
  CHECK(cycle.earliest_act() == 11);
  cycle.open_next();
  CHECK(cycle.earliest_act() == 11);
  cycle.request_notify(5);
  cycle.request_notify(20);
  cycle.request_notify(100);
  cycle.done();
  CHECK(cycle.earliest_act() == 11);
  CHECK(cycle.open_next() == notify(5));
  cycle.done();
  CHECK(cycle.earliest_act() == 20);
  CHECK(cycle.open_next() == notify(20));
  CHECK(cycle.earliest_act() == 20);
  cycle.done();
  CHECK(cycle.earliest_act() == 31);
  cycle.add_sensation(31, 51);
  CHECK(cycle.earliest_act() == 31);
}

TEST_CASE("acts, requests and done outside a cycle are refused and change nothing") {
  ThinkCycle cycle(3);
  cycle.expect_sensation(10);
  CHECK(cycle.act(1) != nullptr);
  CHECK(cycle.request_notify(5) != nullptr);
  CHECK(cycle.ask_thinking_time() != nullptr);
  CHECK(cycle.done() != nullptr);
  CHECK(cycle.earliest_act() == 13);
  CHECK(cycle.open_next() == kNothing);
  cycle.add_sensation(10, 30);
  cycle.open_next();
  cycle.done();
  CHECK(cycle.done() != nullptr);
  CHECK(cycle.request_notify(12) != nullptr);
  CHECK(cycle.earliest_act() == 33);
}

TEST_CASE("pending requests are bounded") {
  ThinkCycle cycle(0);
  cycle.add_sensation(10, 30);
  cycle.open_next();
  for (std::size_t i = 0; i < spark::InputLimits{}.requests; ++i) REQUIRE(cycle.request_notify(1000) == nullptr);
  CHECK(cycle.request_notify(1000) != nullptr);
  cycle.done();
  cycle.add_sensation(30, 2000);
  REQUIRE(cycle.open_next() == sensation(30));
  cycle.done();
  REQUIRE(cycle.open_next() == notify(1000));
  CHECK(cycle.request_notify(1000) == nullptr);
  CHECK(cycle.request_notify(1000) != nullptr);
}

TEST_CASE("acts of a cycle are bounded in number and in text, and counted anew in each") {
  ThinkCycle cycle(0);
  cycle.add_sensation(10, 30);
  cycle.open_next();
  for (std::size_t i = 0; i < spark::InputLimits{}.acts; ++i) REQUIRE(cycle.act(0) == nullptr);
  CHECK(cycle.act(0) != nullptr);
  cycle.done();
  cycle.add_sensation(30, 50);
  cycle.open_next();
  CHECK(cycle.act(spark::InputLimits{}.act_bytes + 1) != nullptr);
  CHECK(cycle.act(spark::InputLimits{}.act_bytes - 1) == nullptr);
  CHECK(cycle.act(2) != nullptr);
  CHECK(cycle.act(1) == nullptr);
  CHECK(cycle.act(1) != nullptr);
  CHECK(cycle.act(0) == nullptr);
}

TEST_CASE("each cycle may have as much text in its acts as the first one") {
  ThinkCycle cycle(0);
  for (Step time = 10; time < 100; time += 20) {
    CAPTURE(time);
    cycle.add_sensation(time, time + 20);
    REQUIRE(cycle.open_next() == sensation(time));
    CHECK(cycle.act(spark::InputLimits{}.act_bytes) == nullptr);
    CHECK(cycle.act(1) != nullptr);
    REQUIRE(cycle.done() == nullptr);
  }
}

TEST_CASE("an agent whose requests never advance is stuck, an agent whose requests advance is not") {
  ThinkCycle cycle(0);
  cycle.add_sensation(10, 1000000);
  REQUIRE(cycle.open_next() == sensation(10));
  for (int i = 1; i < ThinkCycle::kMaxCyclesInPlace; ++i) {
    cycle.request_notify(i % 2 ? 10 : 3);
    cycle.done();
    REQUIRE(cycle.open_next());
  }
  CHECK_FALSE(cycle.is_stuck());
  SECTION("another request for the present") {
    cycle.request_notify(10);
    cycle.done();
    REQUIRE(cycle.open_next());
    CHECK(cycle.is_stuck());
  }
  SECTION("requests that advance") {
    for (Step time = 11; time < 1000; ++time) {
      cycle.request_notify(time);
      cycle.done();
      REQUIRE(cycle.open_next() == notify(time));
      REQUIRE_FALSE(cycle.is_stuck());
    }
  }
}

TEST_CASE("no cycle begins after the arrival of the next sensation, not even for a request of the past") {
  ThinkCycle cycle(7);
  cycle.add_sensation(10, 30);
  REQUIRE(cycle.open_next() == sensation(10));
  for (const Step begin : {17, 24}) {
    cycle.request_notify(3);
    cycle.done();
    CHECK(cycle.open_next() == notify(3));
    CHECK(cycle.stamp() == begin + 7);
  }
  cycle.request_notify(3);
  cycle.done();
  CHECK(cycle.earliest_act() == 38);
  CHECK(cycle.open_next() == kNothing);  // it would begin at 31, and what arrives at 30 does not exist yet
  cycle.add_sensation(30, 50);
  CHECK(cycle.earliest_act() == 38);
  CHECK(cycle.open_next() == notify(3));
  cycle.done();
  CHECK(cycle.open_next() == sensation(30));
  CHECK(cycle.stamp() == 45);
}

TEST_CASE("a think cycle of an agent of 2006, with a request for each step until the next sensation") {
  // S211: C, twenty requests beginning with the present time; the sensation of 231 comes while they are worked off.
  ThinkCycle cycle(0);
  cycle.add_sensation(211, 231);
  REQUIRE(cycle.open_next() == sensation(211));
  CHECK(cycle.ask_thinking_time() == nullptr);
  for (Step time = 211; time < 231; ++time) REQUIRE(cycle.request_notify(time) == nullptr);
  for (Step time = 211; time < 231; ++time) {
    cycle.done();
    REQUIRE(cycle.open_next() == notify(time));
    CHECK(cycle.earliest_act() == time);
    CHECK(cycle.act(30) == nullptr);
    if (time == 220) cycle.add_sensation(231, 251);
  }
  cycle.done();
  CHECK(cycle.open_next() == sensation(231));
}

namespace {

/// One agent that thinks at random, against a simulation that creates sensations at random moments. What is recorded
/// must depend on the agent's choices (`seed`) only, and not on how the two are interleaved (`interleaving`).
std::vector<std::string> play(unsigned seed, unsigned interleaving, Step charge) {
  std::mt19937 choice(seed);
  std::mt19937 order(interleaving);
  ThinkCycle cycle(charge);
  std::vector<std::string> record;
  std::multiset<Step> pending;
  Step created = 0;
  Step bound = 0;
  cycle.expect_sensation(10);
  const auto check_bound = [&] {
    REQUIRE(cycle.earliest_act() >= bound);
    bound = cycle.earliest_act();
  };
  while (record.size() < 400) {
    check_bound();
    const bool simulation_first = order() % 3 == 0;
    // As the simulation does: a sensation of time t is created only when no act can come before t any more.
    if (simulation_first && created < cycle.earliest_act()) {
      cycle.add_sensation(created + 10, created + 30);
      created += 20;
      continue;
    }
    const auto opening = cycle.open_next();
    if (!opening) {
      if (created >= cycle.earliest_act() && !simulation_first) FAIL("both wait for each other");
      continue;
    }
    check_bound();
    if (opening->opener == Opener::notify) {
      REQUIRE(pending.count(opening->time) > 0);
      pending.erase(pending.find(opening->time));
    }
    REQUIRE(cycle.stamp() == bound);
    record.push_back((opening->opener == Opener::notify ? "T" : "S") + std::to_string(opening->time) + " acts at " +
                     std::to_string(cycle.stamp()));
    for (auto requests = choice() % 3; requests > 0; --requests) {
      const Step time = std::max<Step>(0, cycle.stamp() - 15 + static_cast<Step>(choice() % 40));
      REQUIRE(cycle.request_notify(time) == nullptr);
      pending.insert(time);
      check_bound();
    }
    REQUIRE(cycle.done() == nullptr);
  }
  return record;
}

}  // namespace

TEST_CASE("the interleaving in real time changes no cycle, and the earliest act never decreases") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const Step charge : {Step{0}, Step{1}, Step{7}, Step{45}}) {
      const auto expected = play(seed, 1, charge);
      for (unsigned interleaving = 2; interleaving < 6; ++interleaving)
        REQUIRE(play(seed, interleaving, charge) == expected);
    }
  }
}
