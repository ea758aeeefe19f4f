// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/spin_count.h"

#include <catch2/catch.hpp>

using sigverse::wire::SpinCount;

TEST_CASE("polling stops after failures, is tried now and then, and resumes at once after a success") {
  SpinCount spins;
  CHECK(spins.next() == SpinCount::kMax);
  int sum = 0, tried = 0;
  for (int i = 0; i < 320; ++i) {
    const int count = spins.next();
    sum += count;
    tried += count == SpinCount::kMax ? 1 : 0;
    spins.report(false);
  }
  CHECK(tried >= 10);
  CHECK(sum <= 12 * SpinCount::kMax);
  CHECK(spins.next() == 0);
  spins.report(true);
  CHECK(spins.next() == SpinCount::kMax);
}
