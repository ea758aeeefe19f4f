// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Answers each sensation, from `message` on, with those of the attempts that succeeded. Attempts are "WHAT" or
/// "WHAT=WITH"; the list ends with a null pointer.
[[noreturn]] void dare_all(char** first, std::string message);
