// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>

#include "spark/agent/answer_times.h"

using namespace spark;
using std::chrono::milliseconds;
using RealTime = AnswerTimes::RealTime;

namespace {

// Behaviour 5.1.
constexpr Step kLatency = 10;
constexpr Step kInterval = 20;

/// A clock that the test advances, with the real time beside it.
struct Times {
  void at(Step step) {
    while (clock.now() < step) clock.advance();
  }
  RealTime in(int ms) const { return begin + milliseconds(ms); }
  Clock clock;
  RealTime begin{std::chrono::hours(5)};
  PresentTimes present{clock};
  WaitedTimes waited{clock, milliseconds(1000)};
};

}  // namespace

TEST_CASE("present: an act is stamped with the step after the one in which it comes") {
  Times t;
  CHECK_FALSE(t.present.sends_at_once());
  CHECK(std::string(t.present.act(5, t.begin).refusal) == "an act before the first sensation");
  t.at(11);
  t.present.sensation_sent(11, t.in(0));
  CHECK(t.present.earliest_act() == 12);
  const auto punctual = t.present.act(5, t.in(8));
  CHECK_FALSE(punctual.refusal);
  CHECK(punctual.stamp == 12);  // the step after, because events of step 11 may have happened already
  CHECK_FALSE(punctual.late);
  CHECK(punctual.first);
  CHECK(punctual.thinking == milliseconds(8));
  t.at(12);
  const auto late = t.present.act(5, t.in(13));
  CHECK(late.stamp == 13);
  CHECK(late.late);
  CHECK_FALSE(late.first);
  CHECK(t.present.earliest_act() == 13);
  t.at(31);
  t.present.sensation_sent(31, t.in(200));
  CHECK_FALSE(t.present.act(0, t.in(201)).late);
}

TEST_CASE("present: acts after one sensation are limited as in a think cycle (protocol 10)") {
  Times t;
  t.present.sensation_sent(11, t.begin);
  for (int i = 0; i < 256; ++i) REQUIRE_FALSE(t.present.act(10, t.begin).refusal);
  CHECK(t.present.act(10, t.begin).refusal);
  t.present.sensation_sent(31, t.begin);
  for (int i = 0; i < 4; ++i) REQUIRE_FALSE(t.present.act(4 * 1024, t.begin).refusal);
  CHECK(t.present.act(1, t.begin).refusal);
  CHECK_FALSE(t.present.act(0, t.begin).refusal);
}

TEST_CASE("waited: one act answers each sensation and is stamped with its arrival, however late it comes") {
  Times t;
  CHECK(t.waited.sends_at_once());
  t.waited.expect_sensation(11);
  CHECK(t.waited.earliest_act() == 11);
  t.at(1);
  t.waited.sensation_sent(11, t.in(0));
  t.waited.expect_sensation(31);
  CHECK(t.waited.earliest_act() == 11);
  t.at(21);  // the world has run ahead
  t.waited.sensation_sent(31, t.in(0));
  t.waited.expect_sensation(51);
  CHECK(t.waited.earliest_act() == 11);
  const auto first = t.waited.act(9, t.in(700));
  CHECK_FALSE(first.refusal);
  CHECK(first.stamp == 11);
  CHECK_FALSE(first.late);
  CHECK(first.thinking == milliseconds(700));
  CHECK(t.waited.earliest_act() == 31);
  const auto second = t.waited.act(9, t.in(900));
  CHECK(second.stamp == 31);
  CHECK(second.thinking == milliseconds(200));  // it could not think about it earlier
  CHECK(t.waited.earliest_act() == 51);
  CHECK(std::string(t.waited.act(9, t.in(900)).refusal) == "an act without a sensation to answer");
  CHECK(t.waited.earliest_act() == 51);
}

TEST_CASE("waited: the timeout starts again with each sensation that the agent can answer") {
  Times t;
  t.at(21);
  t.waited.sensation_sent(11, t.in(0));
  t.waited.sensation_sent(31, t.in(0));
  CHECK_FALSE(t.waited.has_timed_out(t.in(999)));
  t.waited.act(1, t.in(999));
  CHECK_FALSE(t.waited.has_timed_out(t.in(1998)));
  t.waited.act(1, t.in(1998));
  CHECK_FALSE(t.waited.has_timed_out(t.in(100000)));  // nothing is unanswered
}

TEST_CASE("waited: an agent that hangs costs its timeout once, and is waited for again after its next message") {
  Times t;
  t.at(1);
  t.waited.sensation_sent(11, t.in(0));
  t.waited.expect_sensation(31);
  t.at(21);
  t.waited.sensation_sent(31, t.in(5));
  t.waited.expect_sensation(51);
  CHECK(t.waited.has_timed_out(t.in(1000)));
  CHECK_FALSE(t.waited.has_timed_out(t.in(1001)));
  CHECK(t.waited.earliest_act() == 22);  // after the present: the world continues
  t.at(41);
  t.waited.sensation_sent(51, t.in(1002));
  t.waited.expect_sensation(71);
  CHECK_FALSE(t.waited.has_timed_out(t.in(5000)));
  t.at(44);
  CHECK(t.waited.earliest_act() == 45);
  const auto back = t.waited.act(1, t.in(5000));
  CHECK(back.stamp == 45);
  CHECK(back.late);
  t.at(50);
  CHECK(t.waited.earliest_act() == 45);  // it is waited for, up to 55, which is the action latency later
  const auto caught_up = t.waited.act(1, t.in(5100));
  CHECK(caught_up.stamp == 45);
  CHECK(caught_up.late);
  const auto punctual = t.waited.act(1, t.in(5200));
  CHECK(punctual.stamp == 51);  // not earlier than without the absence
  CHECK_FALSE(punctual.late);
  CHECK(t.waited.earliest_act() == 71);
}

TEST_CASE("waited: an agent that never answers cannot recover") {
  Times t;
  for (Step i = 0; i < 1000; ++i) t.waited.sensation_sent(11 + kInterval * i, t.begin);
  CHECK_FALSE(t.waited.cannot_recover());
  t.waited.sensation_sent(30000, t.begin);
  CHECK(t.waited.cannot_recover());
}

TEST_CASE("earliest_act never decreases, and no act is too late for the world, in random sequences") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Times t;
    AnswerTimes& times = seed % 2 ? static_cast<AnswerTimes&>(t.waited) : t.present;
    // The latencies of soccer, or none.
    const Step latency = seed % 4 < 2 ? kLatency : 0;
    const Step interval = seed % 8 < 4 ? kInterval : 1;
    std::mt19937 random(seed);
    Step next_sense = 1, earliest = 0, waiting = -1;
    int ms = 0;
    times.expect_sensation(next_sense + latency);
    const auto check_earliest = [&] {
      REQUIRE(times.earliest_act() >= earliest);
      earliest = times.earliest_act();
    };
    for (int i = 0; i < 2000; ++i) {
      switch (random() % 4) {
        case 0:
        case 1:  // the simulation: a sensation that is due, else a step if no act can still take effect in it
          if (t.clock.now() == next_sense) {
            if (times.sends_at_once()) times.sensation_sent(next_sense + latency, t.in(ms));
            waiting = next_sense + latency;
            next_sense += interval;
            times.expect_sensation(next_sense + latency);
          } else if (earliest + latency > t.clock.now()) {
            t.clock.advance();
          }
          if (!times.sends_at_once() && waiting >= 0 && waiting <= t.clock.now())
            times.sensation_sent(std::exchange(waiting, -1), t.in(ms));
          break;
        case 2:
          if (const auto act = times.act(1, t.in(ms)); !act.refusal) {
            REQUIRE(act.stamp >= earliest);
            REQUIRE(act.stamp + latency >= t.clock.now());
          }
          break;
        case 3:
          ms += static_cast<int>(random() % (seed % 3 ? 300 : 3000));
          times.has_timed_out(t.in(ms));
      }
      check_earliest();
    }
    CHECK(t.clock.now() > 100);
  }
}
