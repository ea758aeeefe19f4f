// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/frames.h"

namespace sigverse {

/// Pose, motion, mass and modes of an object as in its attributes: cm, SIG's frame.
struct MotionState {
  SigVector place{}, velocity{}, spin{}, force{}, torque{};
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};
  double mass = 0.0;
  bool dynamics = false, collision = false;
};

/// Binds the attributes of pose and motion (`x`, `qw`, `vx`, `fx` …) to their meanings. Objects are read in every step,
/// so their values are looked up once, by `bind`, and then written in place.
class MotionAttributes {
 public:
  enum class Quantity { place, turn, velocity, spin, force, torque, mass, none };
  struct Meaning {
    Quantity quantity;
    std::size_t axis;  ///< of the vector or quaternion
  };
  /// The meaning of an attribute of that name.
  static Meaning meaning_of(std::string_view name);

  /// Finds the values; must be called again when the attributes have been replaced. They outlive this, or the next
  /// call.
  void bind(Attributes& attributes);
  /// Writes the values that have attributes.
  void write(const MotionState& state) const;

  /// Null if there is no attribute `mass`.
  const double* mass() const { return mass_; }

 private:
  std::array<double*, 3> place_{}, velocity_{}, spin_{}, force_{}, torque_{};
  std::array<double*, 4> turn_{};
  double* mass_ = nullptr;
  bool *dynamics_ = nullptr, *collision_ = nullptr;
};

}  // namespace sigverse
