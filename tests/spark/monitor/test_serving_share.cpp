// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/monitor/serving_share.h"

using namespace spark;
using namespace std::chrono_literals;

namespace {
const ServingShare::Time kStart{5h};
}  // namespace

TEST_CASE("monitors may be served for a burst and then for their share of the time") {
  ServingShare share(0.2);
  ServingShare::Time now = kStart;
  CHECK(share.serve(now, now + 60ms));
  now += 60ms;
  // 40 ms of the burst are left, and in the 40 ms that pass a fifth is added.
  CHECK(share.serve(now, now + 40ms));
  now += 40ms;
  CHECK(share.rest() == 460ms);
  CHECK_FALSE(share.serve(now, now + 10ms));
  now += 10ms;
  CHECK(share.rest() == 500ms);
}

TEST_CASE("after the rest that a share asks for, a whole burst is available, and never more") {
  ServingShare share(0.1);
  ServingShare::Time now = kStart;
  CHECK_FALSE(share.serve(now, now + 300ms));
  now += 300ms;
  CHECK(share.rest() == 3s);
  now += share.rest();
  CHECK(share.serve(now, now + 99ms));
  now += 1h;
  CHECK(share.serve(now, now + 99ms));
  CHECK_FALSE(share.serve(now + 99ms, now + 120ms));
}

TEST_CASE("unused time is saved up to one burst, however much time passes") {
  ServingShare share(0.1);
  CHECK(share.serve(kStart, kStart + 1ms));
  const ServingShare::Time later = kStart + 900ms;  // a tenth of this time would add 90 ms
  CHECK(share.serve(later, later + 99ms));
  CHECK(share.rest() == 990ms);
  CHECK_FALSE(share.serve(later + 99ms, later + 120ms));
}

TEST_CASE("serving for less than the share never needs a rest, nor does a share of all time") {
  ServingShare tenth(0.1), all(1);
  ServingShare::Time now = kStart;
  for (int i = 0; i < 100'000; ++i) {
    REQUIRE(tenth.serve(now, now + 99us));
    now += 1ms;
  }
  for (int i = 0; i < 1000; ++i) REQUIRE(all.serve(now, now + 1h));
}
