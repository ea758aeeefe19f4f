// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/quick_step.h"

#include <mutex>

namespace spark {

void quick_step(dWorldID world, double seconds, std::uint32_t& random) {
  static std::mutex ode_random;
  const std::lock_guard lock(ode_random);
  dRandSetSeed(random);
  dWorldQuickStep(world, seconds);
  random = static_cast<std::uint32_t>(dRandGetSeed());
}

}  // namespace spark
