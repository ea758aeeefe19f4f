// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "gateways/sigverse/world/attributes.h"
#include "gateways/sigverse/world/frames.h"

namespace sigverse {

/// Pose, motion, mass and modes of an object as its attributes express them: cm, SIG's frame.
struct MotionState {
  SigVector place{}, velocity{}, spin{}, force{}, torque{};
  SigQuaternion turn{1.0, 0.0, 0.0, 0.0};
  double mass = 0.0;
  bool dynamics = false, collision = false;
};

/// Links the attributes of pose and motion (`x`, `qw`, `vx`, `fx` …) to the quantities that they represent. Objects are
/// read in every step, so attributes are looked up once, by `bind`, and then written in place.
class MotionAttributes {
 public:
  enum class Quantity { place, turn, velocity, spin, force, torque, mass, none };
  struct Meaning {
    Quantity quantity;
    std::size_t axis;  ///< index in the vector or quaternion
  };
  /// The quantity that an attribute with that name represents.
  static Meaning meaning_of(std::string_view name);

  /// Looks up the values; must be called again when attributes have been replaced. `attributes` outlives this object,
  /// or the next call.
  void bind(Attributes& attributes);
  /// Writes the values for which there are attributes.
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
