// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "gateways/rctp/translators/translator.h"
#include "gateways/rctp/translators/translator_arguments.h"

namespace rctp {

/// Pan and tilt of a camera as angles, of an effector that turns it by so many degrees per action.
///
///     AbsolutePanTilt EFFECTOR
///
/// The effector has two numbers and says where both stand (`spark::Effector::travel`). It is told to turn by what is
/// missing, no further than one action may, and after the effect again until both are within a degree: such effectors
/// add noise to what they are told.
class AbsolutePanTilt final : public Translator {
 public:
  AbsolutePanTilt(std::string object, TranslatorArguments arguments, spark::Step action_latency);

  /// Degrees: so near is near enough.
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
  std::optional<std::array<double, 2>> wanted_;
  spark::Step effect_seen_ = 0;  ///< the step in which the last action has taken effect for certain
};

}  // namespace rctp
