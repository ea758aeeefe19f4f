// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/viewer/options.h"

namespace sigverse::viewer {

/// `--play F --dump`: prints the recording as text; returns the exit status. Lines about damage go to standard error.
/// Throws `std::runtime_error`, a line, if the file is not a recording, or cannot be written completely.
int run_dump(const Options& options);

}  // namespace sigverse::viewer
