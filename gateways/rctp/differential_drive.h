// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>

#include "gateways/rctp/translator.h"
#include "gateways/rctp/translator_arguments.h"

namespace rctp {

/// Offers forward speed and turn of a vehicle with two driven wheels side by side.
///
///     DifferentialDrive LEFT RIGHT RADIUS TRACK [TURN]
///
/// LEFT and RIGHT are effectors of one number each, the speed of a wheel in rad/s or degrees/s, forward if positive.
/// RADIUS is that of the wheels and TRACK the distance between them, m. Forward is in m/s, turn in rad/s, to the left
/// if positive. TURN limits the offered turn, for vehicles whose motors could turn them faster than a person can steer.
/// If a wheel exceeds its maximum speed, both are scaled down in proportion, so that the vehicle stays on its curve.
class DifferentialDrive final : public Translator {
 public:
  DifferentialDrive(std::string object, TranslatorArguments arguments);

  std::optional<Object> object(const spark::AgentAspect& body) const override;
  std::span<const std::string> effectors() const override { return effectors_; }
  bool current(const spark::AgentAspect& body, std::span<double> values) const override;
  void command(std::span<const double> values) override;
  void act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) override;
  void rest() override { target_.reset(); }

 private:
  std::string name_;
  std::array<std::string, 2> effectors_;
  double radius_ = 1.0;
  double track_ = 1.0;
  double max_turn_ = std::numeric_limits<double>::infinity();
  std::optional<std::array<double, 2>> target_;  ///< forward and turn, until the wheels have been set
};

}  // namespace rctp
