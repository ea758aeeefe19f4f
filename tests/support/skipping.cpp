// SPDX-License-Identifier: Apache-2.0
#include "tests/support/skipping.h"

#include <catch2/catch.hpp>
#include <iostream>

namespace {
bool skipped = false;
}

void skip(std::string_view why) {
  skipped = true;
  std::cout << "skipped: " << Catch::getResultCapture().getCurrentTestName() << ": " << why << std::endl;
}

bool descriptors_are_needed() {
#ifdef __has_feature
#if __has_feature(undefined_behavior_sanitizer)
  skip("the sanitizer needs descriptors itself");
  return true;
#endif
#endif
  return false;
}

bool has_skipped() {
  return skipped;
}
