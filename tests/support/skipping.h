// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Called by a test that cannot run on this machine, before it returns: prints "skipped: WHY". If no test fails, the
/// program exits with status 77 instead of 0, so that ctest and ./check list the test as skipped.
void skip(std::string_view why);

/// A sanitizer's shadow memory exceeds every memory limit, so tests of these limits are skipped.
#ifdef RCSS_SANITIZED
constexpr bool kMemoryCanBeLimited = false;
#else
constexpr bool kMemoryCanBeLimited = true;
#endif

/// The thread sanitizer adds a thread to each process.
#ifdef __SANITIZE_THREAD__
constexpr int kThreadsOfAProcess = 2;
#else
constexpr int kThreadsOfAProcess = 1;
#endif

/// clang's sanitizer creates a pipe to check whether an object is readable, and reports an error if no descriptor is
/// left. Returns true for such a build, after having reported the test as skipped.
bool descriptors_are_needed();

/// Whether any test has been skipped so far.
bool has_skipped();
