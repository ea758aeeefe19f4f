// SPDX-License-Identifier: Apache-2.0
#include "spark/core/check.h"

#include <cstdio>
#include <cstdlib>

namespace spark {
void demand_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "rcssserver3D: broken invariant `%s` at %s:%d\n", condition, file, line);
  std::abort();
}
}  // namespace spark
