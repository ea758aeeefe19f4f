// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "commserver/program/options.h"

namespace commserver {

/// Serves one match, or with `stay` one after another until this program has to stop; returns the exit status. Throws
/// `std::exception` if an option is not possible on this machine, or the engine is not found in time.
int serve_matches(ProgramOptions options);

}  // namespace commserver
