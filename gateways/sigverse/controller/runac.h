// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/controller/options.h"

namespace sigverse {

/// Loads the controller, attaches it and runs it to its end. Throws std::runtime_error with what is wrong.
void run_controller(const RunacOptions& options);

}  // namespace sigverse
