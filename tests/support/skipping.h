// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// For a test that needs what this machine does not have, which then returns: prints "skipped: WHY". If nothing fails
/// the program ends with status 77 instead of 0, so that ctest and ./check name the test as one that has not been run.
void skip(std::string_view why);

/// Under a sanitizer no limit of memory leaves room for what it keeps of all memory: what is only about such limits is
/// left out.
#ifdef RCSS_SANITIZED
constexpr bool kMemoryCanBeLimited = false;
#else
constexpr bool kMemoryCanBeLimited = true;
#endif

/// The thread sanitizer has a thread of its own in each process.
#ifdef __SANITIZE_THREAD__
constexpr int kThreadsOfAProcess = 2;
#else
constexpr int kThreadsOfAProcess = 1;
#endif

/// clang's sanitizer makes a pipe to look whether an object may be read, and calls it a wrong one where no descriptor
/// is left: true if it does, and then this is skipped.
bool descriptors_are_needed();

/// Whether anything has been skipped so far.
bool has_skipped();
