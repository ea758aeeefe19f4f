// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/viewer/options.h"

namespace sigverse::viewer {

/// `--play F --dump`: prints the recording as text and returns the exit status. Lines about damage go to standard
/// error. Throws `std::runtime_error`, with a one-line message, if the file is not a recording or the output cannot be
/// written.
int run_dump(const Options& options);

}  // namespace sigverse::viewer
