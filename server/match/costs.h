// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace server {

/// Resources that this process has used so far.
struct Costs {
  double cpu_seconds = 0;
  long memory_mb = 0;  ///< peak
};
Costs costs_until_now();

}  // namespace server
