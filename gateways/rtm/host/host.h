// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "gateways/rtm/host/options.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm_host {

/// Serves the components that the options want until `wait` returns, then ends them, within 5 s. Throws
/// std::runtime_error with one line: a module that is missing, a name server that does not answer …
void serve(const Options& options, spark::Log& log, spark::RealClock& clock, const std::function<void()>& wait);

}  // namespace rtm_host
