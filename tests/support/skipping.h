// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// For a test that needs what this machine does not have, which then returns: prints "skipped: WHY". If nothing fails
/// the program ends with status 77 instead of 0, so that ctest and ./check name the test as one that has not been run.
void skip(std::string_view why);

/// Whether anything has been skipped so far.
bool has_skipped();
