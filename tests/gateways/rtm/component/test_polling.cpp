// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/component/polling.h"

using namespace rtm;

namespace {

/// How often a wait for an event that never comes looks for it.
int looks_in_vain(Polling& polling) {
  int looks = 0;
  CHECK_FALSE(polling.until([&] {
    ++looks;
    return false;
  }));
  return looks;
}

}  // namespace

TEST_CASE("an event that comes while a thread polls is found") {
  Polling polling;
  int looks = 0;
  CHECK(polling.until([&] { return ++looks == 100; }));
  CHECK(looks == 100);
}

TEST_CASE("after polling in vain a thread looks less often, and in full only now and then") {
  Polling polling;
  const int first = looks_in_vain(polling);
  int all = 0, trials = 0;
  for (int i = 0; i < 1000; ++i) {
    const int looks = looks_in_vain(polling);
    all += looks;
    trials += looks >= Polling::kMaxLooks ? 1 : 0;
  }
  CHECK(first >= Polling::kMaxLooks);
  CHECK(trials > 0);
  // Less than a tenth of what looking each time would have cost.
  CHECK(all < 100 * Polling::kMaxLooks);
}

TEST_CASE("one success restores the full number of looks") {
  Polling polling;
  for (int i = 0; i < 20; ++i) looks_in_vain(polling);
  int looks = 0;
  do looks = 0;
  while (!polling.until([&] { return ++looks == 2; }));
  CHECK(looks_in_vain(polling) >= Polling::kMaxLooks);
}
