// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "gateways/rtm/host/options.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm_host {

/// Called with a line about a property of a file that has no effect.
using Remark = std::function<void(std::string_view line)>;

/// Serves the configured components until `wait` returns, then ends them, waiting at most 2 s for their activities and
/// 4 s for calls that hang in the ORB. Throws std::runtime_error with one line: a module that is missing, a name server
/// that does not answer …
void serve(const Options& options, spark::Log& log, spark::RealClock& clock, const Remark& remark,
           const std::function<void()>& wait);

}  // namespace rtm_host
