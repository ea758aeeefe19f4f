// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "gateways/rctp/translators/translator.h"
#include "gateways/rctp/translators/translator_arguments.h"

namespace rctp {

/// Forward speed and turn of a vehicle with two driven wheels side by side.
///
///     DifferentialDrive LEFT RIGHT RADIUS TRACK
///
/// Two effectors of one number each, the speed of a wheel in rad/s or degrees/s, forward if positive; the radius of the
/// wheels and the distance between them, m. Forward is m/s, turn rad/s, to the left if positive. If a wheel had to turn
/// faster than it can, both turn slower in the same proportion: the vehicle stays on the curve it was sent on.
class DifferentialDrive final : public Translator {
 public:
  DifferentialDrive(std::string object, TranslatorArguments arguments);

  std::optional<Object> object(const spark::AgentAspect& body) const override;
  std::span<const std::string> effectors() const override { return effectors_; }
  bool current(const spark::AgentAspect& body, std::span<double> values) const override;
  void command(std::span<const double> values) override;
  void act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) override;
  void rest() override { wanted_.reset(); }

 private:
  std::string name_;
  std::array<std::string, 2> effectors_;
  double radius_ = 1.0;
  double track_ = 1.0;
  std::optional<std::array<double, 2>> wanted_;
};

}  // namespace rctp
