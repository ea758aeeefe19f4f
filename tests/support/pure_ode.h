// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

/// Whether this run of the tests has ODE step all bodies: by the environment variable RCSS_TEST_PURE_ODE. What they
/// expect is the same.
inline bool is_pure_ode() {
  return std::getenv("RCSS_TEST_PURE_ODE") != nullptr;
}
