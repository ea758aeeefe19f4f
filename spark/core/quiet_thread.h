// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace spark {

/// Starts a thread with all signals blocked: they go to the thread that runs the simulation.
std::thread start_quiet_thread(std::function<void()> run);

}  // namespace spark
