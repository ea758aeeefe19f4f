// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rtm {

/// Implemented by components of type "Motor" in addition to rtm::Component, so that peers can call them through the
/// interface Motor of Motor.idl. Called on threads of the ORB.
class MotorOperations {
 public:
  virtual ~MotorOperations() = default;
  /// Moves to position 0, as if 0 had been put.
  virtual void go_home() = 0;
  /// The angle by which it can turn to either side, degrees.
  virtual float limit() const = 0;
};

}  // namespace rtm
