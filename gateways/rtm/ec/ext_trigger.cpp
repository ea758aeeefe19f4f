// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <memory>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/component/threaded_context.h"

namespace rtm {
namespace {

constexpr const char* kType = "ExtTrigExecutionContext";

/// A tick returns at once, and the context's thread runs one pass. Ticks that arrive before that pass is over are lost,
/// as in OpenRTM-aist. The rate has no effect; it is only reported.
class ExtTriggerContext final : public ThreadedContext {
 public:
  ExtTriggerContext(const ContextSettings& settings, const Environment& environment)
      : ThreadedContext(kType, ContextKind::event_driven, settings, environment) {}

  bool is_ticked() const override { return true; }
  void tick() override {
    Phase idle = Phase::idle;
    if (is_running() && phase_.compare_exchange_strong(idle, Phase::ticked)) requested();
  }

 private:
  enum class Phase : std::uint8_t { idle, ticked, passing };

  void run() override {
    while (!is_closing()) {
      Phase ticked = Phase::ticked;
      if (phase_.compare_exchange_strong(ticked, Phase::passing)) {
        pass();
        phase_ = Phase::idle;
      } else {
        wait_for_work(std::nullopt);
      }
    }
  }

  std::atomic<Phase> phase_{Phase::idle};
};

}  // namespace
}  // namespace rtm

extern "C" void ExtTrigExecutionContextInit(rtm::Manager& manager) {
  manager.add_context_type(rtm::kType, [](const rtm::ContextSettings& settings, const rtm::Environment& environment) {
    return std::make_shared<rtm::ExtTriggerContext>(settings, environment);
  });
}
