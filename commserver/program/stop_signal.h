// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace commserver {

/// The signal that stops this program; 0 if none has arrived.
extern volatile std::sig_atomic_t stop_signal;

/// Makes SIGTERM, SIGINT, SIGHUP and SIGQUIT set `stop_signal`. A second signal ends the program at once if it arrives
/// at least a second later (`spark::EndingSignals`).
void end_by_signals();

/// Waits a little before another attempt; returns early if this program has to stop.
void nap();

}  // namespace commserver
