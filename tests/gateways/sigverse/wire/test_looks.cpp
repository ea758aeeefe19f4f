// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/looks.h"

#include <catch2/catch.hpp>

using sigverse::wire::Looks;

TEST_CASE("looking for answers stops where it brings nothing, is tried now and then, and comes back at once") {
  Looks looks;
  CHECK(looks.begin() == Looks::kMost);
  int sum = 0, tried = 0;
  for (int i = 0; i < 320; ++i) {
    const int count = looks.begin();
    sum += count;
    tried += count == Looks::kMost ? 1 : 0;
    looks.end(false);
  }
  CHECK(tried >= 10);
  CHECK(sum <= 12 * Looks::kMost);
  CHECK(looks.begin() == 0);
  looks.end(true);
  CHECK(looks.begin() == Looks::kMost);
}
