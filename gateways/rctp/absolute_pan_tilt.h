// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "gateways/rctp/translator.h"
#include "gateways/rctp/translator_arguments.h"

namespace rctp {

/// Offers pan and tilt of a camera as angles, by an effector that turns it by some degrees per action.
///
///     AbsolutePanTilt EFFECTOR
///
/// The effector has two numbers and reports both angles (`spark::Effector::travel`). Each action turns the camera by
/// the remaining angles, within the effector's limits. Because such effectors add noise to their actions, the next
/// action waits for the effect of the last one, until both angles are within a degree.
class AbsolutePanTilt final : public Translator {
 public:
  AbsolutePanTilt(std::string object, TranslatorArguments arguments, spark::Step action_latency);

  /// Degrees from the target at which the camera is not turned any further.
  static constexpr double kTolerance = 1.0;

  std::optional<Object> object(const spark::AgentAspect& body) const override;
  std::span<const std::string> effectors() const override { return effectors_; }
  bool current(const spark::AgentAspect& body, std::span<double> values) const override;
  void command(std::span<const double> values) override;
  void act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) override;
  void rest() override;

 private:
  std::string name_;
  std::array<std::string, 1> effectors_;
  spark::Step latency_;
  std::optional<std::array<double, 2>> target_;  ///< pan and tilt, degrees
  spark::Step effect_seen_ = 0;                  ///< the step by which the last action has certainly taken effect
};

}  // namespace rctp
