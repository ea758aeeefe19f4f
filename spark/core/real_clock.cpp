// SPDX-License-Identifier: Apache-2.0
#include "spark/core/real_clock.h"

namespace spark {
namespace {

class SystemClock final : public RealClock {
 public:
  // Real time: this is the only place that reads the steady clock for all other code.
  Time now() const override { return std::chrono::steady_clock::now(); }
  void wait(Duration longest, const Block& block) override { block(longest); }
};

}  // namespace

RealClock& RealClock::system() {
  static SystemClock clock;
  return clock;
}

}  // namespace spark
