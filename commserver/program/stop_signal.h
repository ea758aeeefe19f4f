// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace commserver {

/// The signal by which this program is to stop; 0 while it is not.
extern volatile std::sig_atomic_t stop_signal;

/// Makes SIGTERM, SIGINT, SIGHUP and SIGQUIT set `stop_signal`, and another of them end the program at once if it comes
/// a second later or more (`spark::EndingSignals`).
void end_by_signals();

/// Waits a little before something is tried again, but not when this program is to stop.
void nap();

}  // namespace commserver
