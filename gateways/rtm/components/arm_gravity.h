// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace rtm {

/// The torques that hold the arm of scenes/robots/arm.rsg in a pose, from its masses and lengths: seven hinges,
/// alternately about z and x, upright at 0, and two fingers that slide along y. For joint i with axis a and a point p
/// on it,
///
///     hinge   torque = g · ((a × Σ m (c − p)) along z)
///     slider  force  = g · Σ m · (a along z)
///
/// The sums are over all links beyond the joint, with masses m and centres c.
///
/// Has no state; any thread.
class ArmGravity {
 public:
  static constexpr std::size_t kHinges = 7, kFingers = 2, kJoints = kHinges + kFingers;
  /// J1 … J7 in rad, HAND_L and HAND_R in m; the result in N·m and N.
  using Numbers = std::array<double, kJoints>;

  static Numbers torques(const Numbers& pose) {
    // The forward pass finds axes and anchors in the world, the backward pass sums up the load on each joint.
    std::array<Vector, kHinges> axes{}, anchors{};
    std::array<Frame, kHinges> frames{};
    Frame frame{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vector anchor{};
    for (std::size_t i = 0; i < kHinges; ++i) {
      anchor = sum(anchor, frame.z, kLinks[i].height);
      anchors[i] = anchor;
      axes[i] = is_about_z(i) ? frame.z : frame.x;
      turn(frame, is_about_z(i), pose[i]);
      frames[i] = frame;
    }
    const Frame& hand = frames.back();
    Numbers result{};
    double mass = 0.0;
    Vector moment{};  // the sum of mass times centre
    for (std::size_t i = 0; i < kFingers; ++i) {
      const double side = i == 0 ? 1.0 : -1.0;  // positive is outwards for both
      const Vector centre =
          sum(sum(anchors.back(), hand.z, kFingerHeight), hand.y, side * (kFingerPlace + pose[kHinges + i]));
      add(mass, moment, kFingerMass, centre);
      result[kHinges + i] = kGravity * kFingerMass * side * hand.y[2];
    }
    for (std::size_t i = kHinges; i-- > 0;) {
      add(mass, moment, kLinks[i].mass, sum(anchors[i], frames[i].z, kLinks[i].centre));
      const Vector arm = sum(moment, anchors[i], -mass);
      result[i] = kGravity * (axes[i][0] * arm[1] - axes[i][1] * arm[0]);
    }
    return result;
  }

 private:
  using Vector = std::array<double, 3>;
  struct Frame {
    Vector x, y, z;
  };
  /// Along z of the previous joint: the distance to the next joint, and the height of the link's centre.
  struct Link {
    double height, mass, centre;  // m, kg, m
  };
  static constexpr double kGravity = 9.81;
  static constexpr std::array<Link, kHinges> kLinks{{{0.05, 4.0, 0.06},
                                                     {0.10, 3.0, 0.10},
                                                     {0.20, 2.0, 0.06},
                                                     {0.10, 1.5, 0.09},
                                                     {0.18, 0.8, 0.05},
                                                     {0.09, 0.6, 0.05},
                                                     {0.10, 0.4, 0.03}}};
  static constexpr double kFingerMass = 0.1, kFingerHeight = 0.10, kFingerPlace = 0.03;

  static bool is_about_z(std::size_t hinge) { return hinge % 2 == 0; }
  static Vector sum(const Vector& a, const Vector& b, double factor) {
    return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
  }
  static void add(double& mass, Vector& moment, double more, const Vector& centre) {
    mass += more;
    moment = sum(moment, centre, more);
  }
  static void turn(Frame& frame, bool about_z, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    Vector& from = about_z ? frame.x : frame.y;
    Vector& to = about_z ? frame.y : frame.z;
    const Vector first = sum({}, from, c), second = sum({}, to, c);
    const Vector turned = sum(first, to, s);
    to = sum(second, from, -s);
    from = turned;
  }
};

}  // namespace rtm
