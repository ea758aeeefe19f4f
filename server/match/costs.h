// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace server {

/// What this process has cost so far.
struct Costs {
  double cpu_seconds = 0;
  long memory_mb = 0;  ///< most at once
};
Costs costs_until_now();

}  // namespace server
