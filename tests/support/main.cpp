// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/support/skipping.h"

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;  // for CTest (cmake/Tests.cmake)
  Catch::Session session;
  if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) return wrong;
#if CATCH_VERSION_MAJOR == 2
  // A name that the build got wrong is a failure, as it is since Catch 3: it would pass by running nothing.
  auto& config = session.configData();
  config.warnings = static_cast<Catch::WarnAbout::What>(config.warnings | Catch::WarnAbout::NoTests);
#endif
  const int failures = session.run();
  return failures == 0 && has_skipped() ? kSkipped : failures;
}
