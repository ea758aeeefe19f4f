// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>

#include "gateways/rtm/component/execution_context.h"
#include "gateways/rtm/component/manager.h"

namespace {

/// A sample of a custom execution context, for a controller whose rate is higher than that of its ticks: with 100 ticks
/// a second and a rate of 1000 Hz, each tick runs ten passes.
class StepContext final : public rtm::ExecutionContext {
 public:
  StepContext(const rtm::ContextSettings& settings, const rtm::Environment& environment)
      : ExecutionContext("StepContext", rtm::ContextKind::event_driven, settings, environment) {}

  bool is_ticked() const override { return true; }

  void tick() override {
    const long passes = std::lround(std::clamp(rate() / kTicksPerSecond, 1.0, kMaxPasses));
    for (long i = 0; i < passes; ++i) pass();
  }

 private:
  static constexpr double kTicksPerSecond = 100.0;
  static constexpr double kMaxPasses = 100.0;  // A peer may set any rate.
};

}  // namespace

extern "C" void StepContextInit(rtm::Manager& manager) {
  manager.add_context_type("StepContext",
                           [](const rtm::ContextSettings& settings, const rtm::Environment& environment) {
                             return std::make_shared<StepContext>(settings, environment);
                           });
}
