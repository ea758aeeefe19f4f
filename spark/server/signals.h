// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
class Simulation;
}

namespace spark::server {

/// SIGINT and SIGTERM end the match in order; a second one ends the program at once (the guardian then ends the
/// agents). SIGPIPE is ignored. To be installed after Ruby, which sets handlers of its own.
void install_signal_handlers();
/// The simulation a signal stops; null while there is none.
void stop_on_signal(Simulation* simulation);
/// The signal that came first, or 0.
int received_signal();

}  // namespace spark::server
