// SPDX-License-Identifier: Apache-2.0
#include "tests/support/skipping.h"

#include <iostream>

namespace {
bool skipped = false;
}

void skip(std::string_view why) {
  skipped = true;
  std::cout << "skipped: " << why << std::endl;
}

bool has_skipped() {
  return skipped;
}
