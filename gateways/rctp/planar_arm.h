// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "gateways/rctp/planar_arm_geometry.h"
#include "gateways/rctp/translator.h"
#include "gateways/rctp/translator_arguments.h"

namespace rctp {

/// Offers the position of the fingertip of an arm with two joints that turn in one plane.
///
///     PlanarArm SHOULDER ELBOW UPPER LOWER [SHOULDER_ANGLE ELBOW_ANGLE]
///
/// SHOULDER and ELBOW are effectors of one number each, the speed of a joint in rad/s or degrees/s, which report its
/// angle (`spark::Effector::travel`). A `-` before a name means that the joint turns downwards if its speed is
/// positive, as a hinge about y does. UPPER and LOWER are the lengths of the links, m. The last two are the angles of
/// the links while the joints are at 0, degrees: of the upper one above x, of the lower one relative to the upper one;
/// default 0.
///
/// x is forward and z up, m, from the shoulder. The elbow is up if its stops allow it. For a target out of reach the
/// arm moves to the nearest reachable point. Joint speed is proportional to the remaining angle, and low enough that
/// the latency of actions does not matter; joints are stopped at the target.
class PlanarArm final : public Translator {
 public:
  PlanarArm(std::string object, TranslatorArguments arguments, spark::Step action_latency);

  /// Radians from the target: a joint within the first is stopped; one beyond the second has sagged and is driven
  /// again.
  static constexpr double kTolerance = 0.002;
  static constexpr double kRestartTolerance = 0.01;

  std::optional<Object> object(const spark::AgentAspect& body) const override;
  std::span<const std::string> effectors() const override { return effectors_; }
  bool current(const spark::AgentAspect& body, std::span<double> values) const override;
  void command(std::span<const double> values) override;
  void act(const spark::AgentAspect& body, spark::Step now, spark::ActionList& actions) override;
  void rest() override;

 private:
  struct Joints;
  std::optional<Joints> joints(const spark::AgentAspect& body) const;
  PlanarArmGeometry geometry(const Joints& joints) const;

  std::string name_;
  std::array<std::string, 2> effectors_;
  std::array<double, 2> signs_{1.0, 1.0};
  std::array<double, 2> lengths_{};
  std::array<double, 2> offsets_{};  ///< radians
  spark::Step latency_;
  std::optional<PlanarArmGeometry::Point> target_;
  std::array<bool, 2> turning_{};
};

}  // namespace rctp
