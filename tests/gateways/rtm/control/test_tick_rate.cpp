// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "gateways/rtm/control/tick_rate.h"

namespace rtm {
namespace {

std::vector<int> due_periods(double rate, int periods) {
  TickRate ticks(rate);
  std::vector<int> due;
  for (int i = 0; i < periods; ++i)
    if (ticks.is_due()) due.push_back(i);
  return due;
}

}  // namespace

TEST_CASE("a controller is ticked in its share of the control periods, from the first one on") {
  CHECK(due_periods(1.0, 5) == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(due_periods(0.5, 8) == std::vector<int>{0, 2, 4, 6});
  CHECK(due_periods(0.3, 14) == std::vector<int>{0, 3, 7, 10, 13});
  CHECK(due_periods(0.01, 202) == std::vector<int>{0, 100, 200});
  CHECK(due_periods(0.0, 100).empty());
  for (const double rate : {1.0, 0.75, 0.5, 0.3, 0.1, 0.07}) {
    const auto due = due_periods(rate, 1000);
    CHECK(std::abs(static_cast<double>(due.size()) - 1000 * rate) <= 1);
    // The n-th tick is at the period that is nearest to n / rate.
    for (std::size_t n = 0; n < due.size(); ++n) CHECK(std::abs(due[n] - static_cast<double>(n) / rate) <= 0.5 + 1e-9);
  }
}

TEST_CASE("a tick rate can be restarted") {
  TickRate ticks(0.5);
  CHECK(ticks.is_due());
  ticks.restart();
  CHECK(ticks.is_due());
  CHECK_FALSE(ticks.is_due());
}

}  // namespace rtm
