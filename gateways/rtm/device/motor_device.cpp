// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "gateways/rtm/corba/motor_operations.h"
#include "gateways/rtm/device/device.h"

namespace rtm {
namespace {

constexpr const char* kMotor = "Motor";        // components that are served as the interface Motor
constexpr const char* kPosition = "position";  // their InPort

class MotorDevice final : public Device, public MotorOperations {
 public:
  MotorDevice(const ComponentPlan& plan, const std::vector<EffectorForm>& effectors, const PerceptPaths& paths,
              Watchdog::Time usual_watchdog, std::vector<ComponentPlan::Mistake>& mistakes)
      : Device(plan, effectors, paths, usual_watchdog, mistakes), limit_(limit_of(plan, effectors)) {}

  void go_home() override {
    if (const auto port = in_port(kPosition)) port->put(Value(Value::Content(0.0F)));
  }
  float limit() const override { return limit_; }

 private:
  /// The range of the parameter that receives the position; 0 if there is none.
  static float limit_of(const ComponentPlan& plan, const std::vector<EffectorForm>& effectors) {
    const auto in = std::ranges::find(plan.ins, kPosition, &ComponentPlan::In::port);
    if (in == plan.ins.end()) return 0.0F;
    const auto effector = std::ranges::find(effectors, in->effector, &EffectorForm::predicate);
    if (effector == effectors.end()) return 0.0F;
    const auto parameter = std::ranges::find(effector->parameters, in->parameter, &EffectorForm::Parameter::name);
    const bool has_limit = parameter != effector->parameters.end() && std::isfinite(parameter->most);
    return has_limit ? static_cast<float>(parameter->most) : 0.0F;
  }

  const float limit_;
};

}  // namespace

std::shared_ptr<Device> make_device(const ComponentPlan& plan, const std::vector<EffectorForm>& effectors,
                                    const PerceptPaths& paths, Watchdog::Time usual_watchdog,
                                    std::vector<ComponentPlan::Mistake>& mistakes) {
  if (plan.type == kMotor) return std::make_shared<MotorDevice>(plan, effectors, paths, usual_watchdog, mistakes);
  return std::make_shared<Device>(plan, effectors, paths, usual_watchdog, mistakes);
}

}  // namespace rtm
