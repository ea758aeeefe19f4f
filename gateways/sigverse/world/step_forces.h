// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "gateways/sigverse/world/frames.h"

namespace spark {
class Body;
}

namespace sigverse {

/// The loads on one body in the coming step, at its centre of mass: forces (kg·cm/s²), torques (kg·cm²/s²) and an
/// acceleration (cm/s²), in SIG's frame. A set value replaces an earlier one for the same step; added values accumulate
/// on top of it. After the step, `clear` drops all of them.
///
/// The caller has checked that values are finite and within `kMaxLength`; only sums are checked here.
class StepForces {
 public:
  static constexpr double kMaxLength = 1e9;  ///< of a force or torque, and of the sum of all added ones

  void set_force(const SigVector& force);
  void set_torque(const SigVector& torque);
  void set_acceleration(const SigVector& acceleration);
  /// These return the reason of a refusal, or an empty text on success.
  std::string_view add_force(const SigVector& force);
  std::string_view add_torque(const SigVector& torque);
  /// Whether `add_torque` would accept it.
  bool has_room_for_torque(const SigVector& torque) const;

  /// The set value, without added ones.
  const SigVector& force() const { return force_; }
  const SigVector& torque() const { return torque_; }

  /// Applies everything to the body; an acceleration as the force that causes it.
  void apply(spark::Body& body) const;
  void clear() { *this = {}; }

 private:
  SigVector force_{}, torque_{}, acceleration_{};
  SigVector added_force_{}, added_torque_{};
  bool is_empty_ = true;
};

}  // namespace sigverse
