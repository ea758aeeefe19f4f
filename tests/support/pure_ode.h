// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

/// Whether ODE steps all bodies in this run of the tests (environment variable RCSS_TEST_PURE_ODE). The expected
/// results are the same.
inline bool is_pure_ode() {
  return std::getenv("RCSS_TEST_PURE_ODE") != nullptr;
}
