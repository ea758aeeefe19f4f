// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {
class Variables;
}

namespace soccer {

/// Appends the first line for a new monitor: the script's constants, and the list of play modes, whose order defines
/// their numbers (behaviour 8.3). A variable that the script did not create, or whose value is not finite, is left out.
void append_init_line(std::string& out, const spark::Variables& variables);

}  // namespace soccer
