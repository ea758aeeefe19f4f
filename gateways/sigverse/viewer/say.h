// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/viewer/options.h"

namespace sigverse::viewer {

/// Sends a wave file to an agent's controller (`Options::say`, `Options::to`), as `sigctl say` does, and returns the
/// exit status. Throws `std::runtime_error`, with a line for users, if the file is not a suitable sound, if there is no
/// such agent or it has no controller, or if the server does not answer.
int say_file(const Options& options);

}  // namespace sigverse::viewer
