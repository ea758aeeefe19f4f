// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/viewer/options.h"

namespace sigverse::viewer {

// The modes of sigviewer for users. All return the exit status, and throw `std::runtime_error` with a line for users.

/// Shows a server or a recording in a window, until the user or a signal (`EndBySignals`) closes it. Without a server,
/// the window shows a message, and connects when the user asks it to.
int run_window(const Options& options);

/// Writes a picture of a server's world, or of the first frame of a recording, to a file (`Options::screenshot`): what
/// the window shows first, without panels and names. Needs no screen. Parts that cannot be read are omitted, with a
/// line; if nothing is left, no picture is written.
int write_screenshot(const Options& options);

/// Prints what the window's panel shows for one object (`Options::print`).
int print_object(const Options& options);

}  // namespace sigverse::viewer
