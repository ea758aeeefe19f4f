// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/sexp/reader.h"

namespace spark {

struct Core;

/// A trainer's `(reset)` or `(reset (seed N))`, which every monitor system takes: another episode begins
/// (`Simulation::restart`). N is a whole number, 0 to 2^63 - 1.
inline constexpr std::string_view kResetCommand = "reset";

/// Carries it out. The result is empty, or why it is refused; nothing has changed then.
std::string carry_out_reset(Core& core, const sexp::Expression& command);

}  // namespace spark
