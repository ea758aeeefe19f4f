// SPDX-License-Identifier: Apache-2.0
// runac: loads a controller and runs it as an agent of a SIGVerse world.
#include <cstdio>
#include <exception>

#include "gateways/sigverse/controller/runac.h"

#ifdef RCSS_SANITIZED
/// The search for leaks at the end traces the process, which a sandbox forbids.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

int main(int argc, char** argv) {
  try {
    if (const auto options = sigverse::read_runac_options(argc, argv)) sigverse::run_controller(*options);
    return 0;
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "runac: %s\n", exception.what());
    return 1;
  }
}
