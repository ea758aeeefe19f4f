// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/support/skipping.h"

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;
  const int failures = Catch::Session().run(argc, argv);
  return failures == 0 && has_skipped() ? kSkipped : failures;
}
