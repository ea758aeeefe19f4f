// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "gateways/rctp/translators/planar_arm_geometry.h"
#include "gateways/rctp/translators/translator.h"
#include "gateways/rctp/translators/translator_arguments.h"

namespace rctp {

/// The place of the fingertip of an arm with two joints that turn in one plane.
///
///     PlanarArm SHOULDER ELBOW UPPER LOWER [SHOULDER_ANGLE ELBOW_ANGLE]
///
/// Two effectors of one number each, the speed of a joint in rad/s or degrees/s, that say where the joint stands
/// (`spark::Effector::travel`); a `-` before a name says that the joint turns downwards if its speed is positive, as a
/// hinge about y does. The lengths of the links, m. The angles of the links while the joints are at 0, degrees: of the
/// upper one above x, of the lower one against the upper one; 0 if they are not given.
///
/// x is forward and z up, m, from the shoulder. The elbow is up if its stops let it. A place that cannot be reached
/// means the nearest one that can. Joints turn at a speed in proportion to what is left, so slowly that an action's
/// latency makes no difference, and are stopped when they are there.
class PlanarArm final : public Translator {
 public:
  PlanarArm(std::string object, TranslatorArguments arguments, spark::Step action_latency);

  /// Radians: a joint that is so near is stopped, and one that has sunk away so far is driven again.
  static constexpr double kTolerance = 0.002;
  static constexpr double kSunkAway = 0.01;

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
  std::optional<PlanarArmGeometry::Point> wanted_;
  std::array<bool, 2> turning_{};
};

}  // namespace rctp
