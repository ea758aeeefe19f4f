// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/physics/contact_joint_handler.h"

namespace spark {

/// The combination of two touching surfaces in ODE's form; computed again only when one of them has changed or another
/// one touches.
class MetSurface {
 public:
  /// `softness` is the CFM of the world. Valid until the next call.
  const dSurfaceParameters& of(const ContactJointHandler& a, const ContactJointHandler& b, double softness);
  /// Whether the last combination has a direction of friction.
  bool has_direction() const { return has_direction_; }
  /// To be called when handlers may have been deleted, because others may reuse their addresses.
  void forget() { first_ = second_ = nullptr; }

 private:
  const ContactJointHandler *first_ = nullptr, *second_ = nullptr;
  unsigned first_version_ = 0, second_version_ = 0;
  double softness_ = 0.0;
  bool has_direction_ = false;
  dSurfaceParameters surface_{};
};

}  // namespace spark
