// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "spark/sexp/reader.h"

namespace spark {

class CommandSender;
struct Core;

/// The trainer's commands that are the server's and so the same in every game (docs/protocol.md, 8.6 and 8.7):
///
/// | command | what it does |
/// |---|---|
/// | `(reset)`, `(reset (seed N))` | another episode begins (`Simulation::restart`); N from 0 to 2^63 - 1 |
/// | `(subscribe (interval N)(velocities true))` | frames of its own: every N-th step, 1 to 1000, with velocities or
/// not; what is left out is as for everybody, 15 and without | | `(fullState)` | one frame with all there is, at once,
/// also while the clock stands | | `(speed X)`, `(speed max)` | the pace: X simulated seconds per real second, 0.001 to
/// a million |
///
/// Carries out `command` if it is one of these. None: it is another; else empty, or why it is refused, and nothing has
/// changed then.
std::optional<std::string> carry_out_server_command(Core& core, const CommandSender& sender,
                                                    const sexp::Expression& command);

}  // namespace spark
