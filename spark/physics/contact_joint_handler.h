// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/physics/collision_handler.h"

namespace spark {

/// Makes the collider solid: if both colliders have one, a contact joint keeps them apart (behaviour 2.2, 2.3). Of
/// several below one collider the first is used. Slip is accepted without effect, as in 0.5.2; scenes that need it use
/// a SurfaceContactHandler.
class ContactJointHandler : public CollisionHandler {
 public:
  /// The surface, with the meanings of ODE. Defaults: behaviour 2.3.
  struct Surface {
    bool bounce_mode = true;
    double bounce = 0.8;
    double min_bounce_velocity = 2.0;  ///< m/s
    double mu = dInfinity;
    bool soft_erp_mode = false;
    double soft_erp = 0.0;
    bool soft_cfm_mode = false;
    double soft_cfm = 0.0;
    // Only a SurfaceContactHandler sets the following.
    bool mu2_mode = false;
    double mu2 = 0.0;
    bool slip1_mode = false;
    double slip1 = 0.0;  ///< m/s per N
    bool slip2_mode = false;
    double slip2 = 0.0;    ///< m/s per N
    bool pyramid = false;  ///< mu is relative to the normal force; else it is the maximum force in N per contact point
    Vec3 direction;        ///< of mu and slip1, in the frame of the shape, of length 1; 0 if ODE chooses it

    bool has_direction() const { return direction != Vec3(); }
    friend bool operator==(const Surface&, const Surface&) = default;
  };
  /// Larger values are refused, because ODE's arithmetic would overflow.
  static constexpr double kMaxSize = 1e6;

  const Surface& surface() const { return surface_; }
  /// Incremented by every change of the surface.
  unsigned version() const { return version_; }
  /// The combination of two surfaces (behaviour 2.3): modes if either has them, values averaged if both have them. A
  /// side without mu2 uses its mu instead. The direction is the first side's, or the second's if that has none; each is
  /// in the frame of its own shape.
  static Surface combine(const Surface& a, const Surface& b);

  // Script methods. Values out of range are refused.
  void set_bounce_mode(bool on) { change().bounce_mode = on; }
  bool set_bounce_value(double value);            ///< 0 … kMaxSize
  bool set_min_bounce_velocity(double velocity);  ///< 0 … kMaxSize
  void set_soft_erp_mode(bool on) { change().soft_erp_mode = on; }
  bool set_soft_erp(double erp);  ///< clamped to 0 … 1
  void set_soft_cfm_mode(bool on) { change().soft_cfm_mode = on; }
  bool set_soft_cfm(double cfm);  ///< 0 … kMaxSize
  void set_slip_mode(bool) {}     ///< accepted without effect, as in 0.5.2 (behaviour 2.3)
  void set_slip(double) {}
  bool set_mu(double mu);  ///< 0 … kMaxSize or infinite

 protected:
  static bool is_amount(double value) { return value >= 0.0 && value <= kMaxSize; }
  Surface& change() {
    ++version_;
    return surface_;
  }

 private:
  Surface surface_;
  unsigned version_ = 0;
};

}  // namespace spark
