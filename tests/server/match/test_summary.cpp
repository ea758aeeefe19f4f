// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "server/match/summary.h"

using namespace server;

TEST_CASE("the speed of a match slower than real time is not rounded to 0") {
  CHECK(times_real_time(300, 600) == "0.5 x real time");
  CHECK(times_real_time(299, 600) == "0.5 x real time");
  CHECK(times_real_time(60, 60.2) == "1 x real time");
  CHECK(times_real_time(600, 4.2) == "143 x real time");
  CHECK(times_real_time(9.96, 1) == "10 x real time");
  CHECK(times_real_time(3, 0) == "0 x real time");
}
