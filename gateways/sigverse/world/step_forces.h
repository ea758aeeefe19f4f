// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "gateways/sigverse/world/frames.h"

namespace spark {
class Body;
}

namespace sigverse {

/// What acts on one body in the coming step, at its centre of mass: forces (kg·cm/s²), torques (kg·cm²/s²) and an
/// acceleration (cm/s²), in SIG's frame. What is set replaces what was set before for the same step; what is added adds
/// up, on top of that. After the step `clear` forgets all of it.
///
/// Values are finite and within `kMaxLength`, which the caller has checked; only sums are checked here.
class StepForces {
 public:
  static constexpr double kMaxLength = 1e9;  ///< of a force or torque, and of the sum of all that are added

  void set_force(const SigVector& force);
  void set_torque(const SigVector& torque);
  void set_acceleration(const SigVector& acceleration);
  /// These return why they refuse, or an empty text when it is done.
  std::string_view add_force(const SigVector& force);
  std::string_view add_torque(const SigVector& torque);
  /// Whether `add_torque` would accept it.
  bool has_room_for_torque(const SigVector& torque) const;

  /// What was set, without what was added.
  const SigVector& force() const { return force_; }
  const SigVector& torque() const { return torque_; }

  /// Hands everything to the body; the acceleration as the force that gives it to the body.
  void apply(spark::Body& body) const;
  void clear() { *this = {}; }

 private:
  SigVector force_{}, torque_{}, acceleration_{};
  SigVector added_force_{}, added_torque_{};
  bool is_empty_ = true;
};

}  // namespace sigverse
