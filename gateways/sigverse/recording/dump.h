// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/recording/recording.h"

namespace sigverse::recording {

/// Writes a line for each object of each readable frame, in order: `time name x y z qw qx qy qz`, with all digits that
/// distinguish two numbers (17). Names are unchanged, with blanks, but without control characters. Returns 0, or the
/// errno of the failure.
int dump(Recording& recording, int descriptor);

}  // namespace sigverse::recording
