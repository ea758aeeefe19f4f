// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <vector>

#include "gateways/sigverse/server/sight_time.h"
#include "tests/support/manual_clock.h"

using namespace std::chrono_literals;
using sigverse::server::SightTime;

namespace {

struct Eyes {
  ManualClock clock;
  spark::net::Loop loop{clock};
  SightTime time{loop};

  bool ask(SightTime::Asker& asker, SightTime::Duration takes) {
    return time.give(asker, [&] { clock.advance(takes); });
  }
};

}  // namespace

TEST_CASE("a client that asks now and then never waits") {
  Eyes eyes;
  SightTime::Asker asker;
  for (int i = 0; i < 10; ++i) {
    CHECK(eyes.ask(asker, 2ms));
    eyes.time.end_pass();
    eyes.clock.advance(4ms);
  }
}

TEST_CASE("all clients that ask get a third of the time together, in turn") {
  Eyes eyes;
  std::vector<SightTime::Asker> askers(7);
  std::vector<int> answers(askers.size());
  const auto begin = eyes.clock.now();
  int sum = 0;
  while (eyes.clock.now() < begin + 3s) {
    int of_pass = 0;
    for (std::size_t i = 0; i < askers.size(); ++i) {
      if (!eyes.ask(askers[i], 1500us)) continue;
      ++answers[i];
      ++of_pass;
    }
    CHECK(of_pass <= 2);
    sum += of_pass;
    eyes.time.end_pass();
    eyes.loop.wait(50ms);  // which ends when there is time
  }
  CHECK(sum > 600);
  CHECK(sum <= 668);
  for (const int each : answers) CHECK(std::abs(each - sum / 7) <= 1);
}

TEST_CASE("a very long question is followed by as long a pause, and a client that leaves is not waited for") {
  Eyes eyes;
  SightTime::Asker large, small;
  CHECK(eyes.ask(large, 1s));
  CHECK_FALSE(eyes.ask(small, 1us));
  eyes.time.end_pass();
  eyes.clock.advance(1900ms);
  CHECK_FALSE(eyes.ask(large, 1us));
  CHECK_FALSE(eyes.ask(small, 1us));
  eyes.time.end_pass();
  eyes.clock.advance(200ms);
  // The small asker has left. The round ends with the pass.
  CHECK_FALSE(eyes.ask(large, 1us));
  eyes.time.end_pass();
  CHECK(eyes.ask(large, 1us));
}
