// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/viewer/options.h"

namespace sigverse::viewer {

/// Prints a line for each folder of --data_path that is missing, which is not an error.
void warn_of_missing_folders(const Options& options);

}  // namespace sigverse::viewer
