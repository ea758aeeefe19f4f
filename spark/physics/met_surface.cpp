// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/met_surface.h"

namespace spark {
namespace {

/// Writes only the values that ODE reads in that mode. Slip replaces the world's CFM in the rows of friction. Slip
/// below that CFM is left out: a body with several contacts has more rows of friction than degrees of freedom, and with
/// too little softness ODE's equations become singular.
void write_surface(const ContactJointHandler::Surface& from, double softness, dSurfaceParameters& to) {
  to.mode = 0;
  to.mu = from.mu;
  if (from.bounce_mode) {
    to.mode |= dContactBounce;
    to.bounce = from.bounce;
    to.bounce_vel = from.min_bounce_velocity;
  }
  if (from.soft_erp_mode) {
    to.mode |= dContactSoftERP;
    to.soft_erp = from.soft_erp;
  }
  if (from.soft_cfm_mode) {
    to.mode |= dContactSoftCFM;
    to.soft_cfm = from.soft_cfm;
  }
  if (from.mu2_mode) {
    to.mode |= dContactMu2;
    to.mu2 = from.mu2;
  }
  if (from.slip1_mode && from.slip1 > softness) {
    to.mode |= dContactSlip1;
    to.slip1 = from.slip1;
  }
  if (from.slip2_mode && from.slip2 > softness) {
    to.mode |= dContactSlip2;
    to.slip2 = from.slip2;
  }
  if (from.pyramid) to.mode |= dContactApprox1;
}

}  // namespace

const dSurfaceParameters& MetSurface::of(const ContactJointHandler& a, const ContactJointHandler& b, double softness) {
  if (first_ == &a && second_ == &b && first_version_ == a.version() && second_version_ == b.version() &&
      softness_ == softness)
    return surface_;
  const ContactJointHandler::Surface both = ContactJointHandler::combine(a.surface(), b.surface());
  write_surface(both, softness, surface_);
  has_direction_ = both.has_direction();
  first_ = &a, second_ = &b, first_version_ = a.version(), second_version_ = b.version(), softness_ = softness;
  return surface_;
}

}  // namespace spark
