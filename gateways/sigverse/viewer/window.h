// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/viewer/options.h"

namespace sigverse::viewer {

// What sigviewer does for a user. All return the exit status, and throw `std::runtime_error` with a line for people.

/// Shows a server, or the recording that is played, in a window, until the user or a signal (`EndBySignals`) closes
/// it. Without a server the window says so, and connects when the user wants it to.
int run_window(const Options& options);

/// Writes a picture of a server's world, or of the first frame of a recording, into a file (`Options::screenshot`), as
/// the window shows it at first, without its panels and names. Needs no screen. What cannot be read is left out with a
/// line; if that is all, there is no picture.
int write_screenshot(const Options& options);

/// Prints what the window's panel shows of one object (`Options::print`).
int print_object(const Options& options);

}  // namespace sigverse::viewer
