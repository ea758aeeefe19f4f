// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/recording/recording.h"

namespace sigverse::recording {

/// Writes a line for each object of each frame that can be read, in order: `time name x y z qw qx qy qz`, with all
/// digits that tell two numbers apart (17). Names are as they are, with blanks, but without control characters. Returns
/// 0, or the errno of what prevented it.
int dump(Recording& recording, int descriptor);

}  // namespace sigverse::recording
