// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <csignal>

#include "spark/core/ending_signals.h"

using namespace spark;
using namespace std::chrono_literals;
using Meaning = EndingSignals::Meaning;

TEST_CASE("signals within a second of the first repeat it, and later ones except SIGHUP demand an end at once") {
  const RealClock::Time begin{5h};
  EndingSignals signals;
  CHECK(signals.take(SIGTERM, begin) == Meaning::first);
  CHECK(signals.take(SIGTERM, begin) == Meaning::again);
  CHECK(signals.take(SIGINT, begin + 999ms) == Meaning::again);
  CHECK(signals.take(SIGTERM, begin + 1s) == Meaning::hurry);
  CHECK(signals.take(SIGQUIT, begin + 100s) == Meaning::hurry);
  CHECK(signals.take(SIGHUP, begin + 100s) == Meaning::again);
}
