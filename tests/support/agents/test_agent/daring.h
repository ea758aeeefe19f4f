// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// Answers each sensation, beginning with `message`, with what could be done of all that is dared, "WHAT" or
/// "WHAT=WITH" each. The list ends with a null pointer.
[[noreturn]] void dare_all(char** first, std::string message);
