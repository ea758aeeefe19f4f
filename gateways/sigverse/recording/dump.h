// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/recording/recording.h"

namespace sigverse::recording {

/// Writes one line per object for each readable frame, in order: `time name x y z qw qx qy qz`, with all digits needed
/// to distinguish any two numbers (17). Names are printed as they are, including blanks, but without control
/// characters. Returns 0, or the errno of a failure.
int dump(Recording& recording, int descriptor);

}  // namespace sigverse::recording
