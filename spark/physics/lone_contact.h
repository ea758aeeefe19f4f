// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/physics/lone_step.h"

namespace spark {

/// Whether a contact of that surface can be solved as a `LoneContact`: with friction that has no limit and no direction
/// of its own, and nothing else that ODE offers beyond what it has.
inline bool is_solvable_alone(const dSurfaceParameters& surface) {
  constexpr int kModes =
      dContactBounce | dContactSoftERP | dContactSoftCFM | dContactMu2 | dContactSlip1 | dContactSlip2;
  return (surface.mode & ~kModes) == 0 && surface.mu == dInfinity &&
         (!(surface.mode & dContactMu2) || surface.mu2 == dInfinity);
}

/// What ODE makes of a contact where the world has that ERP and CFM.
inline void describe_contact(const dContact& contact, bool is_reversed, double erp, double cfm, LoneContact& to) {
  const dSurfaceParameters& surface = contact.surface;
  const auto has = [&surface](int mode) { return (surface.mode & mode) != 0; };
  to.geom = &contact.geom;
  to.is_reversed = is_reversed;
  to.softness[0] = has(dContactSoftERP) ? surface.soft_erp : erp;
  to.softness[1] = has(dContactSoftCFM) ? surface.soft_cfm : cfm;
  to.softness[2] = has(dContactSlip1) ? surface.slip1 : cfm;
  to.softness[3] = has(dContactSlip2) ? surface.slip2 : cfm;
  to.bounce = has(dContactBounce) ? surface.bounce : 0.0;
  to.least_bounce_speed = has(dContactBounce) ? surface.bounce_vel : dInfinity;
}

}  // namespace spark
